import { addMinor, subtractMinor, toMinor } from '@engine/money/minor.ts';
import type { TransactionConditions } from '@engine/search/meaning.ts';
import { MOST_LISTED, type SearchedTransaction } from '@/entities/transaction/queries';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
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
      example={
        <ExampleRows
          rows={[
            { title: 'Paycheck', detail: 'Salary', end: '+$1,780.00' },
            { title: 'Corner Grocer', detail: 'Food', end: '\u2212$64.18' },
            { title: 'Rent', detail: 'Housing', end: '\u2212$1,450.00' },
          ]}
        />
      }
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

type EndingProps = { rowCount: number; transactionCount: number | undefined; isMerged: boolean };

/** Renders the number of transactions at the end of the list, in which each transfer can be one row. */
export function Ending({ rowCount, transactionCount, isMerged }: EndingProps) {
  return (
    <p role="status" className="py-4 text-center text-ink-3 text-sm">
      {transactionCount === undefined
        ? ''
        : rowCount === MOST_LISTED && transactionCount > rowCount
          ? `Showing the first ${rowCount.toLocaleString('en-US')} of ${transactionCount.toLocaleString('en-US')}. Narrow your search to see more.`
          : `${formatCount(transactionCount, 'transaction')}.${isMerged && transactionCount > rowCount ? ' Each transfer between your accounts counts as 2 but appears once.' : ''}`}
    </p>
  );
}

type OpeningBalanceProps = {
  /** The oldest listed transaction. */
  last: SearchedTransaction | undefined;
  conditions: TransactionConditions | null;
};

/** Renders the balance before the first day of a list of all transactions of an account or card. */
export function OpeningBalance({ last, conditions }: OpeningBalanceProps) {
  const isComplete = conditions?.conditions.every(({ on, not }) => !not && (on === 'place' || on === 'day'));
  if (!last || !isComplete || conditions?.sort !== 'date') return null;
  const starts = conditions.conditions.flatMap((condition) =>
    condition.on === 'day' ? (condition.from ?? []) : [],
  );
  const first = starts.toSorted().at(-1);
  if (first === undefined) return null;
  const [balance, amount] = [toMinor(last.balance_after), toMinor(last.amount)];
  const isAdded = (last.direction === 'in') === (last.card_id === null);
  const before = isAdded ? subtractMinor(balance, amount) : addMinor(balance, amount);
  return (
    <p className="text-center text-ink-3 text-sm">
      Opening balance on {formatTextDate(first)}:{' '}
      <span className="figures">{formatMinor(before, last.currency)}</span>
    </p>
  );
}
