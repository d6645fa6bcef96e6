import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import type { VariableRate } from '../simulation/state.ts';
import { cappedRate } from './debt-interest.ts';
import { type DebtTerms, type Plan, type PlanRow, scheduleOf } from './debt-plans.ts';

export type VariableTerms = DebtTerms & { variable: VariableRate };

export type RateStep = {
  /** The number of the first installment at this rate, and the reset before it. */
  number: number;
  day: DayNumber;
  rate: number;
  payment: number;
  /** What is owed at the reset. */
  balance: number;
};

export type RateShock = {
  /** Null when the rate is not reset any more. */
  first: RateStep | null;
  /** Every reset that changes the rate: caps spread a large change over several. */
  steps: RateStep[];
  /** The highest installment of all, and what the shock costs in interest over the whole life. */
  highestPayment: number;
  moreInterest: number;
  /** Whether a cap kept the first step, or the last, below what was asked for. */
  isCapped: boolean;
};

/** What happens to the installment when rates move by so many points for good: from the next reset on, within the caps. */
export function rateShock(mortgage: VariableTerms, points: number): RateShock {
  const { variable } = mortgage;
  const target = mortgage.rate + points;
  const plain = scheduleOf(mortgage);
  const shocked = scheduleOf(mortgage, {
    rateAfter: (passed, rate) =>
      passed % variable.everyMonths === 0 ? cappedRate(target, rate, variable) : rate,
  });
  const steps = shocked.flatMap((row, index): RateStep[] => {
    const before = shocked[index - 1];
    if (!before || before.rate === row.rate) return [];
    const { number, rate, payment } = row;
    return [{ number, day: addMonths(mortgage.start, number - 1), rate, payment, balance: before.balance }];
  });
  const interestOf = (rows: readonly PlanRow[]) => rows.reduce((sum, { interest }) => sum + interest, 0);
  return {
    first: steps[0] ?? null,
    steps,
    highestPayment: Math.max(mortgage.payment, ...steps.map(({ payment }) => payment)),
    moreInterest: interestOf(shocked) - interestOf(plain),
    isCapped: steps[0] !== undefined && Math.abs(steps[0].rate - target) > RATE_PRECISION,
  };
}

/** Rates are kept to thousandths. */
const RATE_PRECISION = 0.0006;

/** How high and low an adjustable rate can ever be, and at the next reset. Percent a year. */
export function rateBounds({ rate, variable }: Pick<VariableTerms, 'rate' | 'variable'>) {
  const far = 1_000;
  return {
    highest: cappedRate(far, far, variable),
    lowest: Math.max(0, variable.first - variable.capForLife),
    highestNext: cappedRate(far, rate, variable),
    lowestNext: cappedRate(-far, rate, variable),
  };
}

/** The day of the next reset of an adjustable rate; null when there is none before the last installment. */
export function nextResetOn({ start, next, term, variable }: VariableTerms): DayNumber | null {
  const passed = Math.ceil(next / variable.everyMonths) * variable.everyMonths;
  return passed < term ? addMonths(start, passed) : null;
}

export type EquityPoint = { day: DayNumber; value: number; balance: number; equity: number };

/**
 * What of a home belongs to its owner, from a day on at every due date: its value grows every month by a twelfth of
 * the yearly growth in percent, as the property index does; what is owed follows the plan. Minor units.
 */
export function equityCurve(
  home: { value: number; growth: number; from: DayNumber },
  mortgage: DebtTerms,
  plan: Plan = {},
): EquityPoint[] {
  let { value } = home;
  const pointOf = (day: DayNumber, balance: number) => ({ day, value, balance, equity: value - balance });
  const points = [pointOf(home.from, mortgage.balance)];
  for (const { kind, day, balance } of scheduleOf(mortgage, plan)) {
    if (kind === 'lump') continue;
    value = roundHalfAway(value * (1 + home.growth / 100 / 12));
    points.push(pointOf(day, balance));
  }
  return points;
}
