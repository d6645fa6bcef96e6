import { dayText, parseDay } from '../../../engine/calendar/calendar.ts';
import { addUnits, findWholeUnit, unitAround } from '../../../engine/calendar/periods.ts';
import type { Period, Question } from '../../intent.ts';
import { getPeriod } from '../../parser/days.ts';
import { NO_FILTER } from '../../parser/filter.ts';
import { getStrongest, type MatchedSpans } from '../../parser/matched-spans.ts';
import { isAction } from './follow-up-handlers.ts';
import {
  type Flow,
  type Frame,
  filterAccounts,
  getPeriodBefore,
  getPlace,
  getStated,
  type Request,
  toFlow,
} from './frame.ts';
import { explainMonth } from './step-operations.ts';
import { toTopic } from './topic-request.ts';

const compareWithUsual = (flow: Flow | null): Flow | null =>
  flow && flow.direction !== 'net'
    ? { ...flow, measure: 'total', compare: null, comparesWithUsual: true, limit: null }
    : null;

/** Returns the question that shows whether the last answer is a lot, good, or normal. */
export function judge(frame: Frame, spans: MatchedSpans): Request | null {
  const { last } = frame;
  switch (last.kind) {
    case 'credit_score':
      return toTopic(spans, 'score-meaning');
    case 'card':
      return { kind: 'explain', term: last.ask === 'apr' ? 'APR' : 'Utilization' };
    case 'cards':
      return { kind: 'explain', term: 'Utilization' };
    case 'debt':
      return last.ask === 'rate' ? { kind: 'rates', about: last.debt } : toTopic(spans, 'debt-to-income');
    case 'account_rate':
      return { kind: 'rates', about: { is: 'account', id: last.account.id } };
    case 'paycheck':
      return toTopic(spans, 'pay-change');
    case 'goal':
      return toTopic(spans, 'goal-by-date', { goals: last.goal ? [last.goal] : [] });
    case 'subscriptions':
      return toTopic(spans, 'subscription-share');
    case 'balance':
      if (last.of.is === 'debts') return toTopic(spans, 'debt-to-income');
      return last.of.is === 'net_worth' ? toTopic(spans, 'net-worth-trend') : toTopic(spans, 'money-verdict');
    case 'upcoming':
      return last.about
        ? toTopic(spans, 'bills-that-rose', { payments: [last.about] })
        : toTopic(spans, 'left-after-bills');
    case 'set_budget': {
      // The usual spending shows whether a new budget is realistic.
      const flow = toFlow(frame);
      const month = unitAround(spans.today, 'month').from;
      const period = getPeriod({ from: addUnits(month, 'month', -6), to: month - 1 }, spans.today);
      return flow && { ...flow, measure: 'average_month', filter: { ...flow.filter, period } };
    }
    default:
      return compareWithUsual(toFlow(frame));
  }
}

/** Returns the question that explains the last answer. */
export function explain(frame: Frame, spans: MatchedSpans): Request | null {
  const { last, customer } = frame;
  switch (last.kind) {
    case 'credit_score':
      return { kind: 'credit_score', ask: 'why' };
    case 'interest': {
      const savings = customer.accounts.filter(({ type }) => type === 'SAVINGS');
      const [only, another] =
        last.places.length > 0 ? last.places : last.direction === 'earned' ? savings : [];
      const place = !only || another ? null : 'is' in only ? only : ({ is: 'account', id: only.id } as const);
      return { kind: 'why', what: 'interest', amount: null, place, filter: NO_FILTER };
    }
    case 'balance':
      if (last.since || last.on) return { kind: 'how_computed', of: last };
      return { ...last, since: dayText(unitAround(spans.today, 'month').from - 1) };
    case 'subscriptions':
      return { kind: 'subscriptions', ask: 'price_increases' };
    case 'paycheck':
      return toTopic(spans, 'pay-change');
    case 'flow':
      if (last.direction === 'net')
        return { ...last, direction: 'out', measure: 'by_category', compare: null };
      if (last.measure === 'by_month' && last.extreme) return explainMonth(frame, last, spans);
      if (!last.compare) return compareWithUsual(last);
      return explainChange(frame, last, spans) ?? { ...last, measure: 'by_merchant', compare: null };
    case 'budget': {
      const flow = toFlow(frame);
      return flow && { ...flow, measure: 'by_merchant' };
    }
    case 'rows':
      return compareWithUsual(toFlow(frame));
    default:
      return isAction(last.kind) || last.kind === 'task' || !getStated(frame)
        ? null
        : { kind: 'how_computed', of: last as Question };
  }
}

