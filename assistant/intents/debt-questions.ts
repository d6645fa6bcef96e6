import { formatPlain } from '../../engine/money/amount-text.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { getStrongest, isConcept, isPlace, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import type { Ref } from '../parser/names.ts';
import { refsOfKind } from '../parser/names.ts';

const DEBT_FREE =
  /\bdebt[- ]?free\b|\b(?:out|free|rid) of (?:all )?(?:my )?debts?\b|\ball (?:of )?(?:my )?debts?\b.*\b(?:paid off|gone)\b|\bpay off (?:all|everything)\b/i;

/** Matches "When will I be debt free", "debt-free date". */
export const debtFree = defineIntent({
  unless: 'whatif extra snowball avalanche more faster',
  matches: (spans) =>
    spans.matches(DEBT_FREE) &&
    spans.unmatched('amount').length === 0 &&
    (spans.has('when howlong') || spans.matches(/\bdate\b|\bwill i\b/i)),
  optional: 'when howlong cleared payoff owe will have until all pay',
  optionalPattern: /^(?:pace|date|finally|current|go|going|stay|track|free|of|course)$/,
  build: () => ({ kind: 'debt_free' }),
});

/** Matches "How long to pay off Tide if I only pay the minimum". */
export const minimumOnly = defineIntent({
  when: 'minimum',
  matches: (spans) =>
    spans.has('only') || spans.matches(/\bminimums? only\b|\bkeep paying\b|\bif i (?:just )?(?:pay|make)\b/i),
  optional:
    'only howlong when pay paid payoff cleared payment if whatif interest will cost much happened make take until owe left due all have money',
  optionalPattern: /^(?:takes?|total|keep|long|forever|go|gone)$/,
  slots: { match: slot.name(['card']), every: slot.frequency },
  build: (spans, { match }) => {
    const { cards } = spans.customer;
    if (cards.length === 0) return spans.refuse('no_such_product', "You don't have a credit card.");
    const [card, another] = match?.refs ?? cards;
    return { kind: 'minimum_only', card: card && !another ? toNamed(card) : null };
  },
});

const RANKING = /\b(?:highest|most|biggest|largest|worst|lowest|smallest|least|cheapest)\b/i;

/** Matches "Which debt has the highest APR", "who do I owe the most". */
export const debtRanking = defineIntent({
  unless: 'whatif spend buy purchase forecast score save minimum limit rewards',
  matches: (spans) =>
    spans.matches(RANKING) &&
    (spans.matches(/\bdebts?\b|\bowe\b/i) ||
      (spans.has('rate interest') &&
        spans.matches(/\b(?:which|what) (?:card|loan|debt|one)\b|\bwhich of my\b/i))),
  optional:
    'largest most smallest owe rate interest who have strategy all balance cost money minimum category',
  optionalPattern: /^(?:worst|charges?|charging)$/,
  build: (spans) => {
    spans.matchNames(['card', 'loan'], ({ generic }) => generic !== null);
    const order = spans.matches(/\b(?:lowest|smallest|least|cheapest)\b/i) ? 'least' : 'most';
    return { kind: 'debt_ranking', by: spans.has('rate interest cost') ? 'rate' : 'balance', order };
  },
});

const REFINANCE = /\brefi(?:nanc\w*)?\b/i;
const POINTS = /\b(?:one|a|two|half a|\d+(?:\.\d+)?) (?:percentage )?points?\b/i;

