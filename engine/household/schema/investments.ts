import { z } from 'zod';
import { amount, balance, balanceOrZero, date, id, instant, signedAmount } from './fields.ts';

/** Schemas for investment accounts with funds, their holdings, and their orders. */
export const pricedFund = z.enum(['US_STOCKS', 'WORLD_STOCKS', 'BONDS']);
export const rebalancing = z.enum(['never', 'yearly', 'drift']);
const part = z.int().min(0).max(100).nullish();
const mix = { us_stocks: part, world_stocks: part, bonds: part, money_market: part };
const units = z.number().positive().max(1e12);
const price = z.number().positive().max(1e8);

export const fundAccount = z.object({
  account_id: id,
  converted_at: instant,
  dividend_account_id: id.nullish(),
  cost_method: z.enum(['average', 'fifo']),
  ...mix,
  rebalances: rebalancing,
});
export const holding = z.object({
  account_id: id,
  fund: pricedFund,
  units: units.or(z.literal(0)),
  posted_value: balance,
  price,
  value: balanceOrZero,
});
export const lot = z.object({
  account_id: id,
  fund: pricedFund,
  acquired_on: date,
  units,
  cost: balanceOrZero,
});
export const fundOrder = z.object({
  id,
  account_id: id,
  side: z.enum(['buy', 'sell', 'rebalance']),
  fund: pricedFund.nullish(),
  amount: amount.nullish(),
  units: units.nullish(),
  ...mix,
  cash_account_id: id.nullish(),
  status: z.enum(['pending', 'filled', 'failed', 'canceled']),
  order_key: z.string().min(1).max(300),
  placed_at: instant,
  completed_at: instant.nullish(),
  filled_price: price.nullish(),
  filled_units: units.nullish(),
  filled_amount: balanceOrZero.nullish(),
  basis: balanceOrZero.nullish(),
  gain: signedAmount.nullish(),
  long_term_gain: signedAmount.nullish(),
  settles_on: date.nullish(),
});
