import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { RowList } from '@/ui/row-list';
import { type CardDispute, type CardEntry, creditCardQueries } from '../../../entities/card/queries';
import type { CardView } from '../use-card-view';
import { DisputeBadge, Disputes } from './disputes';
import { EntryDialog } from './entry-dialog';
import { EntryFilter, useEntryFilter } from './entry-filter';
import { EntryRow } from './entry-row';

const PAGE_ROWS = 60;

/** All activity on the card, filtered by statement, category, and text. */
export function TransactionsPart({ view }: { view: CardView }) {
  const { card, zone, entries } = view;
  const [filter, change] = useEntryFilter();
  const [shown, setShown] = useState(PAGE_ROWS);
  const [opened, setOpened] = useState<CardEntry | null>(null);
  const { data: disputes = [] } = useQuery(creditCardQueries.disputes(card.id));
  const rows = filter.apply(view);
  // Latest first, because a charge with a withdrawn dispute can be disputed again.
  const getDispute = (entry: CardEntry) => disputes.find(({ entry_id }) => entry_id === entry.id);
  if (entries.length === 0)
    return <EmptyState title="No charges yet">Make a charge and it will show up here.</EmptyState>;
  return (
    <>
      <Disputes view={view} disputes={disputes} />
      <EntryFilter view={view} filter={filter} onChange={change} />
      {rows.length === 0 ? (
        <EmptyState
          title="No transactions found."
          action={
            <Button onClick={() => change({ statement: '', category: '', words: '' })}>Clear search</Button>
          }
        >
          Search by merchant or description.
        </EmptyState>
      ) : (
        <RowList label="Card transactions" className="mt-6">
          {rows.slice(0, shown).map((entry) => (
            <EntryRow
              key={entry.id}
              entry={entry}
              currency={card.currency}
              zone={zone}
              withBalance
              note={getNote(getDispute(entry))}
              onClick={() => setOpened(entry)}
            />
          ))}
        </RowList>
      )}
      {rows.length > shown && (
        <Button className="mt-6" onClick={() => setShown(shown + PAGE_ROWS)}>
          Show {Math.min(PAGE_ROWS, rows.length - shown)} more
        </Button>
      )}
      {opened && (
        <EntryDialog
          view={view}
          entry={opened}
          dispute={getDispute(opened)}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function getNote(dispute: CardDispute | undefined) {
  return dispute && <DisputeBadge dispute={dispute} />;
}
