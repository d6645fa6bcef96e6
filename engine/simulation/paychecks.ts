import { type DayNumber, getDate } from '../calendar/calendar.ts';
import {
  addPaycheck,
  computePaycheck,
  isPayFrequency,
  NO_PAY_TO_DATE,
  type Paycheck,
  type PayToDate,
} from '../pay/paycheck.ts';
import { getDirectContributions, getHouseholdTable } from './contributions.ts';
import type { NewEvent, Run } from './run.ts';
import type { AccountState, AutoDepositState, HouseholdState, Line } from './state.ts';

/** Computes a rule's paycheck on a day. Returns null if the rule has a fixed amount. */
export function getPaycheck(state: HouseholdState, rule: AutoDepositState, day: DayNumber): Paycheck | null {
  const { frequency } = rule.recurrence;
  if (!rule.pay || !isPayFrequency(frequency)) return null;
  const { year } = getDate(day);
  const paychecks = getPaychecks(state, year);
  const direct = getDirectContributions(state, year);
  const total = (pick: (toDate: PayToDate) => number) =>
    Object.values(paychecks).reduce((sum, toDate) => sum + pick(toDate), 0);
  return computePaycheck(
    rule.pay,
    frequency,
    getHouseholdTable(state, year),
    paychecks[rule.id] ?? NO_PAY_TO_DATE,
    // The limits apply to the customer, not to each employer, and include other contributions.
    {
      retirement: total(({ retirement }) => retirement) + direct.retirement,
      hsa: total(({ hsa }) => hsa) + direct.hsa,
    },
  );
}

/**
 * Posts a paycheck as one entry: net pay, and the contributions to the customer's own accounts. Everything
 * else only appears on the pay stub, which is in the event's facts.
 */
export function postPaycheck(
  run: Run,
  event: NewEvent,
  { rule, account, paycheck }: { rule: AutoDepositState; account: AccountState; paycheck: Paycheck },
): void {
  const { id, pay, recurrence } = rule;
  const { currency } = account;
  const retirement = paycheck.retirement + paycheck.match;
  const amounts = new Map([[account.id, paycheck.net]]);
  for (const [accountId, amount] of [
    [pay?.retirementAccountId, retirement],
    [pay?.hsaAccountId, paycheck.hsa],
  ] as const) {
    const target = accountId ? run.account(accountId) : undefined;
    if (target?.currency === currency && amount > 0)
      amounts.set(target.id, (amounts.get(target.id) ?? 0) + amount);
  }
  const own = [...amounts].map(([ledger, amount]): Line => ({ ledger, amount, currency }));
  const total = own.reduce((sum, { amount }) => sum + amount, 0);
  const facts = {
    payDate: run.today,
    frequency: recurrence.frequency,
    filingStatus: pay?.filingStatus ?? 'single',
    ...(pay?.children && { children: pay.children }),
    ...paycheck,
  };
  run.postLines({ ...event, facts }, [{ ledger: 'outside', amount: -total, currency }, ...own]);
  const { year } = getDate(run.today);
  const paychecks = getPaychecks(run.state, year);
  run.state.payToDate = {
    year,
    paychecks: { ...paychecks, [id]: addPaycheck(paychecks[id] ?? NO_PAY_TO_DATE, paycheck) },
  };
}

function getPaychecks({ payToDate }: HouseholdState, year: number): Record<string, PayToDate> {
  return payToDate?.year === year ? payToDate.paychecks : {};
}
