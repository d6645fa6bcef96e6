import type { Minor } from '@engine/money/minor.ts';

export type SignedRow = { amount: Minor | null; balance: Minor | null; text: string };
export type GuessedSign = {
  /** True if money out is positive in the file. */
  inverted: boolean;
  /** True if nothing in the file shows the direction of the money. */
  ambiguous: boolean;
};

const MONEY_IN =
  /payment.{0,14}(?:thank|received)|auto(?:matic|pay) payment|mobile pymt|payroll|salary|direct dep|\bdeposit|interest (?:paid|earned)|refund|cash ?back|statement credit|\bgehalt|\blohn\b|salaire|salaris/i;
const MONEY_OUT =
  /interest charge|purchase|(?:annual|membership|late|service|transaction|maintenance) fee|withdrawal|\batm\b|\bpos\b|restaurant|coffee|grocer|supermarket|\brent\b|\bmiete\b|netflix|spotify|uber|kartenzahlung|lastschrift/i;
/** A file with fewer withdrawals than a third of its deposits looks like a card whose purchases are positive. */
const USUAL_SHARE = 3;
const SURE_WORDS = 2;

/**
 * Guesses the sign of money out. The running balance decides first, unless the file belongs to a card, whose
 * balance is a debt. Then words such as “payroll” or “payment, thank you” decide, then the layout of the bank.
 */
export function guessSign(
  rows: readonly SignedRow[],
  layout: { inverted: boolean; isCard: boolean } | null,
): GuessedSign {
  const sound = rows.filter(({ amount }) => amount !== null && amount !== 0);
  const balance = compareBalances(sound);
  const words = countWords(sound);
  if (balance !== 0 && !layout?.isCard) return { inverted: balance < 0, ambiguous: false };
  if (words !== 0) {
    const inverted = words < 0;
    // A single word against the usual sign isn't enough.
    const isUsual = inverted === (layout?.inverted ?? false);
    return { inverted, ambiguous: !isUsual && Math.abs(words) < SURE_WORDS };
  }
  const negative = sound.filter(({ amount }) => (amount ?? 0) < 0).length;
  const positive = sound.length - negative;
  if (layout) {
    // In a layout with positive purchases, a file with only negative amounts contradicts the layout.
    const contradicts = layout.inverted ? positive === 0 : negative === 0 && layout.isCard;
    return { inverted: layout.inverted, ambiguous: contradicts && sound.length > 0 };
  }
  return { inverted: false, ambiguous: sound.length > 0 && negative * USUAL_SHARE < positive };
}

/** Returns 1 if amounts add to the running balance, -1 if they are subtracted, and 0 if there is no balance. */
function compareBalances(rows: readonly SignedRow[]): -1 | 0 | 1 {
  let added = 0;
  let subtracted = 0;
  for (const [index, row] of rows.entries()) {
    const next = rows[index + 1];
    if (!next || row.balance === null || next.balance === null) continue;
    const step = next.balance - row.balance;
    // Files can begin with the oldest or the newest row.
    const oldestFirst = next.amount ?? 0;
    const newestFirst = -(row.amount ?? 0);
    if (step === oldestFirst || step === newestFirst) added += 1;
    if (step === -oldestFirst || step === -newestFirst) subtracted += 1;
  }
  return added === subtracted ? 0 : added > subtracted ? 1 : -1;
}

function countWords(rows: readonly SignedRow[]): number {
  return rows.reduce((votes, { amount, text }) => {
    const isIn = MONEY_IN.test(text);
    const isOut = MONEY_OUT.test(text);
    if (isIn === isOut) return votes;
    return votes + ((amount ?? 0) > 0 === isIn ? 1 : -1);
  }, 0);
}