/**
 * Returns the question for the categories that differ between two periods of spending; null if the question is narrower
 * than all spending.
 */
function explainChange({ shown }: Frame, { direction, filter, compare: since }: Flow, spans: MatchedSpans) {
  const { categories, merchant, contact, tag, text, places, bounds, excluded, isFee } = filter;
  const isNarrow = [merchant, contact, tag, text, bounds, excluded, isFee].some((value) => value != null);
  const isGeneral = direction === 'out' && !isNarrow && categories.length === 0 && places.length === 0;
  const { period } = filter;
  if (!isGeneral || !since || !period || !isMonth(period) || !isMonth(since)) return null;
  const isDown =
    spans.matches(/\b(?:less|lower|down|little|cheaper|dropp?(?:ed)?|fell|decreased)\b/i) ||
    (shown !== null && / less than /.test(shown.text) && !spans.matches(/\b(?:more|higher|up|increased)\b/i));
  return { kind: 'category_change', direction: isDown ? 'down' : 'up', since, until: period } as const;
}

const isMonth = ({ from, to }: Period) =>
  from !== null && to !== null && from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);

/** Compares the last answer with an earlier one, with the stated time, or with the previous period. */
export function compare(frame: Frame, spans: MatchedSpans): Request | null {
  const { last, earlier, customer } = frame;
  const isStated = spans.unmatched('time').length > 0;
  switch (last.kind) {
    case 'credit_score':
      return { kind: 'credit_score', ask: 'change' };
    case 'paycheck':
      return toTopic(spans, 'pay-change');
    case 'subscriptions':
      return { kind: 'subscriptions', ask: 'price_increases' };
    case 'upcoming':
      return last.about ? toTopic(spans, 'bills-that-rose', { payments: [last.about] }) : null;
    case 'balance': {
      const stated = isStated ? spans.matchPeriod('past') : null;
      const since = stated
        ? getSince(stated, spans)
        : (last.on ?? dayText(addUnits(spans.today, 'month', -1)));
      return since !== null && since < customer.today ? { ...last, on: null, since } : null;
    }
    default: {
      const flow = toFlow(frame);
      if (!flow || flow.direction === 'net') return null;
      if (isStated && flow.measure === 'by_category') {
        const since = spans.matchPeriod('past');
        return since && explainChange(frame, { ...flow, compare: since }, spans);
      }
      if (isStated) return compareWithYear(flow, spans);
      const before = earlier.at(-2)?.meaning;
      const other = before?.kind === 'flow' && isOtherPeriod(before, flow) ? before : null;
      const [late, early] =
        other && (other.filter.period?.from ?? '') > (flow.filter.period?.from ?? '')
          ? [other, flow]
          : [flow, other];
      const { period } = late.filter;
      const against = early?.filter.period ?? (period && getPeriodBefore(period, customer));
      return against ? { ...late, measure: 'total', compare: against, comparesWithUsual: undefined } : null;
    }
  }
}

/** Compares a period with the same days of an earlier year, for "a year ago". Other times have rules of their own. */
function compareWithYear(flow: Flow, spans: MatchedSpans): Flow | null {
  const stated = spans.matchPeriod('past');
  const { period } = flow.filter;
  if (!stated?.from || stated.from !== stated.to || !period?.from) return null;
  const years = Math.round((spans.today - parseDay(stated.from)) / 365.25);
  if (years < 1) return null;
  const to = Math.min(spans.today, period.to ? parseDay(period.to) : spans.today);
  const span = { from: addUnits(parseDay(period.from), 'year', -years), to: addUnits(to, 'year', -years) };
  const { comparesWithUsual: _, ...others } = flow;
  return { ...others, measure: 'total', compare: getPeriod(span, spans.today) };
}

/** Returns the past day to compare a balance with: "last year" means a year ago, and "this year" its first day. */
function getSince({ from, to }: Period, { today }: MatchedSpans): string | null {
  if (from === null || to === null || from === to || to >= dayText(today)) return from;
  const unit = findWholeUnit(parseDay(from), parseDay(to));
  const isPrevious = unit && unitAround(today, unit).from - 1 === parseDay(to);
  return isPrevious ? dayText(addUnits(today, unit, -1)) : to;
}

/** Returns true if two questions differ only in their periods. */
function isOtherPeriod(first: Flow, second: Flow): boolean {
  const withoutPeriod = ({ direction, measure, filter }: Flow) =>
    JSON.stringify({ direction, measure, filter: { ...filter, period: null } });
  return (
    withoutPeriod(first) === withoutPeriod(second) && first.filter.period?.from !== second.filter.period?.from
  );
}

