import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { LinkButton } from '@/ui/link';

const EXAMPLES = [
  { query: 'rent amount:>50', text: '"rent" over 50' },
  { query: 'category:food date:last-quarter', text: 'food last quarter' },
  { query: 'is:in after:this-year', text: 'income this year' },
  { query: 'category:none -is:transfer', text: 'uncategorized' },
];

/** Renders example searches if nothing was found. */
export function NothingFound({ onChange }: { onChange: (query: string) => void }) {
  return (
    <div>
      <EmptyState
        title="No transactions found."
        action={<Button onClick={() => onChange('')}>Clear search</Button>}
      >
        Search by description, merchant, note, or category. Use filters to narrow the results.
      </EmptyState>
      <p className="mb-2 text-ink-3 text-sm">For example</p>
      <ul className="flex flex-col items-start gap-1">
        {EXAMPLES.map(({ query, text }) => (
          <li key={query}>
            <button
              type="button"
              onClick={() => onChange(query)}
              className="min-h-8 text-left pointer-coarse:min-h-11"
            >
              <code className="text-accent-ink">{query}</code>
              <span className="ml-2 text-ink-3 text-sm">{text}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FirstTransaction() {
  return (
    <EmptyState
      title="No transactions yet"
      action={
        <LinkButton to="/create-account" variant="primary">
          Open account
        </LinkButton>
      }
    >
      Your first transaction will show up here.
    </EmptyState>
  );
}

/** Renders the number of transactions at the end of the list. */
export function Ending({ count, times }: { count: number; times: number | undefined }) {
  return (
    <p role="status" className="py-4 text-center text-ink-3 text-sm">
      {times === undefined
        ? ''
        : times > count
          ? `Showing the first ${count.toLocaleString('en-US')} of ${times.toLocaleString('en-US')}. Narrow your search to see more.`
          : `${count.toLocaleString('en-US')} transactions.`}
    </p>
  );
}
