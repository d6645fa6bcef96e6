import { useMutation } from '@tanstack/react-query';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import type { Checkpoint } from '../queries';
import { checkpointMutations } from './checkpoint-mutations';

export function DeleteCheckpoint({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose: () => void }) {
  const { mutate, isPending } = useMutation(checkpointMutations.remove);
  const remove = () =>
    mutate(
      { id: checkpoint.id },
      {
        onSuccess: () => {
          toast.success(`“${checkpoint.name}” deleted`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${checkpoint.name}”?`}
      description="You can't undo this. Your current bank doesn't change."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" onClick={remove} busy={isPending}>
          Delete checkpoint
        </Button>
      </div>
    </Dialog>
  );
}
