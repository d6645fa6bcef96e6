import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { Shortfall } from '@engine/forecast/payday.ts';
import {
  addMinor,
  fromMinor,
  type Minor,
  markMinor,
  roundMinor,
  subtractMinor,
  toMinor,
} from '@engine/money/minor.ts';
import { savingsTiers, type Tier } from '@engine/products/rates.ts';
import { getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { formatCount } from '@/lib/count';
import type { Database } from '@/lib/database.types';
import { formatAs, formatListDate, formatTextDate } from '@/lib/dates';
import { convertMinor, formatMinor, formatMoney } from '@/lib/money';

/** A fact from the customer's ledger, in major units. */
export type InsightRow = Omit<
  Database['public']['Functions']['insights']['Returns'][number],
  'facts' | 'evidence'
> & {
  facts: Record<string, unknown>;
  evidence: { day: string; name: string; amount: number; currency: string }[];
};

/** An insight: a fact, an amount, one action, and the transactions that support it. */
export type Insight = {
  key: string;
  weight: number;
  fact: string;
  amount: string;
  action: { text: string; to: string };
  why: string;
  inputs: { name: string; value: string }[];
  rows: { day: string; text: string; amount: number; currency: string }[];
};

const MOST_INSIGHTS = 3;
/** The priority of insights about bills that can't be paid. No other insight has a higher priority. */
const SHORT_WEIGHT = 100;
/** Yearly interest below this amount doesn't produce an insight. */
const LEAST_INTEREST = toMinor(10);
const MONTHS_A_YEAR = 12;

/** Returns all insights that the customer hasn't dismissed, by priority. */
export function everyInsight(
  rows: readonly InsightRow[],
  shortfalls: readonly Shortfall[],
  dismissed: ReadonlySet<string>,
  today: string,
): Insight[] {
  return [...shortfalls.map(getShort), ...rows.flatMap((row) => ledgerInsight(row, today))]
    .filter(({ key }) => !dismissed.has(key))
    .toSorted((left, right) => right.weight - left.weight);
}

/** Returns the three most important insights that the customer hasn't dismissed, at most one per kind. */
export function getInsights(...phrases: Parameters<typeof everyInsight>): Insight[] {
  return selectFirstOfEachKind(everyInsight(...phrases)).slice(0, MOST_INSIGHTS);
}

/** Returns the most important insight of each kind. */
export function selectFirstOfEachKind(insights: readonly Insight[]): Insight[] {
  const kinds = new Set<string>();
  return insights.filter(({ key }) => {
    const kind = insightKind(key);
    const isFirst = !kinds.has(kind);
    kinds.add(kind);
    return isFirst;
  });
}

/** Returns the kind of an insight, the first word of its key. */
export const insightKind = (key: string) => key.split(' ')[0] ?? '';

function getShort({ accountId, name, currency, day, missing, payday, rows }: Shortfall): Insight {
  const until = payday === null ? 'in the next 5 weeks' : `before payday, ${formatListDate(dayText(payday))}`;
  return {
    key: `short ${accountId} ${dayText(day)}`,
    weight: SHORT_WEIGHT,
    fact: `${name} will run short ${until}. Shortfall starting ${formatListDate(dayText(day))}:`,
    amount: formatMinor(markMinor(missing), currency),
    action: { text: 'Transfer money', to: `/dashboard/move?to=${accountId}` },
    why: "Your scheduled deposits and payments take this account below zero. Purchases aren't included.",
    inputs: [],
    rows: rows.map((row) => ({
      day: dayText(row.day),
      text: row.text,
      amount: fromMinor(markMinor(row.amount)),
      currency,
    })),
  };
}

type DescribedInsight = Pick<Insight, 'fact' | 'amount' | 'action' | 'why' | 'inputs'>;

function ledgerInsight(row: InsightRow, today: string): Insight[] {
  const phrases = WORDS[row.kind]?.(row, (amount) => formatMoney(amount, row.currency), today);
  if (!phrases) return [];
  const rows = row.evidence.map(({ name, ...each }) => ({ ...each, text: EVIDENCE[name] ?? name }));
  return [{ ...phrases, key: row.key, weight: row.weight, rows }];
}

/** The labels of the goal movements that support an insight. */
const EVIDENCE: Record<string, string> = {
  start: 'Initial amount',
  contribution: 'Moved manually',
  fixed: 'Automatic contribution',
  share_of_pay: 'Share of paycheck',
  round_ups: 'Round-ups',
  set_aside: 'Set aside',
  released: 'Released',
  taken: 'Withdrawn',
};

type DescribeInsight = (
  row: InsightRow,
  money: (amount: number) => string,
  today: string,
) => DescribedInsight | null;

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const number = (value: unknown) => (typeof value === 'number' ? value : 0);

const WORDS: Record<string, DescribeInsight> = {
  price_rise: ({ name, amount, facts }, money) => ({
    fact: `Since ${formatTextDate(text(facts.since))}, ${name} costs ${money(number(facts.after))} a month, up`,
    amount: money(amount),
    action: { text: 'View payments', to: getTransactionsPath({ query: quoteForSearch(name) }) },
    why: 'You paid the same price twice, then more the next month.',
    inputs: [
      { name: 'Before', value: money(number(facts.before)) },
      { name: 'Now', value: money(number(facts.after)) },
      { name: 'Yearly increase', value: money(fromMinor(roundMinor(toMinor(amount) * MONTHS_A_YEAR))) },
    ],
  }),
  category_high: ({ name, subject, amount, facts }, money, today) => ({
    fact: `${name} spending in ${formatAs(today, 'MMMM')} is higher than in any recent month, above a typical month by`,
    amount: money(amount),
    action: {
      text: 'View transactions',
      to: `/analytics?range=month&rows=out:${subject}`,
    },
    why: `Spending is higher than in each of the last ${formatCount(number(facts.months), 'month')} with spending in this category, and more than 50% above the median.`,
    inputs: [
      { name: 'This month so far', value: money(number(facts.spent)) },
      { name: 'Typical month', value: money(number(facts.usual)) },
      { name: 'Previous highest', value: money(number(facts.most)) },
    ],
  }),
  fee_twice: ({ name, subject, amount, facts }, money) => {
    const { action, advice } = adviseOnFees(text(facts.product), subject, text(facts.autopay_account_id));
    return {
      fact: `${name} was charged the same fee ${number(facts.times) === 2 ? 'twice' : `${facts.times} times`} in two months, in total`,
      amount: money(amount),
      action,
      why: `“${text(facts.fee)}” has been charged ${number(facts.times)} times since ${formatListDate(text(facts.since))}. ${advice}`,
      inputs: [],
    };
  },
  utilization: ({ name, subject, amount, facts }, money) => ({
    fact: `${name} is above ${number(facts.percent)}% utilization, which can lower your credit score. To get below that, pay`,
    amount: money(amount),
    action: { text: 'Pay card', to: `/credit-cards/${subject}` },
    why: `Utilization above ${number(facts.percent)}% can lower your credit score. It was lower 30 days ago.`,
    inputs: [
      { name: 'Balance', value: money(number(facts.balance)) },
      { name: '30 days ago', value: money(number(facts.before)) },
      { name: 'Limit', value: money(number(facts.limit)) },
    ],
  }),
  goal_behind: ({ name, subject, amount, facts }, money) => ({
    fact: `${name} is behind schedule for ${formatTextDate(text(facts.target_date))}. Add this much per month:`,
    amount: money(amount),
    action: { text: 'View goal', to: `/goals/${subject}` },
    why: 'The remaining amount ÷ months left is more than your automatic contributions.',
    inputs: [
      { name: 'Saved', value: `${money(number(facts.saved))} of ${money(number(facts.target))}` },
      { name: 'Monthly contributions', value: money(number(facts.pace)) },
      { name: 'Needed per month', value: money(number(facts.needed)) },
    ],
  }),
  pace: ({ name, amount, facts }, money, today) => ({
    fact: `${name} spending is ahead of pace in ${formatAs(today, 'MMMM')}. You're on track to go over by`,
    amount: money(amount),
    action: { text: 'View budget', to: '/budgets' },
    why: 'Spending so far ÷ the elapsed share of the month is more than the budget.',
    inputs: [
      { name: 'Spent', value: `${money(number(facts.spent))} of ${money(number(facts.available))}` },
      { name: 'Month elapsed', value: `${Math.round(number(facts.gone) * 100)}%` },
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
      fact: `${money(amount)} has been idle in ${name} for 60 days. In savings, a year’s interest on it would be about`,
      amount: money(fromMinor(interest)),
      action: savings
        ? { text: `Transfer to ${text(facts.savings)}`, to: `/dashboard/move?from=${subject}&to=${savings}` }
        : { text: 'Open savings account', to: '/create-account' },
      why: 'Your balance never fell below this amount in the last 60 days. Interest is estimated at current savings rates.',
      inputs: [
        { name: 'Lowest balance', value: money(number(facts.lowest)) },
        { name: 'Already saved', value: money(number(facts.saved)) },
      ],
    };
  },
};

/** Returns what avoids the fees of a card, loan, or mortgage, or where to see those of an account. */
function adviseOnFees(product: string, id: string, autopayAccountId: string) {
  const to = `${DESTINATIONS[product] ?? '/dashboard'}/${id}`;
  if (autopayAccountId)
    return {
      action: { text: 'Transfer money', to: `/dashboard/move?to=${autopayAccountId}` },
      advice: 'Autopay is on. Keep enough money in its account on the due date.',
    };
  return product === 'account'
    ? { action: { text: 'View account', to }, advice: 'The account shows how to avoid it.' }
    : { action: { text: 'Set up autopay', to }, advice: 'Autopay helps you avoid late fees.' };
}

const DESTINATIONS: Record<string, string> = {
  account: '/dashboard/accounts',
  card: '/credit-cards',
  loan: '/loans',
  mortgage: '/mortgages',
};

/** Returns the yearly interest on a balance. Each part of the balance earns its tier's rate. */
function yearly(balance: Minor, tiers: readonly Tier[]): Minor {
  return addMinor(
    ...tiers.map(({ above, percent }, index) => {
      const part = Math.min(balance, tiers[index + 1]?.above ?? balance) - above;
      return convertMinor(markMinor(Math.max(0, part)), percent / 100);
    }),
  );
}
