import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { getProblem } from '@/entities/customer/auth-errors';
import { useAuthForm } from '@/entities/customer/use-auth-form';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { securityMutations } from './security-mutations';

export type Passkey = { id: string; friendly_name?: string; created_at: string; last_used_at?: string };
type DialogProps = { passkey: Passkey; onClose: () => void };

export function NamePasskey({ passkey, onClose }: DialogProps) {
  const { form, submit, busy } = useAuthForm({
    schema: z.object({
      passkeyId: z.string(),
      friendlyName: z.string().trim().min(1, 'Enter a name.').max(80, 'Use 80 characters or fewer.'),
    }),
    defaults: { passkeyId: passkey.id, friendlyName: passkey.friendly_name ?? '' },
    mutation: securityMutations.renamePasskey,
    onDone: onClose,
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Name your passkey">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" error={form.formState.errors.friendlyName?.message}>
          {(control) => <TextInput {...control} {...form.register('friendlyName')} />}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            Save name
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

export function RemovePasskey({ passkey, onClose }: DialogProps) {
  const { mutate, isPending, error } = useMutation(securityMutations.removePasskey);
  const problem = error && getProblem(error);
  const remove = () =>
    mutate(passkey.id, {
      onSuccess: () => {
        toast.success('The passkey removed');
        onClose();
      },
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove “${passkey.friendly_name || 'Passkey'}”?`}
      description="You can't sign in with it anymore. Delete it from your device, too."
    >
      {problem && <AlertBox kind="negative" fact={problem.text} className="mb-5" />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" busy={isPending} onClick={remove}>
          Remove passkey
        </Button>
      </div>
    </Dialog>
  );
}
