import { unitAround } from '../../../engine/calendar/periods.ts';
import type { ShownAmount } from '../../intent.ts';
import { type MatchedSpans, toNamed } from '../../parser/matched-spans.ts';
import { findProduct } from '../../parser/names.ts';
import { formatUsualPayer, getUsualPayer } from '../money-slots.ts';
import { isAction } from './follow-up-handlers.ts';
import { type Frame, getPlace, getStated, type Request, type RequestOf, toFlow } from './frame.ts';
import { toTopic } from './topic-request.ts';

/** Adds up the transactions of an answer, the items of a list, or the amounts of earlier answers. */
export function addUp(frame: Frame, spans: MatchedSpans): Request | null {
  const { last } = frame;
  // "What did they cost" refers to the answer, and "how much do I pay" doesn't.
  const isReferring = spans.matches(/\b(?:it|that|they|those|these|them|this)\b/i);
  if (!isReferring && spans.matches(/\b(?:cost|spend|spent|pay|paid)\b/i)) return null;
  const terms = listComparableAmounts(frame);
  if (terms.length > 1) return { kind: 'calculate', of: { is: 'shown', operator: '+', terms } };
  if (last.kind === 'rows') return toFlow(frame);
  if (last.kind === 'flow' && last.direction !== 'net')
    return { ...last, measure: 'total', compare: null, limit: null };
  if (last.kind === 'upcoming' || last.kind === 'subscriptions')
    return spans.unmatched('frequency').length === 0 ? { ...last, ask: 'total' } : null;
  return null;
}

/** Returns the amounts of the last answers to the same question about different things, oldest first. */
function listComparableAmounts({ last, earlier }: Frame): readonly ShownAmount[] {
  const toKey = (meaning: Request) =>
    JSON.stringify([
      meaning.kind,
      'ask' in meaning ? meaning.ask : null,
      'measure' in meaning ? meaning.measure : null,
      'direction' in meaning ? meaning.direction : null,
    ]);
  const run: ShownAmount[] = [];
  const seen = new Set<string>();
  for (const { meaning, shown } of earlier.toReversed()) {
    const [stated] = shown?.amounts ?? [];
    if (toKey(meaning) !== toKey(last) || !stated) break;
    if (!seen.has(JSON.stringify(meaning))) run.unshift(stated);
    seen.add(JSON.stringify(meaning));
  }
  const isOneCurrency = run.every(({ currency }) => currency === run[0]?.currency);
  return isOneCurrency ? run : [];
}

/** Subtracts the smaller of the last two amounts from the larger one. */
export function subtract(frame: Frame): Request | null {
  const terms = listComparableAmounts(frame).slice(-2);
  if (terms.length < 2) return null;
  const sorted = terms.toSorted((left, right) => right.amount - left.amount);
  return { kind: 'calculate', of: { is: 'shown', operator: '-', terms: sorted } };
}

const MONEY_KINDS = new Set<Request['kind']>([
  'balance',
  'forecast',
  'topic',
  'safe_to_spend',
  'paycheck',
  'calculate',
]);
const MONEY_TOPICS = new Set(['money-verdict', 'left-after-bills', 'account-list', 'money-by-currency']);

/** Subtracts the payments, cards, or debts that the message names from the money in the last answer: "after rent". */
export function subtractNamed(frame: Frame, spans: MatchedSpans): Request | null {
  const { last, customer } = frame;
  const stated = getStated(frame);
  const isMoney =
    MONEY_KINDS.has(last.kind) &&
    (last.kind !== 'topic' || MONEY_TOPICS.has(last.topic)) &&
    (last.kind !== 'balance' || (last.of.is !== 'debts' && getPlace(frame)?.is !== 'mortgage'));
  if (!stated || !isMoney) return null;
  const names = spans.unmatched('name');
  const owed = names.flatMap(({ refs, generic, isPlural }): ShownAmount[] => {
    const payments = customer.scheduledPayments.filter(({ id }) =>
      refs.some((ref) => ref.is === 'payment' && ref.id === id),
    );
    const cards = customer.cards.filter(({ id }) => refs.some((ref) => ref.is === 'card' && ref.id === id));
    const [payment, another] = payments;
    if (payment && !another && payment.amount !== null)
      return [{ label: payment.name, amount: payment.amount, currency: stated.currency }];
    if (cards.length === 1 || (generic === 'card' && isPlural))
      return cards.map(({ name, balance, currency }) => ({ label: name, amount: balance, currency }));
    return [];
  });
  if (owed.length < names.length || owed.length === 0) return null;
  if (owed.some(({ currency }) => currency !== stated.currency)) return null;
  return { kind: 'calculate', of: { is: 'shown', operator: '-', terms: [stated, ...owed] } };
}

