import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { detailMutations } from '@/entities/transaction/annotation-mutations';
import { transactionQueries } from '@/entities/transaction/queries';
import { withKeys } from '@/lib/keys';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import type { TransactionDetails } from './queries';
import { SplitEditor } from './split-editor';

/** Renders a transaction's splits, or a button to split it. */
export function SplitList({ row }: { row: TransactionDetails }) {
  const [isEditing, setIsEditing] = useState(false);
  const { data: categories = [] } = useQuery(transactionQueries.categories());
  const { mutate, isPending } = useMutation(detailMutations.split);
  const getName = (id: string | null) =>
    categories.find((category) => category.id === id)?.name ?? 'No category';
  if (isEditing) return <SplitEditor row={row} onDone={() => setIsEditing(false)} />;
  if (row.splits.length === 0)
    return (
      <Button size="sm" className="self-start" onClick={() => setIsEditing(true)}>
        Split between categories
      </Button>
    );
  function join() {
    const { rowId, splits } = row;
    mutate(
      { transaction_key: rowId, parts: [] },
      {
        onSuccess: () =>
          toast.success('Split removed', {
            action: { label: 'Undo', onClick: () => mutate({ transaction_key: rowId, parts: splits }) },
          }),
      },
    );
  }
  return (
    <section aria-label="Split">
      <h3 className="mb-1 font-semibold">Split</h3>
      <ul className="mb-3 divide-y divide-line border-line border-y">
        {withKeys(row.splits, (split) => String(split.category_id)).map(({ key, item: split }) => (
          <li key={key} className="flex justify-between gap-4 py-2">
            <span className="min-w-0">
              {getName(split.category_id)}
              {split.note && <span className="block truncate text-ink-3 text-sm">{split.note}</span>}
            </span>
            <Money amount={split.amount} currency={row.currency} />
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <Button size="sm" onClick={() => setIsEditing(true)}>
          Edit split
        </Button>
        <Button size="sm" variant="ghost" busy={isPending} onClick={join}>
          Remove split
        </Button>
      </div>
    </section>
  );
}
