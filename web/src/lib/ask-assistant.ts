import { formatMoney } from './money';

/** Where a question is asked at once. */
export const pathOfQuestion = (question: string) => `/assistant?ask=${encodeURIComponent(question)}`;

type Row = {
  title: string;
  merchant: string | null;
  kind: string | null;
  direction: string | null;
  /** Major units, positive. */
  amount: number;
  currency: string;
};

/** What is most worth asking about a row: why the bank took it, else what more there is of its kind. */
export function questionAbout({ title, merchant, kind, direction, amount, currency }: Row): string {
  const words = `${kind} ${title}`.toLowerCase();
  if (direction !== 'in') {
    if (words.includes('interest')) return `Why is my interest ${formatMoney(amount, currency)}?`;
    if (/\bfees?\b/.test(words)) return `Why is there a fee of ${formatMoney(amount, currency)}?`;
  }
  const who = merchant ?? title;
  return direction === 'in'
    ? `How much did I receive from ${who} this year?`
    : `How much did I spend at ${who} this year?`;
}