/** Subtracts the payment or transfer in the last answer from the balance of its account. */
export function subtractFromAccount(frame: Frame, spans: MatchedSpans): Request | null {
  const { last, customer } = frame;
  const [named] = spans.matchNames(['account']);
  const payment = customer.scheduledPayments.find(
    ({ id }) => last.kind === 'upcoming' && id === last.about?.id,
  );
  const payer =
    named?.refs.length === 1
      ? named.refs[0]?.id
      : 'from' in last && typeof last.from === 'object'
        ? last.from.id
        : payment?.accountId;
  const account = customer.accounts.find(({ id }) => id === payer);
  const exact = 'amount' in last ? getExact(last.amount) : null;
  const stated = last.kind === 'upcoming' && last.direction === 'out' ? getStated(frame) : null;
  const amount =
    exact && account
      ? { label: 'the payment', amount: exact.amount, currency: exact.currency ?? account.currency }
      : stated;
  if (!account || !amount || amount.currency !== account.currency) return null;
  const terms = [{ label: account.name, amount: account.balance, currency: account.currency }, amount];
  return { kind: 'calculate', of: { is: 'shown', operator: '-', terms } };
}

const getExact = (amount: RequestOf<'transfer'>['amount'] | number | null) =>
  typeof amount === 'object' && amount?.is === 'exact' ? amount : null;

const PER_YEAR: Readonly<Record<string, number>> = { day: 365, week: 52, month: 12, year: 1 };

/** Converts the last amount to another pace: "per day", "a year", "each paycheck". */
export function changePace(frame: Frame, spans: MatchedSpans): Request | null {
  const { last } = frame;
  const [, unit = ''] = /\b(day|dai|week|month|year|annual|pay ?check|pay ?day|hour)/i.exec(spans.text) ?? [];
  const per = unit === 'dai' ? 'day' : unit === 'annual' ? 'year' : unit.toLowerCase();
  const stated = getStated(frame);
  // "How much do I spend a week" is a question of its own, except after what can be spent.
  if (spans.has('spend') && last.kind !== 'budget' && last.kind !== 'safe_to_spend') return null;
  const scale = (operator: '×' | '÷', by: number, name: string): Request | null =>
    stated && { kind: 'calculate', of: { is: 'scaled', of: stated, operator, by, name } };
  switch (last.kind) {
    case 'safe_to_spend':
      return per === 'day' ? last : per === 'week' ? scale('×', 7, 'A week') : null;
    case 'goal':
      if (per === 'month') return { ...last, ask: 'needed' };
      return per === 'week' || /^pay/.test(per)
        ? { ...last, ask: 'needed', per: per === 'week' ? 'week' : 'paycheck' }
        : null;
    case 'paycheck':
      return per === 'year' || per === 'hour' ? toTopic(spans, `pay-per-${per}`) : null;
    case 'balance':
      // The payments of all debts aren't those of the debts that are left after "without the mortgage".
      return last.of.is === 'debts' && !last.of.without && per === 'month'
        ? toTopic(spans, 'debt-payments')
        : null;
    case 'subscriptions':
      if (last.ask === 'largest') return last;
      return per === 'year' || per === 'month' ? { ...last, ask: 'total', per } : null;
    case 'budget': {
      const { today } = spans;
      const left = unitAround(today, 'month').to - today + 1;
      const isLeft = last.category && !last.period && /\b(?:left|remaining)\b/i.test(frame.shown?.text ?? '');
      if (per !== 'day' && per !== 'week') return null;
      // An answer that the budget is used up also says what is left per day.
      if (!isLeft) return last.category && !last.period ? last : null;
      return per === 'day'
        ? scale(
            '÷',
            left,
            `A day for the ${left === 1 ? 'last day' : `${left} days`} until the end of the month`,
          )
        : scale('÷', Math.max(1, left / 7), 'A week until the end of the month');
    }
    case 'debt': {
      if (last.ask !== 'payment' && per === 'month') return { ...last, ask: 'payment', period: null };
      const perYear = last.ask === 'payment' ? PER_YEAR[per] : undefined;
      if (perYear === undefined || per === 'month') return null;
      return per === 'year' ? scale('×', 12, 'A year') : scale('÷', perYear / 12, `A ${per}`);
    }
    default:
      return null;
  }
}

