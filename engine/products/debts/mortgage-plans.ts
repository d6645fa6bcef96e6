import { addMonths, type DayNumber } from '../../calendar/calendar.ts';
import { roundHalfAway } from '../../money/amortization.ts';
import { type Minor, markMinor, maxMinor, subtractMinor, sumMinor } from '../../money/minor.ts';
import type { VariableRate } from '../../simulation/state.ts';
import { cappedRate } from './debt-interest.ts';
import { type DebtTerms, getSchedule, type Plan, type PlanRow } from './debt-plans.ts';

export type VariableTerms = DebtTerms & { variable: VariableRate };

/** Projects the installment if the rate changes permanently at the next reset, within the caps. */
export function rateShock(mortgage: VariableTerms, points: number) {
  const { variable } = mortgage;
  const target = mortgage.rate + points;
  const plain = getSchedule(mortgage);
  const shocked = getSchedule(mortgage, {
    rateAfter: (passed, rate) =>
      passed % variable.everyMonths === 0 ? cappedRate(target, rate, variable) : rate,
  });
  // `number` is the number of the first installment at the new rate. `day` and `balance` are the day of the
  // reset and the balance on that day.
  const steps = shocked.flatMap((row, index) => {
    const before = shocked[index - 1];
    if (!before || before.rate === row.rate) return [];
    const { number, rate, payment } = row;
    return [{ number, day: addMonths(mortgage.start, number - 1), rate, payment, balance: before.balance }];
  });
  const getInterest = (rows: readonly PlanRow[]) => sumMinor(rows, ({ interest }) => interest);
  return {
    /** The first rate step; null if there are no more rate resets. */
    first: steps[0] ?? null,
    /** The resets that change the rate. Caps spread a large change over several resets. */
    steps,
    highestPayment: maxMinor(markMinor(mortgage.payment), ...steps.map(({ payment }) => payment)),
    /** The extra interest over the term. */
    moreInterest: subtractMinor(getInterest(shocked), getInterest(plain)),
    /** True if a cap limited the first step. */
    isCapped: steps[0] !== undefined && Math.abs(steps[0].rate - target) > RATE_PRECISION,
  };
}

/** The maximum rounding difference of stored rates, in percentage points. */
const RATE_PRECISION = 0.0006;

/** Returns the range of an adjustable rate over the term, in percent per year. */
export function rateBounds({ variable }: Pick<VariableTerms, 'variable'>) {
  const far = 1_000;
  return {
    highest: cappedRate(far, far, variable),
    lowest: Math.max(0, variable.first - variable.capForLife),
  };
}

/** Returns the day of the next rate reset, or null if there are no more resets. */
export function nextResetOn({ start, next, term, variable }: VariableTerms): DayNumber | null {
  const passed = Math.ceil(next / variable.everyMonths) * variable.everyMonths;
  return passed < term ? addMonths(start, passed) : null;
}

export type EquityPoint = { day: DayNumber; value: Minor; balance: Minor; equity: Minor };

/**
 * Projects home equity at each due date in minor units. The value grows each month by one twelfth of the
 * annual rate, as in the property index. The balance follows the plan.
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
