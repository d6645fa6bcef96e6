import { dayText, type Instant, Zone } from '../calendar/calendar.ts';
import { getHolidayCurrency, getNextDeposit, getNextPayment } from '../calendar/recurrence.ts';
import type { Carryover, HouseholdRow } from '../household/row.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import { type FundsStep, getFundsStep } from '../investments/fund-rows.ts';
import { type CertificateStep, getRenewedCertificates } from '../products/accounts/certificate-state.ts';
import { getArrears, getCollectionDay } from '../products/debts/debt.ts';
import { getNextEscrowDeposit } from '../products/debts/escrow.ts';
import { goalSteps } from '../products/goal-state.ts';
import { nextDueAt, simulate } from './simulate.ts';
import type {
  AutoDepositState,
  EngineEvent,
  HoldChange,
  HouseholdState,
  ScheduledPaymentState,
} from './state.ts';

/**
 * The changes to a household in one step, in the format of `apply_engine_steps`. Amounts are in minor units.
 */
export type Step = {
  customer_id: string;
  /** The version of the household that was read. A step is not posted if the household has changed since. */
  version: { entry: number; rules: number; generation: number; simulated_until: Instant };
  to: Instant;
  /** True if the step moves the simulated clock. False if the engine only catches up with the clock. */
  moves: boolean;
  next_due: Instant | null;
  events: EngineEvent[];
  carryover: Carryover;
  /** `graduated` is true if the security deposit was returned in this step. */
  cards: { id: string; due_date: string; graduated?: true }[];
  debts: {
    id: string;
    next_due_date: string;
    past_due: number;
    days_past_due: number;
    value?: number;
    /** The day on which mortgage insurance ended in this step. */
    pmi_ended_on?: string;
  }[];
  /** The biweekly plans: the day of the next collection, or the day on which one ended. */
  biweekly: { id: string; next?: string; ended_on?: string }[];
  /** The escrow accounts: their next deposit, the bills of this year, and the day on which one ended. */
  escrows: { id: string; payment?: number; tax?: number; insurance?: number; ended_on?: string }[];
  rates: { id: string; rate: number; payment: number }[];
  auto_deposits: { id: string; next: number; at: Instant | null }[];
  scheduled_payments: { id: string; next: number; at: Instant | null; retry_at: Instant | null }[];
  /** The ids of the premiums that were paused in this step, because the coverage has ended. */
  paused_payments: string[];
  /** The holds that were placed, changed, or ended in this step. */
  holds: HoldChange[];
  /**
   * The accounts that the bank closed in this step: they were below zero for too long, or they were CDs that
   * matured.
   */
  closed: { id: string; at: Instant }[];
  /** The CDs that renewed in this step. */
  certificates: CertificateStep[];
  /**
   * The rules whose amounts changed in this step because of a yearly adjustment, or because the net pay of
   * the next paycheck differs. `gross` is the gross pay per year of a paycheck that is computed from it.
   */
  adjusted: { id: string; amount: number; gross?: number }[];
  funds: FundsStep | null;
  goals: {
    id: string;
    portion: number | null;
    next: number | null;
    at: Instant | null;
    reached_at: Instant | null;
  }[];
};

/** The kinds of events with which the bank closes an account. */
const CLOSES = new Set(['charge_off', 'cd_matured']);

/**
 * Simulates a household until an instant, or until a payment to another person expires. Returns the changes
 * to post, and the state before and after. Throws RangeError if the instant is before the household's current
 * instant.
 */
