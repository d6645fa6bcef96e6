import { z } from 'zod';

/**
 * Validates imported statement files with the outcome of each line, and reconciled statements. Amounts in
 * major units.
 */
const HIGHEST_BALANCE = 999_999_999_999.99;
const MOST_LINES = 20_001;
const MOST_ROWS = 250_000;

const id = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'Expected an id.');
const instant = z.iso.datetime({ offset: true });
const count = z.int().min(0).max(MOST_ROWS);
const sum = z.number().min(0).max(HIGHEST_BALANCE);

const line = z.looseObject({
  position: count,
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
  why: z.record(z.string(), z.json()).nullish(),
});

export const fileImport = z.looseObject({
  id,
  account_id: id,
  file_name: z.string().max(200),
  format: z.enum(['csv', 'ofx', 'qif', 'json']),
  currency: z.string().regex(/^[A-Z]{3}$/, 'Unknown currency.'),
  imported_at: instant,
  first_day: z.string().max(20).nullish(),
  last_day: z.string().max(20).nullish(),
  posted: count,
  left_out: count,
  money_in: sum,
  money_out: sum,
  opened_account: z.boolean(),
  undone_at: instant.nullish(),
  lines: z.array(line).max(MOST_LINES).default([]),
});

export const reconciliation = z.looseObject({
  id,
  account_id: id,
  statement_date: z.iso.date(),
  statement_balance: sum,
  opening_balance: z.number().min(-HIGHEST_BALANCE).max(HIGHEST_BALANCE),
  rows: count,
  reconciled_at: instant,
  /** The positions of the reconciled entries in the file, from 1. */
  entries: z.array(z.int().min(1).max(MOST_ROWS)).max(MOST_ROWS).default([]),
});
