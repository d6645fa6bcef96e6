import { useMutation } from '@tanstack/react-query';
import { NotebookPen, Shapes, Tag, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type AnnotationChanges, detailMutations } from '@/entities/transaction/annotation-mutations';
import { EditCategory } from '@/entities/transaction/edit-category';
import type { SearchedTransaction } from '@/entities/transaction/queries';
import { TagField } from '@/entities/transaction/tag-field';
import type { Edit } from '@/features/transaction-details/queries';
import { formatCount } from '@/lib/count';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { LabeledTextArea } from '@/ui/forms/labeled';
import { Dialog } from '@/ui/overlays/dialog';

type What = 'category' | 'tags' | 'note';
type BulkBarProps = {
  rows: readonly Pick<SearchedTransaction, 'transaction_key' | 'tags'>[];
  onDone: () => void;
};

const TITLES: Record<What, string> = { category: 'Category', tags: 'Tags', note: 'Note' };

/**
 * Renders bulk actions for the selected transactions. An action changes all of them or none, and can be
 * undone.
 */
export function BulkBar({ rows, onDone }: BulkBarProps) {
  const [open, setOpen] = useState<What | null>(null);
  const [last, setLast] = useState<Edit | null>(null);
  const [error, setError] = useState<string>();
  const describe = useMutation(detailMutations.describe);
  const undo = useMutation(detailMutations.undo);

  function takeBack(edit: Edit) {
    undo.mutate(edit.id, {
      onSuccess: () => {
        setLast(null);
        toast.success(`${formatCount(edit.rows, 'transaction')} restored`);
      },
    });
  }
  function apply(changes: AnnotationChanges) {
    setError(undefined);
    describe.mutate(
      { rowIds: rows.map(({ transaction_key: id }) => id), changes },
      {
        onSuccess: (edit) => {
          setOpen(null);
          setLast(edit);
          toast.success(`${formatCount(edit.rows, 'transaction')} changed`, {
            action: { label: 'Undo', onClick: () => takeBack(edit) },
          });
        },
        onError: (refused) =>
          setError(
            isRefusal(refused) ? refused.message : "Nothing changed. Try again when you're back online.",
          ),
      },
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="sm" onClick={() => setOpen('category')}>
        <Shapes className="size-4" /> Category
      </Button>
      <Button size="sm" onClick={() => setOpen('tags')}>
        <Tag className="size-4" /> Tags
      </Button>
      <Button size="sm" onClick={() => setOpen('note')}>
        <NotebookPen className="size-4" /> Note
      </Button>
      {last && (
        <Button size="sm" variant="ghost" busy={undo.isPending} onClick={() => takeBack(last)}>
          <Undo2 className="size-4" /> Undo
        </Button>
      )}
      {last && (
        <Button size="sm" variant="ghost" onClick={onDone}>
          Done
        </Button>
      )}
      <Dialog
        open={open !== null}
        onClose={() => {
          setError(undefined);
          setOpen(null);
        }}
        title={open ? TITLES[open] : ''}
        description={`For ${formatCount(rows.length, 'transaction')}. You can undo this.`}
      >
        {open === 'category' && <CategoryForm busy={describe.isPending} onApply={apply} />}
        {open === 'tags' && <TagsForm rows={rows} busy={describe.isPending} onApply={apply} />}
        {open === 'note' && <NoteForm busy={describe.isPending} onApply={apply} />}
        {error && (
          <p role="alert" className="mt-3 text-negative text-sm">
            {error}
          </p>
        )}
      </Dialog>
    </div>
  );
}

type FormProps = { busy: boolean; onApply: (changes: AnnotationChanges) => void };

function CategoryForm({ busy, onApply }: FormProps) {
  const [categoryId, setCategoryId] = useState<string | null>(null);
  return (
    <div className="flex flex-col gap-5">
      <EditCategory value={categoryId} onChange={setCategoryId} none="No category" />
      <Button variant="primary" size="lg" busy={busy} onClick={() => onApply({ category_id: categoryId })}>
        {categoryId ? 'Set category' : 'Remove category'}
      </Button>
    </div>
  );
}

function TagsForm({ rows, busy, onApply }: FormProps & Pick<BulkBarProps, 'rows'>) {
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const present = [...new Set(rows.flatMap(({ tags }) => tags ?? []))].toSorted();
  return (
    <div className="flex flex-col gap-5">
      <TagField label="Tags to add" tags={added} onChange={setAdded} />
      {present.length > 0 && (
        <fieldset>
          <legend className="mb-1 font-medium text-sm">Tags to remove</legend>
          <ul className="flex flex-wrap gap-x-5">
            {present.map((tag) => (
              <li key={tag}>
                <label className="flex min-h-11 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-4 accent-accent"
                    checked={removed.includes(tag)}
                    onChange={({ target }) =>
                      setRemoved((all) =>
                        target.checked ? [...all, tag] : all.filter((item) => item !== tag),
                      )
                    }
                  />
                  {tag}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      <Button
        variant="primary"
        size="lg"
        busy={busy}
        disabled={added.length + removed.length === 0}
        onClick={() => onApply({ add_tags: added, remove_tags: removed })}
      >
        Update tags
      </Button>
    </div>
  );
}

function NoteForm({ busy, onApply }: FormProps) {
  const [note, setNote] = useState('');
  return (
    <div className="flex flex-col gap-5">
      <LabeledTextArea
        label="Note"
        hint="This replaces existing notes."
        value={note}
        maxLength={2000}
        autoFocus
        onChange={({ target }) => setNote(target.value)}
      />
      <Button variant="primary" size="lg" busy={busy} onClick={() => onApply({ note })}>
        {note.trim() ? 'Set note' : 'Remove notes'}
      </Button>
    </div>
  );
}
