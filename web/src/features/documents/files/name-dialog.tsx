import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { isRefusal } from '@/lib/refusals';
import { Button } from '@/ui/button';
import { LabeledInput } from '@/ui/forms/labeled';
import { Dialog } from '@/ui/overlays/dialog';

const LONGEST = 80;
const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name').max(LONGEST, `At most ${LONGEST} characters`),
});

type Props = {
  title: string;
  label: string;
  action: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for the name of a file or folder. */
export function NameDialog({ title, label, action, name, onSave, onClose }: Props) {
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(schema),
    defaultValues: { name },
  });
  const save = handleSubmit(async (values) => {
    try {
      await onSave(values.name);
      onClose();
    } catch (error) {
      if (isRefusal(error)) setError('name', { message: error.message });
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={save} noValidate className="flex flex-col gap-5">
        <LabeledInput
          label={label}
          error={formState.errors.name?.message}
          autoComplete="off"
          {...register('name')}
        />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={formState.isSubmitting}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
