import { dayText } from '../calendar/calendar.ts';
import { monthlyPayment, schedule } from '../money/amortization.ts';
import { toMinor } from '../money/minor.ts';
import { monthlyPremium, PMI_RATE } from '../products/debts/mortgage-insurance.ts';
import { computeWeeklyBenefit } from '../simulation/unemployment.ts';
import { type Figure, getUnit } from './course-schema.ts';
import type { Scenario } from './scenario.ts';
import { getIncomeAmount } from './scenario-pay.ts';

/** A placeholder's value. Dollars are in minor units. */
export type TextValue =
  | { unit: 'dollars' | 'percent' | 'count'; amount: number }
  | { unit: 'text'; text: string }
  /** A calendar day, as days since 1970. */
  | { unit: 'day'; day: number };

export type TextValues = ReadonlyMap<string, TextValue>;

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Returns the names of the placeholders in a text. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** Replaces the known placeholders in a text. A missing value becomes an ellipsis. */
export function fillText(text: string, values: TextValues, format: (value: TextValue) => string): string {
  return text.replace(PLACEHOLDER, (_, name: string) => {
    const value = values.get(name);
    return value ? format(value) : '…';
  });
}

const CENTS = 100;

/** Formats a value in plain text: `$1,200`, `$0.99`, `24.99%`, `2030-01-31`. */
export function plainValue(value: TextValue): string {
  if (value.unit === 'text') return value.text;
  if (value.unit === 'day') return dayText(value.day);
  const { unit, amount } = value;
  if (unit === 'percent') return `${amount} %`;
  if (unit === 'count') return grouped(amount);
  const minor = Math.abs(Math.round(amount));
  const rest = minor % CENTS;
  const whole = grouped(Math.floor(minor / CENTS));
  return `${amount < 0 ? '-' : ''}$${whole}${rest > 0 ? `.${String(rest).padStart(2, '0')}` : ''}`;
}

const grouped = (amount: number) => String(amount).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');

export const dollars = (minor: number): TextValue => ({ unit: 'dollars', amount: minor });
export const counted = (amount: number): TextValue => ({ unit: 'count', amount });
const major = (amount: number): TextValue => dollars(toMinor(amount));
const percent = (amount: number): TextValue => ({ unit: 'percent', amount });
const text = (value: string): TextValue => ({ unit: 'text', text: value });

/**
 * Returns the text value of a figure. `isMinor` is true for amounts from the engine, and false for amounts
 * from a pack.
 */
export function figureValue(figure: Figure, value: number, isMinor: boolean): TextValue {
  const unit = getUnit(figure);
  return { unit, amount: unit === 'dollars' && !isMinor ? toMinor(value) : value };
}

/**
 * Returns the values that a pack's texts can use. `ID` is the id of an item. `N` is the number of a
 * recommended move in the reference, counted from 1.
 * - `months` and `start.ID.name`;
 * - `start.ID.` with `balance` (accounts); `limit`, `apr`, `balance` (cards); `amount` (incomes, payments); `gross`
 * and the weekly `benefit` after a job loss (incomes with pay details);
 * - `start.ID.` with `lent`, `owed`, `rate`, `payment`, `months` (loans, mortgages); `price`, `down`,
 * `pmi` (mortgages); `target` (goals);
 * - `event.ID.` with `amount`, `months`, `points`, `percent`;
 * - `objective.ID.target`, `losing.ID.target`, and `losing.ID.days`;
 * - `move.N.amount`; `move.N.price` and `move.N.down` (home purchases).
 */
export function getScenarioValues(pack: Scenario): Map<string, TextValue> {
  const values = new Map<string, TextValue>([['months', counted(pack.months)]]);
  const add = (of: string, fields: Record<string, TextValue | undefined>) => {
    for (const [name, value] of Object.entries(fields)) if (value) values.set(`${of}.${name}`, value);
  };
  const { start, events, objectives, losing, debrief } = pack;
  for (const { id, name, balance } of start.accounts)
    add(`start.${id}`, { name: text(name), balance: major(balance) });
  for (const { id, name, balance, limit, apr } of start.cards)
    add(`start.${id}`, { name: text(name), balance: major(balance), limit: major(limit), apr: percent(apr) });
  for (const loan of start.loans) add(`start.${loan.id}`, debtValues(loan, loan.months));
  for (const home of start.mortgages)
    add(`start.${home.id}`, {
      ...debtValues(home, home.years * 12),
      pmi: home.pmi && dollars(monthlyPremium(toMinor(home.lent), PMI_RATE)),
      price: major(home.price),
      down: dollars(toMinor(home.price) - toMinor(home.lent)),
    });
  for (const income of start.incomes)
    add(`start.${income.id}`, {
      name: text(income.name),
      amount: major(getIncomeAmount(income)),
      gross: income.pay && major(income.pay.grossPerYear),
      benefit: income.pay && dollars(computeWeeklyBenefit(toMinor(income.pay.grossPerYear))),
    });
  for (const { id, name, amount } of start.payments)
    add(`start.${id}`, { name: text(name), amount: typeof amount === 'number' ? major(amount) : undefined });
  for (const { id, name, target } of start.goals)
    add(`start.${id}`, { name: text(name), target: major(target) });
  for (const event of events)
    add(`event.${event.id}`, {
      amount: 'amount' in event ? major(event.amount) : undefined,
      months: 'months' in event ? counted(event.months) : undefined,
      points: 'points' in event ? percent(Math.abs(event.points)) : undefined,
      percent: 'percent' in event ? percent(event.percent) : undefined,
    });
  for (const { id, measure } of objectives) {
    const { figure, atLeast, atMost } = measure;
    add(`objective.${id}`, { target: figureValue(figure, atLeast ?? atMost ?? 0, false) });
  }
  for (const { id, figure, below, above, days = 0 } of losing)
    add(`losing.${id}`, { target: figureValue(figure, below ?? above ?? 0, false), days: counted(days) });
  for (const [index, move] of (debrief.reference?.moves ?? []).entries()) {
    const amount = 'amount' in move ? move.amount : 'monthly' in move ? move.monthly : undefined;
    add(`move.${index + 1}`, {
      amount: amount === undefined ? undefined : major(amount),
      price: 'price' in move ? major(move.price) : undefined,
      down: 'down' in move ? major(move.down) : undefined,
    });
  }
  return values;
}

function debtValues(
  { name, lent, rate, paid = 0 }: Scenario['start']['loans'][number] | Scenario['start']['mortgages'][number],
  months: number,
): Record<string, TextValue> {
  const amount = toMinor(lent);
  const owed = paid > 0 ? (schedule(amount, rate, months)[paid - 1]?.remaining ?? 0) : amount;
  return {
    name: text(name),
    lent: dollars(amount),
    owed: dollars(owed),
    rate: percent(rate),
    payment: dollars(monthlyPayment(amount, rate, months)),
    months: counted(months - paid),
  };
}
