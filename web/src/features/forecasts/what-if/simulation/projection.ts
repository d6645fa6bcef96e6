import { addMonths, type DayNumber } from '@engine/calendar/calendar.ts';
import type { SpendingRow } from '@engine/forecast/history.ts';
import { spendingModel } from '@engine/forecast/spending.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import type { Rates } from '@engine/money/exchange.ts';
import {
  type BandPoint,
  compareStrategies,
  type StrategyResult,
  simulateBand,
} from '@engine/what-if/comparison.ts';
import { type Decision, type Projection, simulateWhatIf } from '@engine/what-if/what-if.ts';
import { getNow, getToday } from '../../forecast/days';

/** A household and a projection's length as plain data for a worker. */
export type ProjectionInput = {
  row: HouseholdRow;
  years: number;
  /** The last day, for what-ifs that start in the past. */
  until?: DayNumber;
  currency: string;
  /** Today's exchange rates. */
  rates: Rates;
  /** Past spending, for households without a spending profile. */
  history: readonly SpendingRow[];
};

/** The result of each task. */
export type Results = { life: Projection; band: BandPoint[]; strategies: StrategyResult[] };
export type DebtBudget = { monthly: number; accountId: string; order: string[]; on: number };
export type Task =
  | { task: 'life' | 'band'; decisions: readonly Decision[] }
  | { task: 'strategies'; budget: DebtBudget };

const MONTHS_A_YEAR = 12;

/** Projects a household, once or several times. `onMonth` gets the finished and the total months. */
export function perform(
  { row, years, until, currency, rates, history }: ProjectionInput,
  task: Task,
  onMonth: (done: number, of: number) => void,
): Results[keyof Results] {
  const state = buildHouseholdState(row);
  const today = getToday(row);
  const { model } = spendingModel(history, today);
  const options = {
    currency,
    rates,
    now: getNow(row),
    ...(model && { spending: model }),
    onMonth: (done: number, of: number) => {
      onMonth(done, of);
      return true;
    },
  };
  if (task.task === 'strategies') return compareStrategies(state, task.budget, options);
  const to = until ?? addMonths(today, years * MONTHS_A_YEAR);
  const live = task.task === 'band' ? simulateBand : simulateWhatIf;
  return live(state, [...task.decisions], to, options);
}
