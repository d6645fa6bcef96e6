import { addMonths, type DayNumber } from '../calendar/calendar.ts';
import { roundHalfAway } from '../money/amortization.ts';
import { type Minor, markMinor, maxMinor, subtractMinor, sumMinor } from '../money/minor.ts';
import type { VariableRate } from '../simulation/state.ts';
import { cappedRate } from './debt-interest.ts';
import { type DebtTerms, getSchedule, type Plan, type PlanRow } from './debt-plans.ts';

export type VariableTerms = DebtTerms & { variable: VariableRate };

export type RateStep = {
  /** The number of the first installment at this rate, and the reset before it. */
  number: number;
  day: DayNumber;
  rate: number;
  payment: Minor;
  /** The balance at the reset. */
  balance: Minor;
};

export type RateShock = {
  /** Null when the rate is not reset any more. */
  first: RateStep | null;
  /** Every reset that changes the rate: caps spread a large change over several. */
  steps: RateStep[];
  /** The highest installment, and the extra interest over the term. */
  highestPayment: Minor;
  moreInterest: Minor;
  /** True if a cap limited the first or the last step. */
  isCapped: boolean;
};

/** Projects the installment after a permanent rate change from the next reset on, within the caps. */
export function rateShock(mortgage: VariableTerms, points: number): RateShock {
  const { variable } = mortgage;
  const target = mortgage.rate + points;
  const plain = getSchedule(mortgage);
  const shocked = getSchedule(mortgage, {
    rateAfter: (passed, rate) =>
      passed % variable.everyMonths === 0 ? cappedRate(target, rate, variable) : rate,
  });
  const steps = shocked.flatMap((row, index): RateStep[] => {
    const before = shocked[index - 1];
    if (!before || before.rate === row.rate) return [];
    const { number, rate, payment } = row;
    return [{ number, day: addMonths(mortgage.start, number - 1), rate, payment, balance: before.balance }];
  });
  const getInterest = (rows: readonly PlanRow[]) => sumMinor(rows, ({ interest }) => interest);
  return {
    first: steps[0] ?? null,
    steps,
    highestPayment: maxMinor(markMinor(mortgage.payment), ...steps.map(({ payment }) => payment)),
    moreInterest: subtractMinor(getInterest(shocked), getInterest(plain)),
    isCapped: steps[0] !== undefined && Math.abs(steps[0].rate - target) > RATE_PRECISION,
  };
}

/** The precision of stored rates. */
const RATE_PRECISION = 0.0006;

/** Returns the lifetime range of an adjustable rate, and its range at the next reset. Percent a year. */
export function rateBounds({ rate, variable }: Pick<VariableTerms, 'rate' | 'variable'>) {
  const far = 1_000;
  return {
    highest: cappedRate(far, far, variable),
    lowest: Math.max(0, variable.first - variable.capForLife),
    highestNext: cappedRate(far, rate, variable),
    lowestNext: cappedRate(-far, rate, variable),
  };
}

/** Returns the day of the next rate reset; null if none is left. */
export function nextResetOn({ start, next, term, variable }: VariableTerms): DayNumber | null {
  const passed = Math.ceil(next / variable.everyMonths) * variable.everyMonths;
  return passed < term ? addMonths(start, passed) : null;
}

export type EquityPoint = { day: DayNumber; value: Minor; balance: Minor; equity: Minor };

/**
 * Projects home equity at each due date. The value grows monthly by a twelfth of the yearly rate, as in the
 * property index; the balance follows the plan. Minor units.
 */
export function equityCurve(
  home: { value: number; growth: number; from: DayNumber },
  mortgage: DebtTerms,
  plan: Plan = {},
): EquityPoint[] {
  let { value } = home;
  const getPoint = (day: DayNumber, balance: number): EquityPoint => ({
    day,
    value: markMinor(value),
    balance: markMinor(balance),
    equity: markMinor(value - balance),
  });
  const points = [getPoint(home.from, mortgage.balance)];
  for (const { kind, day, balance } of getSchedule(mortgage, plan)) {
    if (kind === 'lump') continue;
    value = roundHalfAway(value * (1 + home.growth / 100 / 12));
    points.push(getPoint(day, balance));
  }
  return points;
}
