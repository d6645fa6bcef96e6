import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { useNames } from '@/entities/transaction/use-names';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { useInView } from '@/lib/screen/use-in-view';
import { Money } from '@/ui/money';
import { Skeleton } from '@/ui/skeleton';
import { type CategorizationRule, type PreviewRow, ruleQueries } from './queries';

/** The number of matches that the list shows of each rule. */
const SHOWN = 3;

/** Renders the latest past transactions that a rule matches. Loads them when they become visible. */
export function LatestMatches({ rule, example }: { rule: CategorizationRule; example: string | null }) {
  const place = useRef<HTMLDivElement>(null);
  const isVisible = useInView(place);
  const { data: rows, error } = useQuery({ ...ruleQueries.preview(rule), enabled: isVisible });
  if (error) return <p className="text-ink-2 text-sm">We couldn't check past transactions.</p>;
  if (!rows)
    return (
      <div ref={place}>
        <Skeleton className="h-24 w-full" />
      </div>
    );
  const [first] = rows;
  return (
    <div className="text-sm">
      <p className="font-medium">{first ? countMatches(first) : 'No matches yet'}</p>
      {first ? (
        <ul aria-label="Latest matches" className="divide-y divide-line">
          {rows.slice(0, SHOWN).map((row) => (
            <RuleMatch key={row.transaction_key} row={row} />
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-ink-3">{example}</p>
      )}
    </div>
  );
}

/** Renders a past transaction that a rule matches, and how the rule would change it. */
export function RuleMatch({ row }: { row: PreviewRow }) {
  const { names } = useNames();
  const timeZone = useQuery(customerQueries.me()).data?.time_zone;
  const getName = (id: string | null) => (id ? (names.get(id) ?? 'Another category') : 'No category');
  const words = row.taken_by
    ? 'Already matched by an earlier rule'
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

const countMatches = ({ hits }: PreviewRow) =>
  formatCount(hits, 'past transaction matches', 'past transactions match');

/** Counts the past transactions that a rule matches and would change. */
export function describeMatches(first: PreviewRow | undefined): string {
  if (!first) return 'No past transactions match.';
  const number = (count: number) => count.toLocaleString('en-US');
  return [
    countMatches(first),
    first.taken > 0 && `${number(first.taken)} already matched by an earlier rule`,
    `${number(first.changed)} would change.`,
  ]
    .filter(Boolean)
    .join(', ');
}
