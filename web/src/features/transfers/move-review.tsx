import { addMinor, fromMinor, type Minor, subtractMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  CoverChange,
  CoverNote,
  findTransferCover,
  getBalanceAfter,
} from '@/entities/account/overdraft-cover';
import { type Account, accountQueries } from '@/entities/account/queries';
import { useSavingsTiers } from '@/entities/account/savings-tiers';
import { WithdrawalTax } from '@/entities/account/withdrawal-tax';
import { useProjectedBalance } from '@/entities/household/use-projected-balance';
import { formatListDate, formatTextDate } from '@/lib/dates';
import { describeShortfall } from '@/lib/fields';
import { formatMinor } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Review, ReviewChange, ReviewLine } from '@/ui/forms/review';
import { Skeleton } from '@/ui/skeleton';
import { FREQUENCIES, getLowestDay, getTransferDays, type Plan, PROJECTED_DAYS } from './plan';
import { PriceHold } from './price-hold';
import { formatMargin, getMarketDay, isPurchase, type Quote, transferQueries } from './queries';

type MoveReviewProps = {
  source: Account;
  target: Account;
  amount: Minor;
  plan: Plan;
  today: string;
  /** False while the customer is still typing. Then nothing can be confirmed. */
  isReviewed: boolean;
  busy: boolean;
  /** `quote` is the price that the customer confirms; undefined within one currency. */
  onMove: (quote: Quote | undefined) => void;
  /** Explains why the last price was refused. */
  priceNote: string | undefined;
  onBack: () => void;
};

/** Formats a transfer, such as "Transfer $250.00 to Rainy Day Savings". */
export function formatMove(amount: Minor, source: Account, target: Account, isNow = true): string {
  const verb = isNow ? 'Transfer' : 'Schedule transfer of';
  return `${verb} ${formatMinor(amount, source.currency)} to ${target.name}`;
}

/** Formats a purchase of currency, such as "Buy €500.00 for $574.33". */
function formatPurchase(bought: Minor, cost: Minor | null, source: Account, target: Account): string {
  const text = `Buy ${formatMinor(bought, target.currency)}`;
  return cost === null ? text : `${text} for ${formatMinor(cost, source.currency)}`;
}

/** Returns the amount of an exchange at the mid-market rate, in the currency of the margin. */
function getMarketAmount(quote: Quote): Minor {
  return isPurchase(quote)
    ? subtractMinor(toMinor(quote.amount_from), toMinor(quote.margin))
    : addMinor(toMinor(quote.amount_to), toMinor(quote.margin));
}

