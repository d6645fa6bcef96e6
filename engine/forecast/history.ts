import { type DayNumber, Zone } from '../calendar/calendar.ts';
import type { HouseholdState } from '../simulation/state.ts';

/** Money spent, or brought about by a rule. Amounts in minor units, out positive. */
export type SpendingRow = {
  day: DayNumber;
  amount: number;
  category: string | null;
  /** A rule, a debt or the bank explains it: the known part of a forecast has it already. */
  isRule: boolean;
  /** The account or card it was paid from. */
  productId: string;
};

/** A row of the bank's `transactions`: an amount in major units, always above zero. */
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

/** A purchase with a card, from the customer's own books. Major units. */
export type ChargeRow = { card_id: string; amount: number; at: string; category: string | null };

/** What customers decide on day by day; everything else has a rule, a debt or the bank behind it. */
const FREE_KINDS = new Set(['payment', 'withdrawal']);

/**
 * The history of spending as `forecastOf` takes it, from rows of transactions and of card purchases. A payment belongs
 * to a rule when it bears the name or the payee of a scheduled payment. What pays for a card or a debt, moves between
 * own accounts or comes from the bank is explained too: a card's purchases count on the day on which they were made.
 */
export function spendingOf(
  transactions: readonly TransactionRow[],
  charges: readonly ChargeRow[],
  { timeZone, scheduledPayments }: Pick<HouseholdState, 'timeZone' | 'scheduledPayments'>,
): SpendingRow[] {
  const zone = new Zone(timeZone);
  const minor = (amount: number) => Math.round(amount * 100);
  const ruled = new Set(
    scheduledPayments.flatMap(({ name, to }) => (to.kind === 'outside' ? [name, to.name] : [name])),
  );
  const paid = transactions
    .filter(({ direction }) => direction === 'out')
    .map(({ account_id, amount, date, kind, description, merchant, category }) => ({
      day: zone.dayOf(Date.parse(date)),
      amount: minor(amount),
      category,
      isRule: !FREE_KINDS.has(kind) || ruled.has(description ?? '') || ruled.has(merchant ?? ''),
      productId: account_id,
    }));
  const charged = charges.map(({ card_id, amount, at, category }) => ({
    day: zone.dayOf(Date.parse(at)),
    amount: minor(amount),
    category,
    isRule: false,
    productId: card_id,
  }));
  return [...paid, ...charged].sort((one, other) => one.day - other.day);
}
