import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Shortfall } from '@engine/forecast/payday.ts';
import { savingsTiers, type Tier } from '@engine/products/rates.ts';
import { formatAs, formatListDate, formatTextDate } from '../../lib/dates';
import {
  addMinor,
  convertMinor,
  formatMoney,
  fromMinor,
  type Minor,
  subtractMinor,
  toMinor,
} from '../../lib/money';

/** A fact from the customer's own books. Amounts in major units. */
export type InsightRow = {
  kind: string;
  key: string;
  weight: number;
  subject: string;
  name: string;
  amount: number;
  currency: string;
  facts: Record<string, unknown>;
  evidence: { day: string; name: string; amount: number; currency: string }[];
};

/** One thing that is worth knowing: a fact, an amount and one action, with the rows it rests on. */
export type Insight = {
  key: string;
  weight: number;
  fact: string;
  amount: string;
  action: { words: string; to: string };
  why: string;
  inputs: { name: string; value: string }[];
  rows: { day: string; words: string; amount: number; currency: string }[];
};

const MOST_INSIGHTS = 3;
/** Nothing presses more than a bill that cannot be paid. */
const SHORT_WEIGHT = 100;
/** Less interest a year than this is not worth a word. */
const LEAST_INTEREST = toMinor(10);
const MONTHS_A_YEAR = 12;

/** Everything that the customer did not put away, the weightiest first. */
export function everyInsight(
  rows: readonly InsightRow[],
  shortfalls: readonly Shortfall[],
  dismissed: ReadonlySet<string>,
  today: string,
): Insight[] {
  return [...shortfalls.map(shortOf), ...rows.flatMap((row) => ledgerInsight(row, today))]
    .filter(({ key }) => !dismissed.has(key))
    .toSorted((one, other) => other.weight - one.weight);
}

/** The weightiest that the customer did not put away: three at most, one of a kind, none when nothing is to be said. */
export function insightsOf(...told: Parameters<typeof everyInsight>): Insight[] {
  const kinds = new Set<string>();
  return everyInsight(...told)
    .filter(({ key }) => {
      const kind = insightKind(key);
      const isFirst = !kinds.has(kind);
      kinds.add(kind);
      return isFirst;
    })
    .slice(0, MOST_INSIGHTS);
}

/** Returns the kind of an insight, the first word of its key. */
export const insightKind = (key: string) => key.split(' ')[0] ?? '';

function shortOf({ accountId, name, currency, day, missing, payday, rows }: Shortfall): Insight {
  const until =
    payday === null ? 'in the next five weeks' : `before payday, ${formatListDate(dayText(payday))}`;
  return {
    key: `short ${accountId} ${dayText(day)}`,
    weight: SHORT_WEIGHT,
    fact: `${name} will be short ${until}: it lacks this from ${formatListDate(dayText(day))} on.`,
    amount: formatMoney(fromMinor(missing as Minor), currency),
    action: { words: 'Move money there', to: `/dashboard/move?to=${accountId}` },
    why: 'What is set up to come and leave by itself until then takes the account below zero. Purchases are not counted.',
    inputs: [],
    rows: rows.map((row) => ({
      day: dayText(row.day),
      words: row.words,
      amount: fromMinor(row.amount as Minor),
      currency,
    })),
  };
}

type Told = Pick<Insight, 'fact' | 'amount' | 'action' | 'why' | 'inputs'>;

function ledgerInsight(row: InsightRow, today: string): Insight[] {
  const told = WORDS[row.kind]?.(row, (amount) => formatMoney(amount, row.currency), today);
  if (!told) return [];
  const rows = row.evidence.map(({ name, ...each }) => ({ ...each, words: EVIDENCE[name] ?? name }));
  return [{ ...told, key: row.key, weight: row.weight, rows }];
}

/** How money came to a goal, in words. */
const EVIDENCE: Record<string, string> = {
  start: 'Set aside at the start',
  contribution: 'Moved by hand',
  fixed: 'Arrived by itself',
  share_of_pay: 'A share of pay',
  round_ups: 'Round-ups',
  set_aside: 'Set aside',
  released: 'Released',
  taken: 'Taken out',
};

type Words = (row: InsightRow, money: (amount: number) => string, today: string) => Told | null;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);
const plural = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

