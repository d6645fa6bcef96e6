import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { checkpointMutations } from './mutations';
import { useNameForm } from './use-name-form';

/** Renders a form that saves the household as a checkpoint. A link can fill in the name: `?checkpoint=<name>`. */
export function SaveCheckpoint() {
  const [search] = useSearchParams();
  const { mutateAsync } = useMutation(checkpointMutations.save);
  const { control, submit, reset, isSubmitting } = useNameForm(
    search.get('checkpoint') ?? '',
    async (name) => {
      await mutateAsync({ name });
      reset();
      toast.success(`“${name}” saved`);
    },
  );
  return (
    <form onSubmit={submit} noValidate className="flex max-w-120 flex-col gap-3">
      <TextField control={control} name="name" label="Checkpoint name" placeholder="Before the move" />
      <Button type="submit" busy={isSubmitting} className="self-start">
        Save checkpoint
      </Button>
    </form>
  );
}
