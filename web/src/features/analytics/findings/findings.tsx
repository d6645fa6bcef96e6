import { addMonths, dayText, parseDay } from '@engine/calendar/calendar.ts';
import { fromMinor, type Minor, roundMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { formatEvery, formatFrequency } from '@/entities/payment/frequencies';
import { getTransactionsPath, quoteForSearch } from '@/entities/transaction/paths';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, totalIn } from '@/lib/money';
import { useStoredSet } from '@/lib/storage/use-stored-set';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { LinkButton } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { analyticsQueries, type SpendingRow } from '../queries';
import type { Range } from '../range';
import { type Anomaly, getAnomalies, getSubscriptions, type Subscription } from './detection';

type FindingsProps = {
  customerId: string;
  range: Range;
  today: string;
  /** Limits the section to this currency; null for all. */
  only: string | null;
  base: string;
  rowsOf: (categoryId: string | null) => string;
};

/**
 * The number of months to look back, enough to find yearly payments and the usual spending before the range.
 */
const MONTHS_LOOKED_BACK = 13;
const MONTHS_A_YEAR = 12;

const getCurrencies = (rows: readonly SpendingRow[] | undefined, only: string | null) =>
  only === null ? [...new Set(rows?.map(({ currency }) => currency))] : [only];

