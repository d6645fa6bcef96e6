import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type AnnotationChanges, detailMutations } from '@/entities/transaction/annotation-mutations';
import { EditCategory } from '@/entities/transaction/edit-category';
import { TagField } from '@/entities/transaction/tag-field';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal } from '@/lib/refusals';
import { createStore, useStore } from '@/lib/storage/create-store';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { LabeledInput } from '@/ui/forms/labeled';
import { TextArea } from '@/ui/forms/text-input';
import type { TransactionDetails } from './queries';

/**
 * Renders the customer's annotations. They are saved while the customer types, because they don't move money.
 */
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
        <LabeledInput
          label="Description"
          value={description}
          maxLength={500}
          onChange={({ target }) => {
            setDescription(target.value);
            change({ description: target.value });
          }}
        />
      )}
      {(row.cardId !== null || row.merchant !== null) && (
        <LabeledInput
          label="Merchant"
          value={merchant}
          maxLength={120}
          onChange={({ target }) => {
            setMerchant(target.value);
            change({ merchant: target.value });
          }}
        />
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

function Saved({ state, onAgain }: { state: SaveState; onAgain: () => void }) {
  const text = state.status === 'refused' ? state.message : WORDS[state.status];
  return (
    <div className="flex min-h-6 items-center gap-3 text-sm">
      <p aria-live="polite" className={state.status === 'refused' ? 'text-negative' : 'text-ink-3'}>
        {text}
      </p>
      {(state.status === 'failed' || state.status === 'refused') && (
        <Button size="sm" onClick={onAgain}>
          Try again
        </Button>
      )}
    </div>
  );
}

/**
 * The pause in typing after which edits are sent. It is long enough to collect whole sentences and too short
 * for the customer to notice.
 */
const PAUSE_MS = 600;
/**
 * The key prefix for unsaved edits in this tab's session storage. Unsaved edits survive a reload or an
 * outage, and other customers can't see them.
 */
const KEY = 'sandbank-row-changes:';

type SaveState =
  | { status: 'idle' | 'typing' | 'saving' | 'saved' | 'offline' | 'failed' }
  | { status: 'refused'; message: string };

const IDLE: SaveState = { status: 'idle' };
const states = createStore<ReadonlyMap<string, SaveState>>(new Map());
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const underWay = new Set<string>();
let client: QueryClient | undefined;

if (typeof window !== 'undefined') window.addEventListener('online', sendStored);

/**
 * Collects unsaved edits of a transaction. Sends them after a pause, when the transaction is closed, or on
 * request.
 */
function useTransactionEdits(rowId: string) {
  client = useQueryClient();
  const state = useStore(states).get(rowId) ?? IDLE;
  useEffect(() => {
    void send(rowId);
    return () => {
      if (timers.has(rowId)) void send(rowId);
      setSaveState(rowId, IDLE);
    };
  }, [rowId]);
  return {
    state,
    kept: () => readStored(rowId),
    change(changes: AnnotationChanges, { soon = false } = {}) {
      keep(rowId, { ...readStored(rowId), ...changes });
      setSaveState(rowId, { status: 'typing' });
      clearTimeout(timers.get(rowId));
      if (soon) void send(rowId);
      else
        timers.set(
          rowId,
          setTimeout(() => void send(rowId), PAUSE_MS),
        );
    },
    again: () => void send(rowId),
  };
}

async function send(rowId: string): Promise<void> {
  clearTimeout(timers.get(rowId));
  timers.delete(rowId);
  const changes = readStored(rowId);
  if (!client || underWay.has(rowId) || Object.keys(changes).length === 0) return;
  underWay.add(rowId);
  setSaveState(rowId, { status: 'saving' });
  try {
    await client
      .getMutationCache()
      .build(client, client.defaultMutationOptions(detailMutations.describe))
      .execute({ rowIds: [rowId], changes });
    // Edits that the customer made during the request stay queued and are sent next.
    const newer = Object.entries(readStored(rowId)).filter(
      ([name, value]) => JSON.stringify(changes[name as keyof AnnotationChanges]) !== JSON.stringify(value),
    );
    keep(rowId, Object.fromEntries(newer));
    setSaveState(rowId, { status: newer.length > 0 ? 'typing' : 'saved' });
  } catch (error) {
    if (error instanceof QueuedForLater) setSaveState(rowId, { status: 'offline' });
    else if (isRefusal(error)) {
      // The transaction is gone or belongs to a customer who used this tab earlier, so the edit can't be
      // saved.
      if (error.code === 'NTFND') keep(rowId, {});
      setSaveState(rowId, { status: 'refused', message: error.message });
    } else setSaveState(rowId, { status: 'failed' });
  } finally {
    underWay.delete(rowId);
  }
  if (states.get().get(rowId)?.status === 'typing' && !timers.has(rowId)) await send(rowId);
}

/** Sends all stored edits, including those of transactions that aren't on screen. */
function sendStored(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) void send(key.slice(KEY.length));
}

function readStored(rowId: string): AnnotationChanges {
  const stored = sessionStorage.getItem(KEY + rowId);
  return stored ? (JSON.parse(stored) as AnnotationChanges) : {};
}

function keep(rowId: string, changes: AnnotationChanges): void {
  if (Object.keys(changes).length > 0) sessionStorage.setItem(KEY + rowId, JSON.stringify(changes));
  else sessionStorage.removeItem(KEY + rowId);
}

function setSaveState(rowId: string, state: SaveState): void {
  states.set(new Map(states.get()).set(rowId, state));
}
