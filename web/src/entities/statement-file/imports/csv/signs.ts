import type { Minor } from '@engine/money/minor.ts';

export type SignedRow = { amount: Minor | null; balance: Minor | null; text: string };
export type GuessedSign = {
  /** True if money out is positive in the file. */
  isInverted: boolean;
  /** True if nothing in the file shows the direction of the money, or if the file contradicts itself. */
  isSignAmbiguous: boolean;
};

const MONEY_IN =
  /payment.{0,14}(?:thank|received)|auto(?:matic|pay) payment|mobile pymt|payroll|salary|direct dep|\bdeposit|interest (?:paid|earned)|refund|cash ?back|statement credit|\bgehalt|\blohn\b|salaire|salaris/i;
const MONEY_OUT =
  /interest charge|purchase|(?:annual|membership|late|service|transaction|maintenance) fee|withdrawal|\batm\b|\bpos\b|restaurant|coffee|grocer|supermarket|\brent\b|\bmiete\b|netflix|spotify|uber|kartenzahlung|lastschrift/i;
/** A file with more than 3 deposits per withdrawal may show purchases as positive amounts. */
const MAX_DEPOSITS_PER_WITHDRAWAL = 3;

/**
 * Guesses the sign of money out from the running balance, unless the file belongs to a card, whose balance is
 * a debt. Otherwise, uses words such as “payroll” or “payment, thank you”, then the layout of the bank. Words
 * that contradict the balance or the layout make the sign ambiguous, so the customer is asked.
 */
export function guessSign(
  rows: readonly SignedRow[],
  layout: { isInverted: boolean; isCard: boolean } | null,
): GuessedSign {
  const sound = rows.filter(({ amount }) => amount !== null && amount !== 0);
  const balance = compareBalances(sound);
  const words = countWords(sound);
  // The balance of a card grows with each purchase, so words that contradict a balance raise the question.
  if (balance !== 0 && !layout?.isCard)
    return { isInverted: balance < 0, isSignAmbiguous: words !== 0 && words < 0 !== balance < 0 };
  if (words !== 0) {
    const isInverted = words < 0;
    const isUsual = isInverted === (layout?.isInverted ?? false);
    // Words can describe either side, such as rent received, so they never reverse a file without a question.
    // Until it is answered, the sign of a known layout applies.
    return { isInverted: layout?.isInverted ?? isInverted, isSignAmbiguous: !isUsual };
  }
  const negative = sound.filter(({ amount }) => (amount ?? 0) < 0).length;
  const positive = sound.length - negative;
  if (layout) {
    // In a layout with positive purchases, a file with only negative amounts contradicts the layout.
    const contradicts = layout.isInverted ? positive === 0 : negative === 0 && layout.isCard;
    return { isInverted: layout.isInverted, isSignAmbiguous: contradicts && sound.length > 0 };
  }
  return {
    isInverted: false,
    isSignAmbiguous: sound.length > 0 && negative * MAX_DEPOSITS_PER_WITHDRAWAL < positive,
  };
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
