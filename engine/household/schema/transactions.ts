import { z } from 'zod';
import {
  amount,
  amountOrZero,
  anyDate,
  anyInstant,
  balance,
  balanceOrZero,
  category,
  count,
  currency,
  entryPosition,
  id,
  instant,
  json,
  signedAmount,
} from './fields.ts';

/** Schemas for the household's ledger entries and their annotations. */
const texts = {
  description: z.string().max(500).nullish(),
  merchant: z.string().max(120).nullish(),
  ...category,
};
const line = z.looseObject({
  /** A product id or the name of a system account. */
  ledger: z.string().min(1).max(36),
  amount: signedAmount,
  currency,
  /** The transaction as the customer sees it. */
  shown: z
    .looseObject({
      ...texts,
      type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT']),
      date: instant,
      counter_account_id: id.nullish(),
      exchange_rate: z.number().min(0).max(1_000_000_000).nullish(),
    })
    .nullish(),
});
export const entry = z.object({
  ...texts,
  at: instant,
  value_at: instant.nullish(),
  kind: z.string().regex(/^[a-z_]{1,40}$/, 'Unknown kind of entry.'),
  event_key: z.string().max(200).nullish(),
  lines: z.array(line).min(2).max(50),
});

export const householdEvent = z.object({
  at: instant,
  due_at: instant.nullish(),
  kind: z.string().min(1).max(40),
  description: z.string().max(500),
  subject: z.string().max(100).nullish(),
  event_key: z.string().min(1).max(200),
  facts: json,
});
const tag = z.string().min(1).max(40);

export const categorizationRule = z.object({
  id,
  is_on: z.boolean().nullish(),
  words: z.string().max(120).nullish(),
  lowest: amountOrZero.nullish(),
  highest: amountOrZero.nullish(),
  account_id: id.nullish(),
  card_id: id.nullish(),
  flow: z.enum(['in', 'out']).nullish(),
  type: z.enum(['DEPOSIT', 'WITHDRAWAL', 'TRANSFER', 'AUTO_DEPOSIT', 'CARD']).nullish(),
  ...category,
  set_merchant: z.string().max(120).nullish(),
  set_note: z.string().max(2000).nullish(),
  add_tags: z.array(tag).max(20).nullish(),
  created_at: anyInstant,
});

export const transactionDetails = z.object({
  /** The entry's position. Together with the account or card, it identifies the transaction. */
  entry: entryPosition,
  ledger: id,
  note: z.string().max(2000).nullish(),
  by_hand: z.boolean().nullish(),
  has_category: z.boolean().nullish(),
  ...category,
  merchant: z.string().max(120).nullish(),
  rule_id: id.nullish(),
  /** The positions of the entry that this entry reverses and of the entry that reversed it. */
  corrects: entryPosition.nullish(),
  corrected_by: entryPosition.nullish(),
  tags: z.array(tag).max(20).nullish(),
  documents: z.array(id).max(50).nullish(),
  splits: z
    .array(z.looseObject({ amount: amount.min(0.01), note: z.string().max(200).nullish(), ...category }))
    .max(50)
    .nullish(),
});

const MAX_LINES = 20_001;
const MAX_ROWS = 250_000;
const rowCount = count.max(MAX_ROWS);

const importedLine = z.looseObject({
  position: rowCount,
  line: z.int(),
  day: z.string().max(20).nullish(),
  amount: z.number().nullish(),
  description: z.string().max(500).nullish(),
  external_id: z.string().max(255).nullish(),
  outcome: z.enum([
    'posted',
    'duplicate',
    'overdraws',
    'before',
    'future',
    'too_much',
    'left_out',
    'unreadable',
  ]),
  why: json.nullish(),
});

export const fileImport = z.object({
  id,
  account_id: id.nullish(),
  /** The card, if the file was imported into a card. */
  card_id: id.nullish(),
  file_name: z.string().max(200),
  format: z.enum(['csv', 'ofx', 'qif', 'json', 'camt', 'mt940']),
  currency,
  imported_at: anyInstant,
  first_day: z.string().max(20).nullish(),
  last_day: z.string().max(20).nullish(),
  posted: rowCount,
  left_out: rowCount,
  money_in: balanceOrZero,
  money_out: balanceOrZero,
  opened_account: z.boolean(),
  undone_at: anyInstant.nullish(),
  lines: z.array(importedLine).max(MAX_LINES).default([]),
});

export const reconciliation = z.object({
  id,
  account_id: id,
  statement_date: anyDate,
  statement_balance: balanceOrZero,
  opening_balance: balance,
  rows: rowCount,
  reconciled_at: anyInstant,
  entries: z.array(entryPosition).max(MAX_ROWS).default([]),
});
