import { useMutation, useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { Suspense } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import type { Refund } from '@/entities/refund/queries';
import { toastRefusal } from '@/entities/refusal/refusal-messages';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatListDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { formatHoldEnd, getHoldNote, getHoldTitle } from './hold-text';
import { type Hold, holdMutations } from './queries';

/** Loaded only for deposits, because it computes business days. */
const DepositReleases = lazyComponent(() =>
  import('./deposit-releases').then((module) => module.DepositReleases),
);

/** Loaded only for refunds, because it computes business days. */
const PendingRefund = lazyComponent(() =>
  import('@/entities/refund/pending-refund').then((module) => module.PendingRefund),
);

type PendingRowsProps = {
  holds: readonly Hold[];
  /** The refunds on their way. */
  refunds: readonly Refund[];
  /** Returns the currency of the hold's account or card. */
  getCurrency: (hold: Hold) => string;
  /** Returns the name of the account or card, if the list has several. */
  getPlace?: (row: Pick<Hold, 'account_id' | 'card_id'>) => string | undefined;
  /** True in the lists of a card, in which charges have no sign. */
  isCharge?: boolean;
};

/** Renders pending transactions in gray, above the posted ones. Renders nothing if there are none. */
export function PendingRows({ holds, refunds, getCurrency, getPlace, isCharge = false }: PendingRowsProps) {
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  if (holds.length === 0 && refunds.length === 0) return null;
  return (
    <section id="pending" aria-label="Pending" className="mb-5">
      <h3 className="mb-1 font-medium text-ink-3 text-sm">Pending</h3>
      <ul className="divide-y divide-line border-line border-t text-ink-3">
        {holds.map((hold) => (
          <li key={hold.id} className="flex min-h-13 items-center gap-3 py-2.5">
            <Clock aria-hidden className="size-5 shrink-0" />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{getHoldTitle(hold)}</span>
              <span className="block text-sm">
                {[
                  formatListDate(hold.placed_at, zone),
                  getPlace?.(hold),
                  getHoldNote(hold, getCurrency(hold)),
                  hold.kind === 'deposit' ? undefined : formatHoldEnd(hold, zone),
                ]
                  .filter(Boolean)
                  .join(' \u00b7 ')}
              </span>
              {hold.kind === 'deposit' && (
                <Suspense fallback={null}>
                  <DepositReleases hold={hold} currency={getCurrency(hold)} />
                </Suspense>
              )}
            </span>
            <span className="flex shrink-0 flex-col-reverse items-end gap-2 sm:flex-row sm:items-center">
              {isOwn(hold) && <CancelPurchase hold={hold} currency={getCurrency(hold)} />}
              {hold.remaining_amount > 0 && (
                <Money
                  amount={
                    isCharge || hold.kind === 'deposit' ? hold.remaining_amount : -hold.remaining_amount
                  }
                  currency={getCurrency(hold)}
                  signed={!isCharge && hold.kind === 'authorization'}
                  className="font-normal!"
                />
              )}
            </span>
          </li>
        ))}
        <Suspense fallback={null}>
          {refunds.map((refund) => (
            <PendingRefund key={refund.id} refund={refund} place={getPlace?.(refund)} isCharge={isCharge} />
          ))}
        </Suspense>
      </ul>
    </section>
  );
}

/** Returns true for a purchase that the customer made, and that isn't charged yet. */
const isOwn = ({ event_key, status }: Hold) => event_key.startsWith('hold:') && status === 'open';

function CancelPurchase({ hold, currency }: { hold: Hold; currency: string }) {
  const { mutate, isPending } = useMutation(holdMutations.release);
  const cancel = () =>
    mutate(hold.id, {
      onSuccess: () => toast.success('Purchase canceled'),
      onError: toastRefusal(currency),
    });
  return (
    <Button
      variant="ghost"
      size="sm"
      busy={isPending}
      onClick={cancel}
      aria-label={`Cancel the purchase at ${getHoldTitle(hold)}`}
    >
      Cancel
    </Button>
  );
}
