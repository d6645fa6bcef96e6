import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { getProblem } from '@/entities/customer/auth-errors';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';

type RemoveDialogProps = {
  id: string;
  name: string;
  /** The text that explains the consequence of the removal. */
  description: string;
  /** The label of the remove button. */
  verb: string;
  /** The confirmation message shown after the removal. */
  success: string;
  mutation: UseMutationOptions<void, Error, string>;
  onClose: () => void;
};

/** Renders a dialog that asks for confirmation before a sign-in method is removed. */
export function RemoveDialog(props: RemoveDialogProps) {
  const { id, name, description, verb, success, mutation, onClose } = props;
  const { mutate, isPending, error } = useMutation(mutation);
  const remove = () =>
    mutate(id, {
      onSuccess: () => {
        toast.success(success);
        onClose();
      },
    });
  const problem = error && getProblem(error);
  return (
    <Dialog onClose={onClose} title={`Remove “${name}”?`} description={description}>
      {problem && <AlertBox kind="negative" fact={problem.text} className="mb-5" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={isPending} onClick={remove}>
          {verb}
        </Button>
      </div>
    </Dialog>
  );
}
