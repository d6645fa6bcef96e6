import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { type Outcome, outcomeOf, type Plan } from '@engine/products/debt-plans.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import {
  extraByRules,
  type LivedDebt,
  lineOf,
  paymentThrough,
  planOf,
  type Weighed,
} from '@/entities/debt/data/plan';
import type { Debt } from '@/entities/debt/data/terms';
import { formatAs } from '@/lib/dates';
import { fromMinor, type Minor, parseAmount, toMinor } from '@/lib/money';

/** Steps of a slider, in minor units: the largest that leaves it at least so many. */
const STEPS = [100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];
const LEAST_STEPS = 80;
/** Nobody triples an installment: the slider ends there, a typed amount may be more. */
const MOST_INSTALLMENTS = 3;

export type Weighing = {
  weighed: Weighed;
  typed: string;
  /** The typed amount; null if it is invalid. Minor units. */
  amount: Minor | null;
  range: { most: number; step: number };
  asIs: Outcome;
  branch: Outcome;
  /** True if anything differs from the current plan. */
  isOther: boolean;
  /** True if a rule of the customer pays the debt. */
  isPaidByRule: boolean;
  setTyped: (text: string) => void;
  setAmount: (amount: number) => void;
  setKind: (kind: Weighed['kind']) => void;
  setEffect: (effect: 'shorten' | 'lower') => void;
  pull: (day: string, owed: number) => void;
};

/** How a debt ends as things are: with what autopay draws and rules pay beyond its installments. */
export function asThingsAre(debt: Debt, lived: LivedDebt, paidByRules: number): Outcome {
  const drawn = toMinor(debt.autopay?.extra ?? 0);
  return outcomeOf(lived.terms, { extra: drawn + extraByRules(debt, paidByRules) });
}

/** An extra payment that is being weighed: what it is and what it brings, kept up with the hand. */
export function useWeighing(debt: Debt, lived: LivedDebt, paidByRules: number, asIs: Outcome): Weighing {
  const drawn = toMinor(debt.autopay?.extra ?? 0);
  const byRules = extraByRules(debt, paidByRules);
  const usual = useMemo(() => ({ drawn, byRules }), [drawn, byRules]);
  const [kind, setKind] = useState<Weighed['kind']>('monthly');
  const [effect, setEffect] = useState<'shorten' | 'lower'>('shorten');
  const [monthly, setMonthly] = useState(textOf(drawn));
  const [once, setOnce] = useState('');
  const typed = kind === 'monthly' ? monthly : once;
  const setTyped = kind === 'monthly' ? setMonthly : setOnce;
  const amount = typed.trim() === '' ? (0 as Minor) : parseAmount(typed);
  const owed = lived.terms.balance;
  const range = useMemo(() => rangeOf(kind, lived), [kind, lived]);
  const taken = Math.min(amount ?? 0, owed);
  const weighed: Weighed = kind === 'monthly' ? { kind, extra: taken } : { kind, amount: taken, effect };
  const key = useDeferredValue(JSON.stringify(weighed));
  const branch = useMemo(
    () => outcomeOf(lived.terms, planOf(JSON.parse(key) as Weighed, usual, lived.today)),
    [lived, key, usual],
  );
  const setAmount = (next: number) => setTyped(textOf(next));
  const planWith = (next: number): Plan =>
    planOf(kind === 'monthly' ? { kind, extra: next } : { kind, amount: next, effect }, usual, lived.today);
  return {
    weighed,
    typed,
    amount,
    range,
    asIs,
    branch,
    isOther: kind === 'monthly' ? taken !== drawn : taken > 0,
    isPaidByRule: paidByRules > 0,
    setTyped,
    setAmount,
    setKind,
    setEffect,
    pull: (day, value) =>
      setAmount(paymentThrough(lived, planWith, { day: parseDay(day), balance: toMinor(value) }, range)),
  };
}

function rangeOf(kind: Weighed['kind'], { terms }: LivedDebt) {
  const most = kind === 'once' ? terms.balance : Math.min(terms.balance, terms.payment * MOST_INSTALLMENTS);
  const step = STEPS.findLast((each) => most / each >= LEAST_STEPS) ?? 100;
  return { most: kind === 'once' ? most : Math.max(step, Math.ceil(most / step) * step), step };
}

function textOf(amount: number): string {
  if (amount === 0) return '';
  return fromMinor(amount as Minor).toLocaleString('en-US', { minimumFractionDigits: 2 });
}

/** The lines of a chart: what was owed, what will be, and what would be. */
export function linesOf(
  { asIs, branch, isOther }: Weighing,
  lived: LivedDebt,
  past: readonly { day: string; value: number }[],
  words: string,
) {
  const today = dayText(lived.today);
  const until = past.filter(({ day }) => day < today);
  const now = { day: today, value: fromMinor(lived.terms.balance as Minor) };
  return [
    ...(until.length > 0
      ? [{ name: 'Balance to date', look: 'past' as const, points: [...until, now] }]
      : []),
    ...(isOther
      ? [{ name: 'Current plan', look: 'asIs' as const, points: lineOf(asIs, lived), end: endOf(asIs) }]
      : []),
    {
      name: isOther ? words : 'Current plan',
      look: 'next' as const,
      points: lineOf(branch, lived),
      end: endOf(branch),
    },
  ];
}

const endOf = ({ lastDay }: Outcome) =>
  lastDay === null ? '' : `paid off ${formatAs(dayText(lastDay), 'MMM yyyy')}`;
