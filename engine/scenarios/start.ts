import {
  addMonths,
  type DayNumber,
  dayText,
  getDate,
  getDay,
  type Instant,
  MONTHS_A_YEAR,
  parseDay,
  WEEKDAYS,
  Zone,
} from '../calendar/calendar.ts';
import type { Household, HouseholdBudget, HouseholdGoal } from '../household/household.ts';
import {
  createHouseholdRow,
  debtRow,
  FIRST_DUE_AFTER_DAYS,
  FIRST_PRICES,
  firstDate,
  getCertificateRow,
  getEscrow,
  getMortgageInsurance,
  PAYDAY_AT_MINUTES,
  ruleRow,
} from '../household/persona-start.ts';
import type { DebtRow, HouseholdRow } from '../household/row.ts';
import { createHabit } from '../household/spending-habits.ts';
import { getPlannedFunds, PLANNED_FUNDS } from '../investments/planned-funds.ts';
import { toMinor } from '../money/minor.ts';
import { getPlannedPay, writePayTerms } from '../pay/pay-details.ts';
import { firstCycle, newCycle } from '../products/cards/card.ts';
import { OPENED_APART_MS, simulateHistory } from '../simulation/history.ts';
import type { Habit } from '../simulation/state.ts';
import { getScenarioRun, getScenarioText } from './run.ts';
import type { Scenario } from './scenario.ts';
import { FREQUENCIES } from './scenario-pay.ts';
import type { ScenarioHabit } from './start-schema.ts';

/**
 * The delay before the scenario's clock starts. The bank opens products one second apart, so all of them are
 * open by then.
 */
const HANDED_OVER_AFTER_MS = 60_000;

export type ScenarioOptions = {
  /** The first day, as returned by `getFirstDay`. */
  begins: DayNumber;
  timeZone: string;
  /** Generates the ids of products, rules, and goals. */
  newId: () => string;
};

/** A scenario's household, with its initial clock. */
export type ScenarioHousehold = Household & {
  clock: string;
  time_zone: string;
  base_currency: 'USD';
  goals: HouseholdGoal[];
  budgets: HouseholdBudget[];
  categorization_rules: [];
};

/**
 * Returns the first day of a scenario that a customer starts at an instant. The day is always in the future.
 */
export function getFirstDay({ start: { begins } }: Scenario, now: Instant, timeZone: string): DayNumber {
  const today = new Zone(timeZone).getDay(now);
  const { year, month } = getDate(today);
  if (begins === 'next month') return addMonths(getDay(year, month, 1), 1);
  const firstDay = 'on' in begins ? parseDay(begins.on) : getDay(year, begins.month, 1);
  if (firstDay > today) return firstDay;
  const dayNextYear = getDay(year, getDate(firstDay).month, 1);
  return dayNextYear > today ? dayNextYear : addMonths(dayNextYear, 12);
}

/** Returns the last day of a scenario. */
export const lastDayFrom = ({ months }: Scenario, begins: DayNumber): DayNumber =>
  addMonths(begins, months) - 1;

/**
 * Builds a scenario's household for the bank: products with balances, rules, habits, budgets, and goals.
 * Hidden events and objectives are in the carryover. Throws RangeError for an unknown time zone.
 */
export function buildScenarioHousehold(pack: Scenario, options: ScenarioOptions): ScenarioHousehold {
  const { row, lent, ids } = buildScenarioStart(pack, options);
  const now = row.simulated_until + HANDED_OVER_AFTER_MS;
  const clock = new Date(now).toISOString();
  const first = dayText(options.begins);
  const { household } = simulateHistory({ row, lent }, now);
  return {
    ...household,
    accounts: household.accounts.map((account, index) => {
      const treatment = pack.start.accounts[index]?.taxTreatment;
      return {
        ...account,
        ...(treatment && { tax_treatment: treatment, tax_treatment_since: account.created_at }),
      };
    }),
    mortgages: household.mortgages.map((mortgage, index) => {
      const points = pack.start.mortgages[index]?.points;
      return { ...mortgage, ...(points && { points_fee: points }) };
    }),
    clock,
    time_zone: options.timeZone,
    base_currency: 'USD',
    goals: pack.start.goals.map(({ id, name, target, account, month }, index) => ({
      id: idIn(ids, id),
      name,
      picture: 'flag',
      target,
      ...(month && { target_date: dayText(addMonths(options.begins, month) - 1) }),
      account_id: idIn(ids, account),
      priority: index + 1,
      created_at: clock,
    })),
    budgets: pack.start.budgets.map(({ category, amount }) => ({
      category,
      currency: 'USD',
      amount,
      rollover: 'none',
      starts_on: first,
    })),
    categorization_rules: [],
  };
}

