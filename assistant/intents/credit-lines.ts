import type { Named } from '../intent.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import { chooseAccount, formatUsualPayer, getCurrency, getUsualPayer, isDestination } from './money-slots.ts';

const DRAWS = /\b(?:draw|borrow|take|get|transfer|move|pull)\b/i;
const LINE = /\b(?:heloc|(?:home )?equity line(?: of credit)?|line of credit|credit line)\b/i;

const getLines = ({ customer }: MatchedSpans) => customer.loans.filter(({ isLine }) => isLine);

/** Returns true if the message names one of the customer's lines of credit. */
const namesLine = (spans: MatchedSpans) =>
  spans.mentions('loan', ({ refs }) =>
    refs.some(({ is, id }) => is === 'loan' && getLines(spans).some((line) => line.id === id)),
  );

/** Matches "Draw 5,000 from my home equity line to checking", "borrow 2000 from the HELOC". */
export const drawLine = defineIntent({
  isAction: true,
  unless: 'whatif if howto what',
  matches: (spans) =>
    spans.matches(DRAWS) &&
    getLines(spans).length > 0 &&
    (namesLine(spans) || spans.matches(LINE)) &&
    spans.unmatched('frequency').length === 0 &&
    spans.unmatched('time').every(({ raw }) => /^(?:today|tonight|now)$/i.test(raw)),
  optional: 'transfer send take receive withdraw put money home from_amount',
  optionalPattern: /^(?:draw|borrow|take|get|move|pull|out|heloc|equity|line|credit|home|of|now|today)$/i,
  slots: {
    line: slot.name(['loan'], (item) => !isDestination(item)),
    amount: slot.exactAmount,
    account: slot.name(['account'], isDestination),
  },
  build: (spans, { line: match, amount, account }) => {
    spans.matchKind('time');
    const lines = getLines(spans);
    const [line, another] = match ? lines.filter(({ id }) => match.refs.some((ref) => ref.id === id)) : lines;
    if (!line || another) return null;
    if (amount.currency !== null && amount.currency !== line.currency) return null;
    const to = getReceiver(spans, account, line.currency);
    return to && { kind: 'draw_line', line: toNamed(line), to, amount: amount.amount };
  },
});

/** Returns the named account, or assumes the usual one. */
function getReceiver(
  spans: MatchedSpans,
  account: Parameters<typeof chooseAccount>[1] | null,
  currency: string,
): Named | null {
  if (account) {
    const chosen = chooseAccount(spans, account, { slot: 'to', currency });
    return chosen && getCurrency(spans, chosen.id) === currency ? chosen : null;
  }
  const usual = getUsualPayer(spans, currency);
  if (usual) spans.assume('to', `to ${formatUsualPayer(spans, usual).replace(/^from /, '')}`);
  return usual;
}