const GROUPINGS: readonly [RegExp, Flow['measure']][] = [
  [/\bmonth(?:s|ly)?\b/i, 'by_month'],
  [/\bweek(?:s|ly)?\b/i, 'by_week'],
  [/\b(?:day|days|daily)\b/i, 'by_day'],
  [/\b(?:stores?|shops?|merchants?|places?|where|who)\b/i, 'by_merchant'],
  [/\b(?:categor\w+|on what|what on|for what|what for|type)\b/i, 'by_category'],
];

/** Splits an answer by a unit of time, by category, or by merchant. */
export function group(frame: Frame, spans: MatchedSpans): Request | null {
  const { last } = frame;
  const stated = GROUPINGS.find(([words]) => words.test(spans.text))?.[1];
  const flow = toFlow(frame);
  const isGeneral = flow && flow.filter.categories.length === 0 && flow.filter.merchant === null;
  const measure = stated ?? (isGeneral ? 'by_category' : 'by_merchant');
  const isByMonth = measure === 'by_month';
  if (last.kind === 'interest') return last;
  if (last.kind === 'credit_score') return isByMonth ? toTopic(spans, 'score-history') : null;
  if (last.kind === 'balance') {
    if (!isByMonth) return null;
    if (last.of.is === 'net_worth') return toTopic(spans, 'net-worth-trend');
    const account = spans.customer.accounts.find(({ id }) => id === getPlace(frame)?.id);
    return account ? toTopic(spans, 'month-end-balances', { accounts: [account] }) : null;
  }
  if (last.kind === 'upcoming' && !last.about)
    return measure === 'by_week' ? toTopic(spans, 'bills-by-week') : null;
  if (!flow) return null;
  if (flow.direction === 'net')
    return isByMonth
      ? toTopic(spans, 'cash-flow-months', { periods: flow.filter.period ? [flow.filter.period] : [] })
      : null;
  const { comparesWithUsual: _, ...others } = flow;
  return { ...others, measure, compare: null, limit: null };
}

const RANKS = ['first', 'second', 'third', 'fourth', 'fifth'];
const NUMBERED = ['1st', '2nd', '3rd', '4th', '5th'];

/** Continues a ranking or a search for one transaction: "the one after that", "third biggest". */
export function continueRanking({ last }: Frame, spans: MatchedSpans): Request | null {
  const words = spans.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const stated = words
    .map((word) => Math.max(RANKS.indexOf(word), NUMBERED.indexOf(word)))
    .find((at) => at > 0);
  const isBackward = /\b(?:before|prior|previous|earlier)\b/i.test(spans.text);
  const toLimit = (current: number) => (stated === undefined ? current + 1 : stated + 1);
  if (last.kind === 'rows' && last.which !== 'list')
    return (last.which === 'last') === isBackward ? { ...last, limit: toLimit(last.limit ?? 1) } : null;
  if (isBackward) return null;
  if (last.kind === 'upcoming' && last.ask === 'next')
    return { ...last, period: null, nth: toLimit(last.nth ?? 1) };
  if (last.kind !== 'flow' || last.direction === 'net') return null;
  const { direction, filter, measure } = last;
  if (measure === 'largest' || measure === 'smallest')
    return { kind: 'rows', which: measure, direction, filter, limit: toLimit(1) };
  return last.limit !== null && /^by_(?:category|merchant|day)$/.test(measure)
    ? { ...last, limit: toLimit(last.limit) }
    : null;
}

/** Shows the transactions, or the items, that an answer is about. */
export function list(frame: Frame): Request | null {
  const { last } = frame;
  if (last.kind === 'upcoming' || last.kind === 'subscriptions') return { ...last, ask: 'list' };
  const flow = toFlow(frame);
  if (!flow || last.kind === 'rows') return null;
  const { direction, filter } = flow;
  return {
    kind: 'rows',
    which: 'list',
    direction: direction === 'net' ? null : direction,
    filter,
    limit: null,
  };
}

/** Counts the transactions that an answer is about. Other answers already state their number. */
export function count(frame: Frame): Request | null {
  const { last } = frame;
  if (last.kind === 'subscriptions' || last.kind === 'upcoming') return { ...last, ask: 'list' };
  const flow = toFlow(frame);
  return flow && flow.direction !== 'net' ? { ...flow, measure: 'count', compare: null, limit: null } : null;
}

