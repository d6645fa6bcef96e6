import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight, BookmarkPlus, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { z } from 'zod';
import { refusalWords } from '@/lib/refusal-words';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Menu, MenuItem } from '@/ui/menu';
import { TextInput } from '@/ui/text-input';
import { transactionMutations } from './mutations';
import { type SavedView, transactionQueries } from './queries';

type SavedViewsProps = { query: string; onChange: (query: string) => void };

const TAB =
  'control-height inline-flex max-w-60 items-center rounded-2 px-3 text-sm hover:bg-sunken aria-[current=page]:bg-accent-soft aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink';
const ICON = { 'aria-hidden': true, className: 'size-4', strokeWidth: 1.5 } as const;

/** Searches that were kept under a name, and a way to keep the present one. */
export function SavedViews({ query, onChange }: SavedViewsProps) {
  const views = useQuery(transactionQueries.views()).data ?? [];
  const [last, setLast] = useState<string | null>(null);
  const [isNaming, setNaming] = useState<'new' | 'rename' | null>(null);
  const current = views.find((view) => view.query === query);
  /** The view that the query was changed from, so that the change can be kept. */
  const origin = current ? undefined : views.find(({ id }) => id === last);
  const update = useMutation(transactionMutations.changeView);
  if (views.length === 0 && !query) return null;

  return (
    <nav aria-label="Saved views" className="mb-4 flex flex-wrap items-center gap-1">
      {views.length > 0 && (
        <button
          type="button"
          aria-current={query === '' ? 'page' : undefined}
          onClick={() => onChange('')}
          className={TAB}
        >
          All
        </button>
      )}
      {views.map((view) => (
        <span key={view.id} className="inline-flex items-center">
          <button
            type="button"
            aria-current={view.id === current?.id ? 'page' : undefined}
            title={view.query}
            onClick={() => {
              setLast(view.id);
              onChange(view.query);
            }}
            className={TAB}
          >
            <span className="truncate">{view.name}</span>
          </button>
          {view.id === current?.id && (
            <ViewMenu view={view} views={views} onRename={() => setNaming('rename')} />
          )}
        </span>
      ))}
      {query && !current && (
        <>
          {origin && (
            <Button size="sm" variant="ghost" onClick={() => update.mutate({ id: origin.id, query })}>
              <RefreshCw {...ICON} /> Update {origin.name}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => setNaming('new')}>
            <BookmarkPlus {...ICON} /> Save view
          </Button>
        </>
      )}
      <NameDialog
        key={`${isNaming} ${current?.id}`}
        open={isNaming !== null}
        view={isNaming === 'rename' ? current : undefined}
        query={query}
        views={views}
        onClose={() => setNaming(null)}
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
        <Button size="sm" variant="ghost" aria-label={`More for ${view.name}`} className="px-2">
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

const SCHEMA = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(80, 'At most 80 characters'),
});

type NameDialogProps = {
  open: boolean;
  view: SavedView | undefined;
  query: string;
  views: readonly SavedView[];
  onClose: () => void;
};

function NameDialog({ open, view, query, views, onClose }: NameDialogProps) {
  const save = useMutation(transactionMutations.saveView);
  const change = useMutation(transactionMutations.changeView);
  const form = useForm({ resolver: zodResolver(SCHEMA), defaultValues: { name: view?.name ?? '' } });
  const { errors } = form.formState;
  const told = {
    onSuccess: onClose,
    onError: (error: Error) => {
      const words = refusalWords(error, 'USD');
      if (words) form.setError('name', { message: words });
    },
  };
  const submit = form.handleSubmit(({ name }) => {
    const isTaken = views.some(
      (other) => other.id !== view?.id && other.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) form.setError('name', { message: 'There is a view of this name' });
    else if (view) change.mutate({ id: view.id, name }, told);
    else save.mutate({ name, query, position: views.length }, told);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={view ? 'Rename the view' : 'Save this view'}
      description={view ? undefined : <code className="break-words">{query}</code>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
        <Field label="Name" error={errors.name?.message}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending || change.isPending}
          className="self-start"
        >
          Save
        </Button>
      </form>
    </Dialog>
  );
}
