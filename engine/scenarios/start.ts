import {
  addMonths,
  type DayNumber,
  dateOf,
  dayOf,
  dayText,
  type Instant,
  parseDay,
  Zone,
} from '../calendar/calendar.ts';
import type { HouseholdBudget, HouseholdGoal } from '../household/household.ts';
import type { LivedHousehold } from '../household/persona-file.ts';
import { debtRow, firstDate, ruleRow } from '../household/persona-start.ts';
import type { DebtRow, HouseholdRow } from '../household/row.ts';
import { createHabit } from '../household/spending-habits.ts';
import { newCycle } from '../products/card.ts';
import { simulateHistory } from '../simulation/history.ts';
import type { Habit } from '../simulation/state.ts';
import { playOf, storyOf } from './run.ts';
import type { Pack } from './scenario.ts';
import type { PackHabit } from './start-schema.ts';

const CENTS = 100;
const PAY_AT_MINUTES = 6 * 60;
/** A card's first statement falls due so many days after the beginning at the earliest. */
const FIRST_DUE_AFTER_DAYS = 30;
/** Millionths: prices as they are on the first day. */
const FIRST_PRICES = 1_000_000;
/** The bank opens products a second apart, so the scenario starts after all of them. */
const HANDED_OVER_AFTER_MS = 60_000;

export type PackOptions = {
  /** The first day; see `firstDayOf`. */
  begins: DayNumber;
  timeZone: string;
  /** Makes the ids of products, rules and goals. */
  newId: () => string;
};

/** The household file of a scenario, with its initial clock. */
export type PackHousehold = LivedHousehold & {
  clock: string;
  time_zone: string;
  base_currency: 'USD';
  goals: HouseholdGoal[];
  budgets: HouseholdBudget[];
  row_rules: [];
};

/** Returns the first day of a scenario for a customer at an instant. It is always in the future. */
export function firstDayOf({ start: { begins } }: Pack, now: Instant, timeZone: string): DayNumber {
  const today = new Zone(timeZone).dayOf(now);
  const { year, month } = dateOf(today);
  if (begins === 'next month') return addMonths(dayOf(year, month, 1), 1);
  const wanted = 'on' in begins ? parseDay(begins.on) : dayOf(year, begins.month, 1);
  if (wanted > today) return wanted;
  const again = dayOf(year, dateOf(wanted).month, 1);
  return again > today ? again : addMonths(again, 12);
}

/** Returns the last day of a scenario. */
export const lastDayFrom = ({ months }: Pack, begins: DayNumber): DayNumber => addMonths(begins, months) - 1;

/**
 * Builds the household of a scenario for the bank: products with balances, rules, habits, budgets, and goals.
 * Hidden events and objectives are in the carryover. Throws RangeError for an unknown time zone.
 */
export function packHousehold(pack: Pack, options: PackOptions): PackHousehold {
  const { row, lent, ids } = packBeginning(pack, options);
  const now = row.lived_to + HANDED_OVER_AFTER_MS;
  const clock = new Date(now).toISOString();
  const first = dayText(options.begins);
  return {
    ...simulateHistory({ row, lent }, now).household,
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
    row_rules: [],
  };
}

/** Returns the same household at its first instant, as the engine reads it. */
export function packBeginning(
  pack: Pack,
  { begins, timeZone, newId }: PackOptions,
): { row: HouseholdRow; lent: Record<string, number>; ids: Record<string, string> } {
  const { start } = pack;
  const at = new Zone(timeZone).startOf(begins);
  const named = [
    ...[start.accounts, start.cards, start.loans, start.mortgages],
    ...[start.incomes, start.payments, start.goals],
  ].flat();
  const ids = Object.fromEntries(named.map(({ id }) => [id, newId()]));
  const idOf = (name: string) => idIn(ids, name);
  const row: HouseholdRow = {
    id: newId(),
    time_zone: timeZone,
    generation: 1,
    now: at,
    lived_to: at,
    rules_version: 0,
    last_entry: 0,
    seed: pack.seed,
    memory: {
      life: lifeOf(pack, idOf),
      shocks: storyOf(pack, begins, ids),
      play: playOf(pack, begins, ids),
      cards: cardsOf(pack, begins, idOf),
    },
    changes: [],
    accounts: start.accounts.map(({ id, name, type, balance }) => ({
      id: idOf(id),
      name,
      type,
      currency: 'USD',
      balance: cents(balance),
      closed: false,
    })),
    cards: start.cards.map(({ id, name, limit, apr, balance, dueDay, autopay }) => ({
      id: idOf(id),
      name,
      currency: 'USD',
      limit: cents(limit),
      apr,
      balance: cents(balance),
      due_date: dayText(firstDueOf(begins, dueDay)),
      autopay: autopay ? (typeof autopay.pays === 'number' ? 'fixed' : autopay.pays) : null,
      autopay_account_id: autopay ? idOf(autopay.from) : null,
      autopay_amount: typeof autopay?.pays === 'number' ? cents(autopay.pays) : null,
      frozen: false,
    })),
    debts: debtsOf(pack, begins, idOf),
    auto_deposits: start.incomes.map((rule) => ({
      ...ruleRow({ ...occasionOf(rule), category: rule.category ?? 'Other income' }, begins, idOf(rule.id)),
      account_id: idOf(rule.to),
      amount: cents(rule.amount),
      frequency: rule.every === 'week' ? 'WEEKLY' : 'MONTHLY',
      is_pay: rule.isPay ?? false,
      minutes: PAY_AT_MINUTES,
    })),
    scheduled_payments: start.payments.map((rule) => ({
      ...ruleRow({ ...occasionOf(rule), category: rule.category }, begins, idOf(rule.id)),
      account_id: idOf(rule.from),
      ...payeeOf(pack, rule.to, idOf),
      amount: typeof rule.amount === 'number' ? cents(rule.amount) : null,
      amount_kind: typeof rule.amount === 'number' ? 'fixed' : rule.amount,
      frequency: FREQUENCIES[rule.every],
      weekend: 'stays',
      changed: {},
    })),
    shocks: [],
  };
  const debts = [...start.loans, ...start.mortgages];
  return { row, lent: Object.fromEntries(debts.map((debt) => [idOf(debt.id), cents(debt.lent)])), ids };
}

