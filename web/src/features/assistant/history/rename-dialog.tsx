import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { Field } from '@/ui/forms/field';
import { TextInput } from '@/ui/forms/text-input';
import { Dialog } from '@/ui/overlays/dialog';
import { assistantMutations } from '../mutations';
import type { Conversation } from '../queries';

const LONGEST_TITLE = 120;
const titleSchema = z.object({
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(LONGEST_TITLE, `Use ${LONGEST_TITLE} characters or fewer.`),
});

export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useMutation(assistantMutations.rename);
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(titleSchema),
    defaultValues: { title: conversation.title },
  });
  const save = handleSubmit(async ({ title }) => {
    try {
      await rename.mutateAsync({ id: conversation.id, title });
      onClose();
    } catch (error) {
      if (isRefusal(error)) setError('title', { message: error.message }, { shouldFocus: true });
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename conversation">
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        <Field label="Title" error={formState.errors.title?.message}>
          {(control) => <TextInput {...control} autoFocus {...register('title')} />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
}
