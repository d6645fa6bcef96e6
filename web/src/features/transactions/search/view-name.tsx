import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { transactionMutations } from '../mutations';
import { type SavedView, transactionQueries } from '../queries';

const SCHEMA = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(80, 'Use 80 characters or fewer'),
});

type ViewNameProps = { open: boolean; view?: SavedView | undefined; query: string; onClose: () => void };

/** Asks for the name of a new or renamed view. */
export function ViewName({ open, view, query, onClose }: ViewNameProps) {
  const views = useQuery(transactionQueries.views()).data ?? [];
  const save = useMutation(transactionMutations.saveView);
  const change = useMutation(transactionMutations.changeView);
  const form = useForm({ resolver: zodResolver(SCHEMA), defaultValues: { name: view?.name ?? '' } });
  const { errors } = form.formState;
  const told = {
    onSuccess: onClose,
    onError: (error: Error) => {
      const words = getRefusalMessage(error, 'USD');
      if (words) form.setError('name', { message: words });
    },
  };
  const submit = form.handleSubmit(({ name }) => {
    const isTaken = views.some(
      (other) => other.id !== view?.id && other.name.toLowerCase() === name.toLowerCase(),
    );
    if (isTaken) form.setError('name', { message: 'You already have a view with this name' });
    else if (view) change.mutate({ id: view.id, name }, told);
    else save.mutate({ name, query, position: views.length }, told);
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={view ? 'Rename view' : 'Save view'}
      description={view ? undefined : <code className="break-words">{query}</code>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-6">
        <Field label="Name" error={errors.name?.message}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={save.isPending || change.isPending}
          className="self-start"
        >
          Save
        </Button>
      </form>
    </Dialog>
  );
}