/** Requests whose answers state the amount that they were asked for. */
const SCALED = new Set<Request['kind']>(
  'balance flow rows card cards debt budget goal subscriptions upcoming paycheck interest safe_to_spend exchange calculate topic'.split(
    ' ',
  ) as Request['kind'][],
);

/** Takes a share of the last amount, or multiplies or divides it: "15% of that", "half", "x12", "split 3 ways". */
export function scaleAmount(frame: Frame, spans: MatchedSpans): Request | null {
  const stated = getStated(frame);
  // Subscriptions state their total for a month and for a year.
  if (frame.last.kind === 'subscriptions' && /\b(?:x|times) ?12\b/i.test(spans.text)) {
    spans.matchAll();
    return { ...frame.last, ask: 'total', per: 'year' };
  }
  if (!stated || !SCALED.has(frame.last.kind)) return null;
  const scale = (operator: '×' | '÷', by: number, name: string): Request => ({
    kind: 'calculate',
    of: { is: 'scaled', of: stated, operator, by, name },
  });
  const percent = spans.matchKind('percent')?.percent;
  if (percent !== undefined) return percent > 0 ? scale('×', percent / 100, `${percent}%`) : null;
  const share = spans.matchKind('share')?.share;
  if (share !== undefined)
    return share < 1 ? scale('×', share, `${Math.round(share * 10_000) / 100}%`) : null;
  const [, digits] = /(\d+(?:\.\d+)?)/.exec(spans.text) ?? [];
  const number =
    spans.matchKind('duration')?.count ??
    spans.matchKind('amount')?.value.amount ??
    (digits === undefined ? undefined : Number(digits));
  if (number === undefined || !(number > 0)) return null;
  return /\b(?:x|times|multipl\w+)\b|×|\*|\bx\d/i.test(spans.text)
    ? scale('×', number, `${number} times`)
    : scale('÷', number, 'Each part');
}

/** Asks what to pay to lower the utilization: "to get it under 10". */
export function lowerUtilization({ last }: Frame, spans: MatchedSpans): Request | null {
  const isUsed = (last.kind === 'card' || last.kind === 'cards') && last.ask === 'utilization';
  const percent = spans.matchKind('percent')?.percent ?? spans.matchKind('amount')?.value.amount;
  if (!isUsed || percent === undefined || percent <= 0 || percent >= 100) return null;
  const cards = last.kind === 'card' ? [last.card] : [];
  return toTopic(spans, 'pay-to-utilization', { cards, percents: [percent], amounts: [] });
}

/** Pays an amount on the card or debt of the last answer, or moves it to the account: "put 300 on it". */
export function payOn(frame: Frame, spans: MatchedSpans): Request | null {
  const place = getPlace(frame);
  const [stated, another] = spans.unmatched('amount');
  if (!place || !stated || another || stated.value.alternative !== null || isAction(frame.last.kind))
    return null;
  const product = findProduct(frame.customer, place);
  const from = product && getUsualPayer(spans, product.currency, product);
  if (!product || !from) return null;
  const amount = { is: 'exact', amount: stated.value.amount, currency: stated.value.currency } as const;
  const named = toNamed(product);
  spans.assume('from', formatUsualPayer(spans, from));
  if (place.is === 'account') return { kind: 'transfer', from, to: named, amount };
  return place.is === 'card'
    ? { kind: 'pay_card', card: named, from, amount }
    : { kind: 'pay_debt', product: place.is, debt: named, from, amount };
}
