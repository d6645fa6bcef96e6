/**
 * Computes required minimum distributions (RMD) and takes them in projections. `bank.required_distributions` has
 * the same table and ages, and derives what was withdrawn from the journal.
 */

import {
  addMonths,
  type DayNumber,
  getDate,
  getDay,
  type Instant,
  MONTHS_A_YEAR,
} from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { computeTaxReturn, getTaxDeadline } from '../pay/tax-return.ts';
import { getTaxTable } from '../pay/tax-tables.ts';
import { getAgeAtYearEnd } from '../pay/tax-treatments.ts';
import { findReceivingAccount } from '../products/accounts/deposit-account.ts';
import { getIncomeEstimate } from '../simulation/contributions.ts';
import { RANK, type Run, type Timer } from '../simulation/run.ts';
import type { AccountState, DistributionState, HouseholdState } from '../simulation/state.ts';
import { getInflation } from '../simulation/yearly-adjustment.ts';
import { placeOrder } from './fund-state.ts';
import { PRICED_FUNDS } from './funds.ts';

/** The Uniform Lifetime Table for ages 72 to 120 (Publication 590-B, Appendix B, Table III), in years. */
const PERIODS = [
  27.4, 26.5, 25.5, 24.6, 23.7, 22.9, 22.0, 21.1, 20.2, 19.4, 18.5, 17.7, 16.8, 16.0, 15.2, 14.4, 13.7, 12.9,
  12.2, 11.5, 10.8, 10.1, 9.5, 8.9, 8.4, 7.8, 7.3, 6.8, 6.4, 6.0, 5.6, 5.2, 4.9, 4.6, 4.3, 4.1, 3.9, 3.7, 3.5,
  3.4, 3.3, 3.1, 3.0, 2.9, 2.8, 2.7, 2.5, 2.3, 2.0,
] as const;
const FIRST_AGE = 72;
const LAST_AGE = 120;

/** Returns the distribution period at an age, in years. */
export const getDistributionPeriod = (age: number): number =>
  PERIODS[Math.min(LAST_AGE, Math.max(FIRST_AGE, age)) - FIRST_AGE] ?? 2;

const HALF_YEAR_RULE_ENDS = getDay(1949, 7, 1);
const AGE_72_ENDS = getDay(1951, 1, 1);
const AGE_73_ENDS = getDay(1960, 1, 1);
const AGE_70_AND_A_HALF_MONTHS = 70 * MONTHS_A_YEAR + 6;

/** Returns the first year with a required distribution by date of birth (26 U.S.C. 401(a)(9)(C)(v)). */
export function getFirstDistributionYear(born: DayNumber): number {
  if (born < HALF_YEAR_RULE_ENDS) return getDate(addMonths(born, AGE_70_AND_A_HALF_MONTHS)).year;
  return getDate(born).year + (born < AGE_72_ENDS ? 72 : born < AGE_73_ENDS ? 73 : 75);
}

/** The day in December on which projections take what is still required, and its time in minutes. */
const WITHDRAWS_ON = { month: 12, date: 15 };
const WITHDRAWS_AT_MINUTES = 9 * 60;
const PAYS_TAX_AT_MINUTES = 12 * 60;
const NEVER = Number.POSITIVE_INFINITY;
const CURRENCY = 'USD';
/** The kinds of changes that don't move money out of an account. */
const GROWTH = new Set(['market_change', 'dividend', 'interest']);

/** The subjects of the events, by which a forecast groups them. */
export const DISTRIBUTION = 'required_distribution';
export const DISTRIBUTION_TAX = 'distribution_tax';

/**
 * Takes required distributions in a projection: in December, what the customer hasn't withdrawn until then. The
 * estimated income tax on a year's distributions is paid on the deadline of the return. The bank itself never
 * withdraws for the customer.
 */
export class DistributionSimulator implements Timer {
  readonly rank = RANK.payment;
  due: Instant = NEVER;

