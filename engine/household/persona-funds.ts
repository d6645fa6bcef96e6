import { getDate, type Instant, Zone } from '../calendar/calendar.ts';
import { writeFileOrder } from '../investments/fund-file.ts';
import type { FundOrderState } from '../investments/fund-state.ts';
import type { SimulatedHistory } from '../simulation/history.ts';
import type { Household } from './household.ts';
import type { ActionContext } from './persona-actions.ts';
import type { PersonaPlan } from './persona-schema.ts';

type Context = Pick<ActionContext, 'today' | 'timeZone' | 'idOf'> & {
  plan: PersonaPlan;
  history: Pick<SimulatedHistory, 'household' | 'state' | 'fundOrders'>;
  newId: () => string;
};

/** The engine's reports on funds. */
const REPORTS = new Set(['fund_dividend', 'order_filled', 'rebalanced']);

/**
 * Returns the orders for funds of this calendar year, and the reports without those on funds in earlier years.
 * With earlier gains and dividends, the bank would ask for tax returns that are long overdue. Gains and dividends
 * in accounts with a tax treatment are left out, because they aren't taxed, and the treatment starts only at the
 * end of the history.
 */
export function createFundRecords(context: Context): Pick<Household, 'fund_orders' | 'household_events'> {
  const { plan, history, today, timeZone, idOf, newId } = context;
  const { household, state, fundOrders } = history;
  if (!state.funds) return {};
  const zone = new Zone(timeZone);
  const { year } = getDate(today);
  const isOfThisYear = (at: Instant) => getDate(zone.getDay(at)).year === year;
  const treatedIds = new Set(
    plan.accounts.flatMap(({ name, taxTreatment }) => (taxTreatment ? [idOf(name)] : [])),
  );
  const isKept = ({ at, result }: FundOrderState) => isOfThisYear(result?.at ?? at);
  return {
    fund_orders: fundOrders
      .filter(isKept)
      .map((order) => writeFileOrder(treatedIds.has(order.accountId) ? withoutGain(order) : order, newId())),
    household_events: (household.household_events ?? []).filter(
      ({ at, kind, subject }) =>
        !REPORTS.has(kind) ||
        (isOfThisYear(Date.parse(at)) && !(kind === 'fund_dividend' && treatedIds.has(subject ?? ''))),
    ),
  };
}

function withoutGain(order: FundOrderState): FundOrderState {
  const { result } = order;
  if (result?.status !== 'filled' || !result.fill) return order;
  const { price, units, amount } = result.fill;
  return { ...order, result: { ...result, fill: { price, units, amount } } };
}
