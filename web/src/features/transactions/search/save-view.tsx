import { useMutation, useQuery } from '@tanstack/react-query';
import { BookmarkPlus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { transactionMutations } from '../mutations';
import { type SavedView, transactionQueries } from '../queries';
import { ViewName } from './view-name';

const ICON = { 'aria-hidden': true, className: 'size-4', strokeWidth: 1.5 } as const;

/** Saves the current search under a name, or updates the view it came from. */
export function SaveView({ query, origin }: { query: string; origin: SavedView | null }) {
  const views = useQuery(transactionQueries.views()).data;
  const update = useMutation(transactionMutations.changeView);
  const [naming, setNaming] = useState(0);
  const [isNaming, setIsNaming] = useState(false);
  const changed = views?.find(({ id }) => id === origin?.id);
  const isKept = views?.some((view) => view.query === query);
  return (
    <>
      {query !== '' && !isKept && (
        <>
          {changed && (
            <Button size="sm" variant="ghost" onClick={() => update.mutate({ id: changed.id, query })}>
              <RefreshCw {...ICON} /> Update {changed.name}
            </Button>
          )}
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              setNaming(naming + 1);
              setIsNaming(true);
            }}
          >
            <BookmarkPlus {...ICON} /> Save view
          </Button>
        </>
      )}
      <ViewName key={naming} open={isNaming} query={query} onClose={() => setIsNaming(false)} />
    </>
  );
}
