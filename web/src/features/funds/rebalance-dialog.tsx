import { dayText } from '@engine/calendar/calendar.ts';
import { getFundName, getUnitsToSell } from '@engine/investments/funds.ts';
import { sellLots } from '@engine/investments/lots.ts';
import { getNextClose } from '@engine/investments/market-hours.ts';
import { planRebalance } from '@engine/investments/rebalance.ts';
import { markMinor } from '@engine/money/minor.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { useRequestId } from '@/lib/request-id';
import { Button } from '@/ui/button';
import { Receipt, Review, ReviewLine } from '@/ui/forms/review';
import { Dialog } from '@/ui/overlays/dialog';
import type { DialogState } from '@/ui/overlays/use-dialogs';
import type { OrderContext } from './order-dialog';
import { getLots, getMix, getValues, toMillionths, toPrice } from './portfolio';
import { fundMutations } from './queries';

/** The tax rate on long-term gains that most households pay, in percent (26 USC 1(h)). */
const LONG_TERM_PERCENT = 15;

export function RebalanceDialog({ open, onClose, ...context }: OrderContext & DialogState) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rebalance"
      description="Returns your account to its target mix: sells first, then buys."
    >
      <RebalanceFlow {...context} onDone={onClose} />
    </Dialog>
  );
}

function RebalanceFlow({
  account,
  fundAccount,
  positions,
  lots,
  onDone,
}: OrderContext & { onDone: () => void }) {
  const place = useMutation(fundMutations.order);
  const requestId = useRequestId();
  const now = useQuery(customerQueries.me()).data?.now;
  const trades = planRebalance(getValues(positions), getMix(fundAccount));
  const close = now ? getNextClose(Date.parse(now)).day : 0;
  const gain = trades
    .filter(({ amount }) => amount < 0)
    .reduce((sum, { fund, amount }) => {
      const position = positions.find((held) => held.fund === fund);
      const price = toPrice(position?.price ?? 0);
      const units = Math.min(
        toMillionths(position?.units ?? 0),
        price > 0 ? getUnitsToSell(-amount, price) : 0,
      );
      const method = fundAccount.cost_method as 'average' | 'fifo';
      return sum + sellLots(getLots(lots, fund), units, -amount, { method, day: close }).sale.gain;
    }, 0);
  if (place.data)
    return (
      <Receipt onDone={onDone}>
        <strong className="font-semibold">Order placed.</strong> It fills on {formatListDate(dayText(close))}{' '}
        at 4:00 PM New York time. Until then, you can cancel it.
      </Receipt>
    );
  if (trades.length === 0)
    return (
      <div className="flex flex-col gap-5">
        <p>Your account already has its target mix.</p>
        <Button onClick={onDone}>Close</Button>
      </div>
    );
  const content = { account_id: account.id, side: 'rebalance' };
  return (
    <div className="flex flex-col gap-5">
      <Review>
        {trades.map(({ fund, amount }) => (
          <ReviewLine key={fund} label={`${amount < 0 ? 'Sell' : 'Buy'} ${getFundName(fund)}`}>
            about {formatMinor(markMinor(Math.abs(amount)))}
          </ReviewLine>
        ))}
        {!account.tax_treatment && (
          <ReviewLine label="Estimated gain">{formatMinor(markMinor(gain), 'USD', true)}</ReviewLine>
        )}
        <ReviewLine label="Fills on">{formatListDate(dayText(close))}</ReviewLine>
      </Review>
      <p className="text-ink-3 text-sm">
        {gain > 0 && !account.tax_treatment
          ? `At ${LONG_TERM_PERCENT}%, the tax on this gain would be about ${formatMinor(markMinor(Math.round((gain * LONG_TERM_PERCENT) / 100)))}. We don't collect it, and we don't apply the wash sale rule.`
          : 'The exact amounts depend on the closing prices.'}
      </p>
      <Button
        variant="primary"
        size="lg"
        busy={place.isPending}
        onClick={() =>
          place.mutate(
            { ...content, request_id: requestId.for(content) },
            { onError: toastRefusal(account.currency) },
          )
        }
      >
        Rebalance
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </div>
  );
}
