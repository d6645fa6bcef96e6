import { z } from 'zod';

/** Budgets of a household's file. Amounts in major units, categories by name, months by their first day. */
const HIGHEST_AMOUNT = 999_999_999.99;

const name = z.string().min(1).max(80);
const currency = z.string().regex(/^[A-Z]{3}$/);
const amount = z.number().min(0).max(HIGHEST_AMOUNT);
const month = z.iso.date().endsWith('-01', 'Expected the first day of a month.');
const instant = z.iso.datetime({ offset: true });
const limit = {
  category: name,
  currency,
  rollover: z.enum(['none', 'surplus', 'both']),
  rollover_cap: amount.nullish(),
};

export const budget = z.looseObject({
  ...limit,
  amount,
  starts_on: month,
  created_at: instant,
  updated_at: instant,
});

/** The limit of a category from a month on; none if the budget was removed. */
export const budgetLimit = z.looseObject({ ...limit, month, amount: amount.nullish() });

export const budgetMove = z.looseObject({
  month,
  from_category: name.nullish(),
  to_category: name.nullish(),
  currency,
  amount: z.number().positive().max(HIGHEST_AMOUNT),
  at: instant,
});

export const budgetSetting = z.looseObject({ mode: z.enum(['limits', 'envelopes']), since: month });