/** Matches "Should I refinance the mortgage at 5.2%", "what if my mortgage rate went up one point". */
export const newRate = defineIntent({
  matches: (spans) =>
    !spans.has('howto') &&
    (spans.matches(REFINANCE) || (spans.has('rate') && spans.has('whatif if raise lower'))) &&
    spans.unmatched('frequency').length === 0,
  optional:
    'networth should if whatif rate interest have get lower raise make will cost save pay payment money happened compare now will can much',
  optionalPattern:
    /^(?:refinanc\w*|points?|percentage|worth|sense|makes|offer|offered|current|went|new|instead|today)$/,
  slots: {
    match: slot.name(['loan', 'mortgage']),
    percent: slot.percent,
    length: slot.duration,
  },
  build: (spans, { match, percent, length }) => {
    const home = spans.items.find((item) => isConcept(item, 'home'));
    if (home) spans.matchItem(home);
    const refs = match?.refs ?? (home || spans.matches(REFINANCE) ? getDebts(spans) : []);
    const [debt, another] = refs;
    if (!debt || !isPlace(debt.is)) return null;
    if (another)
      return spans.ask('new_rate', 'debt', 'Which one?', 'A new interest rate', refs, match?.item ?? 'for *');
    // The answer compares payments and interest, not the fees of a new loan.
    if (spans.matches(/\bclosing costs?\b|\bfees?\b/i)) {
      const fee = spans.unmatched('amount').find(({ value }) => value.amount > 40);
      if (fee) spans.matchItem(fee);
      spans.match('close cost fee with');
      spans.assume(
        'cost',
        `without ${fee ? `the closing costs of ${formatPlain(fee.value.amount)}` : 'closing costs'}`,
      );
    }
    const months = length?.unit === 'month' && length.count % 12 === 0 ? length.count : null;
    const years = length?.unit === 'year' ? length.count : months === null ? null : months / 12;
    const point = matchPoints(spans);
    const place = { is: debt.is, id: debt.id };
    const isChange = point !== null || (spans.has('raise lower') && !spans.matches(/\bto\b/i));
    const sign = spans.has('lower') ? -1 : 1;
    // "At 4.9" is a rate without its percent sign.
    const bare = spans
      .unmatched('amount')
      .find(({ preposition, value }) => preposition === 'at' && !value.isMoney && value.amount <= 40);
    if (bare && !percent) spans.matchItem(bare);
    const stated = point ?? percent?.percent ?? bare?.value.amount ?? null;
    if (stated === null)
      return spans.ask(
        'new_rate',
        'rate',
        'At what interest rate?',
        `Refinance ${debt.name}`,
        ['5%', '5.5%', '6%'],
        'at *',
      );
    return {
      kind: 'new_rate',
      debt: place,
      rate: isChange ? null : stated,
      change: isChange ? sign * stated : null,
      years,
    };
  },
});

/** Returns the mortgages, or the loans if there are none. */
function getDebts({ customer }: MatchedSpans): readonly Ref[] {
  const mortgages = refsOfKind('mortgage', customer);
  return mortgages.length > 0 ? mortgages : refsOfKind('loan', customer);
}

function matchPoints(spans: MatchedSpans): number | null {
  const text = POINTS.exec(spans.text)?.[0].toLowerCase();
  if (text === undefined) return null;
  spans.matchKind('amount');
  const [share] = spans.unmatched('share');
  if (share) spans.matchItem(share);
  if (text.startsWith('half')) return 0.5;
  const number = Number.parseFloat(text);
  return Number.isNaN(number) ? (text.startsWith('two') ? 2 : 1) : number;
}

/** Matches "Which card should I use for gas", "best card for groceries". */
export const cardChoice = defineIntent({
  matches: ({ text }) =>
    /\b(?:which|what|best)\b.*\bcards?\b.*\b(?:for|on|at|to (?:use|buy))\b|\bwhich card\b/i.test(text) &&
    /\buse\b|\bbest\b|\bput\b|\bmost (?:rewards|cash|points|back)\b|\bpay for\b/i.test(text),
  optional: 'should used utilization rewards most have pay buy put spend purchase money back better',
  optionalPattern: /^(?:best|use|gives?|back)$/,
  build: (spans) => {
    spans.matchNames(['card'], ({ generic }) => generic === 'card');
    const [item] = spans.unmatched('name');
    const category = getStrongest(item?.refs.filter(({ is }) => is === 'category') ?? [])[0];
    if (item && !category) return null;
    if (item) spans.matchItem(item);
    return { kind: 'card_choice', category: category ? toNamed(category) : null };
  },
});

const PAY_OR_SAVE =
  /\b(?:pay|put|use|should i)\b.*\b(?:or|vs|versus|instead of)\b.*\b(?:sav(?:e|ings?)|pay)\b|\b(?:keep|leave|hold)\b.*\bor\b.*\b(?:pay|put|throw|use)\b/i;