/** Builds the scenario's household at its first instant, in the engine's format. */
export function buildScenarioStart(
  pack: Scenario,
  { begins, timeZone, newId }: ScenarioOptions,
): { row: HouseholdRow; lent: Record<string, number>; ids: Record<string, string> } {
  const { start } = pack;
  const named = [
    ...[start.accounts, start.cards, start.loans, start.mortgages],
    ...[start.incomes, start.payments, start.goals],
  ].flat();
  const ids = Object.fromEntries(named.map(({ id }) => [id, newId()]));
  const getId = (name: string) => idIn(ids, name);
  const row: HouseholdRow = {
    ...createHouseholdRow(newId(), pack.seed, timeZone, begins),
    carryover: {
      life: getProjection(pack, getId),
      shocks: getScenarioText(pack, begins, ids),
      play: getScenarioRun(pack, begins, ids),
      cards: getCards(pack, begins, getId),
      ...getSettings(pack, begins, getId),
    },
    accounts: start.accounts.map(({ id, name, type, balance, plan, overdraft, taxTreatment }) => ({
      id: getId(id),
      name,
      type,
      currency: 'USD',
      balance: toMinor(balance),
      closed: false,
      ...(plan && { plan, plan_since: dayText(begins) }),
      ...(overdraft && getOverdraft(overdraft, getId)),
      ...(taxTreatment && { tax_treatment: taxTreatment }),
    })),
    ...getCertificates(pack, begins, getId),
    ...getFunds(pack, begins, { getId, timeZone }),
    cards: start.cards.map(
      ({ id, name, limit, apr, balance, dueDay, autopay, product, monthsBefore = 0 }) => ({
        id: getId(id),
        name,
        currency: 'USD',
        limit: toMinor(limit),
        apr,
        balance: toMinor(balance),
        due_date: dayText(getFirstDue(begins, dueDay)),
        autopay: autopay ? (typeof autopay.pays === 'number' ? 'fixed' : autopay.pays) : null,
        autopay_account_id: autopay ? getId(autopay.from) : null,
        autopay_amount: typeof autopay?.pays === 'number' ? toMinor(autopay.pays) : null,
        frozen: false,
        ...(product && { product, opened_on: dayText(addMonths(begins, -monthsBefore)) }),
      }),
    ),
    debts: getDebts(pack, begins, { idOf: getId, newId }),
    auto_deposits: start.incomes.map((rule) => ({
      ...ruleRow({ ...getOccasion(rule), category: rule.category ?? 'Other income' }, begins, getId(rule.id)),
      account_id: getId(rule.to),
      // The engine computes the amount of a paycheck with pay details.
      amount: toMinor(rule.amount ?? 0),
      frequency: FREQUENCIES[rule.every],
      is_pay: rule.isPay ?? false,
      ...(rule.pay && { pay_details: writePayTerms(getPlannedPay(rule.pay, getId)) }),
      minutes: PAYDAY_AT_MINUTES,
      ...(rule.yearly !== undefined && { adjustment: rule.yearly }),
    })),
    scheduled_payments: start.payments.map((rule) => ({
      ...ruleRow({ ...getOccasion(rule), category: rule.category }, begins, getId(rule.id)),
      account_id: getId(rule.from),
      ...getPayee(pack, rule.to, getId),
      ...(rule.fund && { fund: PLANNED_FUNDS[rule.fund] }),
      amount: typeof rule.amount === 'number' ? toMinor(rule.amount) : null,
      amount_kind: typeof rule.amount === 'number' ? 'fixed' : rule.amount,
      frequency: FREQUENCIES[rule.every],
      weekend: 'stays',
      changed: {},
      ...(rule.yearly !== undefined && { adjustment: rule.yearly }),
    })),
  };
  const debts = [...start.loans, ...start.mortgages];
  return { row, lent: Object.fromEntries(debts.map((debt) => [getId(debt.id), toMinor(debt.lent)])), ids };
}

const getFirstDue = (begins: DayNumber, dueDay: number) => firstDate(begins + FIRST_DUE_AFTER_DAYS, dueDay);

/**
 * Returns the initial states of the cards. An opening balance counts as revolved, so it bears interest from
 * the first day.
 */
function getCards({ start }: Scenario, begins: DayNumber, idOf: IdOf) {
  return Object.fromEntries(
    start.cards.map(({ id, balance, dueDay }) => {
      const due = getFirstDue(begins, dueDay);
      const cycle = newCycle(begins, toMinor(balance), firstCycle(due, begins));
      return [idOf(id), { firstDue: due, due, cycle: { ...cycle, revolving: balance > 0 } }];
    }),
  );
}

const FRIDAY = 5;

function idIn(ids: Record<string, string>, name: string): string {
  const id = Object.hasOwn(ids, name) ? ids[name] : undefined;
  if (id === undefined) throw new RangeError(`The scenario has no item with the id ${name}.`);
  return id;
}

type IdOf = (name: string) => string;

function getProjection({ start: { daily, inflation = 0 } }: Scenario, idOf: IdOf) {
  if (!daily) return null;
  return {
    persona: 'story',
    habits: daily.habits.map(getHabit),
    accountId: idOf(daily.account),
    cardId: daily.card === undefined ? null : idOf(daily.card),
    floor: toMinor(daily.floor ?? 0),
    priceLevel: FIRST_PRICES,
    inflation,
    luck: false,
  };
}

