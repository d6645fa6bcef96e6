import type { z } from 'zod';
import type { overdraftProduct } from '../../household/schema/products.ts';

/** The fee schedule for payments that the bank covers below zero. */
export type OverdraftProduct = z.infer<typeof overdraftProduct>;

/** The most by which an account can be overdrawn, in minor units. */
export const OVERDRAFT_LIMIT = 50_000;

/** The bank's time of day for fee decisions, in minutes after midnight. */
export const DECIDES_AT_MINUTES = 23 * 60;

/** The number of days below zero after which the bank closes the account and charges off its balance. */
export const DAYS_TO_CHARGE_OFF = 60;

/** The terms of an overdraft product. Amounts are in minor units. */
type OverdraftTerms = {
  /** The fee for a payment that the bank covered. */
  fee: number;
  /** The fee for a payment that the bank returned. */
  returnedFee: number;
  /** The most fees for the payments of one day. */
  feesPerDay: number;
  /** The largest payment without a fee. */
  freeItem: number;
  /** The lowest balance at the end of the day without a fee. */
  freeBalance: number;
  /** True if bringing the balance back to `freeBalance` by the decision avoids the fee. */
  hasGrace: boolean;
};

/**
 * The overdraft products. Their terms resemble those of Bank of America (2022), Chase (2024), and large banks
 * until 2022.
 */
export const OVERDRAFT_PRODUCTS: Record<OverdraftProduct, OverdraftTerms> = {
  cushion: { fee: 1_000, returnedFee: 0, feesPerDay: 2, freeItem: 0, freeBalance: -100, hasGrace: false },
  standard: {
    fee: 3_400,
    returnedFee: 0,
    feesPerDay: 3,
    freeItem: 500,
    freeBalance: -5_000,
    hasGrace: true,
  },
  old_school: {
    fee: 3_600,
    returnedFee: 3_600,
    feesPerDay: 4,
    freeItem: 0,
    freeBalance: 0,
    hasGrace: false,
  },
};
