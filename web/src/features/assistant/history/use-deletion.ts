import { useMutation } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { readStored, storeValue } from '@/lib/customer-keys';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { assistantMutations } from '../mutations';

const TAKEN_BACK_WITHIN_MS = 8000;

/** Deletes a conversation with undo, or several permanently. `isHidden` says which are hidden. */
export function useDeletion() {
  const { id: customerId } = useCustomer();
  const { mutateAsync } = useMutation(assistantMutations.remove);
  const deleting = useDeleting(customerId);

  async function remove(ids: readonly string[]): Promise<void> {
    try {
      await mutateAsync(ids);
      settleDeleting(customerId, ids);
    } catch (error) {
      // The failure is reported, and the conversations reappear.
      showAgain(customerId, ids);
      throw error;
    }
  }
  function removeLater(id: string, title: string): void {
    hideDeleting(customerId, id);
    const finish = () => {
      if (getDeleting(customerId).includes(id)) void remove([id]).catch(() => {});
    };
    toast('Conversation deleted', {
      id: `deleted ${id}`,
      description: title,
      duration: TAKEN_BACK_WITHIN_MS,
      action: { label: 'Undo', onClick: () => showAgain(customerId, [id]) },
      onClose: finish,
    });
  }
  return {
    remove,
    removeLater,
    isHidden: (id: string) => deleting.includes(id),
  };
}

/** Deletes conversations whose deletion was pending when the page was closed. */
export function useLeftovers(): void {
  const { id: customerId } = useCustomer();
  const { mutateAsync } = useMutation(assistantMutations.remove);
  useEffect(() => {
    const left = readPendingDeletions(customerId).filter((id) => !toast.isShown(`deleted ${id}`));
    if (left.length > 0)
      mutateAsync(left).then(
        () => settleDeleting(customerId, left),
        () => {},
      );
  }, [customerId, mutateAsync]);
}

/**
 * Conversations that the customer deleted and may still restore. The bank deletes permanently, so they are
 * only hidden until the undo expires, even across a reload.
 */
const WHAT = 'assistant-deleting';
const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
const known = new Map<string, readonly string[]>();

function useDeleting(customerId: string): readonly string[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => getDeleting(customerId),
  );
}

function getDeleting(customerId: string): readonly string[] {
  const ids = known.get(customerId) ?? read(customerId);
  known.set(customerId, ids);
  return ids;
}

function hideDeleting(customerId: string, id: string): void {
  become(customerId, [...getDeleting(customerId), id]);
  store(customerId, [...read(customerId), id]);
}

/** Shows the conversation again. */
function showAgain(customerId: string, ids: readonly string[]): void {
  become(
    customerId,
    getDeleting(customerId).filter((id) => !ids.includes(id)),
  );
  settleDeleting(customerId, ids);
}

/** Nothing is left to delete. A list loaded before the deletion doesn't show it again. */
function settleDeleting(customerId: string, ids: readonly string[]): void {
  store(
    customerId,
    read(customerId).filter((id) => !ids.includes(id)),
  );
}

/** Returns the conversations with a pending deletion. */
const readPendingDeletions = (customerId: string) => read(customerId);

function become(customerId: string, ids: readonly string[]): void {
  known.set(customerId, ids);
  for (const listener of listeners) listener();
}

function store(customerId: string, ids: readonly string[]): void {
  storeValue(customerId, WHAT, JSON.stringify(ids));
}

function read(customerId: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readStored(customerId, WHAT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : NONE;
  } catch {
    return NONE;
  }
}
