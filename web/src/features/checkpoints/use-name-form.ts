import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';

const nameSchema = z.object({
  name: z.string().trim().min(1, 'Enter a checkpoint name.').max(80, 'Use 80 characters or fewer.'),
});

/** Returns a form for the name of a checkpoint. */
export function useNameForm(name: string, onSubmit: (name: string) => Promise<unknown>) {
  return useBankForm({
    schema: nameSchema,
    defaults: { name },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'name',
    onSubmit: (details) => onSubmit(details.name),
  });
}