function getHabit({ from, to, on = 'every day', ...habit }: ScenarioHabit): Habit {
  return createHabit({ ...habit, on, from: toMinor(from), to: toMinor(to), hours: [9, 20] });
}

/** Returns the settings and policies in the carryover. */
function getSettings({ start }: Scenario, begins: DayNumber, idOf: IdOf): Partial<HouseholdRow['carryover']> {
  const { age, increases, unemployment, insurance = [] } = start;
  const policies = insurance.map(({ kind, payment, deductible, coinsurance, limit }) => {
    const policy = {
      since: begins,
      deductible: toMinor(deductible),
      coinsurance,
      ...(payment !== undefined && { paymentId: idOf(payment) }),
      ...(limit !== undefined && { limit: toMinor(limit) }),
    };
    return [kind, policy] as const;
  });
  return {
    ...(policies.length > 0 && { insurance: Object.fromEntries(policies) }),
    ...(increases && { billIncreases: true as const }),
    ...(unemployment && { unemployment: true as const }),
    ...(age !== undefined && {
      birthDate: dayText(addMonths(begins, -MONTHS_A_YEAR * age)),
      incomeLimits: true as const,
    }),
  };
}

type OverdraftChoice = NonNullable<Scenario['start']['accounts'][number]['overdraft']>;

const getOverdraft = (overdraft: OverdraftChoice, idOf: IdOf) =>
  'savings' in overdraft
    ? { overdraft: 'savings' as const, overdraft_account_id: idOf(overdraft.savings) }
    : {
        overdraft: 'covered' as const,
        overdraft_product: overdraft.product,
        ...(overdraft.purchases && { overdraft_cards: true }),
      };

function getCertificates(
  { start }: Scenario,
  begins: DayNumber,
  idOf: IdOf,
): Pick<HouseholdRow, 'certificates'> {
  const certificates = start.accounts.flatMap(
    ({ id, balance, months }) =>
      getCertificateRow({ id: idOf(id), balance: toMinor(balance), months }, begins) ?? [],
  );
  return certificates.length > 0 ? { certificates } : {};
}

function getFunds(
  { start }: Scenario,
  begins: DayNumber,
  { getId, timeZone }: { getId: IdOf; timeZone: string },
): Pick<HouseholdRow, 'funds'> {
  const at = new Zone(timeZone).getStart(begins);
  const planned = start.accounts.flatMap(({ id, balance, funds }) =>
    funds ? [{ id: getId(id), balance: toMinor(balance), funds }] : [],
  );
  const funds = getPlannedFunds(planned, begins, (index) => at + index * OPENED_APART_MS);
  return funds ? { funds } : {};
}

function getDebts(
  { start }: Scenario,
  begins: DayNumber,
  { idOf, newId }: { idOf: IdOf; newId: () => string },
): DebtRow[] {
  const loans = start.loans.map((loan) => ({ ...loan, product: 'loan' as const, term: loan.months }));
  const mortgages = start.mortgages.map((home) => ({
    ...home,
    product: 'mortgage' as const,
    term: home.years * 12,
    property: toMinor(home.price),
  }));
  const getParts = ({ pmi, escrow, lent, price, dueDay }: Scenario['start']['mortgages'][number]) => ({
    ...(escrow && { escrow: getEscrow(escrow, firstDate(begins, dueDay), newId()) }),
    ...(pmi && { insurance: getMortgageInsurance(toMinor(lent), toMinor(price)) }),
  });
  const parts = new Map(start.mortgages.map((home) => [home.id, getParts(home)]));
  return [...loans, ...mortgages].map(({ id, lent, dueDay, paid = 0, autopay, ...debt }) => ({
    // The first installment is due one month after the loan is opened.
    ...debtRow(
      { ...debt, id: idOf(id), amount: toMinor(lent), monthsBefore: paid + 1, date: dueDay },
      begins,
    ),
    ...parts.get(id),
    autopay_account_id: autopay ? idOf(autopay.from) : null,
    autopay_extra: toMinor(autopay?.extra ?? 0),
  }));
}

function getOccasion(rule: Scenario['start']['incomes'][number] | Scenario['start']['payments'][number]) {
  const { name, every, day, weekday, fromMonth = 1, toMonth } = rule;
  const isWeekly = every === 'week' || every === 'two weeks';
  return {
    name,
    ...(isWeekly ? { weekday: weekday ? WEEKDAYS.indexOf(weekday) : FRIDAY } : { day: day ?? 1 }),
    fromMonth: fromMonth - 1,
    ...(toMonth !== undefined && { untilMonth: toMonth }),
  };
}

function getPayee(pack: Scenario, to: Scenario['start']['payments'][number]['to'], idOf: IdOf) {
  const none = { payee: null, to_account_id: null, card_id: null, debt_id: null };
  if ('payee' in to) return { ...none, payee: to.payee };
  const id = idOf(to.product);
  if (pack.start.accounts.some((account) => account.id === to.product)) return { ...none, to_account_id: id };
  if (pack.start.cards.some((card) => card.id === to.product)) return { ...none, card_id: id };
  return { ...none, debt_id: id };
}