/** Renders what a transfer changes: both balances, the exchange rate, yearly interest, and the lowest day. */
export function MoveReview({ source, target, amount: typed, plan, today, ...review }: MoveReviewProps) {
  const isExchange = source.currency !== target.currency;
  const quote = useQuery({
    ...transferQueries.quote(source.id, target.id, fromMinor(typed), plan.side),
    enabled: isExchange,
  });
  const [expired, setExpired] = useState<string | null>(null);
  const buys = isExchange && plan.side === 'target';
  // The cost of a purchase is known with its price.
  const amount = buys ? (quote.data ? toMinor(quote.data.amount_from) : null) : typed;
  const interest = useInterestChange(source, target, typed);
  const arrives = isExchange ? (quote.data ? toMinor(quote.data.amount_to) : null) : typed;
  const accounts = useQuery(accountQueries.list()).data ?? [];
  const cover = plan.when === 'now' ? findTransferCover(source, target, accounts, amount) : undefined;
  const text = buys
    ? formatPurchase(typed, amount, source, target)
    : formatMove(typed, source, target, plan.when === 'now');
  const short =
    buys && amount !== null && !cover
      ? describeShortfall(amount, toMinor(source.available_balance), source.currency)
      : null;
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg">{review.isReviewed ? `${text}?` : 'Preview'}</h2>
        <p className="text-ink-2 text-sm">
          {describeTime(plan, today)}
          {plan.note.trim() && ` Note: ${plan.note.trim()}.`}
        </p>
      </div>
      <Review>
        <CoverChange cover={cover} currency={source.currency} />
        {amount === null ? (
          <ReviewLine label={source.name}>
            {quote.error ? 'unavailable' : <Skeleton className="h-5 w-40" />}
          </ReviewLine>
        ) : (
          <ReviewChange
            label={source.name}
            before={source.balance}
            after={getBalanceAfter(source.balance, amount, cover)}
            currency={source.currency}
          />
        )}
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
          <ReviewLine label={`Exchange rate on ${formatTextDate(quote.data.rate_date)}`}>
            {buys
              ? `${formatMinor(toMinor(quote.data.amount_to), target.currency)} × ${quote.data.rate} = ${formatMinor(toMinor(quote.data.amount_from), source.currency)}, rounded to the nearest cent`
              : `${formatMinor(typed, source.currency)} × ${quote.data.rate} = ${formatMinor(toMinor(quote.data.amount_to), target.currency)}`}
          </ReviewLine>
        )}
        {quote.data && quote.data.margin > 0 ? (
          <>
            <ReviewLine label={`Mid-market rate on ${formatListDate(getMarketDay(quote.data))}`}>
              {quote.data.mid_rate} = {formatMinor(getMarketAmount(quote.data), quote.data.margin_currency)}
            </ReviewLine>
            <ReviewLine label={`Our margin, ${formatMargin(quote.data)}`}>
              {formatMinor(toMinor(quote.data.margin), quote.data.margin_currency)}
            </ReviewLine>
          </>
        ) : (
          <ReviewLine label="Fee">{formatMinor(ZERO, source.currency)}</ReviewLine>
        )}
        {interest !== null && interest !== ZERO && (
          <ReviewLine label="Change in yearly interest at today's rates">
            <span className={interest > 0 ? 'text-positive' : undefined}>
              {formatMinor(interest, source.currency, true)}
            </span>
          </ReviewLine>
        )}
      </Review>
      {source.tax_treatment && amount !== null && (
        <WithdrawalTax source={source} target={target} amount={amount} />
      )}
      {short && <AlertBox kind="negative" fact={short} />}
      <CoverNote account={source} cover={cover} />
      {review.priceNote && <AlertBox kind="warning" fact={review.priceNote} />}
      {review.isReviewed && quote.data?.expires_at && (
        <PriceHold
          expiresAt={quote.data.expires_at}
          onExpire={() => setExpired(quote.data.quote_id)}
          onRenew={() => void quote.refetch()}
        />
      )}
      {quote.error && (
        <AlertBox kind="negative" fact="No exchange rate is available today.">
          No money was moved. Try again later, or transfer between accounts in the same currency.
        </AlertBox>
      )}
      {amount !== null && !short && <LowestDay source={source} amount={amount} plan={plan} today={today} />}
      {review.isReviewed && (
        <>
          <Button
            variant="primary"
            size="lg"
            busy={review.busy}
            disabled={arrives === null || Boolean(short) || (isExchange && expired === quote.data?.quote_id)}
            onClick={() => review.onMove(isExchange ? quote.data : undefined)}
            autoFocus
          >
            {text}
          </Button>
          <Button variant="ghost" className="lg:hidden" onClick={review.onBack}>
            Edit
          </Button>
        </>
      )}
    </div>
  );
}

function describeTime({ when, day, frequency }: Plan, today: string): string {
  if (when === 'now') return `Now, on ${formatListDate(today)}.`;
  if (when === 'date') return `On ${formatListDate(day)}.`;
  return `${FREQUENCIES[frequency]} from ${formatListDate(day)}. Balances include only the first transfer.`;
}

/**
 * Returns the change in a year's savings interest if the balances stay as they are after the transfer; null
 * if no savings account takes part.
 */
function useInterestChange(source: Account, target: Account, amount: Minor): Minor | null {
  const rates = useSavingsTiers();
  if (!rates || source.currency !== target.currency) return null;
  const changes = [
    { account: source, after: subtractMinor(toMinor(source.balance), amount) },
    { account: target, after: addMinor(toMinor(target.balance), amount) },
  ].filter(({ account, after }) => account.type === 'SAVINGS' && after >= 0);
  if (changes.length === 0) return null;
  return addMinor(
    ...changes.map(({ account, after }) =>
      subtractMinor(rates.getInterest(after), rates.getInterest(toMinor(account.balance))),
    ),
  );
}

type LowestDayProps = Pick<MoveReviewProps, 'source' | 'amount' | 'plan' | 'today'>;

/** Shows the lowest balance of the paying account, and warns if known payments would make it negative. */
function LowestDay({ source, amount, plan, today }: LowestDayProps) {
  const projection = useProjectedBalance(source.id, PROJECTED_DAYS);
  if (!projection || source.type === 'INVESTMENT') return null;
  const lowest = getLowestDay(projection, amount, getTransferDays(plan, today));
  if (!lowest) return null;
  const balance = formatMinor(lowest.balance, source.currency);
  if (lowest.balance < 0)
    return (
      <AlertBox
        kind="warning"
        fact={`${source.name} would fall to ${balance} on ${formatListDate(lowest.day)}.`}
      >
        Payments that are due by then could fail. Transfer less, or add money first.
      </AlertBox>
    );
  return (
    <p className="text-ink-2 text-sm">
      {source.name} stays at {balance} or more for the next {PROJECTED_DAYS} days, counting known payments.
    </p>
  );
}
