import { addMonths, DAYS_A_YEAR, dayText, monthsBetween, parseDay, Zone } from '../calendar/calendar.ts';
import { occurrenceDay } from '../calendar/recurrence.ts';
import { getAverageIncome, obligationsHere } from '../credit/applicant-facts.ts';
import type { CreditFacts } from '../credit/facts.ts';
import { getCreditScore } from '../credit/score.ts';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdState } from '../household/state.ts';
import { getPremiumPayer, getUsualPolicies } from '../insurance/usual-policies.ts';
import { Exchange, type Rates } from '../money/exchange.ts';
import { toMinor } from '../money/minor.ts';
import type { HealthFacts, PlanningHabit } from './financial-health.ts';
import { addFlow, type FlowSums } from './flows.ts';

/** The most full months that count, as in the framework's questions. */
export const HEALTH_MONTHS = 12;

/** A row of `analytics_flows`, in major units of the base currency. */
export type HealthFlow = Pick<FlowSums, 'part' | 'is_before' | 'month' | 'direction' | 'amount'>;

/** The records of the bank from which the score is computed. */
export type HealthRecords = {
  /** Today in the customer's time zone (`2026-11-28`). */
  today: string;
  currency: string;
  /** Null without products. */
  household: HouseholdRow | null;
  credit: CreditFacts | null;
  /** Income and spending of the last 12 full months. */
  flows: readonly HealthFlow[];
  /** Today's rates to the currency. */
  rates: Rates;
  /** The current month's budgets. */
  budgets: readonly { available: number | null }[];
  /** The scheduled payments that failed in the last 12 months, by the id of the payment. */
  failed: readonly { subject: string | null }[];
};

/** Collects what the financial health score is computed from. */
export function collectHealthFacts(records: HealthRecords): HealthFacts {
  const { today, currency, household, credit, flows, budgets } = records;
  const exchange = new Exchange(currency, records.rates);
  const open = (household?.accounts ?? []).filter(({ closed }) => !closed);
  const isLongTerm = ({ type, tax_treatment }: HouseholdRow['accounts'][number]) =>
    type === 'INVESTMENT' || type === 'CD' || Boolean(tax_treatment);
  const held = (household?.holds ?? []).filter(({ account_id }) =>
    open.some((account) => account.id === account_id && !isLongTerm(account)),
  );
  const getCurrency = (id: string | null) => open.find((account) => account.id === id)?.currency ?? currency;
  const add = (isCounted: (account: HouseholdRow['accounts'][number]) => boolean) =>
    open
      .filter(isCounted)
      .reduce((sum, account) => sum + exchange.worth(account.balance, account.currency), 0);
  const first = credit ? getFirstFullMonth(credit.since) : today;
  const counted = flows.filter(
    ({ part, is_before, month }) => part === 'month' && !is_before && month !== null && month >= first,
  );
  const flow = addFlow(counted);
  const policies = household?.carryover.insurance ?? {};
  const usual = household ? getUsualPolicies(household) : [];
  const missing = usual.filter((kind) => !policies[kind] || policies[kind]?.endedOn !== undefined);
  const prepaid = missing.filter((kind) => household && getPremiumPayer(kind, household) !== null);
  return {
    currency,
    hasAccount: open.length > 0,
    months: Math.max(0, Math.min(HEALTH_MONTHS, monthsBetween(parseDay(first), parseDay(today)))),
    income: toMinor(flow.income),
    spending: toMinor(flow.spending),
    bills: countBills(records),
    liquid:
      add((account) => !isLongTerm(account)) -
      held.reduce((sum, hold) => sum + exchange.worth(hold.remaining, getCurrency(hold.account_id)), 0),
    longTerm: add(isLongTerm),
    age: getAge(household?.carryover.birthDate, today),
    debt: {
      isOwed: (credit?.lines ?? []).some(({ closed, balance }) => closed === null && balance > 0),
      payments: credit ? obligationsHere(credit) : 0,
      income: credit ? getAverageIncome(credit) : null,
    },
    creditScore: credit && credit.lines.length > 0 ? getCreditScore(credit).score : null,
    insurance: { usual, missing, ...(prepaid.length > 0 && { prepaid }) },
    habits: {
      budget: budgets.some(({ available }) => available !== null),
      goal: (household?.goals ?? []).some(({ active }) => active),
      ...getAutomaticHabits(household),
    },
  };
}