const WORDS: Record<string, Words> = {
  price_rise: ({ name, amount, facts }, money) => ({
    fact: `${name} costs ${money(number(facts.after))} a month since ${formatListDate(text(facts.since))}, more than before by`,
    amount: money(amount),
    action: { words: 'See its payments', to: `/transactions?q=${encodeURIComponent(`"${name}"`)}` },
    why: 'It was paid twice at the same price, a month apart, and a month later cost more.',
    inputs: [
      { name: 'Before', value: money(number(facts.before)) },
      { name: 'Now', value: money(number(facts.after)) },
      { name: 'More in a year', value: money(fromMinor((toMinor(amount) * MONTHS_A_YEAR) as Minor)) },
    ],
  }),
  category_high: ({ name, subject, amount, facts }, money, today) => ({
    fact: `${name} has already cost more in ${formatAs(today, 'MMMM')} than in any of the months before. Beyond what is usual:`,
    amount: money(amount),
    action: {
      words: 'See what it was',
      to: `/analytics?range=month&rows=out:${subject}`,
    },
    why: `It is higher than in each of the last ${plural(number(facts.months), 'month')} with such spending, and half as much again as the middle one.`,
    inputs: [
      { name: 'This month so far', value: money(number(facts.spent)) },
      { name: 'Usual in a whole month', value: money(number(facts.usual)) },
      { name: 'The most before', value: money(number(facts.most)) },
    ],
  }),
  fee_twice: ({ name, subject, amount, facts }, money) => ({
    fact: `${name} was charged the same fee ${number(facts.times) === 2 ? 'twice' : `${facts.times} times`} in two months, together`,
    amount: money(amount),
    action: {
      words: 'Keep it from happening again',
      to: `${PLACES[text(facts.product)] ?? '/dashboard'}/${subject}`,
    },
    why: `“${text(facts.fee)}” stands in its books ${number(facts.times)} times since ${formatListDate(text(facts.since))}. Paying by itself on the due date avoids it.`,
    inputs: [],
  }),
  utilization: ({ name, subject, amount, facts }, money) => ({
    fact: `${name} now carries more than ${number(facts.percent)}% of its limit, which lowers a credit score. To be below again, pay`,
    amount: money(amount),
    action: { words: 'Pay the card', to: `/credit-cards/${subject}` },
    why: `A card that carries more than ${number(facts.percent)}% of its limit counts against its owner. Thirty days ago it carried less.`,
    inputs: [
      { name: 'Balance', value: money(number(facts.balance)) },
      { name: 'Thirty days ago', value: money(number(facts.before)) },
      { name: 'Limit', value: money(number(facts.limit)) },
    ],
  }),
  goal_behind: ({ name, subject, amount, facts }, money) => ({
    fact: `${name} will not be reached by ${formatTextDate(text(facts.target_date))} as it goes on. A month lacks`,
    amount: money(amount),
    action: { words: 'Look at the goal', to: `/goals/${subject}` },
    why: 'What is left, divided by the months until its date, is more than what arrives by itself.',
    inputs: [
      { name: 'Saved', value: `${money(number(facts.saved))} of ${money(number(facts.target))}` },
      { name: 'Arrives in a month', value: money(number(facts.pace)) },
      { name: 'Needed in a month', value: money(number(facts.needed)) },
    ],
  }),
  pace: ({ name, amount, facts }, money, today) => ({
    fact: `${name} is spent faster than ${formatAs(today, 'MMMM')} goes by. At this pace its budget will lack`,
    amount: money(amount),
    action: { words: 'Look at the budget', to: '/budgets' },
    why: 'What was spent so far, divided by the share of the month that is gone, is more than there is.',
    inputs: [
      { name: 'Spent', value: `${money(number(facts.spent))} of ${money(number(facts.available))}` },
      { name: 'Of the month gone', value: `${Math.round(number(facts.gone) * 100)}%` },
      { name: 'At this pace', value: money(number(facts.projected)) },
    ],
  }),
  idle: ({ name, subject, amount, facts }, money, today) => {
    const tiers = savingsTiers(parseDay(today));
    const saved = toMinor(number(facts.saved));
    const interest = subtractMinor(yearly(addMinor(saved, toMinor(amount)), tiers), yearly(saved, tiers));
    if (interest < LEAST_INTEREST) return null;
    const savings = text(facts.savings_id);
    return {
      fact: `${money(amount)} lay in ${name} for sixty days without being needed. In savings it would earn in a year about`,
      amount: money(fromMinor(interest)),
      action: savings
        ? { words: `Move it to ${text(facts.savings)}`, to: `/dashboard/move?from=${subject}&to=${savings}` }
        : { words: 'Open a savings account', to: '/create-account' },
      why: 'The balance of the last sixty days never fell below it, in whole hundreds. The interest is what today’s savings rates pay on it, on top of what is saved already.',
      inputs: [
        { name: 'Lowest balance', value: money(number(facts.lowest)) },
        { name: 'Saved already', value: money(number(facts.saved)) },
      ],
    };
  },
};

const PLACES: Record<string, string> = {
  account: '/dashboard/accounts',
  card: '/credit-cards',
  loan: '/loans',
  mortgage: '/mortgages',
};

/** Returns a balance's yearly interest, with each part at its tier's rate. */
function yearly(balance: Minor, tiers: readonly Tier[]): Minor {
  return addMinor(
    0 as Minor,
    ...tiers.map(({ above, percent }, index) => {
      const part = Math.min(balance, tiers[index + 1]?.above ?? balance) - above;
      return convertMinor(Math.max(0, part) as Minor, percent / 100);
    }),
  );
}