/** Asks for the balance of the account, card, or debt of the last request: "how much is in there now". */
export function askBalance(frame: Frame): Request | null {
  const place = getPlace(frame);
  return place && { kind: 'balance', of: { is: 'place', place }, on: null };
}

/** Returns the question for the largest, smallest, or newest item of the last list. */
export function askExtreme({ last }: Frame, spans: MatchedSpans): Request | null {
  const isSmallest = spans.has('smallest') || spans.matches(/\b(?:small|low|cheap|least)\w*\b/i);
  const isNewest = spans.matches(/\b(?:newest|latest|most recent)\b/i);
  switch (last.kind) {
    case 'subscriptions':
      if (isNewest) return toTopic(spans, 'subscription-newest');
      return isSmallest ? toTopic(spans, 'subscription-cheapest') : { ...last, ask: 'largest' };
    case 'upcoming':
      return isSmallest || isNewest ? null : { ...last, ask: 'largest', period: last.period };
    case 'budget':
      return isSmallest || isNewest ? null : toTopic(spans, 'budget-largest');
    case 'goal':
      return isSmallest || isNewest ? null : toTopic(spans, 'goal-biggest');
    case 'balance':
      return last.of.is === 'debts' && !isNewest
        ? { kind: 'debt_ranking', by: 'balance', order: isSmallest ? 'least' : 'most' }
        : null;
    case 'rates':
      return isNewest ? null : { kind: 'debt_ranking', by: 'rate', order: isSmallest ? 'least' : 'most' };
    default:
      return null;
  }
}

/** Asks the same about all cards, budgets, goals, or accounts: "and the others". */
export function askAll({ last }: Frame): Request | null {
  switch (last.kind) {
    case 'budget':
      return { ...last, category: null, ask: 'standing' };
    case 'goal':
      return { ...last, goal: null };
    case 'card':
      return { kind: 'cards', ask: ALL_CARDS_QUESTIONS.find((ask) => ask === last.ask) ?? 'overview' };
    case 'balance':
      return last.of.is === 'place' && last.of.place.is === 'account'
        ? { ...last, of: { is: 'accounts', type: null, currency: null } }
        : null;
    default:
      return null;
  }
}

const ALL_CARDS_QUESTIONS = ['available', 'utilization', 'limit', 'due', 'rewards'] as const;

/** Requests whose answers state the date, the amount, and the place together. */
const COMPLETE = new Set<Request['kind']>(['paycheck', 'upcoming', 'forecast', 'afford', 'payoff_quote']);

/** Repeats the last request if its answer states what the follow-up asks: "how much", "when was that". */
export function repeat({ last }: Frame, spans: MatchedSpans): Request | null {
  const asksWhen = /\b(?:when|what day|which day|date|how (?:many days|long))\b/i.test(spans.text);
  const isSingle =
    (last.kind === 'rows' && last.which !== 'list') ||
    (last.kind === 'flow' && (last.measure === 'largest' || last.measure === 'smallest'));
  if (isSingle) return last;
  if (last.kind === 'goal' && last.goal) return { ...last, ask: asksWhen ? 'when' : 'needed' };
  if (last.kind === 'debt') {
    if (/\bhow (?:long|many (?:years|months))\b|\bwhen\b/i.test(spans.text))
      return { ...last, ask: 'payoff_date', period: null };
    return null;
  }
  if (last.kind === 'upcoming' && !asksWhen && last.ask === 'list') return { ...last, ask: 'total' };
  return COMPLETE.has(last.kind) ? last : null;
}

/** Asks what is left of the budget of the last answer. */
export const askLeft = ({ last }: Frame): Request | null =>
  last.kind === 'budget' && last.category ? { ...last, ask: 'left' } : null;

/** Repeats a total, and says whether the product that the message names is in it: "does that include my savings". */
export function askIncluded({ last, customer }: Frame, spans: MatchedSpans): Request | null {
  if (last.kind !== 'balance' || last.of.is !== 'accounts') return null;
  const counted = filterAccounts(customer.accounts, last.of);
  const isCd = spans.matches(/\b(?:cds?|certificates?)\b/i);
  const ids = new Set(spans.unmatched('name').flatMap(({ refs }) => refs.map(({ id }) => id)));
  const named = customer.accounts.filter((account) => (isCd ? account.type === 'CD' : ids.has(account.id)));
  const debt = [...customer.cards, ...customer.loans, ...customer.mortgages].find(({ id }) => ids.has(id));
  if (debt) spans.assume('included', `what you owe on ${debt.name} isn\u2019t subtracted`);
  else if (isCd && named.length === 0)
    spans.assume('included', 'you don\u2019t have a CD, so none is included');
  else if (named.length === 0) return null;
  else
    for (const account of named)
      spans.assume('included', `${account.name} ${counted.includes(account) ? 'is' : 'isn\u2019t'} included`);
  return last;
}