/** Returns the first day of the first full calendar month since a day. */
function getFirstFullMonth(since: string): string {
  const month = parseDay(`${since.slice(0, 7)}-01`);
  return since.endsWith('-01') ? since : dayText(addMonths(month, 1));
}

/**
 * Counts the due dates of cards, loans, mortgages, and scheduled bills in the last 12 months, and those that
 * were paid on time. A bill that was paid on a retry is on time.
 */
function countBills({ household, credit, failed, today }: HealthRecords): HealthFacts['bills'] {
  const since = parseDay(today) - DAYS_A_YEAR;
  const debts = (credit?.payments ?? []).filter(({ on }) => parseDay(on) > since);
  const bills = household ? listBills(household, since) : new Map<string, number>();
  const due = [...bills.values()].reduce((sum, times) => sum + times, 0);
  const late = failed.filter(({ subject }) => subject !== null && bills.has(subject)).length;
  return {
    due: debts.length + due,
    onTime: debts.filter(({ daysLate }) => daysLate === 0).length + Math.max(0, due - late),
  };
}

/** Returns the number of past due dates of each scheduled payment to a payee since a day, by its id. */
function listBills(household: HouseholdRow, since: number): Map<string, number> {
  const zone = new Zone(household.time_zone);
  const rows = new Map(household.scheduled_payments.map((row) => [row.id, row]));
  const bills = new Map<string, number>();
  for (const { id, recurrence } of buildHouseholdState(household).scheduledPayments) {
    const row = rows.get(id);
    if (!row || row.to_account_id !== null || row.card_id !== null || row.debt_id !== null) continue;
    const begins = Math.max(since, ...[row.created, row.resumed].map((at) => (at ? zone.getDay(at) : since)));
    let times = 0;
    for (let number = recurrence.next - 1; number >= 0; number -= 1) {
      if (occurrenceDay(recurrence, number, zone) <= begins) break;
      times += 1;
    }
    bills.set(id, times);
  }
  return bills;
}

/**
 * Returns the habits that work without the customer. Saving is automatic with a recurring goal contribution, a
 * scheduled transfer to savings or investments, or a paycheck contribution. Payments are automatic if each card
 * and debt pays itself, or has a scheduled payment; without debts, if there is a scheduled bill.
 */
function getAutomaticHabits(
  household: HouseholdRow | null,
): Pick<Record<PlanningHabit, boolean>, 'automatic_saving' | 'automatic_payments'> {
  if (!household) return { automatic_saving: false, automatic_payments: false };
  const { accounts, goals = [], scheduled_payments, auto_deposits, cards, debts } = household;
  const rules = scheduled_payments.filter(({ paused }) => !paused);
  const savings = new Set(accounts.flatMap(({ id, type }) => (type === 'CHECKING' ? [] : [id])));
  const isPaid = (id: string) => rules.some(({ card_id, debt_id }) => card_id === id || debt_id === id);
  const owed = [...cards.filter(({ balance }) => balance > 0), ...debts.filter(({ balance }) => balance > 0)];
  return {
    automatic_saving:
      goals.some(({ active, contribution }) => active && contribution !== null) ||
      rules.some(({ to_account_id }) => to_account_id !== null && savings.has(to_account_id)) ||
      auto_deposits.some(
        ({ paused, pay_details }) =>
          !paused && pay_details && (pay_details.retirement_percent > 0 || pay_details.hsa > 0),
      ),
    automatic_payments:
      owed.length > 0
        ? owed.every(({ id, autopay_account_id }) => autopay_account_id !== null || isPaid(id))
        : rules.some(({ to_account_id }) => to_account_id === null),
  };
}

/** Returns the age in full years; null without a date of birth. */
function getAge(birthDate: string | undefined, today: string): number | null {
  if (!birthDate) return null;
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}
