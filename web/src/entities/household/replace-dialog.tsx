import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';

type ReplaceDialogProps<Input, Answer> = {
  title: string;
  description?: string;
  mutation: UseMutationOptions<Answer, Error, Input>;
  request: Input;
  verb: string;
  /** The text shown while the household is being replaced. */
  working: string;
  /** The message after a failure. `reason` explains the failure if the bank gives no explanation. */
  failed: string;
  reason?: string;
  /** The text of the toast after the household has been replaced. */
  done: string | ((answer: Answer) => string);
  /** Shows the new household. Called even if the dialog has been closed by then. */
  onReplaced?: () => unknown;
  onClose: () => void;
  /** The content of the review. */
  children: ReactNode;
};

/** Renders a dialog that replaces the current household after a review. */
export function ReplaceDialog<Input, Answer>({
  title,
  description,
  mutation,
  request,
  verb,
  working,
  failed,
  reason = 'Nothing changed.',
  done,
  onReplaced,
  onClose,
  children,
}: ReplaceDialogProps<Input, Answer>) {
  const { mutateAsync, isPending, error } = useMutation(mutation);
  const navigate = useNavigate();
  async function replace() {
    const answer = await mutateAsync(request);
    toast.success(typeof done === 'string' ? done : done(answer));
    await (onReplaced ? onReplaced() : navigate('/dashboard'));
    onClose();
  }
  return (
    <Dialog onClose={() => !isPending && onClose()} title={title} description={description}>
      {children}
      <Problem fact={failed} className="mt-5">
        {error && (isRefusal(error) ? error.message : reason)}
      </Problem>
      <WorkProgress runs={isPending} text={working} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void replace().catch(() => {})} busy={isPending}>
          {error ? 'Try again' : verb}
        </Button>
      </div>
    </Dialog>
  );
}
