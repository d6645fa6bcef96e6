import { monthlyPayment, schedule } from './amortization.ts';
import { addMonths, type DayNumber, dateOf, dayOf, dayText, weekday, Zone } from './calendar.ts';
import { firstDueAfter } from './debt-life.ts';
import type { DebtRow, HouseholdRow, RuleRow } from './household-row.ts';
import type { Beginning } from './life-history.ts';
import type { PersonaPlan, PlannedDebt, PlannedDeposit, PlannedPayment } from './persona-plan.ts';

const PAY_AT_MINUTES = 6 * 60;
/** A card's first statement falls due so many days after the beginning at the earliest. */
const FIRST_DUE_AFTER_DAYS = 30;
/** Millionths: prices as they are on the first day. */
const FIRST_PRICES = 1_000_000;

export type PersonaStart = {
  persona: string;
  plan: PersonaPlan;
  seed: number;
  /** The day on which the history begins, at local midnight. */
  day: DayNumber;
  timeZone: string;
  newId: () => string;
};

/** A way of life on its first day, as the engine reads households: nothing has happened yet. */
export function beginningOf({ persona, plan, seed, day, timeZone, newId }: PersonaStart): Beginning {
  const at = new Zone(timeZone).startOf(day);
  const ids = new Map([...plan.accounts, ...plan.cards, ...plan.debts].map(({ name }) => [name, newId()]));
  const idOf = (name: string) => {
    const id = ids.get(name);
    if (id === undefined) throw new RangeError(`There is no product called ${name}.`);
    return id;
  };
  const { floor, inflation, habits, account, card } = plan.life;
  const row: HouseholdRow = {
    id: newId(),
    time_zone: timeZone,
    generation: 1,
    now: at,
    lived_to: at,
    rules_version: 0,
    last_entry: 0,
    seed,
    memory: {
      life: {
        persona,
        habits,
        accountId: idOf(account),
        cardId: idOf(card),
        floor,
        priceLevel: FIRST_PRICES,
        inflation,
        luck: false,
      },
    },
    changes: [],
    accounts: plan.accounts.map((one) => ({ id: idOf(one.name), currency: 'USD', closed: false, ...one })),
    cards: plan.cards.map(({ name, limit, apr, balance, dueDate, pays, from }) => ({
      id: idOf(name),
      name,
      currency: 'USD',
      limit,
      apr,
      balance,
      due_date: dayText(firstDate(day + FIRST_DUE_AFTER_DAYS, dueDate)),
      autopay: typeof pays === 'number' ? ('fixed' as const) : pays,
      autopay_account_id: idOf(from),
      autopay_amount: typeof pays === 'number' ? pays : null,
      frozen: false,
    })),
    debts: plan.debts.map((debt) => debtRow(debt, day, idOf)),
    auto_deposits: plan.deposits.map((rule) => ({
      ...ruleRow(rule, day, newId()),
      account_id: idOf(rule.to),
      amount: rule.amount,
      frequency: rule.frequency,
      is_pay: rule.isPay ?? false,
      minutes: PAY_AT_MINUTES,
    })),
    scheduled_payments: plan.payments.map((rule) => ({
      ...ruleRow(rule, day, newId()),
      account_id: idOf(rule.from),
      payee: ids.has(rule.to) ? null : rule.to,
      to_account_id: ids.get(rule.to) ?? null,
      card_id: null,
      debt_id: null,
      amount: rule.amount,
      amount_kind: 'fixed' as const,
      frequency: rule.frequency,
      // A day that the weekend moves could fall on the other side of the moment at which the history ends.
      weekend: 'stays' as const,
      changed: {},
    })),
    shocks: [],
  };
  return { row, lent: Object.fromEntries(plan.debts.map(({ name, amount }) => [idOf(name), amount])) };
}

/** A debt that was taken before the history begins and has been paid down since, instalment by instalment. */
export function debtRow(plan: PlannedDebt, day: DayNumber, idOf: (name: string) => string): DebtRow {
  const { product, name, amount, rate, term, property } = plan;
  const { year, month } = dateOf(day);
  const taken = addMonths(dayOf(year, month, plan.date), -plan.monthsBefore);
  const paid = firstDueAfter(taken, day) - 1;
  return {
    id: idOf(name),
    product,
    name,
    currency: 'USD',
    balance: schedule(amount, rate, term)[paid - 1]?.remaining ?? amount,
    rate,
    payment: monthlyPayment(amount, rate, term),
    term,
    start_date: dayText(taken),
    next_due_date: dayText(addMonths(taken, paid + 1)),
    autopay_account_id: idOf(plan.from),
    autopay_extra: plan.extra ?? 0,
    paused_until: null,
    ...(property !== undefined && { rate_type: 'fixed' as const, value: property }),
  };
}

/** A rule from its first occasion on or after a day, or in a later month. */
export function ruleRow(
  rule: PlannedDeposit | PlannedPayment,
  day: DayNumber,
  id: string,
): Omit<RuleRow, 'account_id'> {
  const { name, category, fromMonth = 0, untilMonth } = rule;
  const earliest = addMonths(day, fromMonth);
  return {
    id,
    name,
    category: category ?? null,
    start_date: dayText(
      rule.weekday === undefined ? firstDate(earliest, rule.date ?? 1) : firstWeekday(earliest, rule.weekday),
    ),
    end_date: untilMonth === undefined ? null : dayText(addMonths(day, untilMonth) - 1),
    occurrences: null,
    paused: false,
    next: null,
  };
}

/** The first day from one on that is such a date of its month. */
export function firstDate(from: DayNumber, date: number): DayNumber {
  const { year, month } = dateOf(from);
  const here = dayOf(year, month, date);
  return here >= from ? here : addMonths(here, 1);
}

function firstWeekday(from: DayNumber, wanted: number): DayNumber {
  return from + ((wanted - weekday(from) + 7) % 7);
}
