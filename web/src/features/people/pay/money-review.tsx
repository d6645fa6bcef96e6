import { addMinor, fromMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { CoverShortfall } from '@/entities/account/cover-shortfall';
import type { Account } from '@/entities/account/queries';
import { formatTextDate } from '@/lib/dates';
import { describeShortfall } from '@/lib/fields';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Skeleton } from '@/ui/skeleton';
import { peopleQueries } from '../queries';

type MoneyReviewProps = {
  account: Account;
  direction: 'in' | 'out';
  /** In major units of `currency`. */
  amount: number;
  currency: string;
  /** A label for the other person, such as "To Maya". */
  who: string;
  address: string | null;
  note: string | null;
  /** The button's label. */
  text: string;
  refusal: string | undefined;
  busy: boolean;
  onConfirm: () => void;
  onBack?: () => void;
};

/** Shows the account balance before and after, and the exchange rate with its date. */
export function MoneyReview(props: MoneyReviewProps) {
  const { account, direction, amount, currency, who, address, note, text, refusal, busy } = props;
  const isExchange = currency !== account.currency;
  const quote = useQuery({ ...peopleQueries.quote(account.id, amount, currency), enabled: isExchange });
  const moves = isExchange ? quote.data?.account_amount : amount;
  const balance = toMinor(account.balance);
  const short =
    direction === 'out' && moves !== undefined
      ? describeShortfall(toMinor(moves), toMinor(account.available_balance), account.currency)
      : undefined;
  return (
    <div className="flex flex-col gap-5">
      <Review>
        <ReviewLine label={who}>
          <span className="break-all font-normal text-ink-2">{address ?? 'no address'}</span>
        </ReviewLine>
        <ReviewLine label="Amount">{formatMoney(amount, currency)}</ReviewLine>
        {moves === undefined || short ? (
          <ReviewLine label={account.name}>
            {short ? (
              formatMoney(account.available_balance, account.currency)
            ) : quote.error ? (
              'unavailable'
            ) : (
              <Skeleton className="h-5 w-40" />
            )}
          </ReviewLine>
        ) : (
          <ReviewChange
            label={account.name}
            before={account.balance}
            after={fromMinor(
              direction === 'out'
                ? subtractMinor(balance, toMinor(moves))
                : addMinor(balance, toMinor(moves)),
            )}
            currency={account.currency}
          />
        )}
        {quote.data && (
          <ReviewLine label={`Exchange rate on ${formatTextDate(quote.data.rate_date)}`}>
            {formatMoney(amount, currency)} × {quote.data.rate} ={' '}
            {formatMoney(quote.data.account_amount, quote.data.account_currency)}
          </ReviewLine>
        )}
        {note && (
          <ReviewLine label="Note">
            <span className="break-words font-normal">{note}</span>
          </ReviewLine>
        )}
      </Review>
      {quote.error && (
        <AlertBox kind="negative" fact="No exchange rate is available today.">
          No money was moved. Choose an account in {currency}, or try another day.
        </AlertBox>
      )}
      <p aria-live="polite" className="text-negative empty:hidden">
        {refusal ?? short}
      </p>
      {short && moves !== undefined && <CoverShortfall accountId={account.id} amount={toMinor(moves)} />}
      <Button
        variant="primary"
        size="lg"
        busy={busy}
        disabled={moves === undefined || short !== undefined}
        onClick={props.onConfirm}
        autoFocus
      >
        {text}
      </Button>
      {props.onBack && (
        <Button variant="ghost" onClick={props.onBack}>
          Edit
        </Button>
      )}
    </div>
  );
}

/** Renders the limits for peer payments and the amount left today. */
export function LimitsLine({ currency }: { currency: string }) {
  const { data } = useQuery(peopleQueries.limits(currency));
  if (!data) return null;
  const money = (amount: number) => formatMoney(amount, currency);
  return (
    <span className="figures">
      {money(data.remaining)} of {money(data.per_day)} left today. Up to {money(data.per_payment)} per
      payment.
    </span>
  );
}

type ReceiptProps = { fact: string; children?: ReactNode; onDone: () => void };

export function Receipt({ fact, children, onDone }: ReceiptProps) {
  return (
    <div className="flex flex-col gap-5" role="status">
      <div className="flex items-start gap-3">
        <CircleCheck className="mt-0.5 size-6 shrink-0 text-positive" />
        <p>
          <strong className="font-semibold">{fact}</strong> {children}
        </p>
      </div>
      <Button variant="primary" size="lg" onClick={onDone} autoFocus>
        Done
      </Button>
    </div>
  );
}
