import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { transactionMutations } from '../mutations';
import { type SavedView, transactionQueries } from '../queries';
import { ViewName } from './view-name';

type SavedViewsProps = { query: string; onChange: (query: string, view?: SavedView) => void };

const TAB =
  'control-height inline-flex max-w-60 items-center rounded-2 px-3 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink';
const ICON = { 'aria-hidden': true, className: 'size-4', strokeWidth: 1.5 } as const;

/** Saved searches. */
export function SavedViews({ query, onChange }: SavedViewsProps) {
  const views = useQuery(transactionQueries.views()).data ?? [];
  const [isNaming, setNaming] = useState(false);
  const current = views.find((view) => view.query === query);
  if (views.length === 0) return null;
  return (
    <nav aria-label="Saved views" className="-ml-3 mb-3 flex flex-wrap items-center gap-1">
      <button
        type="button"
        aria-current={query === '' ? 'page' : undefined}
        onClick={() => onChange('')}
        className={TAB}
      >
        All
      </button>
      {views.map((view) => (
        <span key={view.id} className="inline-flex items-center">
          <button
            type="button"
            aria-current={view.id === current?.id ? 'page' : undefined}
            title={view.query}
            onClick={() => onChange(view.query, view)}
            className={TAB}
          >
            <span className="truncate">{view.name}</span>
          </button>
          {view.id === current?.id && <ViewMenu view={view} views={views} onRename={() => setNaming(true)} />}
        </span>
      ))}
      <ViewName
        key={current?.id}
        open={isNaming}
        view={current}
        query={query}
        onClose={() => setNaming(false)}
      />
    </nav>
  );
}

type ViewMenuProps = { view: SavedView; views: readonly SavedView[]; onRename: () => void };

function ViewMenu({ view, views, onRename }: ViewMenuProps) {
  const order = useMutation(transactionMutations.orderViews);
  const remove = useMutation(transactionMutations.deleteView);
  const restore = useMutation(transactionMutations.restoreView);
  const place = views.findIndex(({ id }) => id === view.id);

  function move(step: number) {
    const others = views.filter(({ id }) => id !== view.id);
    order.mutate(others.toSpliced(place + step, 0, view));
  }
  return (
    <Menu
      align="start"
      trigger={
        <Button size="sm" variant="ghost" aria-label={`More for ${view.name}`} className="px-2!">
          <Ellipsis {...ICON} />
        </Button>
      }
    >
      <MenuItem onSelect={onRename}>
        <Pencil {...ICON} /> Rename
      </MenuItem>
      <MenuItem disabled={place === 0} onSelect={() => move(-1)}>
        <ArrowLeft {...ICON} /> Move left
      </MenuItem>
      <MenuItem disabled={place === views.length - 1} onSelect={() => move(1)}>
        <ArrowRight {...ICON} /> Move right
      </MenuItem>
      <MenuItem
        onSelect={() =>
          remove.mutate(view, {
            onSuccess: () =>
              toast.success(`${view.name} is deleted`, {
                action: { label: 'Undo', onClick: () => restore.mutate(view) },
              }),
          })
        }
      >
        <Trash2 {...ICON} /> Delete
      </MenuItem>
    </Menu>
  );
}
