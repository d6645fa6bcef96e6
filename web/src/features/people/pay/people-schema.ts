import { z } from 'zod';
import { amountField, nameField } from '@/lib/fields';

export const LONGEST_NOTE = 140;

export const addressField = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, 'Enter a valid email address.')
  .regex(/^[^@\s]+@[^@\s]+\.[^@\s.]+$/, 'Enter an email address, such as maya@example.com.');

const noteField = z.string().trim().max(LONGEST_NOTE, `Use ${LONGEST_NOTE} characters or fewer.`);

export const moneySchema = z.object({
  address: addressField,
  accountId: z.string().min(1, 'Choose an account.'),
  amount: amountField(),
  currency: z.string(),
  note: noteField,
});
export type MoneyFields = z.input<typeof moneySchema>;
export type MoneyDetails = z.output<typeof moneySchema>;

/** The form field that shows each error, by error code. Errors about the amount are not included. */
export const FIELD_BY_CODE: Record<string, keyof MoneyFields> = {
  BADEM: 'address',
  ISYOU: 'address',
  LIMIT: 'address',
  NTFND: 'accountId',
  CLOSD: 'accountId',
  NORAT: 'currency',
  BADTX: 'note',
};

export const contactSchema = z.object({
  name: nameField,
  address: addressField,
});
/** Only a contact's name can change. The address stays the same. */
export const renameSchema = contactSchema.extend({ address: z.string() });
export type ContactFields = z.input<typeof contactSchema>;
