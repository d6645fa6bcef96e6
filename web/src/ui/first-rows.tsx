import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { RowList } from '@/ui/row-list';

/** Renders the first rows of a list, and the remaining rows on request. */
export function FirstRows<Item>({
  label,
  items,
  shown = 6,
  size = 'sm',
  children,
}: {
  label: string;
  items: readonly Item[];
  /** The number of rows shown at first. */
  shown?: number;
  size?: 'sm' | 'md';
  children: (item: Item) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  return (
    <>
      <RowList label={label}>{(all ? items : items.slice(0, shown)).map(children)}</RowList>
      {!all && items.length > shown && (
        <Button size={size} className="mt-4" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  );
}
