import { parseDay } from '@engine/calendar/calendar.ts';
import { type Candidate, regularPayments } from '@engine/insights/recurring-payments.ts';
import { fromMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getDay, startOfDay } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { useStoredSet } from '@/lib/storage/use-stored-set';
import { toast } from '@/lib/toast';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { type Outgoing, type ScheduledPayment, scheduledPaymentQueries } from '../queries';
import { FREQUENCY_LABELS } from './payment-state';

/**
 * The number of days searched for recurring payments. Thirteen months are enough to detect yearly payments.
 */
const LOOKED_BACK_DAYS = 396;

type RegularRowsProps = {
  customerId: string;
  today: string;
  zone: string;
  rules: readonly ScheduledPayment[];
  /** The ids of the open accounts. */
  accounts: ReadonlySet<string>;
  onSchedule: (candidate: Candidate) => void;
};

/** Suggests rules for recurring payments from the last 13 months. */
export function RegularRows({ customerId, today, zone, rules, accounts, onSchedule }: RegularRowsProps) {
  const since = startOfDay(today, zone, -LOOKED_BACK_DAYS);
  const { data, error, refetch, isFetching } = useQuery(scheduledPaymentQueries.outgoing(customerId, since));
  const [notRegular, setNotRegular] = useStoredSet(customerId, 'not-regular');
  const candidates = useMemo(
    () => (data ? getCandidates(data, rules, today, zone) : []),
    [data, rules, today, zone],
  );
  const shown = candidates.filter(({ key, accountId }) => !notRegular.has(key) && accounts.has(accountId));
  if (error && !data)
    return (
      <Section title="Suggested payments">
        <ErrorState
          title="We couldn't load your past payments."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      </Section>
    );
  if (shown.length === 0) return null;
  const dismiss = ({ key, name }: Candidate) => {
    setNotRegular(key, true);
    toast.success(`${name} suggestion dismissed`, {
      action: { label: 'Undo', onClick: () => setNotRegular(key, false) },
    });
  };
  return (
    <Section title="Suggested payments" aside="Based on your last 13 months">
      <ul aria-label="Suggested payments" className="divide-y divide-line border-line border-y">
        {shown.map((candidate) => (
          <RegularRow
            key={candidate.key}
            candidate={candidate}
            onSchedule={() => onSchedule(candidate)}
            onDismiss={() => dismiss(candidate)}
          />
        ))}
      </ul>
    </Section>
  );
}

const CONFIDENCE = {
  high: { word: 'Very likely', tone: 'positive' },
  medium: { word: 'Likely', tone: 'info' },
  low: { word: 'Possible', tone: 'quiet' },
} as const;

type RegularRowProps = { candidate: Candidate; onSchedule: () => void; onDismiss: () => void };

function RegularRow({ candidate, onSchedule, onDismiss }: RegularRowProps) {
  const { name, amount, lowest, highest, currency, confidence, frequency, why } = candidate;
  const { word, tone } = CONFIDENCE[confidence];
  const money = (minor: Minor) => formatMinor(minor, currency);
  return (
    <li aria-label={name} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
      <span className="min-w-0 flex-1 basis-60">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="break-words font-medium">{name}</span>
          <Badge tone={tone}>{word}</Badge>
        </span>
        <span className="block text-ink-3 text-sm">
          {FREQUENCY_LABELS[frequency]}. {why}
          {lowest !== highest && ` From ${money(lowest)} to ${money(highest)}.`}
        </span>
      </span>
      <Money amount={-fromMinor(amount)} currency={currency} expected />
      <span className="flex gap-2">
        <Button size="sm" onClick={onSchedule} aria-label={`Schedule payment: ${name}`}>
          Schedule payment
        </Button>
        <Button size="sm" variant="ghost" onClick={onDismiss} aria-label={`Dismiss: ${name}`}>
          Dismiss
        </Button>
      </span>
    </li>
  );
}

function getCandidates(
  rows: readonly Outgoing[],
  rules: readonly ScheduledPayment[],
  today: string,
  zone: string,
): Candidate[] {
  return regularPayments(
    rows.flatMap((row) => {
      const name = row.merchant ?? row.description;
      if (!name) return [];
      return [
        {
          day: parseDay(getDay(row.date, zone)),
          name,
          amount: toMinor(row.amount),
          currency: row.currency,
          accountId: row.account_id,
          toAccountId: row.counter_account_id,
          categoryId: row.category_id,
        },
      ];
    }),
    rules.map(({ name, payee, to_account_id }) => ({
      names: payee ? [name, payee] : [name],
      toAccountId: to_account_id,
    })),
    parseDay(today),
  );
}
