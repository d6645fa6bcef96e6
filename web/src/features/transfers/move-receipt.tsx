import { type Minor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { AccountRow } from '@/entities/account/queries';
import { ReceiptButton } from '@/entities/document/receipt-button';
import { formatListDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { LinkButton, TextLink } from '@/ui/link';
import { isPurchase, type Quote, transferQueries } from './queries';

type MoveReceiptProps = {
  source: AccountRow;
  target: AccountRow;
  /** The balances of the source and the target before the transfer, in major units. */
  before: readonly [number, number];
  sent: Minor;
  /** The day of a scheduled transfer; undefined if the money has moved. */
  scheduledOn: string | undefined;
  /** The price of a transfer between currencies; otherwise undefined. */
  quote: Quote | undefined;
  onBack: () => void;
  onAnother: () => void;
};

/** Renders the new balances with an undo button, or the day of a scheduled transfer. */
export function MoveReceipt({
  source,
  target,
  before,
  sent,
  scheduledOn,
  quote,
  onBack,
  onAnother,
}: MoveReceiptProps) {
  const amount = formatMinor(sent, source.currency);
  const transaction = useQuery({
    ...transferQueries.transaction(source.id, source.last_entry),
    enabled: scheduledOn === undefined,
  }).data;
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex items-center gap-3">
        <CircleCheck className="size-7 shrink-0 text-positive" />
        <h2 className="text-lg">
          {scheduledOn === undefined
            ? quote && isPurchase(quote)
              ? `${formatMinor(toMinor(quote.amount_to), target.currency)} bought for ${amount}`
              : `${amount} transferred to ${target.name}`
            : `Transfer of ${amount} to ${target.name} scheduled`}
        </h2>
      </div>
      <Review>
        {quote && (
          <>
            <ReviewLine label="Received">{formatMinor(toMinor(quote.amount_to), target.currency)}</ReviewLine>
            <ReviewLine label={`${isPurchase(quote) ? target.currency : source.currency} rate`}>
              {quote.rate} {quote.margin_currency}
            </ReviewLine>
            {quote.margin > 0 && (
              <ReviewLine label="Our margin">
                {formatMinor(toMinor(quote.margin), quote.margin_currency)}
              </ReviewLine>
            )}
          </>
        )}
        {scheduledOn === undefined ? (
          [source, target].map((account, index) => (
            <ReviewChange
              key={account.id}
              label={<TextLink to={`/dashboard/accounts/${account.id}`}>{account.name}</TextLink>}
              before={before[index] ?? 0}
              after={account.balance}
              currency={account.currency}
            />
          ))
        ) : (
          <ReviewLine label="First transfer">{formatListDate(scheduledOn)}</ReviewLine>
        )}
      </Review>
      <LinkButton to="/dashboard" variant="primary" size="lg">
        Done
      </LinkButton>
      <div className="flex flex-wrap items-center justify-center gap-2">
        {transaction && <ReceiptButton rowId={transaction.id} />}
        <Button variant="ghost" onClick={onAnother}>
          New transfer
        </Button>
        {scheduledOn === undefined ? (
          <Button variant="ghost" onClick={onBack}>
            Undo transfer
          </Button>
        ) : (
          <LinkButton to="/scheduled-payments" variant="ghost">
            View scheduled payments
          </LinkButton>
        )}
      </div>
    </div>
  );
}