/** Matches "Pay down Tide or put money in savings, what makes more sense". */
export const payOrSave = defineIntent({
  unless: 'whatif transfer send snowball',
  matches: (spans) =>
    spans.matches(PAY_OR_SAVE) &&
    spans.has('pay payoff put') &&
    (spans.has('save') || spans.mentions('account')),
  optional:
    'pay payoff put save should or money more make compare extra down better owe first improve all have',
  optionalPattern: /^(?:sense|makes|first|off|better|smarter|wiser|keep|leave|hold)$/,
  build: (spans) => {
    const [debt, another] = spans.matchNames(['card', 'loan', 'mortgage']);
    spans.matchNames(['account', 'category']);
    // The answer compares the costs of each $1,000, so that the amount doesn't change it.
    spans.matchKind('amount');
    const [only, other] = debt?.refs ?? [];
    if (another) return null;
    const place = only && !other && isPlace(only.is) ? { is: only.is, id: only.id } : null;
    return { kind: 'pay_or_save', debt: place };
  },
});

/** Matches "Where could I cut back", "how can I spend less". */
export const cutBack = defineIntent({
  matches: ({ text }) =>
    /\bcut (?:back|down|spending|costs|expenses)\b|\b(?:spend|save) (?:less|more money|money)\b|\bsave more\b|\btrim\b|\bspending too much\b/i.test(
      text,
    ) && /\b(?:where|how|what)\b.*\b(?:can|could|should|do|am)\b/i.test(text),
  unless: 'whatif if goal budget until howlong will',
  optional: 'howto lower spend less save more money should can cost too much most back',
  optionalPattern: /^(?:cut|trim|back|costs|expenses|easily)$/,
  build: (spans) =>
    spans.unmatched('amount').length > 0 || spans.unmatched('name').length > 0 ? null : { kind: 'cut_back' },
});

const PAYS_OFF =
  /\b(?:pay(?:ing)?|paid|pays) off\b|\bpay ?off\b|\bpaid\b|\bgone\b|\bclear(?:ed)?\b|\bdone\b|\bfinish(?:ed)?\b|\bto zero\b|\brid of\b/i;
/** Phrases that are about another payment, or one that is due. */
const OTHER_PAYMENT = /\bpayment\b.*\bdone by\b|\bon top\b|\btowards?\b|\badditional(?:ly)?\b/i;

/**
 * Matches "How long to pay off Reef at 150 a month", "what do I have to pay to have Tide gone by June". Without
 * "more" or "extra", the amount is the whole payment.
 */
export const fixedPayment = defineIntent({
  unless: 'extra more raise faster snowball avalanche minimum afford budget once send transfer score goal',
  exceptPattern: OTHER_PAYMENT,
  matches: (spans) =>
    spans.matches(PAYS_OFF) &&
    (spans.isQuestion ||
      spans.has('if whatif howlong when should much') ||
      spans.matches(/\bwhat\b|\bhow\b/i)),
  optional:
    'if whatif howlong when pay paid payoff cleared payment until will have only make put schedule interest cost much happened take should balance due bill goes owe',
  optionalPattern:
    /^(?:takes?|long|gone|done|over|finish(?:ed)?|completely|fully|rid|zero|would|pays|date|month|day|instead)$/,
  slots: {
    match: slot.name(['card', 'loan', 'mortgage'], ({ refs, generic }) => {
      const isDebt = (is: string) => is === 'card' || is === 'loan' || is === 'mortgage';
      return generic !== null || getStrongest(refs).some(({ is }) => isDebt(is));
    }),
    every: slot.frequency,
    amount: slot.amount,
    time: slot.time,
  },
  build: (spans, { match, every, amount, time }) => {
    const [debt, another] = match?.refs ?? [];
    if (!match || !debt || !isPlace(debt.is)) return null;
    if (every && every.frequency !== 'MONTHLY') return null;
    const period = time && spans.toPeriod(time.time, 'future');
    const by = period?.to ?? null;
    const monthly = amount?.value.amount ?? null;
    if (amount?.value.alternative != null || (monthly === null) === (by === null)) return null;
    // "If I pay 500 on Reef" is a single payment, and "I paid off the loan in June" is past.
    if ((monthly !== null && !every) || (by !== null && by <= spans.customer.today)) return null;
    if (
      monthly === null &&
      !spans.matches(/\b(?:how much|what)\b.*\b(?:pay|payment|put|month)|\bhave to pay\b/i)
    )
      return null;
    if (another) return spans.ask('fixed_payment', 'debt', 'Which one?', 'Pay off a debt', match);
    if (monthly !== null) spans.assume('monthly', `${formatPlain(monthly)} a month is the whole payment`);
    return { kind: 'fixed_payment', debt: { is: debt.is, id: debt.id }, monthly, by };
  },
});
