import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { assistantMutations } from '../mutations';
import { getDeleting, hideDeleting, leftToDelete, settleDeleting, showAgain, useDeleting } from './deleting';

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
      onAutoClose: finish,
      onDismiss: finish,
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
    const left = leftToDelete(customerId).filter((id) => !toast.stands(`deleted ${id}`));
    if (left.length > 0)
      mutateAsync(left).then(
        () => settleDeleting(customerId, left),
        () => {},
      );
  }, [customerId, mutateAsync]);
}
