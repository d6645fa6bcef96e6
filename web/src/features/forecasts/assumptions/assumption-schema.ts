import { z } from 'zod';
import { amountField, nameField } from '@/lib/fields';
import { toMinor } from '@/lib/money';
import { FREQUENCIES_OF, LAYER_FREQUENCIES, LAYER_KINDS, type Layer } from './assumptions';

/** The form as it is typed, and what it imagines. `today` because what is imagined begins tomorrow at the earliest. */
export function layerSchema(today: string) {
  return z
    .object({
      kind: z.enum(LAYER_KINDS),
      name: nameField,
      amount: amountField(),
      startDate: z.iso
        .date('Choose a date.')
        .refine((day) => day > today, 'Choose a date after today.')
        .refine((day) => day <= '2199-12-31', 'Choose an earlier date.'),
      frequency: z.enum(LAYER_FREQUENCIES),
      accountId: z.string().min(1, 'Choose an account.'),
    })
    .transform(({ amount, frequency, ...typed }): Omit<Layer, 'id'> => {
      const possible = FREQUENCIES_OF[typed.kind];
      return {
        ...typed,
        amount: toMinor(amount),
        frequency: possible.includes(frequency) ? frequency : (possible[0] ?? 'ONCE'),
      };
    });
}

export type LayerFields = z.input<ReturnType<typeof layerSchema>>;
export type LayerDetails = z.output<ReturnType<typeof layerSchema>>;