export function buildStep(row: HouseholdRow, until: Instant, moves: boolean) {
  const before = buildHouseholdState(row);
  const end = Math.min(until, row.next_expiry ?? until);
  // Includes entries posted in the same millisecond.
  const to = Math.max(end, row.changes.at(-1)?.at ?? end);
  const holds = new Map<string, HoldChange>();
  const { events, state: after } = simulate(before, to, { onHold: (hold) => holds.set(hold.key, hold) });
  const zone = new Zone(after.timeZone);
  const step: Step = {
    customer_id: row.id,
    version: {
      entry: row.last_entry,
      rules: row.rules_version,
      generation: row.generation,
      simulated_until: row.simulated_until,
    },
    to,
    moves,
    next_due: nextDueAt(after),
    events,
    carryover: getCarryover(after),
    cards: after.cards.map(({ id, due, deposit }, index) => ({
      id,
      due_date: dayText(due),
      ...(before.cards[index]?.deposit && !deposit && { graduated: true as const }),
    })),
    debts: after.debts.map((debt) => ({
      id: debt.id,
      next_due_date: dayText(getCollectionDay(debt, after)),
      past_due: getArrears(debt),
      days_past_due: debt.delinquent,
      ...(debt.property && { value: debt.property.value }),
      ...findInsuranceEnd(events, debt.id),
    })),
    escrows: getEscrows(after, events),
    biweekly: [
      ...after.debts.flatMap(({ biweekly }) =>
        biweekly ? [{ id: biweekly.id, next: dayText(biweekly.next) }] : [],
      ),
      ...getEnded(events, 'biweekly_ended'),
    ],
    rates: after.debts
      .filter(({ rate, payment }, index) => {
        const old = before.debts[index];
        return rate !== old?.rate || payment !== old.payment;
      })
      .map(({ id, rate, payment }) => ({ id, rate, payment })),
    auto_deposits: after.autoDeposits.map((rule) => ({
      id: rule.id,
      next: rule.recurrence.next,
      at: getNextDeposit(
        rule,
        zone,
        getHolidayCurrency(after, rule.accountId),
        Math.max(after.at, rule.since ?? after.at),
      ),
    })),
    scheduled_payments: after.scheduledPayments.map((payment) => ({
      id: payment.id,
      next: payment.recurrence.next,
      at: getNextPayment(payment, zone, getHolidayCurrency(after, payment.accountId)),
      retry_at: payment.retry && zone.at(payment.retry.on, payment.recurrence.minutes),
    })),
    paused_payments: after.scheduledPayments.flatMap(({ id, recurrence }, index) =>
      recurrence.paused && !before.scheduledPayments[index]?.recurrence.paused ? [id] : [],
    ),
    holds: [...holds.values()],
    closed: events.flatMap(({ kind, subject, at }) =>
      CLOSES.has(kind) && subject ? [{ id: subject, at }] : [],
    ),
    certificates: getRenewedCertificates(before, after),
    adjusted: findAdjusted(before, after),
    funds: getFundsStep(before, after),
    goals: goalSteps(after, zone),
  };
  return { step, before, after };
}

function getEscrows({ debts }: HouseholdState, events: readonly EngineEvent[]): Step['escrows'] {
  return [
    ...debts.flatMap(({ escrow }) =>
      escrow
        ? [
            {
              id: escrow.id,
              payment: getNextEscrowDeposit(escrow),
              tax: escrow.tax,
              insurance: escrow.insurance,
            },
          ]
        : [],
    ),
    ...getEnded(events, 'escrow_closed'),
  ];
}

/** Returns the reserves that ended in this step, by the kind of the event. */
const getEnded = (events: readonly EngineEvent[], ended: string) =>
  events.flatMap(({ kind, facts }) =>
    kind === ended ? [{ id: String(facts?.['reserve']), ended_on: String(facts?.['on']) }] : [],
  );

function findInsuranceEnd(
  events: readonly EngineEvent[],
  id: string,
): Pick<Step['debts'][number], 'pmi_ended_on'> {
  const ended = events.findLast(({ kind, subject }) => kind === 'pmi_ended' && subject === id);
  return ended ? { pmi_ended_on: String(ended.facts?.['on']) } : {};
}

function findAdjusted(before: HouseholdState, after: HouseholdState): Step['adjusted'] {
  const getRules = ({ autoDeposits, scheduledPayments }: HouseholdState) => [
    ...autoDeposits,
    ...scheduledPayments,
  ];
  const rules = new Map(getRules(before).map((rule) => [rule.id, rule]));
  return getRules(after).flatMap((rule) => {
    const { id, amount } = rule;
    const old = rules.get(id);
    const gross = getGross(rule);
    const isChanged = amount !== old?.amount || gross !== (old && getGross(old));
    return typeof amount === 'number' && isChanged
      ? [{ id, amount, ...(gross !== undefined && { gross }) }]
      : [];
  });
}

const getGross = (rule: AutoDepositState | ScheduledPaymentState) =>
  'pay' in rule ? rule.pay?.grossPerYear : undefined;
