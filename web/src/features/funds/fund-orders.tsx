import { dayText } from '@engine/calendar/calendar.ts';
import { getFundName } from '@engine/investments/funds.ts';
import { getNextClose } from '@engine/investments/market-hours.ts';
import { useMutation } from '@tanstack/react-query';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Row, RowList } from '@/ui/row-list';
import { formatUnits, isPricedFund } from './portfolio';
import { type FundOrder, fundMutations } from './queries';

/** Returns a short description of an order, such as `Buy $500.00 of US Stocks`. */
export function describeOrder({ side, fund, amount, units }: FundOrder): string {
  if (!isPricedFund(fund)) return 'Rebalance to the target mix';
  const size = amount === null ? `${formatUnits(units ?? 0)} units` : formatMoney(amount);
  return `${side === 'buy' ? 'Buy' : 'Sell'} ${size} of ${getFundName(fund)}`;
}

/** Renders the orders that are not filled, and the sales that are not settled. Renders nothing if there are none. */
export function OpenOrders({ orders }: { orders: readonly FundOrder[] }) {
  const open = orders.filter(({ status, settles_on }) => status === 'pending' || settles_on !== null);
  if (open.length === 0) return null;
  return (
    <div className="mt-6">
      <h3 className="mb-1 font-medium text-ink-3 text-sm">Open orders</h3>
      <RowList label="Open orders">
        {open.map((order) => (
          <Row
            key={order.id}
            title={describeOrder(order)}
            detail={
              order.settles_on
                ? `Sold. ${formatMoney(order.filled_amount ?? 0)} arrives on ${formatListDate(order.settles_on)}`
                : `Fills on ${formatListDate(dayText(getNextClose(Date.parse(order.placed_at)).day))} at the closing price`
            }
            end={order.status === 'pending' && <CancelOrder order={order} />}
          />
        ))}
      </RowList>
    </div>
  );
}

function CancelOrder({ order }: { order: FundOrder }) {
  const cancel = useMutation(fundMutations.cancel);
  const requestId = useRequestId();
  const content = { order_id: order.id };
  return (
    <Button
      size="sm"
      busy={cancel.isPending}
      aria-label={`Cancel: ${describeOrder(order)}`}
      onClick={() =>
        cancel.mutate(
          { ...content, request_id: requestId.for(content) },
          { onSuccess: () => toast.success('Order canceled'), onError: toastRefusal('USD') },
        )
      }
    >
      Cancel
    </Button>
  );
}