  constructor(
    private readonly run: Run,
    private readonly born: DayNumber,
  ) {
    for (const { id, taxTreatment } of run.state.accounts) {
      if (!isRetirement(taxTreatment)) continue;
      run.observe(id, (amount, { kind, byHand }) => {
        // The bank has already counted what the customer did.
        if (amount < 0 && !byHand && !GROWTH.has(kind)) this.count(id, -amount);
      });
    }
    this.plan();
  }

  fire(): void {
    const { run } = this;
    const { distributions } = run.state;
    const { year } = getDate(run.today);
    if (!distributions || distributions.year < year) this.begin(year);
    else if (distributions.tax && run.today >= distributions.tax.on)
      this.payTax(distributions, distributions.tax);
    else this.withdrawAll(distributions);
    this.plan();
  }

  /** Computes the distributions of a year from the balances at its beginning. */
  private begin(year: number): void {
    const { state } = this.run;
    const tax = state.distributions?.tax;
    const isDue = year >= getFirstDistributionYear(this.born);
    const period = getDistributionPeriod(getAgeAtYearEnd(year, this.born));
    const plans = (isDue ? getGroups(state) : []).flatMap(({ accountId, accounts }) => {
      const balance = accounts.reduce((sum, account) => sum + account.balance, 0);
      const left = roundHalfAway(balance / period);
      return left > 0 && !isPaidInto(state, accountId, this.run.today) ? [{ accountId, left, taken: 0 }] : [];
    });
    state.distributions = { year, plans, ...(tax && { tax }) };
  }

  private count(accountId: string, amount: number): void {
    const { accounts, distributions } = this.run.state;
    const group = accounts.find(({ id }) => id === accountId)?.taxTreatment === '401k' ? accountId : null;
    const plan = distributions?.plans.find((candidate) => candidate.accountId === group);
    if (!plan) return;
    plan.taken += amount;
    plan.left = Math.max(0, plan.left - amount);
  }

  /** Withdraws what is still required, and plans the tax on all distributions of the year. */
  private withdrawAll(distributions: DistributionState): void {
    distributions.settled = true;
    let total = 0;
    for (const { accountId, accounts } of getGroups(this.run.state)) {
      const plan = distributions.plans.find((candidate) => candidate.accountId === accountId);
      if (!plan) continue;
      const { left, taken } = plan;
      let withdrawn = 0;
      for (const account of accounts)
        withdrawn += this.withdraw(account, left - withdrawn, distributions.year);
      // The proceeds of sold funds arrive on the next business day, but count already.
      total += taken + withdrawn;
      plan.left = 0;
    }
    const amount = this.estimateTax(distributions.year, total);
    if (amount > 0) distributions.tax = { on: getTaxDeadline(distributions.year), amount };
  }

  /** Withdraws up to an amount from an account, and sells funds for the rest. Returns the amount. */
  private withdraw(account: AccountState, wanted: number, year: number): number {
    const { run } = this;
    const target = findReceivingAccount(run.state.accounts, CURRENCY);
    if (!target || wanted <= 0) return 0;
    const cash = Math.min(wanted, run.available(account));
    if (cash > 0)
      run.post(
        {
          key: `${DISTRIBUTION}:${year}:${account.id}`,
          kind: 'transfer',
          description: 'Required minimum distribution',
          subject: DISTRIBUTION,
        },
        { from: account.id, to: target.id, amount: cash, currency: CURRENCY },
      );
    return cash + this.sell(account, wanted - cash, { year, cashAccountId: target.id });
  }

  private sell(
    account: AccountState,
    wanted: number,
    { year, cashAccountId }: { year: number; cashAccountId: string },
  ): number {
    const { funds } = this.run.state;
    const holdings = funds?.accounts.find(({ id }) => id === account.id)?.holdings;
    if (!funds || !holdings) return 0;
    let sold = 0;
    for (const fund of PRICED_FUNDS) {
      const amount = Math.min(wanted - sold, holdings[fund].posted);
      if (amount <= 0) continue;
      const key = `${DISTRIBUTION}:${year}:${account.id}:${fund}`;
      const { id: accountId } = account;
      placeOrder(funds, {
        ...{ key, accountId, at: this.run.now, side: 'sell', fund, size: { amount }, cashAccountId },
      });
      sold += amount;
    }
    return sold;
  }

