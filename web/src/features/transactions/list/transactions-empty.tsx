import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

const EXAMPLES = [
  { query: 'rent amount:>50', words: 'the word rent, over 50' },
  { query: 'category:food date:last-quarter', words: 'all food of last quarter' },
  { query: 'is:in after:this-year', words: 'what came in this year' },
  { query: 'category:none -is:transfer', words: 'what still has no category' },
];

/** Renders example searches when nothing was found. */
export function NothingFound({ onChange }: { onChange: (query: string) => void }) {
  return (
    <div>
      <EmptyState
        title="Nothing matches."
        action={<Button onClick={() => onChange('')}>Show everything</Button>}
      >
        Each word must be found in the description, merchant, note or category; operators narrow it further.
      </EmptyState>
      <p className="mb-2 text-ink-3 text-sm">For example</p>
      <ul className="flex flex-col items-start gap-1">
        {EXAMPLES.map(({ query, words }) => (
          <li key={query}>
            <button
              type="button"
              onClick={() => onChange(query)}
              className="min-h-8 text-left pointer-coarse:min-h-11"
            >
              <code className="text-accent-ink">{query}</code>
              <span className="ml-2 text-ink-3 text-sm">{words}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function FirstRow() {
  return (
    <EmptyState
      title="Nothing has happened yet."
      action={
        <Button asChild variant="primary">
          <Link to="/create-account">Open an account</Link>
        </Button>
      }
    >
      Your first deposit heads this list.
    </EmptyState>
  );
}

/** Renders the end of the list. */
export function Ending({ count, times }: { count: number; times: number | undefined }) {
  return (
    <p role="status" className="py-4 text-center text-ink-3 text-sm">
      {times === undefined
        ? ''
        : times > count
          ? `These are the first ${count.toLocaleString('en-US')} of ${times.toLocaleString('en-US')}. Narrow the search to see others.`
          : `${count.toLocaleString('en-US')} in all. That is everything.`}
    </p>
  );
}
