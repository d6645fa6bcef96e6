import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { fromMinor, type Minor, markMinor, minMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { listThirteenths } from '@engine/products/debts/biweekly.ts';
import { getOutcome, type Lump, type Outcome } from '@engine/products/debts/debt-plans.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import {
  type ComparedPlan,
  extraByRules,
  getLine,
  getPlan,
  monthlyRules,
  paymentThrough,
  type SimulatedDebt,
  simulatedDebt,
} from '@/entities/debt/data/plan';
import type { Debt } from '@/entities/debt/data/terms';
import { formatAs } from '@/lib/dates';
import { formatTypedAmount, parseAmount } from '@/lib/money';

/**
 * The possible steps of the extra payment, in minor units. Dragging uses the largest step that leaves at
 * least `LEAST_STEPS` positions.
 */
const STEPS = [100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000];
const LEAST_STEPS = 80;
/** The same for the buttons next to the amount, which take larger steps. */
const LEAST_PRESSES = 20;
/** Dragging ends at three times the installment. Typed amounts can be larger. */
const MOST_INSTALLMENTS = 3;

export type PlanComparison = ReturnType<typeof usePlanComparison>;

/** Projects a debt with its current autopay and scheduled payments. */
export function projectDebt(debt: Debt, household: HouseholdRow | null, today: string) {
  const simulated = simulatedDebt(debt, household, today);
  const paidByRules = monthlyRules(debt, household);
  const usual = toMinor(debt.autopay?.extra ?? 0) + extraByRules(debt, paidByRules);
  const baseline = getOutcome(simulated.terms, { extra: usual, lumps: getThirteenths(simulated) });
  return { simulated, paidByRules, usual, baseline, next: getNextPayment(baseline) };
}

/** Returns the thirteenth payments of a biweekly plan; none without a plan. */
const getThirteenths = ({ biweekly, terms }: SimulatedDebt): Lump[] =>
  biweekly ? listThirteenths(terms, biweekly) : [];

/** Returns the next payment, with past-due amounts and regular extra payments; undefined if none is left. */
const getNextPayment = ({ rows }: Outcome) =>
  rows.find(({ kind, payment }) => kind === 'installment' && payment > 0);

/**
 * Returns the extra payment that the customer is comparing, and its effect. The values update while the
 * customer drags the line on the chart.
 */
export function usePlanComparison(
  debt: Debt,
  simulated: SimulatedDebt,
  paidByRules: number,
  baseline: Outcome,
) {
  const byAutopay = toMinor(debt.autopay?.extra ?? 0);
  const byRules = extraByRules(debt, paidByRules);
  const usual = useMemo(
    () => ({ byAutopay, byRules, thirteenths: getThirteenths(simulated) }),
    [byAutopay, byRules, simulated],
  );
  const [kind, setKind] = useState<ComparedPlan['kind']>('monthly');
  const [effect, setEffect] = useState<'shorten' | 'lower'>('shorten');
  const [monthly, setMonthly] = useState(getText(byAutopay));
  const [once, setOnce] = useState('');
  const typed = kind === 'monthly' ? monthly : once;
  const setTyped = kind === 'monthly' ? setMonthly : setOnce;
  const amount = typed.trim() === '' ? ZERO : parseAmount(typed);
  const owed = markMinor(simulated.terms.balance);
  const range = useMemo(() => getRange(kind, simulated), [kind, simulated]);
  const extra = minMinor(amount ?? ZERO, owed);
  const toPlan = (amount: Minor): ComparedPlan =>
    kind === 'monthly' ? { kind, extra: amount } : { kind, amount, effect };
  const plan = toPlan(extra);
  const key = useDeferredValue(JSON.stringify(plan));
  const outcome = useMemo(
    () => getOutcome(simulated.terms, getPlan(JSON.parse(key) as ComparedPlan, usual, simulated.today)),
    [simulated, key, usual],
  );
  const setAmount = (next: number) => setTyped(getText(next));
  const planWith = (next: number) => getPlan(toPlan(markMinor(next)), usual, simulated.today);
  return {
    plan,
    typed,
    /** The typed amount in minor units; null if it is invalid. */
    amount,
    range,
    baseline,
    outcome,
    /** True if the plan differs from the current one. */
    isChanged: kind === 'monthly' ? extra !== byAutopay : extra > 0,
    /** True if at least one of the customer's scheduled payments pays the debt. */
    isPaidByRule: paidByRules > 0,
    setTyped,
    setAmount,
    /** Raises or lowers the amount to the next whole step, from 0 to the most that can be paid. */
    stepAmount: (direction: 1 | -1) => {
      const next = (Math.floor((direction * extra) / range.press) + 1) * range.press * direction;
      setAmount(Math.min(owed, Math.max(0, next)));
    },
    setKind,
    setEffect,
    /** Changes the amount so that the line passes through a point. */
    dragTo: (day: string, value: number) =>
      setAmount(paymentThrough(simulated, planWith, { day: parseDay(day), balance: toMinor(value) }, range)),
  };
}

function getRange(kind: ComparedPlan['kind'], { terms }: SimulatedDebt) {
  const most = kind === 'once' ? terms.balance : Math.min(terms.balance, terms.payment * MOST_INSTALLMENTS);
  const getStep = (positions: number) => STEPS.findLast((size) => most / size >= positions) ?? 100;
  const step = getStep(LEAST_STEPS);
  return {
    most: kind === 'once' ? most : Math.max(step, Math.ceil(most / step) * step),
    step,
    press: getStep(LEAST_PRESSES),
  };
}

function getText(amount: number): string {
  return formatTypedAmount(amount === 0 ? null : fromMinor(markMinor(amount)));
}

/** Returns the lines of the chart: the history, the current projection, and the compared plan. */
export function getLines(
  { baseline, outcome, isChanged }: PlanComparison,
  simulated: SimulatedDebt,
  past: readonly { day: string; value: number }[],
  text: string,
) {
  const today = dayText(simulated.today);
  const until = past.filter(({ day }) => day < today);
  const now = { day: today, value: fromMinor(markMinor(simulated.terms.balance)) };
  return [
    ...(until.length > 0 ? [{ name: 'Balance', kind: 'past' as const, points: [...until, now] }] : []),
    ...(isChanged
      ? [
          {
            name: 'With current payments',
            kind: 'baseline' as const,
            points: getLine(baseline, simulated),
            end: getEnd(baseline),
          },
        ]
      : []),
    {
      name: isChanged ? text : 'With current payments',
      kind: 'expected' as const,
      points: getLine(outcome, simulated),
      end: getEnd(outcome),
    },
  ];
}

/** Formats the month in which a debt is paid off, such as `Oct 2029`. */
export const formatPayoff = ({ lastDay }: Outcome) =>
  lastDay === null ? '' : formatAs(dayText(lastDay), 'MMM yyyy');

const getEnd = (outcome: Outcome) => (outcome.lastDay === null ? '' : `paid off ${formatPayoff(outcome)}`);