  /** Returns the income tax on distributions above the tax on pay, in minor units. */
  private estimateTax(year: number, distributions: number): number {
    const { state, today } = this.run;
    const { income, isJoint } = getIncomeEstimate(state, today);
    const table = getTaxTable(year, getInflation({ life: state.spendingProfile, prices: state.prices }));
    const getTax = (taken: number) =>
      computeTaxReturn(
        // Distributions start after age 65, from which the standard deduction is higher.
        { wages: income, interest: 0, withheld: 0, distributions: taken, isSenior: true },
        isJoint ? 'joint' : 'single',
        table,
      ).tax;
    return getTax(distributions) - getTax(0);
  }

  private payTax(distributions: DistributionState, { amount }: { amount: number }): void {
    const { run } = this;
    delete distributions.tax;
    const account = findReceivingAccount(run.state.accounts, CURRENCY);
    if (!account) return;
    const year = getDate(run.today).year - 1;
    const event = {
      key: `${DISTRIBUTION_TAX}:${year}`,
      kind: 'tax_payment',
      description: `Estimated income tax on the distributions of ${year}`,
      subject: DISTRIBUTION_TAX,
    };
    run.postWithBank(event, account, -amount, 'outside');
  }

  private plan(): void {
    const { run } = this;
    const { distributions } = run.state;
    const { year } = getDate(run.zone.getDay(run.now));
    const days = [run.zone.getStart(getDay((distributions?.year ?? year) + 1, 1, 1))];
    if (distributions && distributions.plans.length > 0 && !distributions.settled)
      days.push(
        run.zone.at(getDay(distributions.year, WITHDRAWS_ON.month, WITHDRAWS_ON.date), WITHDRAWS_AT_MINUTES),
      );
    if (distributions?.tax) days.push(run.zone.at(distributions.tax.on, PAYS_TAX_AT_MINUTES));
    this.due = Math.max(run.state.at, Math.min(...days));
  }
}

const isRetirement = (treatment: AccountState['taxTreatment']) =>
  treatment === '401k' || treatment === 'traditional_ira';

/** Returns the accounts that have one distribution together: each 401(k), and all traditional IRAs (null). */
function getGroups({ accounts }: HouseholdState): { accountId: string | null; accounts: AccountState[] }[] {
  const open = accounts.filter(({ closed, currency }) => !closed && currency === CURRENCY);
  const iras = open.filter(({ taxTreatment }) => taxTreatment === 'traditional_ira');
  return [
    ...open
      .filter(({ taxTreatment }) => taxTreatment === '401k')
      .map((account) => ({ accountId: account.id, accounts: [account] })),
    ...(iras.length > 0 ? [{ accountId: null, accounts: iras }] : []),
  ];
}

/** Returns true if paychecks pay into a 401(k), whose distributions can wait, as `bank.is_paid_into` does. */
const isPaidInto = ({ autoDeposits }: HouseholdState, accountId: string | null, today: DayNumber): boolean =>
  autoDeposits.some(
    ({ pay, recurrence: { paused, end } }) =>
      accountId !== null &&
      pay?.retirementAccountId === accountId &&
      pay.retirementPercent > 0 &&
      !paused &&
      (end === undefined || end >= today),
  );

/** Returns the sentence about distributions for the assumptions of a projection; null if there are none. */
export function describeDistributions({ birthDate, accounts }: HouseholdState): string | null {
  if (
    birthDate === undefined ||
    !accounts.some(({ closed, taxTreatment }) => !closed && isRetirement(taxTreatment))
  )
    return null;
  return `Required minimum distributions start in ${getFirstDistributionYear(birthDate)}. This projection withdraws them in December and pays the estimated income tax in April.`;
}
