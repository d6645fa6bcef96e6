import { formatMoney } from '@/lib/money';

/** Returns the path of the assistant page that asks this question. */
export const getQuestionPath = (question: string) => `/assistant?ask=${encodeURIComponent(question)}`;

type Row = {
  title: string;
  merchant: string | null;
  kind: string | null;
  direction: string | null;
  /** The amount in major units, always positive. */
  amount: number;
  currency: string;
};

/**
 * Returns the most useful question about a transaction: why the bank charged it, or the year's total for its
 * kind or merchant.
 */
export function questionAbout({ title, merchant, kind, direction, amount, currency }: Row): string {
  const text = `${kind} ${title}`.toLowerCase();
  const isIn = direction === 'in';
  if (text.includes('interest'))
    return isIn
      ? 'How much interest did I earn this year?'
      : `Why is my interest ${formatMoney(amount, currency)}?`;
  if (!isIn && /\bfees?\b/.test(text)) return `Why is there a fee of ${formatMoney(amount, currency)}?`;
  if (!isIn && merchant) return `How much did I spend at ${merchant} this year?`;
  return `Show "${title.replaceAll('"', '')}"`;
}
