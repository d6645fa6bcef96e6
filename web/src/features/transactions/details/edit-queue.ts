import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { QueuedForLater } from '@/lib/offline/queue';
import { isRefusal } from '@/lib/refusals';
import { type AnnotationChanges, detailMutations } from './details-mutations';

/** Long enough to send a sentence once, and short enough not to be noticed. */
const PAUSE_MS = 600;
/**
 * In this tab's storage, so that edits survive a reload and an outage, but aren't visible to other customers.
 */
const KEY = 'sandbank-row-changes:';

export type SaveState =
  | { status: 'idle' | 'typing' | 'saving' | 'saved' | 'offline' | 'failed' }
  | { status: 'refused'; message: string };

const IDLE: SaveState = { status: 'idle' };
const states = new Map<string, SaveState>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const underWay = new Set<string>();
const listeners = new Set<() => void>();
let client: QueryClient | undefined;

if (typeof window !== 'undefined') window.addEventListener('online', sendKept);

/**
 * Collects unsaved edits of a transaction. Sends them after a pause, when the transaction is closed, or on
 * request.
 */
export function useTransactionEdits(rowId: string) {
  client = useQueryClient();
  const state = useSyncExternalStore(subscribe, () => states.get(rowId) ?? IDLE);
  useEffect(() => {
    if (hasKept(rowId)) void send(rowId);
    return () => {
      if (timers.has(rowId)) void send(rowId);
      states.delete(rowId);
    };
  }, [rowId]);
  return {
    state,
    kept: () => readStored(rowId),
    change(changes: AnnotationChanges, { soon = false } = {}) {
      keep(rowId, { ...readStored(rowId), ...changes });
      tell(rowId, { status: 'typing' });
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
  tell(rowId, { status: 'saving' });
  try {
    await client
      .getMutationCache()
      .build(client, client.defaultMutationOptions(detailMutations.describe))
      .execute({ rowIds: [rowId], changes });
    // Later input stays queued and is sent next.
    const newer = Object.entries(readStored(rowId)).filter(
      ([name, value]) => JSON.stringify(changes[name as keyof AnnotationChanges]) !== JSON.stringify(value),
    );
    keep(rowId, Object.fromEntries(newer));
    tell(rowId, { status: newer.length > 0 ? 'typing' : 'saved' });
  } catch (error) {
    if (error instanceof QueuedForLater) tell(rowId, { status: 'offline' });
    else if (isRefusal(error)) {
      // The transaction is gone or belongs to a previous customer of this tab, so the edit can't be saved.
      if (error.code === 'NTFND') keep(rowId, {});
      tell(rowId, { status: 'refused', message: error.message });
    } else tell(rowId, { status: 'failed' });
  } finally {
    underWay.delete(rowId);
  }
  if (states.get(rowId)?.status === 'typing' && !timers.has(rowId)) await send(rowId);
}

/** Also sends edits of transactions that aren't on screen. */
function sendKept(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) void send(key.slice(KEY.length));
}

function readStored(rowId: string): AnnotationChanges {
  const kept = sessionStorage.getItem(KEY + rowId);
  return kept ? (JSON.parse(kept) as AnnotationChanges) : {};
}

function hasKept(rowId: string): boolean {
  return sessionStorage.getItem(KEY + rowId) !== null;
}

function keep(rowId: string, changes: AnnotationChanges): void {
  if (Object.keys(changes).length > 0) sessionStorage.setItem(KEY + rowId, JSON.stringify(changes));
  else sessionStorage.removeItem(KEY + rowId);
}

function tell(rowId: string, state: SaveState): void {
  states.set(rowId, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
