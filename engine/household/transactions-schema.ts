import { z } from 'zod';

/** Validates transaction annotations and categorization rules in a household file. Amounts in major units. */
const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const amount = z.number().min(0).max(999_999_999.99);
const place = z.int().min(1).max(2_147_483_647);
const tag = z.string().min(1).max(40);
const category = {
  category: z.string().min(1).max(80).nullish(),
  category_kind: z.enum(['spending', 'income']).nullish(),
};

export const categorizationRule = z.looseObject({
  id,
  is_on: z.boolean().nullish(),
  words: z.string().max(120).nullish(),
  lowest: amount.nullish(),
  highest: amount.nullish(),
  account_id: id.nullish(),
  card_id: id.nullish(),
  flow: z.enum(['in', 'out']).nullish(),
  type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT', 'CARD']).nullish(),
  ...category,
  set_merchant: z.string().max(120).nullish(),
  set_note: z.string().max(2000).nullish(),
  add_tags: z.array(tag).max(20).nullish(),
  created_at: z.iso.datetime({ offset: true }),
});

export const transactionDetails = z.looseObject({
  /** The position of the entry in the file, from 1, and its account or card. */
  entry: place,
  ledger: id,
  note: z.string().max(2000).nullish(),
  by_hand: z.boolean().nullish(),
  has_category: z.boolean().nullish(),
  ...category,
  merchant: z.string().max(120).nullish(),
  rule_id: id.nullish(),
  /** The positions of the entries that it reverses and that reversed it. */
  corrects: place.nullish(),
  corrected_by: place.nullish(),
  tags: z.array(tag).max(20).nullish(),
  documents: z.array(id).max(50).nullish(),
  splits: z
    .array(z.looseObject({ amount: amount.min(0.01), note: z.string().max(200).nullish(), ...category }))
    .max(50)
    .nullish(),
});