/** Explains when money arrives, after an action that moves it: "when will it show up". */
export const askWhenDone = ({ last }: Frame): Request | null =>
  MOVEMENTS.has(last.kind) ? { kind: 'fact', fact: 'cutoffs' } : null;
const MOVEMENTS = new Set<Request['kind']>([
  'transfer',
  'pay_card',
  'pay_debt',
  'pay_person',
  'schedule',
  'contribute_goal',
  'draw_line',
]);

/** Explains whether income is before or after taxes. */
export function askTaxed({ last }: Frame): Request | null {
  const isIncome =
    last.kind === 'paycheck' ||
    (last.kind === 'flow' && last.direction === 'in') ||
    (last.kind === 'upcoming' && last.direction === 'in') ||
    (last.kind === 'topic' && /^(?:pay-|next-paydays|income-sources)/.test(last.topic));
  return isIncome ? { kind: 'fact', fact: 'net-pay' } : null;
}

/** Repeats where to do what an explanation is about, because the assistant can't do it: "ok, set it at 300". */
export const showHow = ({ last }: Frame): Request | null => (last.kind === 'fact' ? last : null);

/** Asks when a goal is reached, or when one that is to be created could be: "by when should I be able to get it". */
export const askWhenReached = ({ last }: Frame, spans: MatchedSpans): Request | null =>
  last.kind === 'goal'
    ? { ...last, ask: 'when' }
    : last.kind === 'task' && last.task.is === 'goal' && last.task.on === null
      ? toTopic(spans, 'can-save', { amounts: [{ amount: last.task.amount, currency: last.task.currency }] })
      : null;

/** Asks for the lowest balance of the named account until the end of a list of payments: "can checking cover it". */
export function checkCovers({ last, customer }: Frame, spans: MatchedSpans): Request | null {
  const [item, other] = spans.unmatched('name');
  const [account, another] = item ? getStrongest(item.refs).filter(({ is }) => is === 'account') : [];
  const until = last.kind === 'upcoming' && last.direction === 'out' ? last.period?.to : null;
  if (another || other || (item && !account)) return null;
  // This answer has no period, but it already says what is left after the bills.
  if (last.kind === 'topic' && last.topic === 'bills-until-payday') return last;
  if (!until || until <= customer.today || (!account && spans.matches(/\bafford\b/i))) return null;
  const place = account ? ({ is: 'account', id: account.id } as const) : null;
  return { kind: 'forecast', on: until, place, ask: 'lowest' };
}

/** Asks what an extra payment on a debt saves, after its proposal: "would it even make a difference". */
export function askEffect({ last, customer }: Frame, spans: MatchedSpans): Request | null {
  const place = last.kind === 'schedule' && last.frequency === null ? last.to : null;
  const debt =
    last.kind === 'pay_debt'
      ? { is: last.product, ...last.debt }
      : place && (place.is === 'loan' || place.is === 'mortgage')
        ? [...customer.loans, ...customer.mortgages]
            .filter(({ id }) => id === place.id)
            .map(({ id, name }) => ({ is: place.is, id, name }))[0]
        : undefined;
  const amount = 'amount' in last && typeof last.amount === 'object' ? last.amount : null;
  if (!debt || amount?.is !== 'exact') return null;
  const amounts = [{ amount: amount.amount, currency: amount.currency }];
  return toTopic(spans, 'lump-payment', { debts: [debt], amounts });
}

/** Explains what can be done with what the last answer is about: "what are my options then". */
export const askOptions = ({ last }: Frame): Request | null =>
  last.kind === 'topic' && last.topic.startsWith('cd-') ? { kind: 'fact', fact: 'certificates' } : null;

/** Says that the bank doesn't know how often a subscription is used. */
export const askUsage = ({ last }: Frame, spans: MatchedSpans): Request | null =>
  last.kind === 'subscriptions' || (last.kind === 'upcoming' && last.direction === 'out')
    ? spans.refuse(
        'outside_bank',
        'We can\u2019t see how often you use a subscription, only what it costs and when it renews.',
        ['Which subscription is the cheapest?', 'Which subscriptions renew?'],
      )
    : null;
