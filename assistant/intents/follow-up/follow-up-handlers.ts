import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../../../engine/calendar/periods.ts';
import { formatPlain } from '../../../engine/money/amount-text.ts';
import type { Action, CustomerContext, Intent, Named, Question, Utterance } from '../../intent.ts';
import { isConcept, type MatchedSpans, toNamed } from '../../parser/matched-spans.ts';
import { findProduct, getProducts } from '../../parser/names.ts';
import { readTopicValues } from '../../parser/topic-values.ts';
import { findTopic } from '../../topics.ts';
import { formatUsualPayer, getUsualPayer } from '../money-slots.ts';
import { toMonths } from '../what-if/what-if-slots.ts';
import { filterAccounts } from './frame.ts';

type Kind = (Question | Action)['kind'];
type PriorRequest = Question | Action;
type PriorRequestOf<Of extends Kind> = Extract<PriorRequest, { kind: Of }>;

const HOW_COMPUTED =
  /\bhow(?:'d| did| do| would| was| is)? (?:you|that|it|this)(?: been| being)? (?:get|got|calculated?|computed?|come up with|figured?|know|arrive)\b|\bwhere (?:does|did|do) (?:that|this|it|you) (?:come|get)\b|\bshow (?:me )?(?:the|your) (?:math|work|calculation)\b/i;
const WENT_THROUGH =
  /\b(?:did|has|was|is) (?:that|it|this)(?: \w+)? (?:go|gone|went|work|worked|done|sent|through|happen|completed?|confirmed)\b/i;
/** The kinds of actions that the customer can confirm. */
export const ACTIONS: ReadonlySet<Intent['kind']> = new Set<Kind>([
  'confirm',
  'transfer',
  'pay_card',
  'pay_debt',
  'draw_line',
  'pay_person',
  'schedule',
  'auto_deposit',
  'freeze',
  'set_budget',
  'delete_budget',
  'contribute_goal',
  'change_goal',
  'redeem',
  'fast_forward',
]);

/** Returns true for an action, which a follow-up can correct before the customer confirms it. */
export const isAction = (kind: Intent['kind']): boolean => ACTIONS.has(kind);

/** Returns the question or action that a follow-up means; null if it isn't a follow-up to the last one. */
export function applyFollowUp(spans: MatchedSpans, last: PriorRequest): PriorRequest | null {
  if (spans.matches(HOW_COMPUTED) && !ACTIONS.has(last.kind)) {
    spans.matchAll();
    return { kind: 'how_computed', of: last as Question };
  }
  if (ACTIONS.has(last.kind) && spans.matches(WENT_THROUGH) && spans.items.length <= 7) {
    spans.matchAll();
    return { kind: 'last_action' };
  }
  if (spans.matches(SORT_REQUEST) && spans.unmatched('name').length === 0) return sortAnswer(spans, last);
  const handle = FOLLOW_UP_HANDLERS[last.kind] as
    | ((spans: MatchedSpans, last: PriorRequest) => PriorRequest | null)
    | undefined;
  return handle?.(spans, last) ?? null;
}

/** Matches "other way round", which swaps the accounts of a transfer. */
const REVERSED =
  /\b(?:other way (?:a?round|about)|the (?:opposite|reverse)|(?:swap|reverse|switch|flip) (?:it|that|them|the accounts|accounts))\b/i;
/** Matches "and the month before that", after a balance on a day. */
const PERIOD_BEFORE = /\b(?:the )?(month|year|week|day) before(?: (?:that|it|this))?[\s?.!]*$/i;

/** "Order" is also a purchase, so it needs the start of the message and "by". */
const SORT_REQUEST =
  /\b(?:sort|rank|arrange)(?:ed)? (?:them|those|these|it|that|this|by)\b|^\s*(?:(?:please|and|ok|okay|now|can you|could you) )*order (?:them|those|these) by\b/i;

/** Sorts the last list. Lists that have one order, such as subscriptions by cost, stay as they are. */
function sortAnswer(spans: MatchedSpans, last: PriorRequest): PriorRequest | null {
  const isAscending = spans.matches(/\b(?:low(?:est)?|small(?:est)?|cheap(?:est)?|ascending|up)\b/i);
  const isByDate = spans.matches(/\b(?:date|day|time|newest|oldest|recent)\b/i);
  spans.matchAll();
  if (last.kind === 'subscriptions' && !isAscending && !isByDate) return { ...last, ask: 'list' };
  if (last.kind === 'rows' && !isByDate)
    return { ...last, which: isAscending ? 'smallest' : 'largest', limit: last.limit ?? 10 };
  if (last.kind === 'flow' && last.measure.startsWith('by_') && last.measure !== 'by_month' && !isAscending)
    return last;
  return spans.refuse('no_such_product', "We can't sort this list that way.", ['What can you do?']);
}

/** "I already pay it" describes a habit; it doesn't ask for a payment. */
const PAYS_ALREADY = /\balready\b|\b(?:i|we) (?:always |usually |just )?pay\b/i;

/** Returns the same day one unit earlier; the last day of a month becomes the last day of the month before. */
function getDayBefore(on: string, unit: Unit): string {
  const day = parseDay(on);
  const isMonthEnd = unit === 'month' && dayText(day + 1).endsWith('-01');
  return dayText(isMonthEnd ? addUnits(day + 1, 'month', -1) - 1 : addUnits(day, unit, -1));
}

/** Matches "can you push it back a week" after a question about a scheduled payment. */
function postpone(spans: MatchedSpans, { id }: { id: string }): PriorRequest | null {
  const payment = spans.customer.scheduledPayments.find((item) => item.id === id);
  // "Push it to the 20th" states the day.
  const time = spans.matchKind('time')?.time;
  if (time) {
    const on = spans.toPeriod(time, 'future').from;
    if (!payment || !on || on <= spans.customer.today || !time.isDay) return null;
    spans.match('postpone');
    return { kind: 'task', task: { is: 'change_payment', payment: toNamed(payment), amount: null, on } };
  }
  const length = spans.matchKind('duration');
  const every = length ? null : spans.matchKind('frequency');
  const unit =
    length?.unit ??
    (every?.frequency === 'WEEKLY' ? 'week' : every?.frequency === 'MONTHLY' ? 'month' : null);
  if (!payment?.nextDay || !unit) return null;
  spans.match('postpone');
  const on = dayText(addUnits(parseDay(payment.nextDay), unit, length?.count ?? 1));
  return { kind: 'task', task: { is: 'change_payment', payment: toNamed(payment), amount: null, on } };
}

/** Matches "ok make it minimum for both", which changes what autopay pays. */
const CHANGES_AUTOPAY =
  /^(?:(?:and|so|ok|okay|then|please)\s+)*(?:make|set|change|switch|put|turn|use)\b.*\b(?:minimum|full|statement|balance|on|off)\b/i;

/** Changes autopay of the cards that the message names, or of the cards asked about, or of all cards. */
function changeAutopay(spans: MatchedSpans, asked: readonly Named[]): PriorRequest | null {
  if (!spans.matches(CHANGES_AUTOPAY)) return null;
  const named = spans.matchNames(['card']).flatMap(({ refs }) => refs.map(toNamed));
  const cards = [named, asked, spans.customer.cards.map(toNamed)].find(({ length }) => length > 0);
  if (!cards || spans.unmatched('name').length > 0) return null;
  spans.matchAll();
  return { kind: 'task', task: { is: 'autopay', cards } };
}

const FOLLOW_UP_HANDLERS: {
  [Of in Kind]?: (spans: MatchedSpans, last: PriorRequestOf<Of>) => PriorRequest | null;
} = {
  topic: (spans, { topic, values }) =>
    topic === 'autopay-status' ? changeAutopay(spans, values.cards) : null,
  flow: (spans, last) => {
    const { filter, measure } = last;
    if (
      measure === 'count' &&
      spans.matches(
        /\bwhen\b.*\b(?:last|latest|recent|first)\b|\b(?:last|latest|most recent) (?:one|time|visit)\b/i,
      )
    ) {
      const which = spans.has('first') ? 'first' : 'last';
      if (!spans.matchOnly('when last first', /^(?:time|visit|visited|one|go|went)$/)) return null;
      return { kind: 'rows', which, direction: 'out', filter: { ...filter, period: null }, limit: null };
    }
    const [category] = filter.categories;
    // "Which budgets" asks about all of them, and "set a budget" is a request.
    if (category && spans.has('budget over_budget') && !spans.has('set') && !spans.matches(/\bbudgets\b/i)) {
      const period = spans.matchPeriod('past') ?? filter.period;
      const isAsked = spans.matchOnly(
        'budget over_budget left above below have',
        /^(?:stay|stayed|keep|kept)$/,
      );
      return isAsked ? { kind: 'budget', category, ask: 'standing', period } : null;
    }
    return null;
  },
  rows: (spans, last) => {
    const { filter } = last;
    // "Which card is that on" is part of every transaction in the answer.
    if (
      spans.matches(
        /\b(?:which|what) (?:card|account)\b(?!.*\b(?:should|could|can|would|best)\b).*\b(?:that|it|this|those|on|from)\b/i,
      ) &&
      spans.items.length < 10
    ) {
      spans.matchAll();
      return last;
    }
    if (last.which === 'list' || last.which === 'last') {
      const bounds = matchMentionedAmount(spans);
      if (bounds) return { ...last, filter: { ...filter, bounds } };
    }
    if (!spans.matches(/\bdispute\b|\bnot mine\b|\bdidn.?t make\b/i)) return null;
    spans.match('not make have charge transaction');
    spans.matchWords(/^(?:dispute|mine|want|did)$/);
    const nth = matchNth(spans);
    return { kind: 'task', task: { is: 'dispute', filter, ...(nth && { nth }) } };
  },
  task: (spans, { task }) => {
    if (task.is === 'autopay') return changeAutopay(spans, task.cards);
    if (task.is === 'dispute') {
      const bounds = matchMentionedAmount(spans);
      if (bounds) return { kind: 'task', task: { is: 'dispute', filter: { ...task.filter, bounds } } };
      const nth = matchNth(spans);
      return nth ? { kind: 'task', task: { ...task, nth } } : null;
    }
    if (task.is !== 'goal') return null;
    const [, name] = /^\s*(?:and )?(?:name|call) it (.+?)[\s.!?]*$/i.exec(spans.text) ?? [];
    if (name) {
      spans.matchAll();
      return { kind: 'task', task: { ...task, name } };
    }
    const amount = spans.matchKind('amount')?.value.amount;
    const on = spans.matchPeriod('future')?.to ?? null;
    if (amount === undefined && on === null) return null;
    return { kind: 'task', task: { ...task, amount: amount ?? task.amount, on: on ?? task.on } };
  },
  balance: (spans, { of, on }) => {
    const [, unit] = (on && PERIOD_BEFORE.exec(spans.text)) || [];
    if (on && unit) {
      spans.matchAll();
      return { kind: 'balance', of, on: getDayBefore(on, unit.toLowerCase() as Unit) };
    }
    // "Without the house" leaves debts out of the total.
    if (of.is === 'debts' && spans.has('except')) {
      const left = spans.items.flatMap((item) => {
        if (item.is === 'concept' && item.concept === 'home')
          return spans.customer.mortgages.map(({ id }) => id);
        return item.is === 'name' ? item.refs.map(({ id }) => id) : [];
      });
      for (const item of spans.items)
        if (item.is === 'name' || (item.is === 'concept' && item.concept === 'home')) spans.matchItem(item);
      spans.match('except or');
      return left.length > 0 ? { kind: 'balance', of: { is: 'debts', without: left }, on } : null;
    }
    const item = spans.matchKind('currency');
    const currency = item?.code;
    // "And euros?" asks for the account in euros, but "in euros?" converts the balance.
    const isOwned = spans.customer.accounts.some((account) => account.currency === currency);
    const isConverted =
      item?.preposition === 'in' || item?.preposition === 'to' || item?.preposition === 'into';
    if (currency && isOwned && !isConverted)
      return { kind: 'balance', of: { is: 'accounts', type: null, currency }, on };
    const owned = currency && on === null ? getAmount(of, spans.customer) : null;
    if (!currency || !owned || owned.currency === currency) return null;
    spans.assume('amount', `the balance of ${owned.name}`);
    return { kind: 'exchange', amount: owned.amount, from: owned.currency, to: currency, on: null };
  },
  paycheck: (spans) => {
    if (!spans.has('next')) return null;
    spans.match('next when much upcoming');
    return {
      kind: 'upcoming',
      direction: 'in',
      period: null,
      about: null,
      place: null,
      ask: 'next',
    };
  },
  card: (spans, { card, ask }) => {
    if (spans.isQuestion || !spans.has('pay payoff cleared') || spans.matches(PAYS_ALREADY)) return null;
    spans.match('pay payoff cleared balance all');
    const isAll = spans.matches(/\boff\b|\bin full\b/i);
    const part = spans.matchKind('share')?.share ?? 1;
    // A part of the minimum or of the statement balance isn't an amount that a payment can have.
    if (part !== 1 && ask !== 'balance') return null;
    const amount =
      spans.match('minimum') || (ask === 'minimum' && !isAll)
        ? ({ is: 'minimum' } as const)
        : spans.match('statement') || (ask === 'statement' && !isAll)
          ? ({ is: 'statement' } as const)
          : isAll || ask === 'balance'
            ? ({ is: 'share', share: part } as const)
            : null;
    const time = spans.matchKind('time');
    if (!spans.matchOnly('')) return null;
    const day = time ? ` ${time.raw}` : '';
    if (!amount) {
      const options = ['minimum', 'statement balance'].map((label) => ({
        label: `The ${label}`,
        ask: `Pay the ${label} on ${card.name}${day}`,
      }));
      spans.ask('pay_card', 'amount', 'How much?', `A payment to ${card.name}${day}`, options, null);
      if (spans.reply?.kind === 'missing') spans.reply.text = `Pay ${card.name}${day}`;
      return null;
    }
    const currency = spans.customer.cards.find(({ id }) => id === card.id)?.currency ?? '';
    const from = getUsualPayer(spans, currency);
    const on = time && spans.toPeriod(time.time, 'future').from;
    if (!from || (time && (on === null || on < spans.customer.today))) return null;
    spans.assume('from', formatUsualPayer(spans, from));
    if (on) {
      // A scheduled payment can't pay everything that is owed on a later day.
      if (amount.is === 'share') return null;
      const to = { is: 'card', id: card.id } as const;
      return { kind: 'schedule', to, from, amount, frequency: null, on, name: card.name };
    }
    return { kind: 'pay_card', card, from, amount };
  },
  credit_score: (spans) =>
    spans.matches(
      /^\s*(?:and |so |ok )*how (?:do|can|could|would) (?:i|we) (?:fix|improve|raise|increase|better|boost|help|change|lift) (?:it|that|this)(?: up)?[\s?.!]*$/i,
    )
      ? matchWhole(spans, { kind: 'credit_score', ask: 'improve' })
      : null,
  budget: (spans, { category }) => {
    // "Bump it up 50" changes the budget in the answer.
    if (!category || !spans.has('raise lower') || spans.unmatched('amount').length !== 1) return null;
    const current = spans.customer.budgets.find(({ categoryId }) => categoryId === category.id)?.amount;
    const stated = spans.matchKind('amount')?.value.amount;
    if (current === undefined || stated === undefined) return null;
    const isRaise = spans.matchFirst('raise lower') === 'raise';
    spans.match('set budget');
    const isTotal = spans.matches(/\bto\b/i);
    const amount = isTotal ? stated : Math.round((current + (isRaise ? stated : -stated)) * 100) / 100;
    if (amount <= 0) return null;
    if (!isTotal) spans.assume('amount', `${formatPlain(amount)} instead of ${formatPlain(current)}`);
    return { kind: 'set_budget', category, amount };
  },
  pay_card: (spans, last) => {
    const to = { is: 'card', id: last.card.id } as const;
    return payLater(spans, { ...last, to, name: last.card.name });
  },
  pay_debt: (spans, last) => {
    const to = { is: last.product, id: last.debt.id } as const;
    return payLater(spans, { ...last, to, name: last.debt.name });
  },
  upcoming: (spans, last) => {
    const [above, other] = spans.unmatched('amount');
    if (above && !other && spans.has('above') && spans.unmatched('name').length === 0) {
      spans.matchItem(above);
      if (!spans.matchOnly('above only all bill payment', /^(?:ones?|anything|those|items?|things?)$/))
        return null;
      return { ...last, ask: 'list', above: above.value.amount };
    }
    if (
      spans.matches(
        /^\s*(?:and |so |ok |but )*can (?:i|we) (?:afford|cover|pay|handle) (?:it|that|this|them|those|all of (?:it|them|that))[\s?.!]*$/i,
      )
    ) {
      spans.matchAll();
      return {
        kind: 'topic',
        topic: 'left-after-bills',
        values: readTopicValues(spans.message, findTopic('left-after-bills')).values,
      };
    }
    const postponed = spans.has('postpone') && last.about ? postpone(spans, last.about) : null;
    if (postponed) return postponed;
    if (
      spans.matches(
        /\b(?:(?:everything|all) but|except|without|minus|not counting|excluding|leave out)\b/i,
      ) &&
      spans.unmatched('name').length > 0
    ) {
      for (const item of spans.unmatched('name')) spans.matchItem(item);
      spans.matchOnly('except only all not include bill payment or', /^(?:counting|minus)$/);
      return spans.refuse(
        'no_such_product',
        "We can't leave a payment out of this list, but you can ask about one payment.",
        ['Which payments are coming up?'],
      );
    }
    if (!spans.has('first next') || last.ask === 'next' || spans.unmatched('name').length > 0) return null;
    spans.match('first next due when upcoming who');
    return { ...last, ask: 'next' };
  },
  freeze: (spans, last) => {
    if (!last.frozen || !spans.has('unfreeze')) return null;
    spans.matchNames(['card'], ({ refs }) => refs.some(({ id }) => id === last.card.id));
    return spans.matchOnly('unfreeze find', /^(?:found|have)$/) ? { ...last, frozen: false } : null;
  },
  goal: (spans, last) => {
    const [added, other] = spans.unmatched('amount');
    const target = spans.customer.goals.find(({ id }) => id === last.goal?.id);
    if (
      target &&
      added &&
      !other &&
      spans.matches(/^\s*(?:ok |and |please |then |now )*(?:add|put|contribute|throw|move)\b/i)
    ) {
      const from = getUsualPayer(spans, target.currency);
      spans.matchItem(added);
      if (
        !from ||
        added.value.alternative !== null ||
        !spans.matchOnly('put schedule transfer to more', /^(?:in|it|there|dollars)$/)
      )
        return null;
      spans.assume('from', formatUsualPayer(spans, from));
      return { kind: 'contribute_goal', goal: toNamed(target), from, amount: added.value.amount };
    }
    return null;
  },
  transfer: (spans, { from, to, amount }) => {
    if (spans.matches(REVERSED)) {
      spans.matchAll();
      return { kind: 'transfer', from: to, to: from, amount };
    }
    const every = spans.matchKind('frequency');
    const day = every ? null : (spans.matchPeriod('future')?.from ?? null);
    if (day && day > spans.customer.today && amount.is === 'exact') {
      spans.match('transfer make');
      return {
        kind: 'schedule',
        to: { is: 'account', id: to.id },
        from,
        amount,
        frequency: null,
        on: day,
        name: to.name,
      };
    }
    if (!every || amount.is !== 'exact' || every.frequency === 'HOURLY' || every.frequency === 'DAILY')
      return null;
    if (every.from === null) spans.assume('on', 'starting tomorrow');
    return {
      kind: 'schedule',
      to: { is: 'account', id: to.id },
      from,
      amount,
      frequency: every.frequency,
      on: dayText(every.from ?? spans.today + 1),
      name: to.name,
    };
  },
  schedule: (spans, last) => {
    if (!last.frequency || !spans.matches(/\b(?:stop|end|until|till|last one|ending)\b/i)) return null;
    const period = spans.matchPeriod('future');
    const isAfter = spans.matches(/\bafter\b/i);
    // "After March" starts on April 1, so the last possible day is March 31.
    const until = isAfter && period?.from ? previousDay(period.from, spans) : (period?.to ?? null);
    if (until === null || until <= last.on) return null;
    spans.match('no stopit until');
    return { ...last, until };
  },
  afford: (spans, last) => {
    // "What if I put it on a card" needs enough available credit.
    const [card] = spans.matches(/\bit\b|\bthat\b|\bthis\b|\bwith (?:a|my|the)\b/i)
      ? spans.matchNames(['card'])
      : [];
    if (card && spans.matches(/\b(?:put|charge|pay|use|on|with)\b/i)) {
      spans.match('put charge pay buy use utilization whatif if');
      const amount = formatPlain(last.amount);
      spans.assume('card', `${last.name} for ${amount} counts against your available credit`);
      const [only, another] = card.refs;
      if (only && !another) return { kind: 'card', card: toNamed(only), ask: 'available' };
      return { kind: 'cards', ask: 'available' };
    }
    if (
      /^\s*(?:so |and )?(?:then )?can i\b/i.test(spans.text) &&
      spans.items.every(({ is }) => is === 'stop')
    )
      return last;
    if (!spans.matches(/\b(?:left|remain\w*)\b/i) || spans.unmatched('amount').length > 0) return null;
    spans.match('left have will much money');
    spans.matchWords(/^(?:after|afterwards?|then)$/);
    return last;
  },
  calculate: (spans, { of }) => {
    const percent = spans.matchKind('percent')?.percent;
    const length = spans.matchKind('duration');
    const amount = spans.matchKind('amount')?.value;
    if (amount && amount.alternative !== null) return null;
    spans.match('will');
    const months = length ? toMonths(length) : undefined;
    switch (of.is) {
      case 'percent':
        if (percent === undefined && !amount) return null;
        return {
          kind: 'calculate',
          of: { ...of, percent: percent ?? of.percent, amount: amount?.amount ?? of.amount },
        };
      case 'split':
        if (!amount) return null;
        spans.matchWords(/^(?:ways?|people|persons?)$/);
        return amount.isMoney || amount.amount > 20
          ? { kind: 'calculate', of: { ...of, amount: amount.amount } }
          : { kind: 'calculate', of: { ...of, ways: amount.amount } };
      case 'operation':
      case 'expression':
      case 'shown':
      case 'scaled':
        return null;
      default: {
        const isRate = amount && !amount.isMoney && amount.amount <= 40 && spans.matches(/\bat\b/i);
        if (percent === undefined && months === undefined && !amount) return null;
        return {
          kind: 'calculate',
          of: {
            ...of,
            rate: percent ?? (isRate ? amount.amount : of.rate),
            months: months ?? of.months,
            amount: amount && !isRate ? amount.amount : of.amount,
          },
        };
      }
    }
  },
  interest: (spans, last) => {
    const match = spans.matchNames(['account', 'card', 'loan', 'mortgage']);
    const places = match.flatMap(({ refs }) =>
      refs.flatMap(({ is, id }) =>
        is === 'account' || is === 'card' || is === 'loan' || is === 'mortgage' ? [{ is, id }] : [],
      ),
    );
    if (places.length === 0) return null;
    spans.match('no interest explain only');
    spans.matchWords(/^(?:meant|mean)$/);
    const isEarned = places.every(({ is }) => is === 'account');
    return { ...last, places, direction: isEarned ? 'earned' : 'paid' };
  },
  explain: (spans, { term }) => {
    const question = OWN_FIGURES[term];
    if (!question || !spans.matches(MINE)) return null;
    spans.matchAll();
    return question(spans);
  },
  several: (spans, { questions }) => {
    const last = questions.at(-1);
    return last ? applyFollowUp(spans, last) : null;
  },
  debt_ranking: (spans, last) => {
    const by = spans.match('rate interest') ? 'rate' : spans.match('owe balance') ? 'balance' : null;
    return by ? { ...last, by } : null;
  },
  minimum_only: (spans, { card: asked }) => {
    // "And if I pay 200?" is a constant payment on the same card.
    const stated = asked && spans.matchKind('amount')?.value;
    if (asked && stated && stated.alternative === null) {
      spans.matchKind('frequency');
      spans.match('if whatif pay make put');
      return { kind: 'fixed_payment', debt: { is: 'card', id: asked.id }, monthly: stated.amount, by: null };
    }
    const [match] = spans.matchNames(['card']);
    const [card, another] = match?.refs ?? [];
    return card && !another ? { kind: 'minimum_only', card: toNamed(card) } : null;
  },
  fixed_payment: (spans, last) => {
    const stated = spans.matchKind('amount')?.value;
    if (!stated || stated.alternative !== null || last.monthly === null) return null;
    spans.matchKind('frequency');
    spans.match('if whatif pay make put raise lower');
    return { ...last, monthly: stated.amount };
  },
  delete_budget: (spans, { category }) => {
    // "I meant lower it to 100" keeps the budget.
    const stated = spans.matchKind('amount')?.value;
    if (!stated || stated.alternative !== null || stated.amount <= 0 || spans.matches(/\bby\b/i)) return null;
    spans.match('no not lower raise set make budget change only');
    return { kind: 'set_budget', category, amount: stated.amount };
  },
  new_rate: (spans, last) => {
    const percent = spans.matchKind('percent')?.percent;
    spans.match('if have get');
    return percent === undefined ? null : { ...last, rate: percent, change: null };
  },
  subscriptions: (spans) => {
    if (
      spans.has('no stopit delete') &&
      spans.matches(/\b(?:one|ones|it|that)\b/i) &&
      spans.items.length < 8
    ) {
      spans.matchAll();
      const payments = spans.customer.scheduledPayments.map(({ name }) => ({
        label: name,
        ask: `Cancel ${name}`,
      }));
      return spans.ask('task', 'payment', 'Which payment?', 'Cancel a payment', payments, null);
    }
    return null;
  },
};

/** Matches the whole message, and returns the request that it means. */
function matchWhole(spans: MatchedSpans, request: PriorRequest): PriorRequest {
  spans.matchAll();
  return request;
}

type PriorPayment = Omit<PriorRequestOf<'schedule'>, 'kind' | 'frequency' | 'on' | 'amount'> & {
  amount: Utterance;
};

/** Schedules the payment before "tomorrow instead". Returns null if the message doesn't name a later day. */
function payLater(spans: MatchedSpans, { to, from, amount, name }: PriorPayment): PriorRequest | null {
  // A scheduled payment can't pay a part of what is owed on a later day.
  if (amount.is === 'share' || amount.is === 'rest') return null;
  const on = spans.matchPeriod('future')?.from ?? null;
  if (
    !on ||
    on <= spans.customer.today ||
    !spans.matchOnly('pay make schedule no', /^(?:instead|rather|it|that)$/)
  )
    return null;
  return { kind: 'schedule', to, from, amount, frequency: null, on, name };
}

const MINE =
  /^\s*(?:and |so |ok |what about |what(?:'s| is) |how about )*(?:mine|my own|my one|ours|for me|do i have (?:one|any|that))[\s?.!]*$/i;

/** The customer's own figures for the terms of the glossary. */
const OWN_FIGURES: Readonly<Record<string, (spans: MatchedSpans) => PriorRequest | null>> = {
  APY: ({ customer }) => {
    const [savings, another] = customer.accounts.filter(({ type }) => type === 'SAVINGS');
    return savings && !another ? { kind: 'account_rate', account: toNamed(savings) } : { kind: 'rates' };
  },
  APR: () => ({ kind: 'rates' }),
  Interest: () => ({ kind: 'rates' }),
  Utilization: () => ({ kind: 'cards', ask: 'utilization' }),
  'Credit limit': () => ({ kind: 'cards', ask: 'limit' }),
  'Minimum payment': () => ({ kind: 'cards', ask: 'due' }),
  'Due date': () => ({ kind: 'cards', ask: 'due' }),
  'Statement balance': () => ({ kind: 'cards', ask: 'due' }),
  'Credit score': () => ({ kind: 'credit_score', ask: 'score' }),
  'Net worth': () => ({ kind: 'balance', of: { is: 'net_worth' }, on: null }),
  'Home equity': () => ({ kind: 'home', ask: 'equity' }),
  'Emergency fund': () => ({ kind: 'runway' }),
  Subscription: () => ({ kind: 'subscriptions', ask: 'list' }),
  Budget: () => ({ kind: 'budget', category: null, ask: 'standing', period: null }),
  Goal: () => ({ kind: 'goal', goal: null, ask: 'progress' }),
};

/** Matches "the 12 dollar one" as an amount, rounded to whole dollars if it has no cents. */
function matchMentionedAmount(spans: MatchedSpans) {
  const [, digits] =
    /\bthe \$?(\d[\d.,]*)(?: dollars?| bucks?)? (?:one|charge|payment)\b/i.exec(spans.text) ?? [];
  const [item] = spans.unmatched('amount');
  if (digits === undefined || !item) return null;
  spans.matchItem(item);
  if (!spans.matchOnly('no not charge payment transaction', /^(?:dispute|meant|mean|did)$/)) return null;
  const { amount } = item.value;
  if (!Number.isInteger(amount)) return { from: amount, to: amount };
  spans.assume('bounds', `between ${formatPlain(amount)} and ${formatPlain(amount + 0.99)}`);
  return { from: amount, to: Math.round((amount + 0.99) * 100) / 100 };
}

const NTH = ['first', 'second', 'third', 'fourth', 'fifth'];

function matchNth(spans: MatchedSpans): number | null {
  const at = NTH.findIndex((word) => spans.items.some(({ words }) => words.includes(word)));
  const isLast = at === -1 && spans.has('last');
  if (at === -1 && !isLast) return null;
  for (const item of spans.items)
    if (NTH.includes(item.words[0] ?? '') || isConcept(item, 'first last')) spans.matchItem(item);
  return isLast ? 1 : at + 1;
}

const previousDay = (day: string, spans: MatchedSpans) =>
  dayText(spans.today + Math.round((Date.parse(day) - Date.parse(spans.customer.today)) / 86_400_000) - 1);

/** Returns the current amount of a balance in one currency. */
function getAmount(of: PriorRequestOf<'balance'>['of'], customer: CustomerContext) {
  const [only, another] = of.is === 'accounts' ? filterAccounts(customer.accounts, of) : [];
  const product = of.is === 'place' ? findProduct(customer, of.place) : another ? null : only;
  return product ? { name: product.name, amount: product.balance, currency: product.currency } : null;
}

/** Returns the action that carries out a what-if, or null if the bank has none. */
export function toAction(last: PriorRequestOf<'what_if'>, spans: MatchedSpans): PriorRequest | null {
  const { customer, today } = spans;
  const [decision, another] = last.decisions;
  if (!decision || another) return null;
  const on = dayText(Math.max(decision.on, today + 1));
  const products = getProducts(customer);
  const find = (id: string) => {
    for (const is of ['account', 'card', 'loan', 'mortgage'] as const) {
      const product = products[is].find((item) => item.id === id);
      if (product) return { is, id, name: product.name, currency: product.currency };
    }
    return null;
  };
  if (decision.kind === 'extra_payment') {
    const debt = find(decision.debtId);
    const [from, other] = customer.accounts.filter(
      ({ type, currency }) => type === 'CHECKING' && currency === debt?.currency,
    );
    const payer = other ? customer.accounts.find(({ name }) => /checking/i.test(name)) : from;
    if (!debt || !payer || debt.is === 'account') return null;
    spans.assume('from', `from ${payer.name}`);
    return {
      kind: 'schedule',
      to: { is: debt.is, id: debt.id },
      from: toNamed(payer),
      amount: { is: 'exact', amount: decision.monthly / 100, currency: null },
      frequency: 'MONTHLY',
      on,
      name: `Extra on ${debt.name}`,
    };
  }
  if (decision.kind === 'save') {
    const [from, to] = [find(decision.from), find(decision.to)];
    if (!from || !to) return null;
    return {
      kind: 'schedule',
      to: { is: 'account', id: to.id },
      from: toNamed(from),
      amount: { is: 'exact', amount: decision.amount / 100, currency: null },
      frequency: decision.frequency,
      on,
      name: to.name,
    };
  }
  if (decision.kind === 'stop_rule') {
    const payment = customer.scheduledPayments.find(({ id }) => id === decision.ruleId);
    return payment ? { kind: 'task', task: { is: 'cancel_payment', payment: toNamed(payment) } } : null;
  }
  return null;
}