export function Findings({ customerId, range, today, only, base, rowsOf }: FindingsProps) {
  const since = dayText(addMonths(parseDay(today), -MONTHS_LOOKED_BACK));
  const { data, error, refetch, isFetching } = useQuery(analyticsQueries.spentSince(since));
  const [dismissed, dismiss] = useStoredSet(customerId, 'analytics-dismissed');
  // Compares prices in the payment's currency, so that exchange rates don't look like price changes.
  const { from, to } = range;
  const subscriptions = useMemo(
    () =>
      getCurrencies(data, only)
        .flatMap((currency) => getSubscriptions(data ?? [], currency, today))
        .toSorted((left, right) => right.yearly - left.yearly),
    [data, only, today],
  );
  const anomalies = useMemo(
    () => getCurrencies(data, only).flatMap((currency) => getAnomalies(data ?? [], currency, { from, to })),
    [data, only, from, to],
  );
  if (error && !data)
    return (
      <ErrorState
        title="We couldn't check for unusual spending."
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  if (!data) return <SkeletonRows rows={4} label="Checking for unusual spending" />;
  const shown = anomalies.filter(({ key }) => !dismissed.has(key));
  const putAway = ({ key, title }: Anomaly) => {
    dismiss(key, true);
    toast.success(`${title} dismissed`, {
      action: { label: 'Undo', onClick: () => dismiss(key, false) },
    });
  };
  if (shown.length === 0 && subscriptions.length === 0)
    return (
      <EmptyState title="No subscriptions found">
        We look for payments with a regular date and amount in the last {MONTHS_LOOKED_BACK} months.
      </EmptyState>
    );
  return (
    <>
      {subscriptions.length > 0 && (
        <Subscriptions subscriptions={subscriptions} currency={only ?? base} today={today} />
      )}
      {shown.length > 0 && (
        <Section title="Unusual spending" aside="In this period">
          <ul aria-label="Unusual spending" className="divide-y divide-line border-line border-y">
            {shown.map((anomaly) => (
              <li key={anomaly.key} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
                <span className="min-w-0 flex-1 basis-60">
                  <span className="block break-words font-medium">{anomaly.title}</span>
                  <span className="block text-ink-3 text-sm">{anomaly.why}</span>
                </span>
                <span className="flex items-center gap-2 print:hidden">
                  <LinkButton to={rowsOf(anomaly.categoryId)} preventScrollReset size="sm">
                    View transactions<span className="sr-only"> for {anomaly.title}</span>
                  </LinkButton>
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={`Dismiss ${anomaly.title}`}
                    onClick={() => putAway(anomaly)}
                  >
                    Dismiss
                  </Button>
                </span>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

type SubscriptionsProps = {
  subscriptions: readonly Subscription[];
  /** The currency of the total. */
  currency: string;
  today: string;
};

function Subscriptions({ subscriptions, currency, today }: SubscriptionsProps) {
  const rates = useQuery(exchangeRateQueries.day(currency, today)).data;
  const sumOf = (getAmount: (item: Subscription) => Minor) =>
    totalIn(
      subscriptions.map((item) => ({ currency: item.currency, amount: fromMinor(getAmount(item)) })),
      rates ?? {},
    );
  const { total, leftOut } = sumOf(({ yearly }) => yearly);
  const increase = sumOf(({ rise }) => rise?.yearly ?? ZERO).total;
  const without = leftOut.length > 0 ? `, without ${leftOut.join(' and ')}` : '';
  return (
    <Section title="Subscriptions and bills">
      {rates && (
        <div className="mb-6 flex flex-wrap items-end justify-between gap-x-12 gap-y-4">
          <p className="text-ink-3 text-sm">
            <Money amount={total} currency={currency} size="page" className="block text-ink" />
            About this much a year{without}
          </p>
          <dl className="flex flex-wrap gap-x-10 gap-y-4 [&_dt]:text-ink-3 [&_dt]:text-sm">
            <Description term="Per month, about">
              <Money
                amount={fromMinor(roundMinor(toMinor(total) / MONTHS_A_YEAR))}
                currency={currency}
                size="balance"
              />
            </Description>
            {increase > 0 && (
              <Description term="Price increases per year">
                <Money amount={increase} currency={currency} size="balance" signed />
              </Description>
            )}
          </dl>
        </div>
      )}
      <div
        aria-hidden
        className="hidden grid-cols-[minmax(0,1fr)_11rem_8rem_8rem] gap-x-6 pb-2 text-ink-3 text-sm md:grid"
      >
        <span>Name</span>
        <span>Next payment</span>
        <span className="text-right">Payment</span>
        <span className="text-right">Per year</span>
      </div>
      <ul aria-label="Subscriptions and bills" className="divide-y divide-line border-line border-y">
        {subscriptions.map(({ key, ...subscription }) => (
          <SubscriptionRow key={key} {...subscription} />
        ))}
      </ul>
    </Section>
  );
}

function SubscriptionRow({
  name,
  amount,
  yearly,
  currency,
  frequency,
  nextDay,
  why,
  rise,
}: Omit<Subscription, 'key'>) {
  const next = formatTextDate(nextDay);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-0.5 py-3.5 md:grid-cols-[minmax(0,1fr)_11rem_8rem_8rem]">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="break-words font-medium">{name}</span>
        {rise && <Badge tone="warning">Price increase</Badge>}
      </span>
      <span className="figures text-ink-2 max-md:order-3 max-md:text-ink-3 max-md:text-sm md:row-span-2">
        <span className="md:hidden">{formatEvery(frequency)}, next on </span>
        {next}
      </span>
      <span className="text-right max-md:order-2 md:row-span-2">
        <Explain
          title={name}
          lesson="yearly-price"
          formula={why}
          inputs={[
            { name: formatFrequency(frequency), value: formatMinor(amount, currency) },
            { name: 'Per year', value: formatMinor(yearly, currency) },
          ]}
          links={[
            {
              text: 'View payments',
              to: getTransactionsPath({ query: `is:spending ${quoteForSearch(name)}` }),
            },
          ]}
        >
          <Money amount={fromMinor(amount)} currency={currency} />
        </Explain>
        <span className="block text-ink-3 text-sm max-md:hidden">{formatFrequency(frequency)}</span>
      </span>
      <span className="figures text-right text-ink-2 max-md:order-4 max-md:text-ink-3 max-md:text-sm md:row-span-2">
        {formatMinor(yearly, currency)}
        <span className="md:sr-only"> a year</span>
      </span>
      {rise && (
        <span className="figures text-ink-3 text-sm max-md:order-5 max-md:col-span-full">
          {formatMinor(rise.from, currency)} until {formatTextDate(rise.since)}, now{' '}
          {formatMinor(rise.yearly, currency)} more a year
        </span>
      )}
    </li>
  );
}
