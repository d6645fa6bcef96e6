import type { TransactionConditions } from '@engine/search/meaning.ts';
import { useQueryClient } from '@tanstack/react-query';
import { ListChecks, Wand2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { MOST_SELECTED, transactionQueries } from '../queries';
import { BulkBar } from './bulk-bar';
import type { Selection } from './use-selection';

type SelectionBarProps = {
  selection: Selection;
  conditions: TransactionConditions | null;
  count: number;
  isSelecting: boolean;
  onSelecting: (isSelecting: boolean) => void;
};

/** Starts a selection. Bulk actions appear at the bottom of the window. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, isSelecting, onSelecting } = props;
  const isActive = isSelecting || selection.rows.size > 0;
  return (
    <div className="-mr-3 flex items-center">
      <Button asChild size="sm" variant="ghost">
        <Link to="/transactions/rules">
          <Wand2 aria-hidden className="size-4" strokeWidth={1.5} /> Rules
        </Link>
      </Button>
      <Button size="sm" variant="ghost" aria-pressed={isActive} onClick={() => onSelecting(true)}>
        <ListChecks aria-hidden className="size-4" strokeWidth={1.5} /> Select
      </Button>
      {isActive && <Chosen {...props} />}
    </div>
  );
}

function Chosen({ selection, conditions, count, onSelecting }: SelectionBarProps) {
  const client = useQueryClient();
  const [isReading, setReading] = useState(false);
  const chosen = selection.rows.size;
  const most = Math.min(count, MOST_SELECTED);

  async function chooseAll() {
    if (!conditions) return;
    setReading(true);
    try {
      selection.choose(await client.fetchQuery(transactionQueries.page(conditions, null, MOST_SELECTED)));
    } finally {
      setReading(false);
    }
  }
  function end() {
    selection.clear();
    onSelecting(false);
  }
  return (
    <section
      aria-label="Selected transactions"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center border-line border-t bg-raised px-(--gutter) pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:inset-x-auto md:bottom-5 md:left-1/2 md:-translate-x-1/2 md:rounded-3 md:border md:px-4 md:pb-2.5 md:shadow-2"
    >
      <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-1">
        <p aria-live="polite" className="whitespace-nowrap font-semibold text-sm">
          {chosen.toLocaleString('en-US')} selected
        </p>
        {chosen < most && (
          <Button size="sm" variant="ghost" busy={isReading} onClick={() => void chooseAll()}>
            Select {count > MOST_SELECTED ? 'the first' : 'all'} {most.toLocaleString('en-US')}
          </Button>
        )}
        {chosen > 0 && <BulkBar rows={[...selection.rows.values()]} onDone={end} />}
        <Button size="sm" variant="ghost" className="ml-auto" onClick={end}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
