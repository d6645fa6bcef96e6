import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCustomer } from '@/lib/session';
import { createStore, useStore } from '@/lib/storage/create-store';
import { readStoredJson, storeValue } from '@/lib/storage/customer-keys';
import { toast } from '@/lib/toast';
import { assistantMutations } from '../mutations';
import { assistantQueries } from '../queries';

const UNDO_MS = 8000;
const getToastId = (id: string) => `deleted ${id}`;

/**
 * Deletes one conversation with an option to undo, or several permanently. `isHidden` returns true for a
 * conversation that is being deleted.
 */
export function useDeletion() {
  const { id: customerId } = useCustomer();
  const remove = useRemoval(customerId);
  const pending = useStore(pendingByCustomer)[customerId] ?? readPending(customerId);

  function removeLater(id: string, title: string): void {
    setPending(customerId, [...readPending(customerId), id]);
    toast('Conversation deleted', {
      id: getToastId(id),
      description: title,
      duration: UNDO_MS,
      action: { label: 'Undo', onClick: () => removePending(customerId, [id]) },
      onClose: () => {
        if (getPending(customerId).includes(id)) void remove([id]).catch(() => {});
      },
    });
  }
  return { remove, removeLater, isHidden: (id: string) => pending.includes(id) };
}

/** Deletes conversations whose deletion was pending when the page was closed. */
export function useLeftovers(): void {
  const { id: customerId } = useCustomer();
  const { mutateAsync } = useMutation(assistantMutations.remove);
  useEffect(() => {
    const left = readPending(customerId).filter((id) => !toast.isShown(getToastId(id)));
    if (left.length > 0)
      mutateAsync(left).then(
        () => removePending(customerId, left),
        () => {},
      );
  }, [customerId, mutateAsync]);
}

/**
 * Returns a function that deletes conversations. If it fails, the conversations reappear and the failure is
 * reported.
 */
function useRemoval(customerId: string): (ids: readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation(assistantMutations.remove);
  return async (ids) => {
    try {
      await mutateAsync(ids);
      // Removes the deleted conversations from a list that was loaded before the deletion.
      queryClient.setQueryData(assistantQueries.conversations().queryKey, (conversations) =>
        conversations?.filter(({ id }) => !ids.includes(id)),
      );
    } finally {
      removePending(customerId, ids);
    }
  };
}

/**
 * The conversations that the customer deleted and can still restore, by customer. The bank can't restore
 * deleted conversations, so they are only hidden until the undo expires, even after a reload.
 */
const pendingByCustomer = createStore<Readonly<Record<string, readonly string[]>>>({});
const STORED_AS = 'assistant-deleting';

function getPending(customerId: string): readonly string[] {
  return pendingByCustomer.get()[customerId] ?? readPending(customerId);
}

/** Reads the pending deletions from storage, because other tabs may have changed them. */
function readPending(customerId: string): readonly string[] {
  const ids = readStoredJson(customerId, STORED_AS);
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
}

function setPending(customerId: string, ids: readonly string[]): void {
  storeValue(customerId, STORED_AS, JSON.stringify(ids));
  pendingByCustomer.set({ ...pendingByCustomer.get(), [customerId]: ids });
}

function removePending(customerId: string, ids: readonly string[]): void {
  setPending(
    customerId,
    readPending(customerId).filter((id) => !ids.includes(id)),
  );
}
