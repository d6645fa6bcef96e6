import { type ReactNode, useState } from 'react';
import { Button } from '@/ui/button';
import { RowList } from '@/ui/row-list';

const SHOWN = 6;

/** Shows the first rows of a list, and the rest on request. */
export function FirstRows<Item>({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly Item[];
  children: (item: Item) => ReactNode;
}) {
  const [all, setAll] = useState(false);
  return (
    <>
      <RowList label={label}>{(all ? items : items.slice(0, SHOWN)).map(children)}</RowList>
      {!all && items.length > SHOWN && (
        <Button size="sm" className="mt-4" onClick={() => setAll(true)}>
          Show all {items.length}
        </Button>
      )}
    </>
  );
}
