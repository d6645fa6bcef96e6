import { money } from './format.ts';
import type { ShownAmount, ShownAnswer } from './intent.ts';
import type { Part } from './parts.ts';

/** Labels of figures that say less than the description of the question. */
const GENERAL_LABELS = new Set(['Spending', 'Income', 'Total', 'Net', 'Left', 'Budget', 'Owed']);

/** Returns what an answer showed: its sentences, and the amounts that they state, in order. */
export function readShownAnswer(parts: readonly Part[]): ShownAnswer {
  const text = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join(' ');
  const about = parts.find((part) => part.kind === 'how')?.understood.replace(/\.$/, '') ?? '';
  const stated = parts
    .flatMap((part) => (part.kind === 'figures' ? part.figures : []))
    .flatMap((figure) => ('amount' in figure ? [figure] : []))
    // A payment is shown as a negative amount, but the sentence states it without the sign.
    .map(({ label, amount, currency }) => ({ label, amount: Math.abs(amount), currency }))
    .map((figure) => ({ figure, formatted: money(figure.amount, figure.currency) }))
    .map(({ figure, formatted }) => ({ figure, formatted, at: text.indexOf(formatted) }))
    .filter(({ at, formatted }) => at !== -1 && isWholeAmount(text, at, formatted))
    .toSorted((left, right) => left.at - right.at)
    .map(
      ({ figure }): ShownAmount => ({
        ...figure,
        label: GENERAL_LABELS.has(figure.label) && about !== '' && about.length < 90 ? about : figure.label,
      }),
    );
  const unique = new Map(stated.map((amount) => [`${amount.label} ${amount.amount}`, amount]));
  return { text, amounts: [...unique.values()] };
}

/** Returns false for `$1.50` within `\u2212$1.50` or `$1.505`, which are other amounts. */
const isWholeAmount = (text: string, at: number, formatted: string) =>
  !text.slice(0, at).endsWith('\u2212') && !/^[.,]?\d/.test(text.slice(at + formatted.length));
