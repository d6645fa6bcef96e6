import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Account } from '@/entities/account/queries';
import { formatTextDate } from '@/lib/dates';
import { addMinor, formatMinor, fromMinor, type Minor, subtractMinor, toMinor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Skeleton } from '@/ui/skeleton';

type MoveReviewProps = {
  source: Account;
  target: Account;
  amount: Minor;
  note: string;
  busy: boolean;
  onMove: () => void;
  onBack: () => void;
};

/** "Move $250.00 to Rainy Day Savings". */
export function formatMove(amount: Minor, source: Account, target: Account): string {
  return `Transfer ${formatMinor(amount, source.currency)} to ${target.name}`;
}

/** Shows the result with both balances before and after, and the rate between currencies. */
export function MoveReview({ source, target, amount, note, busy, onMove, onBack }: MoveReviewProps) {
  const isExchange = source.currency !== target.currency;
  const quote = useQuery({
    ...transferQueries.quote(source.id, target.id, fromMinor(amount)),
    enabled: isExchange,
  });
  const arrives = isExchange ? (quote.data ? toMinor(quote.data.amount_to) : null) : amount;
  const words = formatMove(amount, source, target);
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg">{words}?</h2>
        <p className="text-ink-2 text-sm">Now.{note.trim() && ` Note: ${note.trim()}.`}</p>
      </div>
      <Review>
        <ReviewChange
          label={source.name}
          before={source.balance}
          after={fromMinor(subtractMinor(toMinor(source.balance), amount))}
          currency={source.currency}
        />
        {arrives === null ? (
          <ReviewLine label={target.name}>
            {quote.error ? 'unavailable' : <Skeleton className="h-5 w-40" />}
          </ReviewLine>
        ) : (
          <ReviewChange
            label={target.name}
            before={target.balance}
            after={fromMinor(addMinor(toMinor(target.balance), arrives))}
            currency={target.currency}
          />
        )}
        {quote.data && (
          <ReviewLine label={`Rate of ${formatTextDate(quote.data.rate_date)}`}>
            {formatMinor(amount, source.currency)} × {quote.data.rate} ={' '}
            {formatMinor(toMinor(quote.data.amount_to), target.currency)}
          </ReviewLine>
        )}
        <ReviewLine label="Fee">{formatMinor(0 as Minor, source.currency)}</ReviewLine>
      </Review>
      {quote.error && (
        <AlertBox kind="negative" fact="No exchange rate is available today.">
          No money was moved. Try again later, or transfer within one currency.
        </AlertBox>
      )}
      <Button variant="primary" size="lg" busy={busy} disabled={arrives === null} onClick={onMove} autoFocus>
        {words}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        Edit
      </Button>
    </div>
  );
}

export const transferQueries = {
  /** Reads the result of a currency transfer at today's simulated rate. */
  quote: (from: string, to: string, amount: number) =>
    queryOptions({
      queryKey: ['transfers', 'quote', from, to, amount],
      queryFn: async () => {
        const { data } = await supabase
          .rpc('quote_transfer', { from_account_id: from, to_account_id: to, amount })
          .single()
          .throwOnError();
        return data;
      },
      meta: { failure: "We couldn't load the exchange rate" },
    }),
};
