import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isRefusal } from '@/lib/refusals';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { checkpointSchema } from './checkpoint-schema';
import { checkpointMutations } from './mutations';

/** Saves a checkpoint with a name. */
export function SaveCheckpoint() {
  const { mutateAsync, isPending } = useMutation(checkpointMutations.save);
  const { register, handleSubmit, setError, reset, formState } = useForm({
    resolver: zodResolver(checkpointSchema),
    defaultValues: { name: '' },
  });
  const submit = handleSubmit(async ({ name }) => {
    try {
      await mutateAsync({ name });
      reset();
      toast.success(`“${name}” saved`);
    } catch (error) {
      if (isRefusal(error)) setError('name', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-3">
      <Field label="Checkpoint name" error={formState.errors.name?.message}>
        {(control) => (
          <TextInput {...control} autoComplete="off" placeholder="Before the move" {...register('name')} />
        )}
      </Field>
      <Button type="submit" busy={isPending} className="self-start">
        Save checkpoint
      </Button>
    </form>
  );
}
