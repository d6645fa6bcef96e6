import { z } from 'zod';
import { amountField, nameField } from '@/lib/fields';
import { toMinor } from '@/lib/money';
import { ASSUMPTION_FREQUENCIES, ASSUMPTION_KINDS, type Assumption, FREQUENCIES_OF } from './assumptions';

/**
 * Validates the form and returns its assumption. Needs `today`, because assumptions start tomorrow at the
 * earliest.
 */
export function assumptionSchema(today: string) {
  return z
    .object({
      kind: z.enum(ASSUMPTION_KINDS),
      name: nameField,
      amount: amountField(),
      startDate: z.iso
        .date('Choose a date.')
        .refine((day) => day > today, 'Choose a date after today.')
        .refine((day) => day <= '2199-12-31', 'Choose an earlier date.'),
      frequency: z.enum(ASSUMPTION_FREQUENCIES),
      accountId: z.string().min(1, 'Choose an account.'),
    })
    .transform(({ amount, frequency, ...typed }): Omit<Assumption, 'id'> => {
      const possible = FREQUENCIES_OF[typed.kind];
      return {
        ...typed,
        amount: toMinor(amount),
        frequency: possible.includes(frequency) ? frequency : (possible[0] ?? 'ONCE'),
      };
    });
}

export type AssumptionFields = z.input<ReturnType<typeof assumptionSchema>>;
export type AssumptionDetails = z.output<ReturnType<typeof assumptionSchema>>;
