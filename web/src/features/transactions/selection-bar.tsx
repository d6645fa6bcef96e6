import { useQueryClient } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { RowConditions } from '@/lib/row-query-meaning';
import { Button } from '@/ui/button';
import { MOST_SELECTED, transactionQueries } from './queries';
import type { Selection } from './use-selection';

type SelectionBarProps = {
  selection: Selection;
  conditions: RowConditions | null;
  count: number;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
};

/** Begins and ends choosing rows, and chooses all that is found. */
export function SelectionBar({ selection, conditions, count, isSelecting, onSelecting }: SelectionBarProps) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const chosen = selection.rows.size;
  if (!isSelecting && chosen === 0)
    return (
      <Button size="sm" variant="ghost" onClick={() => onSelecting(true)}>
        <ListChecks aria-hidden className="size-4" strokeWidth={1.5} /> Select
      </Button>
    );

  async function chooseAll() {
    if (!conditions) return;
    setReading(true);
    try {
      selection.choose(await client.fetchQuery(transactionQueries.page(conditions, null, MOST_SELECTED)));
    } finally {
      setReading(false);
    }
  }
  const most = Math.min(count, MOST_SELECTED).toLocaleString('en-US');
  return (
    <div className="flex flex-wrap items-center gap-1">
      <p aria-live="polite" className="mr-2 text-sm">
        {chosen.toLocaleString('en-US')} selected
      </p>
      {chosen < Math.min(count, MOST_SELECTED) && (
        <Button size="sm" variant="ghost" busy={isReading} onClick={() => void chooseAll()}>
          Select {count > MOST_SELECTED ? 'the first' : 'all'} {most}
        </Button>
      )}
      <Button
        size="sm"
        variant="ghost"
        onClick={() => {
          selection.clear();
          onSelecting(false);
        }}
      >
        Done
      </Button>
    </div>
  );
}
