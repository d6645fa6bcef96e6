import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, BookmarkPlus, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { type SavedView, transactionQueries } from '@/entities/transaction/queries';
import { nameField } from '@/lib/fields';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';
import { Menu, MenuItem } from '@/ui/overlays/menu';
import { transactionMutations } from '../mutations';

type SavedViewsProps = { query: string; onChange: (query: string, view?: SavedView) => void };

const TAB =
  'control-height inline-flex max-w-60 items-center rounded-2 px-3 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink';
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
      {isNaming && (
        <ViewName key={current?.id} view={current} query={query} onClose={() => setNaming(false)} />
      )}
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
        <Button size="sm" variant="ghost" aria-label={`More options for ${view.name}`} className="px-2!">
          <Ellipsis className="size-4" />
        </Button>
      }
    >
      <MenuItem onSelect={onRename}>
        <Pencil className="size-4" /> Rename
      </MenuItem>
      <MenuItem disabled={place === 0} onSelect={() => move(-1)}>
        <ArrowLeft className="size-4" /> Move left
      </MenuItem>
      <MenuItem disabled={place === views.length - 1} onSelect={() => move(1)}>
        <ArrowRight className="size-4" /> Move right
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
        <Trash2 className="size-4" /> Delete
      </MenuItem>
    </Menu>
  );
}

/** Lets the customer save the current search under a name or update the saved view that it is based on. */
export function SaveView({ query, origin }: { query: string; origin: SavedView | null }) {
  const views = useQuery(transactionQueries.views()).data;
  const update = useMutation(transactionMutations.changeView);
  const [isNaming, setIsNaming] = useState(false);
  const changed = views?.find(({ id }) => id === origin?.id);
  const isSaved = views?.some((view) => view.query === query);
  return (
    <>
      {query !== '' && !isSaved && (
        <>
          {changed && (
            <Button size="sm" variant="ghost" onClick={() => update.mutate({ id: changed.id, query })}>
              <RefreshCw className="size-4" /> Update {changed.name}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setIsNaming(true)}>
            <BookmarkPlus className="size-4" /> Save view
          </Button>
        </>
      )}
      {isNaming && <ViewName query={query} onClose={() => setIsNaming(false)} />}
    </>
  );
}

const schema = z.object({ name: nameField });

type ViewFields = z.infer<typeof schema>;

type ViewNameProps = { view?: SavedView | undefined; query: string; onClose: () => void };

/** Renders the dialog for naming a new view or renaming a saved view. */
function ViewName({ view, query, onClose }: ViewNameProps) {
  const views = useQuery(transactionQueries.views()).data ?? [];
  const save = useMutation(transactionMutations.saveView);
  const change = useMutation(transactionMutations.changeView);
  const { control, submit, isSubmitting, setError } = useBankForm<ViewFields, ViewFields>({
    schema,
    defaults: { name: view?.name ?? '' },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'name',
    onSubmit: async ({ name }) => {
      const isTaken = views.some(
        (other) => other.id !== view?.id && other.name.toLowerCase() === name.toLowerCase(),
      );
      if (isTaken) {
        setError('name', { message: 'You already have a view with this name. Enter a different name.' });
        return;
      }
      if (view) await change.mutateAsync({ id: view.id, name });
      else await save.mutateAsync({ name, query, position: views.length });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={view ? 'Rename view' : 'Save view'}
      description={view ? undefined : <code className="break-words">{query}</code>}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-6">
        <TextField control={control} name="name" label="Name" />
        <Button type="submit" variant="primary" busy={isSubmitting} className="self-start">
          Save
        </Button>
      </form>
    </Dialog>
  );
}
