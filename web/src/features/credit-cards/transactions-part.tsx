import { useState } from 'react';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RowList } from '@/ui/row-list';
import { EntryFilter, useEntryFilter } from './entry-filter';
import { EntryRow } from './entry-row';
import type { CardView } from './use-card-view';

const PAGE_ROWS = 60;

/** Everything that happened on the card, narrowed by statement, category and words. */
export function TransactionsPart({ view }: { view: CardView }) {
  const { card, zone, entries } = view;
  const [filter, change] = useEntryFilter();
  const [shown, setShown] = useState(PAGE_ROWS);
  const rows = filter.apply(view);
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing has been charged yet.">
        Charge the card at a merchant, with a category; it heads this list.
      </EmptyState>
    );
  return (
    <>
      <EntryFilter view={view} filter={filter} onChange={change} />
      {rows.length === 0 ? (
        <EmptyState
          title="Nothing matches."
          action={
            <Button onClick={() => change({ statement: '', category: '', words: '' })}>
              Show everything
            </Button>
          }
        >
          Search looks at merchants and descriptions.
        </EmptyState>
      ) : (
        <RowList label="Transactions of the card" className="mt-6">
          {rows.slice(0, shown).map((entry) => (
            <EntryRow key={entry.id} entry={entry} currency={card.currency} zone={zone} withBalance />
          ))}
        </RowList>
      )}
      {rows.length > shown && (
        <Button className="mt-6" onClick={() => setShown(shown + PAGE_ROWS)}>
          Show {Math.min(PAGE_ROWS, rows.length - shown)} more
        </Button>
      )}
    </>
  );
}
