import { startBill } from '../bills/bill-increases.ts';
import { getIncreaseType } from '../bills/increase-type.ts';
import { Zone } from '../calendar/calendar.ts';
import type { SimulatedHistory } from '../simulation/history.ts';
import type { AutoDepositState, ScheduledPaymentState } from '../simulation/state.ts';

type Rule = AutoDepositState | ScheduledPaymentState;
type PastHousehold = Pick<SimulatedHistory, 'household' | 'state'>;

/**
 * Starts the usual increases of bills at the end of a history, in which they followed inflation. Changes and
 * percentages that the plan states stay the same.
 */
export function startBillIncreases({ household, state }: PastHousehold): PastHousehold {
  const day = new Zone(state.timeZone).getDay(state.at);
  const level = state.prices?.level;
  const change = <Item extends Rule>(rule: Item): Item => {
    const { yearly, ...rest } = rule;
    const isUsual = 'to' in rule && yearly?.by === 'inflation' && getType(rule) !== null;
    if (yearly && !isUsual) return rule;
    const type = getType(rule);
    const amount = ('pay' in rule && rule.pay?.grossPerYear) || rule.amount;
    if (type === null || typeof amount !== 'number') return rest as Item;
    return { ...rest, bill: startBill(type, amount, { start: rule.recurrence.start, day, level }) } as Item;
  };
  const scheduledPayments = state.scheduledPayments.map(change);
  const changed = new Set<string | undefined>(
    scheduledPayments.flatMap(({ id, bill }) => (bill ? [id] : [])),
  );
  const { adjustments = {}, ...carryover } = household.carryover ?? {};
  const remaining = Object.entries(adjustments).filter(([id]) => !changed.has(id));
  return {
    household: {
      ...household,
      scheduled_payments: (household.scheduled_payments ?? []).map(({ yearly_adjustment, ...rule }) => ({
        ...rule,
        ...(yearly_adjustment && !changed.has(rule.id) && { yearly_adjustment }),
      })),
      carryover: {
        ...carryover,
        ...(remaining.length > 0 && { adjustments: Object.fromEntries(remaining) }),
        billIncreases: true,
      },
    },
    state: {
      ...state,
      billIncreases: true,
      autoDeposits: state.autoDeposits.map(change),
      scheduledPayments,
    },
  };
}

function getType(rule: Rule) {
  if (!('to' in rule)) return getIncreaseType({ name: rule.name, is_pay: rule.isPay ?? false });
  return getIncreaseType({
    name: rule.name,
    payee: rule.to.kind === 'outside' ? rule.to.name : null,
    category: rule.category ?? null,
    amount_kind: typeof rule.amount === 'number' ? 'fixed' : rule.amount,
  });
}
