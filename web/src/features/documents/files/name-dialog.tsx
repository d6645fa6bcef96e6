import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';
import { nameField } from '@/lib/fields';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/text-field';
import { Dialog } from '@/ui/overlays/dialog';

const schema = z.object({ name: nameField });

type NameDialogProps = {
  title: string;
  label: string;
  action: string;
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
};

export function NameDialog({ title, label, action, name, onSave, onClose }: NameDialogProps) {
  const { control, submit, isSubmitting } = useBankForm({
    schema,
    defaults: { name },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'name',
    onSubmit: async (details) => {
      await onSave(details.name);
      onClose();
    },
  });
  return (
    <Dialog onClose={onClose} title={title}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField control={control} name="name" label={label} />
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
