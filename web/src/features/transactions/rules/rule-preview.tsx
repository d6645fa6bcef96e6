import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { customerQueries } from '@/features/settings/queries';
import { formatTextDate } from '@/lib/dates';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { useNames } from '../search/use-names';
import { type DraftRule, type PreviewRow, ruleQueries } from './rules-queries';

const PAUSE_MS = 350;

/** Previews the effect of a rule on past transactions while it is edited. */
export function RulesPreview({
  draft,
  onCounted,
}: {
  /** Null while the rule is incomplete. */
  draft: DraftRule | null;
  onCounted: (changed: number) => void;
}) {
  const settled = useSettled(draft);
  const { data: rows, error } = useQuery({
    ...ruleQueries.preview(settled ?? EMPTY),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
  });
  const first = rows?.[0];
  const changed = settled && first ? first.changed : 0;
  useEffect(() => onCounted(changed), [changed, onCounted]);
  if (!settled)
    return <p className="text-ink-3 text-sm">See how this rule would change past transactions.</p>;
  if (error) return <p className="text-ink-2 text-sm">We couldn't check past transactions.</p>;
  if (!rows) return <Skeleton className="h-24 w-full" />;
  return (
    <section aria-label="Past transactions">
      <p aria-live="polite" className="font-medium text-sm">
        {countWords(first)}
      </p>
      <ul className="mt-1 divide-y divide-line">
        {rows.map((row) => (
          <Hit key={row.transaction_key} row={row} />
        ))}
      </ul>
      {first && first.hits > rows.length && (
        <p className="mt-1 text-ink-3 text-sm">
          And {(first.hits - rows.length).toLocaleString('en-US')} earlier ones.
        </p>
      )}
    </section>
  );
}

function Hit({ row }: { row: PreviewRow }) {
  const { names } = useNames();
  const timeZone = useQuery(customerQueries.me()).data?.time_zone;
  const getName = (id: string | null) => (id ? (names.get(id) ?? 'Another category') : 'No category');
  const words = row.taken_by
    ? 'Matched by an earlier rule'
    : row.new_category_id !== row.category_id
      ? `${getName(row.category_id)} becomes ${getName(row.new_category_id)}`
      : row.is_changed
        ? getName(row.category_id)
        : 'No change';
  return (
    <li className="flex items-center justify-between gap-4 py-1.5 text-sm">
      <span className="min-w-0">
        <span className="block truncate">{row.title}</span>
        <span className="block truncate text-ink-3">
          {formatTextDate(row.at, timeZone)}, {words}
        </span>
      </span>
      <Money
        amount={row.flow === 'in' ? row.amount : -row.amount}
        currency={row.currency}
        signed={row.flow === 'in'}
        className="font-normal!"
      />
    </li>
  );
}

function countWords(first: PreviewRow | undefined): string {
  if (!first) return 'No past transactions match.';
  const number = (count: number) => count.toLocaleString('en-US');
  return [
    first.hits === 1 ? '1 past transaction matches' : `${number(first.hits)} past transactions match`,
    first.taken > 0 && `${number(first.taken)} matched by an earlier rule`,
    `${number(first.changed)} would change.`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** The last draft that stayed unchanged for a moment. */
function useSettled(draft: DraftRule | null): DraftRule | null {
  const text = JSON.stringify(draft);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(settled) as DraftRule | null;
}

const EMPTY: DraftRule = {
  words: null,
  flow: null,
  type: null,
  account_id: null,
  card_id: null,
  lowest: null,
  highest: null,
  set_category_id: null,
  set_merchant: null,
  set_note: null,
  add_tags: [],
};
