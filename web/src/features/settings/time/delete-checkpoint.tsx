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
          toast.success(`“${checkpoint.name}” is deleted`);
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${checkpoint.name}”?`}
      description="You cannot return to it afterwards, and nobody can bring it back. Your present bank stays as it is."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Keep it</Button>
        <Button variant="danger" onClick={remove} busy={isPending}>
          Delete the checkpoint
        </Button>
      </div>
    </Dialog>
  );
}
