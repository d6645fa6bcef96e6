import { z } from 'zod';
import { useBankForm } from '@/entities/refusal/use-bank-form';

const LONGEST_NAME = 80;

const schema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a checkpoint name.')
    .max(LONGEST_NAME, `Use ${LONGEST_NAME} characters or fewer.`),
});

export function useNameForm(name: string, onSubmit: (name: string) => Promise<unknown>) {
  return useBankForm({
    schema,
    defaults: { name },
    mode: 'onSubmit',
    currency: 'USD',
    refusedField: 'name',
    onSubmit: (details) => onSubmit(details.name),
  });
}
