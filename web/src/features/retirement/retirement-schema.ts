import type { RetirementPlan } from '@engine/investments/retirement.ts';
import { toMinor } from '@engine/money/minor.ts';
import { z } from 'zod';
import { amountField, wholeField } from '@/lib/fields';

export const MIXES = {
  careful: { US_STOCKS: 15, WORLD_STOCKS: 15, BONDS: 60, MONEY_MARKET: 10 },
  balanced: { US_STOCKS: 30, WORLD_STOCKS: 30, BONDS: 40, MONEY_MARKET: 0 },
  growth: { US_STOCKS: 40, WORLD_STOCKS: 40, BONDS: 20, MONEY_MARKET: 0 },
} as const;
export const MIX_LABELS = {
  careful: 'Careful: 30% stocks',
  balanced: 'Balanced: 60% stocks',
  growth: 'Growth: 80% stocks',
};
export const RETURN_LABELS = {
  conservative: 'Conservative',
  historical: 'Historical (1926–2022)',
};

/** The age to which the money must last. */
export const LAST_AGE = 95;
const YOUNGEST = 18;
const OLDEST = 90;

export const retirementSchema = z
  .object({
    age: wholeField({ from: YOUNGEST, to: OLDEST, unit: 'years' }),
    retireAt: wholeField({ from: YOUNGEST, to: LAST_AGE - 1, unit: 'years' }),
    saved: amountField({ zero: true }),
    monthlySaving: amountField({ zero: true }),
    yearlySpending: amountField({ zero: true }),
    mix: z.enum(['careful', 'balanced', 'growth']),
    returns: z.enum(['conservative', 'historical']),
  })
  .transform(
    ({ age, retireAt, saved, monthlySaving, yearlySpending, mix, returns }): RetirementPlan => ({
      age,
      retireAt: Math.max(age, retireAt),
      until: LAST_AGE,
      saved: toMinor(saved),
      monthlySaving: toMinor(monthlySaving),
      yearlySpending: toMinor(yearlySpending),
      mix: MIXES[mix],
      returns,
    }),
  );
