import { useState } from 'react';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextArea, TextInput } from '@/ui/forms/text-input';
import type { TransactionDetails } from './details-queries';
import { EditCategory } from './edit-category';
import { type SaveState, useTransactionEdits } from './edit-queue';
import { TagField } from './tag-field';

/** The customer's annotations. Saved while the customer types, because they move no money. */
export function EditDetails({ row }: { row: TransactionDetails }) {
  const { state, kept, change, again } = useTransactionEdits(row.rowId);
  const [first] = useState(kept);
  const [description, setDescription] = useState(first.description ?? row.description ?? '');
  const [merchant, setMerchant] = useState(first.merchant ?? row.merchant ?? '');
  const [note, setNote] = useState(first.note ?? row.note ?? '');
  const [tags, setTags] = useState(first.tags ?? row.tags);
  const [categoryId, setCategoryId] = useState(
    first.category_id === undefined ? row.categoryId : first.category_id,
  );
  return (
    <section aria-label="Your details" className="flex flex-col gap-4 border-line border-t pt-5">
      {row.splits.length === 0 && (
        <EditCategory
          value={categoryId}
          onChange={(id) => {
            setCategoryId(id);
            change({ category_id: id }, { soon: true });
          }}
        />
      )}
      {row.cardId === null && (
        <Field label="Description">
          {(control) => (
            <TextInput
              {...control}
              value={description}
              maxLength={500}
              onChange={({ target }) => {
                setDescription(target.value);
                change({ description: target.value });
              }}
            />
          )}
        </Field>
      )}
      {(row.cardId !== null || row.merchant !== null) && (
        <Field label="Merchant">
          {(control) => (
            <TextInput
              {...control}
              value={merchant}
              maxLength={120}
              onChange={({ target }) => {
                setMerchant(target.value);
                change({ merchant: target.value });
              }}
            />
          )}
        </Field>
      )}
      <Field label="Note">
        {(control) => (
          <TextArea
            {...control}
            rows={2}
            className="min-h-16!"
            value={note}
            maxLength={2000}
            onChange={({ target }) => {
              setNote(target.value);
              change({ note: target.value });
            }}
          />
        )}
      </Field>
      <TagField
        tags={tags}
        onChange={(next) => {
          setTags(next);
          change({ tags: next }, { soon: true });
        }}
      />
      <Saved state={state} onAgain={again} />
    </section>
  );
}

const WORDS = {
  idle: '',
  typing: '',
  saving: 'Saving…',
  saved: 'Saved',
  offline: "Not sent yet. We'll send it when you're back online.",
  failed: 'Not saved yet. Your text is still here.',
} as const;

/** Renders the save status. */
function Saved({ state, onAgain }: { state: SaveState; onAgain: () => void }) {
  const words = state.status === 'refused' ? state.message : WORDS[state.status];
  return (
    <div className="flex min-h-5 items-center gap-3 text-sm">
      <p aria-live="polite" className={state.status === 'refused' ? 'text-negative' : 'text-ink-3'}>
        {words}
      </p>
      {(state.status === 'failed' || state.status === 'refused') && (
        <Button size="sm" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}
