import { Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { getDisputePath, isMissing, type Refund } from './queries';
import { useRefundDay } from './use-refund-day';

type PendingRefundProps = {
  refund: Refund;
  /** The name of the account or card, if the list has several. */
  place?: string | undefined;
  /** True in the lists of a card, in which charges have no sign. */
  isCharge: boolean;
};

/** Renders a refund that is on its way or missing, with a link to its purchase. */
export function PendingRefund({ refund, place, isCharge }: PendingRefundProps) {
  const getDay = useRefundDay(refund.currency);
  const title = refund.merchant ?? 'Refund';
  return (
    <li className="flex min-h-13 items-center gap-3 py-2.5">
      <Undo2 aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">
          {refund.purchaseKey ? (
            <Link
              to={`/transactions?open=${encodeURIComponent(refund.purchaseKey)}`}
              className="underline-offset-4 hover:underline"
            >
              {title}
            </Link>
          ) : (
            title
          )}
        </span>
        <span className="block text-sm">
          {(isMissing(refund)
            ? ["Refund didn't arrive", place]
            : ['Refund on its way', place, `Expected by ${getDay(refund.returned_on)}`]
          )
            .filter(Boolean)
            .join(' \u00b7 ')}
          {isMissing(refund) && refund.purchaseKey && (
            <>
              {' \u00b7 '}
              <TextLink to={getDisputePath(refund.purchaseKey)}>Dispute the purchase</TextLink>
            </>
          )}
        </span>
      </span>
      <Money
        amount={isCharge ? -refund.amount : refund.amount}
        currency={refund.currency}
        signed={!isCharge}
        className="font-normal!"
      />
    </li>
  );
}
