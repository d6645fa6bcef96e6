import { type UseMutationOptions, useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlays/dialog';
import { WorkProgress } from '@/ui/work-progress';

type ResetDialogProps<Input, Answer> = {
  title: string;
  mutation: UseMutationOptions<Answer, Error, Input>;
  request: Input;
  verb: string;
  /** The text while it works. */
  working: string;
  done: string;
  failed: string;
  onClose: () => void;
  /** The review. */
  children: ReactNode;
};

/** Replaces the current household after a review, and shows the new one. */
export function ResetDialog<Input, Answer>({
  title,
  mutation,
  request,
  verb,
  working,
  done,
  failed,
  onClose,
  children,
}: ResetDialogProps<Input, Answer>) {
  const { mutateAsync, isPending } = useMutation(mutation);
  const [refused, setRefused] = useState<string | null>(null);
  const navigate = useNavigate();
  async function confirm() {
    setRefused(null);
    try {
      await mutateAsync(request);
      toast.success(done);
      await navigate('/dashboard');
    } catch (error) {
      setRefused(isRefusal(error) ? error.message : 'Nothing changed.');
    }
  }
  return (
    <Dialog onClose={() => !isPending && onClose()} title={title}>
      {children}
      {refused && (
        <AlertBox kind="negative" fact={failed} className="mt-5">
          {refused}
        </AlertBox>
      )}
      <WorkProgress runs={isPending} words={working} />
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button variant="primary" onClick={() => void confirm()} busy={isPending}>
          {refused ? 'Try again' : verb}
        </Button>
      </div>
    </Dialog>
  );
}
