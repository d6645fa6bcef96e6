import { Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow, ScheduledPaymentRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { toMinor } from '@/lib/money';
import { nextDays, type Outgoing, projectPayments } from '../upcoming/projection';
import type { PaymentDetails } from './payment-schema';

/** The id of an unsaved rule. */
const DRAFT_ID = '00000000-0000-4000-8000-00000000d4af';
const SHOWN_DAYS = 5;
/** The projection doesn't reach the fifth occurrence of yearly rules. */
const FORESEEN_DAYS = 190;

export type Outlook = {
  /** The next days, at most five. */
  days: number[];
  /** Payments of this rule that would fail, nearest first. */
  failing: Outgoing[];
  /** Other payments that would fail only because of this rule. */
  crowdedOut: Outgoing[];
};

/** Returns the effect on the household if the rule were saved as typed. */
export function getOutlook(row: HouseholdRow, details: PaymentDetails, id: string | undefined): Outlook {
  const before = row.scheduled_payments.find((rule) => rule.id === id);
  const without = { ...row, scheduled_payments: row.scheduled_payments.filter((rule) => rule.id !== id) };
  const draft = getDraft(details, id ?? DRAFT_ID, before);
  const drafted = { ...without, scheduled_payments: [...without.scheduled_payments, draft] };
  const rule = buildHouseholdState(drafted).scheduledPayments.find((each) => each.id === draft.id);
  const ahead = projectPayments(drafted, FORESEEN_DAYS).outgoing.filter(isShort);
  const others = new Set(
    projectPayments(without, FORESEEN_DAYS)
      .outgoing.filter(isShort)
      .map(({ key }) => key),
  );
  return {
    days: rule ? nextDays(rule, new Zone(row.time_zone), SHOWN_DAYS) : [],
    failing: ahead.filter(({ ruleId }) => ruleId === draft.id),
    crowdedOut: ahead.filter(({ ruleId, key }) => ruleId !== draft.id && !others.has(key)),
  };
}

const isShort = ({ outcome }: Outgoing) => outcome === 'fails' || outcome === 'late';

function getDraft(
  details: PaymentDetails,
  id: string,
  before: ScheduledPaymentRow | undefined,
): ScheduledPaymentRow {
  const { target } = details;
  const isMoved = before?.frequency !== details.frequency || before.start_date !== details.startDate;
  return {
    id,
    name: details.name,
    account_id: details.accountId,
    category: null,
    start_date: details.startDate,
    end_date: details.endDate,
    occurrences: details.occurrences,
    paused: false,
    next: isMoved ? null : (before?.next ?? null),
    payee: target.kind === 'outside' ? target.payee : null,
    to_account_id: target.kind === 'account' ? target.id : null,
    card_id: target.kind === 'card' ? target.id : null,
    debt_id: target.kind === 'loan' || target.kind === 'mortgage' ? target.id : null,
    amount: details.amount === null ? null : toMinor(details.amount),
    amount_kind: details.amountKind,
    frequency: details.frequency,
    weekend: details.weekend,
    adjustment:
      details.yearly === 'fixed'
        ? Number(details.yearlyPercent)
        : details.yearly === 'inflation'
          ? 'inflation'
          : null,
    changed: before?.changed ?? {},
  };
}
