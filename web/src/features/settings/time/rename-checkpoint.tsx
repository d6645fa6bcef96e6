import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import type { Checkpoint } from '../queries';
import { checkpointMutations } from './checkpoint-mutations';
import { checkpointSchema } from './checkpoint-schema';

export function RenameCheckpoint({ checkpoint, onClose }: { checkpoint: Checkpoint; onClose: () => void }) {
  const { mutateAsync, isPending } = useMutation(checkpointMutations.rename);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(checkpointSchema),
    defaultValues: { name: checkpoint.name },
  });
  const submit = handleSubmit(async ({ name }) => {
    try {
      await mutateAsync({ id: checkpoint.id, name });
      onClose();
    } catch (error) {
      if (isRefusal(error)) setError('name', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename checkpoint">
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Name" error={formState.errors.name?.message}>
          {(control) => <TextInput {...control} autoComplete="off" {...register('name')} />}
        </Field>
        <Button type="submit" variant="primary" busy={isPending} className="self-end">
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
