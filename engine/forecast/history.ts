import { type DayNumber, Zone } from '../calendar/calendar.ts';
import { toMinor } from '../money/minor.ts';
import type { HouseholdState } from '../simulation/state.ts';

/** A payment or purchase. Amounts are in minor units and positive for outflows. */
export type SpendingRow = {
  day: DayNumber;
  amount: number;
  category: string | null;
  /**
   * True if a rule, a debt, or the bank caused the payment. The forecast already includes such payments
   * before spending.
   */
  isRule: boolean;
  /** The account or card that paid for it. */
  productId: string;
};

/** A row of the `transactions` table. The amount is in major units and always positive. */
export type TransactionRow = {
  account_id: string;
  amount: number;
  date: string;
  kind: string;
  direction: string;
  description: string | null;
  merchant: string | null;
  category: string | null;
};

/** A card purchase from the customer's ledger, in major units. */
export type ChargeRow = {
  card_id: string;
  amount: number;
  at: string;
  category: string | null;
  description?: string | null;
};

/** Kinds of discretionary transactions. All other kinds are caused by a rule, a debt, or the bank. */
export const FREE_KINDS = new Set(['payment', 'withdrawal']);

/**
 * Builds the spending history for `buildForecast` from transactions and card purchases. A payment that has
 * the name or payee of a scheduled payment counts as a payment by that rule. Payments on cards and debts,
 * transfers, and bank postings are not spending. Card purchases count on their purchase day.
 */
export function getSpending(
  transactions: readonly TransactionRow[],
  charges: readonly ChargeRow[],
  { timeZone, scheduledPayments }: Pick<HouseholdState, 'timeZone' | 'scheduledPayments'>,
): SpendingRow[] {
  const zone = new Zone(timeZone);
  const ruled = new Set(
    scheduledPayments.flatMap(({ name, to }) => (to.kind === 'outside' ? [name, to.name] : [name])),
  );
  const paid = transactions
    .filter(({ direction }) => direction === 'out')
    .map(({ account_id, amount, date, kind, description, merchant, category }) => ({
      day: zone.getDay(Date.parse(date)),
      amount: toMinor(amount),
      category,
      isRule: !FREE_KINDS.has(kind) || ruled.has(description ?? '') || ruled.has(merchant ?? ''),
      productId: account_id,
    }));
  const charged = charges.map(({ card_id, amount, at, category }) => ({
    day: zone.getDay(Date.parse(at)),
    amount: toMinor(amount),
    category,
    isRule: false,
    productId: card_id,
  }));
  return [...paid, ...charged].sort((left, right) => left.day - right.day);
}