const firstDueOf = (begins: DayNumber, dueDay: number) => firstDate(begins + FIRST_DUE_AFTER_DAYS, dueDay);

/** A card that starts with a balance has revolved it, so it bears interest from the first day. */
function cardsOf({ start }: Pack, begins: DayNumber, idOf: IdOf) {
  return Object.fromEntries(
    start.cards.map(({ id, balance, dueDay }) => {
      const due = firstDueOf(begins, dueDay);
      const cycle = { ...newCycle(begins, cents(balance), due), revolving: balance > 0 };
      return [idOf(id), { firstDue: due, due, cycle }];
    }),
  );
}

const FREQUENCIES = {
  week: 'WEEKLY',
  'two weeks': 'BIWEEKLY',
  month: 'MONTHLY',
  quarter: 'QUARTERLY',
  year: 'ANNUALLY',
} as const;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const FRIDAY = 5;

const cents = (major: number) => Math.round(major * CENTS);

function idIn(ids: Record<string, string>, name: string): string {
  const id = Object.hasOwn(ids, name) ? ids[name] : undefined;
  if (id === undefined) throw new RangeError(`The pack has nothing called ${name}.`);
  return id;
}

type IdOf = (name: string) => string;

function lifeOf({ start: { daily, inflation = 0 } }: Pack, idOf: IdOf) {
  if (!daily) return null;
  return {
    persona: 'story',
    habits: daily.habits.map(habitOf),
    accountId: idOf(daily.account),
    cardId: daily.card === undefined ? null : idOf(daily.card),
    floor: cents(daily.floor ?? 0),
    priceLevel: FIRST_PRICES,
    inflation,
    luck: false,
  };
}

function habitOf({ name, merchants, category, timesAMonth, from, to, by, on, seasons }: PackHabit): Habit {
  return createHabit({
    name,
    merchants,
    category,
    timesAMonth,
    on: on ?? 'every day',
    from: cents(from),
    to: cents(to),
    hours: [9, 20],
    by: by === 'account' ? 'account' : 'card',
    ...(seasons && { seasons }),
  });
}

function debtsOf({ start }: Pack, begins: DayNumber, idOf: IdOf): DebtRow[] {
  const loans = start.loans.map((loan) => ({ ...loan, product: 'loan' as const, term: loan.months }));
  const mortgages = start.mortgages.map((home) => ({
    ...home,
    product: 'mortgage' as const,
    term: home.years * 12,
    property: cents(home.price),
  }));
  return [...loans, ...mortgages].map(({ id, lent, dueDay, paid = 0, autopay, ...debt }) => ({
    // The first installment was due a month after the loan was taken.
    ...debtRow({ ...debt, amount: cents(lent), monthsBefore: paid + 1, date: dueDay, from: '' }, begins, () =>
      idOf(id),
    ),
    autopay_account_id: autopay ? idOf(autopay.from) : null,
    autopay_extra: cents(autopay?.extra ?? 0),
  }));
}

function occasionOf(rule: Pack['start']['incomes'][number] | Pack['start']['payments'][number]) {
  const { name, every, day, weekday, fromMonth = 1, toMonth } = rule;
  const isWeekly = every === 'week' || every === 'two weeks';
  return {
    name,
    from: '',
    to: '',
    amount: 0,
    frequency: 'MONTHLY' as const,
    ...(isWeekly ? { weekday: weekday ? WEEKDAYS.indexOf(weekday) : FRIDAY } : { date: day ?? 1 }),
    fromMonth: fromMonth - 1,
    ...(toMonth !== undefined && { untilMonth: toMonth }),
  };
}

function payeeOf(pack: Pack, to: Pack['start']['payments'][number]['to'], idOf: IdOf) {
  const none = { payee: null, to_account_id: null, card_id: null, debt_id: null };
  if ('payee' in to) return { ...none, payee: to.payee };
  const id = idOf(to.product);
  if (pack.start.accounts.some((account) => account.id === to.product)) return { ...none, to_account_id: id };
  if (pack.start.cards.some((card) => card.id === to.product)) return { ...none, card_id: id };
  return { ...none, debt_id: id };
}
