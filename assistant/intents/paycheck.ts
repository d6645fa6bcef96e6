import { defineIntent, slot } from '../parser/define-intent.ts';
import { matchFilter } from '../parser/filter.ts';

const ARRIVES =
  /\b(?:come|came|in|arrive|arrived|hit|land|landed|post|posted|show|shown|here|yet|clear|cleared|deposited|go|gone|through|get|been|got|paid|late|missing)\b/i;

/** Matches "How big was my last paycheck", "what was my latest salary". */
export const paycheckAmount = defineIntent({
  when: 'salary payday',
  unless: 'whatif if next average usual count compare will howlong spend share save rate',
  matches: (spans) =>
    spans.has('last') && spans.matches(/\bhow (?:much|big|large|high)\b|\bwhat(?:'s| is| was)\b|\bshow\b/i),
  optional: 'last largest receive pay paid earn cost low',
  optionalPattern: /^(?:big|large|high|net|size|amount)$/,
  build: (spans) => {
    spans.matchNames(['deposit', 'category']);
    return { kind: 'paycheck', period: null };
  },
});

/** Matches "Did my paycheck come in yet", "has my salary arrived". */
export const paycheck = defineIntent({
  unless: 'whatif if next average usual count compare largest will howlong spend',
  exceptPattern: /\bhow (?:much|many|often)\b|\bwhen (?:do|will|is|does|am)\b/i,
  matches: (spans) =>
    spans.matches(/^\s*(?:so |hey |ok |and )*(?:did|has|have|was|were|is|when did|where is|where's)\b/i) &&
    (spans.has('salary payday') ||
      spans.matches(
        /\b(?:i|we)(?: \w+)? (?:get|been|got|gotten) paid\b|\b(?:was|were) (?:i|we) paid\b|\bmy pay\b|\bdirect deposit\b/i,
      )) &&
    spans.matches(ARRIVES) &&
    spans.unmatched('amount').length === 0,
  optional:
    'salary payday receive pay paid earn upcoming have reach deposit gone when last on_time first post find not transaction',
  optionalPattern:
    /^(?:come|came|comes?|arrive|arrived|land|landed|hit|post|posted|show|shown|up|here|clear|cleared|direct|go|gone|through|work|from|employer)$/,
  slots: { period: slot.period('past') },
  build: (spans, { period }) => {
    spans.matchNames(['deposit', 'category']);
    spans.matchNames(['account'], ({ generic }) => generic === 'account' || generic === 'CHECKING');
    return { kind: 'paycheck', period };
  },
});

const SETTLED =
  /^\s*(?:so |hey |ok |and )*(?:did|has|have|was|is)\b.*\b(?:paid|go through|gone through|went through|cleared|clear|posted|post|come out|came out|charged)\b/i;

/** Matches "Did rent get paid", "has the Netflix payment gone through". */
export const paymentStatus = defineIntent({
  unless: 'whatif if will next average count compare interest fee score minimum budget spend',
  exceptPattern: /\bhow (?:much|many|often)\b|\b(?:did|have|was|am) (?:i|we)\b/i,
  matches: (spans) => spans.matches(SETTLED) && (spans.mentions('payment') || spans.mentions('merchant')),
  optional: 'receive paid pay payment bill charge cleared reach due have upcoming',
  optionalPattern: /^(?:go|gone|went|through|clear|post|posted|come|came|out|this|yet)$/,
  build: (spans) => {
    const [payment, another] = spans.mentionsBest('payment')
      ? spans.matchNames(['payment']).flatMap(({ refs }) => refs.filter(({ is }) => is === 'payment'))
      : [];
    const filter = matchFilter(spans, 'past', 'rows');
    const rule = another ? undefined : spans.customer.scheduledPayments.find(({ id }) => id === payment?.id);
    // "Rent" is a category too, but the payment's own payee is meant.
    if (rule && filter.merchant === null) filter.merchant = rule.payee ?? rule.name;
    return filter.merchant === null
      ? null
      : { kind: 'rows', which: 'last', direction: 'out', filter, limit: null };
  },
});
