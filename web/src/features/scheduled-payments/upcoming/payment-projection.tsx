import { getBankHoliday, isBusinessDay } from '@engine/calendar/bank-holidays.ts';
import { type DayNumber, dayText, Zone } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { getArrival } from '@engine/products/accounts/funds-availability.ts';
import { useDeferredValue, useMemo } from 'react';
import { formatArrivalTime } from '@/entities/hold/deposit-text';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Well } from '@/ui/panel';
import { getPaymentProjection, getTargetName, type Payables } from '../edit/draft';
import { getRuleTarget, type PaymentDetails } from '../edit/payment-schema';
import { ruleSentence } from '../payments/payment-state';
import type { Outgoing } from '../projection';

/** The local time of scheduled payments, in minutes after midnight. */
const PAYMENTS_AT_MINUTES = 9 * 60;

type PaymentOutlookProps = {
  /** The rule in the form; null while the form is incomplete or invalid. */
  details: PaymentDetails | null;
  household: HouseholdRow | null;
  ruleId: string | undefined;
  payables: Payables;
};

export function PaymentProjectionView({ details, household, ruleId, payables }: PaymentOutlookProps) {
  // Compares the serialized values, so that retyping the same values changes nothing.
  const text = useDeferredValue(JSON.stringify(details));
  const projection = useMemo(() => {
    const parsed = JSON.parse(text) as PaymentDetails | null;
    return parsed && household ? getPaymentProjection(household, parsed, ruleId) : null;
  }, [text, household, ruleId]);
  if (!details)
    return (
      <Well>
        <p className="text-ink-2">Fill in the details to preview the impact.</p>
      </Well>
    );
  const from = payables.accounts.find(({ id }) => id === details.account_id);
  const names = {
    to: getTargetName(getRuleTarget(details), payables.products),
    from: from?.name ?? 'your account',
    currency: from?.currency ?? 'USD',
  };
  return (
    <>
      <Well aria-label="Preview">
        <p aria-live="polite">{ruleSentence(details, names)}</p>
        {projection && <NextDays days={projection.days} />}
        {details.payee && household && projection?.days[0] !== undefined && (
          <Arrival
            day={projection.days[0]}
            currency={names.currency}
            household={household}
            method={details.speed ?? 'direct'}
          />
        )}
      </Well>
      {projection && <Warnings {...projection} currency={names.currency} from={names.from} />}
    </>
  );
}

function NextDays({ days }: { days: readonly number[] }) {
  if (days.length === 0) return <p className="mt-3 font-medium">No payment dates left</p>;
  return (
    <>
      <h3 className="mt-4 text-ink-3 text-sm">
        {days.length === 1 ? 'Payment date' : `Next ${days.length} dates`}
      </h3>
      <ol className="mt-1 flex flex-wrap gap-x-5 gap-y-1">
        {days.map((day) => (
          <li key={day} className="figures font-medium">
            {formatListDate(dayText(day))}
          </li>
        ))}
      </ol>
    </>
  );
}

type ArrivalProps = {
  day: DayNumber;
  currency: string;
  household: HouseholdRow;
  method: 'direct' | 'same_day';
};

/** Renders when someone outside the bank receives the first payment, and the bank holidays until then. */
function Arrival({ day, currency, household, method }: ArrivalProps) {
  const customerZone = household.time_zone;
  const observesHolidays = household.carryover.bankHolidays === true;
  const paidAt = new Zone(customerZone).at(day, PAYMENTS_AT_MINUTES);
  const target = { currency, customerZone, observesHolidays };
  const { at, day: arrives, fee } = getArrival(paidAt, target, method);
  const closed = observesHolidays ? listClosedDays(day, arrives, currency) : [];
  return (
    <p className="mt-3 text-ink-2">
      The first payment arrives on{' '}
      {fee > 0 ? formatArrivalTime(at, customerZone) : formatListDate(dayText(arrives))}.
      {method === 'same_day' && fee === 0 && " A same-day transfer isn't faster then, so it has no fee."}
      {closed.length > 0 && ` Banks are closed on ${closed.map(formatClosedDay).join(' and ')}.`}
    </p>
  );
}

const formatClosedDay = (day: DayNumber) => formatListDate(dayText(day));

/** Returns the bank holidays from a day to before another. */
function listClosedDays(from: DayNumber, to: DayNumber, currency: string): DayNumber[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index).filter(
    (day) => isBusinessDay(day) && getBankHoliday(day, currency) !== undefined,
  );
}

type WarningsProps = { failing: Outgoing[]; crowdedOut: Outgoing[]; currency: string; from: string };

function Warnings({ failing, crowdedOut, currency, from }: WarningsProps) {
  const [first, ...more] = failing;
  const [other, ...others] = crowdedOut;
  return (
    <div aria-live="polite" className="flex flex-col gap-3 empty:hidden">
      {first && (
        <AlertBox
          kind={first.outcome === 'fails' ? 'negative' : 'warning'}
          fact={`This payment would ${first.outcome === 'fails' ? 'fail' : 'be late'} on ${formatListDate(first.day)}: ${formatMoney(first.short, currency)} short.`}
        >
          {first.outcome === 'fails'
            ? `${from} is projected to have ${formatMoney(first.leaves, currency)} then. We'll retry 3 more times, until ${formatListDate(first.settledDay)}.`
            : `We could pay it on ${formatListDate(first.settledDay)}.`}
          {more.length > 0 &&
            ` ${more.length} more of these payments would also fall short in the next 6 months.`}
        </AlertBox>
      )}
      {other && (
        <AlertBox
          fact={`You'll be ${formatMoney(other.short, other.currency)} short for ${other.name} on ${formatListDate(other.day)}.`}
        >
          This payment uses money that other payments need
          {others.length > 0 && `, including ${others.length} more`}.
        </AlertBox>
      )}
    </div>
  );
}
