import { dayText } from '../../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../../../engine/calendar/periods.ts';
import { formatPlain } from '../../../engine/money/amount-text.ts';
import { toMinor } from '../../../engine/money/minor.ts';
import type { Decision } from '../../../engine/what-if/what-if.ts';
import type { Action, Intent, Missing, Named, Place, Question, Utterance } from '../../intent.ts';
import {
  getStrongest,
  isConcept,
  isPlace,
  type MatchedSpans,
  toAccountPlace,
  toNamed,
} from '../../parser/matched-spans.ts';
import type { NameKind, Ref } from '../../parser/names.ts';
import type { Item, NameItem } from '../../parser/parsed-message.ts';
import { isDestination, isSource } from '../money-slots.ts';
import { applyFollowUp, isAction } from './follow-up-handlers.ts';
import { changeFlow, changeRows, matchOther } from './follow-up-transactions.ts';
import { keepAssumptions } from './frame.ts';
import { changeTopic } from './topic-changes.ts';

export type Understood = Exclude<Intent, { kind: 'missing' | 'beyond' }>;

type Kind = (Question | Action)['kind'];
export type IntentOf<Of extends Kind> = Extract<Question | Action, { kind: Of }>;

type Changes<Of extends Kind> = {
  /** Concepts that the message can contain in addition to the changes. */
  optional?: string;
  /** The slots that a follow-up can change. A slot is null if the message doesn't change it. */
  slots?: {
    [Slot in keyof IntentOf<Of>]?: (spans: MatchedSpans, last: IntentOf<Of>) => IntentOf<Of>[Slot] | null;
  };
  /** Changes several slots together. */
  change?: (spans: MatchedSpans, last: IntentOf<Of>) => Partial<IntentOf<Of>> | null;
};

/**
 * Returns the last question or proposal, skipping thanks and refusals. "The same for Tom" refers to the action
 * before its confirmation.
 */
export function getLastUnderstood(before: readonly { meaning: Intent }[], text: string): Understood | null {
  const skipped = ['social', 'beyond', 'date', 'capabilities', 'last_action'];
  if (/\b(?:same|again|another|unfreeze|unlock|unblock)\b/i.test(text)) skipped.push('confirm');
  const last = before.slice(-4).findLast(({ meaning }) => !skipped.includes(meaning.kind))?.meaning;
  if (last?.kind === 'several') return (last.questions.at(-1) as Understood | undefined) ?? null;
  if (last?.kind === 'how_computed') return { ...last.of, assumed: [] } as Understood;
  return last && last.kind !== 'missing' && last.kind !== 'beyond' ? last : null;
}

/** Matches "And in September?", "what about groceries?", "make it 300", "the other card". */
export function followUp<Of extends Kind>(
  spans: MatchedSpans,
  understood: IntentOf<Of> & Pick<Understood, 'assumed'>,
): Question | Action | null {
  // The question that the last message was read as isn't what the follow-up asks.
  const { assumed, reading: _, ...last } = understood as typeof understood & { reading?: unknown };
  const applied = spans.attempt((attempted) => {
    attempted.match('about only make set if whatif so use used utilization yes');
    attempted.matchWords(/^(?:instead|wait|actually|use|found|but|meant|mean|sorry|rather|oops|same|thing)$/);
    const result = applyFollowUp(attempted, last as Question | Action);
    return result && attempted.unmatchedItems().length === 0 ? result : null;
  });
  if (applied) return applied;
  spans.match('about only make set if whatif so use used utilization');
  spans.matchWords(/^(?:rerun|redo|repeat|instead|wait|actually|use|say|meant|mean|rather|sorry|oops)$/);
  // "That's wrong, I meant 2025" corrects the last question.
  if (spans.matches(/\b(?:meant|mean)\b/i)) spans.match('complaint not no explain');
  if (spans.matches(/^\s*(?:yes|yep|yeah|ok|sure)\b.*\bbut\b/i)) spans.match('yes only');
  const before = last as unknown as IntentOf<Of>;
  const { optional, slots: ownSlots, change }: Changes<Of> = FOLLOW_UPS[before.kind as Of] ?? {};
  const slots = isAction(before.kind) ? ownSlots : { ...getSharedSlots(before), ...ownSlots };
  if (isAction(before.kind) && !matchRejected(spans)) return null;
  // In "60 and do it every week", "do it" isn't a confirmation, because the proposal changes.
  if (isAction(before.kind) && spans.matches(/\bdo (?:it|that)\b/i) && spans.unmatched('amount').length > 0)
    spans.match('yes');
  // "Was it better last year" asks for the figure of that year.
  if (!isAction(before.kind) && spans.unmatched('time').length > 0) spans.match('compare improve');
  if (optional) spans.match(optional);
  const values = Object.entries<((spans: MatchedSpans, last: IntentOf<Of>) => unknown) | undefined>(
    slots ?? {},
  )
    .map(([slot, read]) => [slot, read?.(spans, before)] as const)
    .filter(([, value]) => value != null);
  const changes = change?.(spans, before) ?? null;
  if (values.length === 0 && !changes) {
    const isRejected = isAction(before.kind) && getNegations(spans).length > 0;
    return isRejected
      ? spans.refuse('not_understood', 'What do you want instead? Enter the new amount, account, or date.')
      : null;
  }
  const intent: Question | Action = { ...before, ...Object.fromEntries(values), ...changes };
  if (intent.kind === 'transfer' && intent.to.id === intent.from.id) return null;
  keepAssumptions(spans, { last: before, assumed }, intent);
  return intent;
}

/** Returns the words that reject the value after them: "not", "don't". A lone "no" rejects the whole proposal. */
const getNegations = (spans: MatchedSpans) =>
  spans.items.filter((item) => isConcept(item, 'not no') && item.words.at(-1) === 'not');

const BEFORE_REJECTED =
  /^\s*(?:(?:use|using|make|take|pay|it|the|a|an|my|that|from|to|into|out of|on|in|with|for|every)\s+)*$/i;

/**
 * Matches the values that a correction rejects, such as "weekly" in "not weekly, monthly", so that they don't
 * become the new values. Returns false if it's unclear what a negation rejects.
 */
function matchRejected(spans: MatchedSpans): boolean {
  return getNegations(spans).every((negation) => {
    spans.matchItem(negation);
    // "Not that much, say a third" rejects the current amount.
    if (/^\s*(?:that|so|as|quite that) (?:much|many|high)\b/i.test(spans.text.slice(negation.end)))
      return true;
    const rejected = spans.items.find(
      ({ is, start }) =>
        start >= negation.end && ['amount', 'share', 'frequency', 'name', 'time', 'percent'].includes(is),
    );
    if (!rejected || !BEFORE_REJECTED.test(`${spans.text.slice(negation.end, rejected.start)} `))
      return false;
    spans.matchItem(rejected);
    spans.match('use used utilization');
    return true;
  });
}

function matchStated(spans: MatchedSpans) {
  const [item] = spans.unmatched('amount');
  if (item?.value.alternative !== null) return null;
  spans.matchItem(item);
  return item.value;
}

/** Matches an amount without its currency. */
const matchNumber = (spans: MatchedSpans) => matchStated(spans)?.amount ?? null;

function matchExact(spans: MatchedSpans): Extract<Utterance, { is: 'exact' }> | null {
  const stated = matchStated(spans);
  return stated && { is: 'exact', amount: stated.amount, currency: stated.currency };
}

/** Matches "everything but 1000" and "keep 1500 and move the rest". */
function matchRest(spans: MatchedSpans, last: { kind?: Kind; from?: Named }): Utterance | null {
  if (last.kind !== 'transfer' || !spans.matches(KEEPS)) return null;
  const [kept, another] = spans.unmatched('amount');
  if (!kept || another || kept.value.alternative !== null) return null;
  for (const item of spans.items) {
    const isFrom =
      item.is === 'name' && item.preposition === 'in' && item.refs.some(({ id }) => id === last.from?.id);
    if (item.is === 'share' || isFrom) spans.matchItem(item);
  }
  spans.match('all except transfer put send money balance left minimum');
  spans.matchWords(/^(?:rest|keep|leave|everything|but|stay|remaining|other)$/);
  spans.matchItem(kept);
  return { is: 'rest', keep: kept.value.amount };
}
const KEEPS =
  /\b(?:all|everything|the lot) (?:but|except|minus|other than)\b|\b(?:keep|leave|leaving|keeping)\b.*\d|\bthe rest\b/i;

function matchAmount(
  spans: MatchedSpans,
  last: { kind?: Kind; from?: Named; amount: Utterance },
): Utterance | null {
  const exact = matchRest(spans, last) ?? matchExact(spans);
  if (exact) return exact;
  // "Half of that" means half of the amount in the last proposal, not half of the balance.
  if (last.amount.is === 'exact') {
    spans.matchWords(/^(?:say|much|less)$/);
    const part = spans.matchKind('share')?.share ?? (spans.matches(/\bdouble\b|\btwice\b/i) ? 2 : null);
    if (part === null) return null;
    spans.matchWords(/^(?:double|twice)$/);
    const amount = Math.round(last.amount.amount * 100 * part) / 100;
    spans.assume('amount', `${formatPlain(amount)} instead of ${formatPlain(last.amount.amount)}`);
    return { ...last.amount, amount };
  }
  const share = spans.matchKind('share')?.share ?? (spans.match('all') ? 1 : null);
  return share === null ? null : { is: 'share', share };
}

/** Matches the source or target account of a transfer: "from savings", "to the index fund". */
const matchSide =
  (isSide: (item: Item) => boolean) =>
  (spans: MatchedSpans, last: { from: Named }): Named | null => {
    // "Use rainy day instead" changes the source, because "use" names what to pay with.
    const namesSource = isSide === isSource && spans.matches(/\b(?:use|take it from|out of)\b/i);
    const item = spans
      .unmatched('name')
      .find((name) => isSide(name) || (namesSource && name.preposition === null));
    const refs = getStrongest(item?.refs.filter(({ is }) => is === 'account') ?? []);
    const [account, another] = refs.filter(({ id }) => id !== last.from.id || item?.preposition === 'from');
    if (!item || !account || another) return null;
    spans.matchItem(item);
    return toNamed(account);
  };

const matchPast = (spans: MatchedSpans) => spans.matchPeriod('past');
const matchFuture = (spans: MatchedSpans) => spans.matchPeriod('future');

/** Matches today or a future day. */
function matchDay(spans: MatchedSpans, side: 'from' | 'to' = 'from'): string | null {
  const period = matchFuture(spans);
  // "After Christmas" has no end, so it means its first day.
  const day = period?.[side] ?? period?.from ?? null;
  return day !== null && day >= spans.customer.today ? day : null;
}

const matchFrequency =
  <Frequency extends string>(...frequencies: readonly Frequency[]) =>
  (spans: MatchedSpans): Frequency | null => {
    const [every] = spans.unmatched('frequency');
    const frequency = frequencies.find((name) => name === every?.frequency);
    if (!every || !frequency) return null;
    spans.matchItem(every);
    return frequency;
  };

/**
 * Matches a name that refers to a single record. If the name is ambiguous and `of` is set, asks which record
 * is meant.
 */
function matchRef(spans: MatchedSpans, kinds: readonly NameKind[], of?: Missing['of']): Ref | null {
  const isOfKind = ({ refs }: NameItem) => refs.some(({ is }) => kinds.includes(is));
  if (spans.unmatched('name').filter(isOfKind).length > 1) return null;
  const [match] = spans.matchNames(kinds);
  const [ref, another] = match?.refs ?? [];
  if (match && another && of) return spans.askMeaning(of, 'name', match);
  return another ? null : (ref ?? null);
}

const matchNamed =
  (kind: NameKind, of?: Missing['of']) =>
  (spans: MatchedSpans): Named | null => {
    const ref = matchRef(spans, [kind], of);
    return ref && toNamed(ref);
  };

function matchCard(spans: MatchedSpans, last: { card: Named }): Named | null {
  const other = matchOther(spans, { is: 'card', id: last.card.id });
  const card = spans.customer.cards.find(({ id }) => id === other?.id);
  return card ? toNamed(card) : matchNamed('card')(spans);
}

/** Matches the card in "sorry, Reef". "30 on Reef" is another payment, not a correction. */
const matchCorrectedCard = (spans: MatchedSpans, last: { card: Named }): Named | null =>
  spans.matches(/\b(?:sorry|oops|meant|mean|instead|wait|rather|actually|no|not)\b/i)
    ? matchCard(spans, last)
    : null;

/** Matches an account, or "the other one" if there are two. */
const matchAccount = (spans: MatchedSpans, place: Place | null, of: Missing['of']): Place | null =>
  matchOther(spans, place) ?? toAccountPlace(matchRef(spans, ['account'], of) ?? undefined);

const matchPlace = (spans: MatchedSpans, { place, kind }: IntentOf<'forecast' | 'how_long'>) =>
  matchAccount(spans, place, kind);

/** Matches "same thing for the car", which asks about the same payment on another debt. */
function changeDebt(
  spans: MatchedSpans,
  debtId: string,
  name: string,
): { debtId: string; name: string } | null {
  if (spans.unmatched('amount').length > 0) return null;
  const { cards, loans, mortgages } = spans.customer;
  const debts = [...cards, ...loans, ...mortgages];
  const old = debts.find(({ id }) => id === debtId);
  const [item, other] = spans.unmatched('name');
  const [debt, another] = getStrongest(
    item?.refs.filter(({ id }) => id !== debtId && debts.some((each) => each.id === id)) ?? [],
  );
  if (!old || !item || !debt || another || other || !name.includes(old.name)) return null;
  spans.matchItem(item);
  spans.matchWords(/^(?:same|thing|do)$/);
  return { debtId: debt.id, name: name.replace(old.name, () => debt.name) };
}

/** Adds another payment to a what-if without some payments: "and the streaming too". */
function addCancellation(spans: MatchedSpans, { decisions, name }: IntentOf<'what_if'>) {
  const [last] = decisions;
  if (!last || !decisions.every(({ kind }) => kind === 'stop_rule') || !spans.matches(ADDS)) return null;
  const [item, other] = spans.unmatched('name');
  const [payment, another] = item?.refs.filter(({ is }) => is === 'payment') ?? [];
  if (!item || other || !payment || another) return null;
  if (decisions.some((decision) => 'ruleId' in decision && decision.ruleId === payment.id)) return null;
  spans.matchItem(item);
  spans.match('stopit subscription no');
  const id = `decision-${decisions.length + 1}`;
  return {
    decisions: [...decisions, { ...last, id, ruleId: payment.id } as Decision],
    name: `${name} and ${payment.name}`.slice(0, 80),
  };
}
const ADDS = /^\s*(?:and|also|plus)\b|\b(?:too|as well|also)[\s?.!]*$/i;

/** Changes a decision's debt, amount, day, or length. */
function changeDecision(spans: MatchedSpans, whatIf: IntentOf<'what_if'>) {
  const added = addCancellation(spans, whatIf);
  if (added) return added;
  const { decisions, name } = whatIf;
  const [last, another] = decisions;
  if (!last || another) return null;
  const moved = 'debtId' in last ? changeDebt(spans, last.debtId, name) : null;
  if (moved && 'debtId' in last)
    return { decisions: [{ ...last, debtId: moved.debtId } as Decision], name: moved.name };
  const amount = spans.matchKind('amount')?.value.amount;
  const time = spans.matchKind('time');
  const length = spans.matchKind('duration');
  const [every] = spans.unmatched('frequency');
  if (every?.frequency === 'MONTHLY') spans.matchItem(every);
  if (amount === undefined && !time && !length) return null;
  const decision: Decision = { ...last };
  if (time) decision.on = Math.max(spans.today, time.time.future.from ?? spans.today);
  if (amount !== undefined) {
    const field = getAmountField(decision);
    if (!field) return null;
    Object.assign(decision, { [field]: toMinor(amount) });
    const amountText = amount.toLocaleString('en-US', { minimumFractionDigits: 2 });
    return { decisions: [decision], name: name.replace(/\d[\d,]*\.\d\d/, () => amountText) };
  }
  if (!length) return { decisions: [decision] };
  if (decision.kind !== 'shock' || length.unit !== 'month') return null;
  decision.months = length.count;
  return { decisions: [decision], name: name.replace(/\d+ months?/, `${length.count} months`) };
}

/** Matches "make it two" after a fast-forward by a week as two weeks. */
function matchCount(spans: MatchedSpans, to: string): { unit: Unit; count: number } | null {
  const [item] = spans.unmatched('amount');
  const unit = UNITS.find((each) => dayText(addUnits(spans.today, each, 1)) === to);
  if (!item || item.value.isMoney || !unit || !Number.isInteger(item.value.amount)) return null;
  spans.matchItem(item);
  return { unit, count: item.value.amount };
}
const UNITS: readonly Unit[] = ['day', 'week', 'month', 'year'];

function getAmountField(decision: Decision): string | null {
  if (decision.kind === 'shock')
    return ['medical_bill', 'car_repair', 'windfall'].includes(decision.shock) ? 'size' : null;
  return ['monthly', 'amount'].find((field) => field in decision) ?? null;
}

/** The slots that a follow-up can change in every question that has them. */
const SHARED_SLOTS = {
  period: matchPast,
  card: matchCard,
  goal: matchNamed('goal'),
  category: matchNamed('category'),
  account: matchNamed('account'),
  debt: (spans: MatchedSpans): Place | null => {
    const ref = matchRef(spans, ['loan', 'mortgage', 'card']);
    // "The house" is the mortgage.
    const [home, another] = !ref && spans.match('home') ? spans.customer.mortgages : [];
    if (home && !another) return { is: 'mortgage', id: home.id };
    return ref && isPlace(ref.is) ? { is: ref.is, id: ref.id } : null;
  },
  place: (spans: MatchedSpans, { place }: { place: Place | null }) =>
    place === null || place.is === 'account' ? matchAccount(spans, place, 'balance') : null,
};

const getSharedSlots = (last: object) =>
  Object.fromEntries(Object.entries(SHARED_SLOTS).filter(([slot]) => slot in last));

const ACTION = 'raise lower transfer send put no pay schedule';
const BALANCE = 'balance money have all';

const PAYMENT = {
  optional: ACTION,
  slots: { amount: matchAmount, from: matchSide(isSource) },
} satisfies Changes<'pay_card' | 'pay_debt' | 'pay_person'>;

const FOLLOW_UPS: { [Of in Kind]?: Changes<Of> } = {
  pay_card: { ...PAYMENT, slots: { ...PAYMENT.slots, card: matchCorrectedCard } },
  pay_debt: PAYMENT,
  pay_person: {
    optional: ACTION,
    slots: {
      ...PAYMENT.slots,
      contact: (spans) => {
        const contact = matchNamed('contact', 'pay_person')(spans);
        if (contact) spans.matchWords(/^(?:same|again)$/);
        return contact;
      },
      note: (spans) => {
        const [, note] =
          /^\s*(?:(?:it's |its |that's )?for|(?:and )?(?:add|put|with|set|write) (?:a |the )?(?:note|message|memo)(?: saying| that says)?:?) (\p{L}[^\d]*?)[\s.!?]*$/iu.exec(
            spans.text,
          ) ?? [];
        if (!note || spans.items.some(({ is }) => is === 'amount' || is === 'time')) return null;
        if (spans.mentions('contact') || spans.mentions('account')) return null;
        spans.matchAll();
        return note;
      },
    },
  },
  transfer: { optional: ACTION, slots: { ...PAYMENT.slots, to: matchSide(isDestination) } },
  schedule: {
    optional: ACTION,
    slots: {
      amount: matchExact,
      from: matchSide(isSource),
      frequency: matchFrequency('WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'),
      on: (spans) => matchDay(spans),
    },
  },
  auto_deposit: {
    optional: ACTION,
    slots: {
      amount: matchNumber,
      frequency: matchFrequency('HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'),
      account: matchNamed('account', 'balance'),
      on: (spans) => matchDay(spans),
    },
  },
  set_budget: {
    optional: ACTION,
    slots: {
      amount: (spans, last) => {
        const amount = matchNumber(spans);
        const { budgets } = spans.customer;
        const current = budgets.find(({ categoryId }) => categoryId === last.category.id)?.amount;
        if (amount === null || current === undefined || !spans.matches(/\bby\b/i)) return amount;
        // "No, by 80" changes the current budget, not the proposed one.
        const changed = Math.round((current + (last.amount < current ? -amount : amount)) * 100) / 100;
        spans.assume('amount', `${formatPlain(changed)} instead of ${formatPlain(current)}`);
        return changed > 0 ? changed : null;
      },
      category: matchNamed('category'),
    },
  },
  draw_line: {
    optional: ACTION,
    // "To savings instead" names another account than the one before.
    slots: {
      amount: matchNumber,
      to: (spans, { to }) => matchSide(isDestination)(spans, { from: to }),
    },
  },
  contribute_goal: { optional: ACTION, slots: { amount: matchNumber, from: matchSide(isSource) } },
  change_goal: {
    optional: ACTION,
    slots: { on: (spans, { on }) => (on === null ? null : matchDay(spans, 'to')) },
  },
  freeze: { optional: ACTION, slots: { card: matchCard } },
  fast_forward: {
    optional: ACTION,
    slots: {
      to: (spans, last) => {
        const length = spans.matchKind('duration') ?? matchCount(spans, last.to);
        const to = length ? dayText(addUnits(spans.today, length.unit, length.count)) : matchDay(spans);
        return to === spans.customer.today ? null : to;
      },
    },
  },
  balance: {
    optional: BALANCE,
    slots: {
      of: (spans, { of }) => {
        const place = matchAccount(spans, of.is === 'place' ? of.place : null, 'balance');
        return place && { is: 'place', place };
      },
      on: (spans, last) => {
        const period = matchPast(spans);
        const isYear = period?.from?.endsWith('-01-01') && period.to?.endsWith('-12-31');
        // "I meant 2025" changes only the year of the day in question.
        const on =
          isYear && last.on ? `${period?.from?.slice(0, 4)}${last.on.slice(4)}` : (period?.to ?? null);
        return on !== null && on <= spans.customer.today ? on : null;
      },
    },
  },
  forecast: { optional: BALANCE, slots: { place: matchPlace, on: (spans) => matchDay(spans, 'to') } },
  how_long: { optional: BALANCE, slots: { place: matchPlace, amount: matchNumber } },
  upcoming: {
    slots: { period: matchFuture },
    change: (spans) => {
      const ref = matchRef(spans, ['payment', 'card', 'loan', 'mortgage', 'deposit'], 'upcoming');
      if (!ref) return null;
      return isPlace(ref.is)
        ? { about: null, place: { is: ref.is, id: ref.id } }
        : { about: toNamed(ref), place: null };
    },
  },
  budget: {
    optional: 'budget left stopit will',
    slots: {
      category: (spans) => {
        const ref = matchRef(spans, ['category']);
        if (ref?.strength === 1) spans.assume('category', `counted in the ${ref.name} category`);
        return ref && toNamed(ref);
      },
      period: matchPast,
    },
  },
  topic: { change: changeTopic },
  debt: {
    slots: {
      debt: (spans) => {
        const debt = SHARED_SLOTS.debt(spans);
        return debt?.is === 'card' ? null : debt;
      },
      period: (spans, { ask }) => (ask === 'interest' ? matchPast(spans) : null),
    },
  },
  afford: {
    optional: 'cost afford when forward until if',
    slots: {
      amount: matchNumber,
      on: (spans) => {
        const period = matchFuture(spans);
        const { today } = spans.customer;
        // "If I wait till January" means the start of January.
        if (period && period.from === null && period.to !== null)
          return period.to.slice(0, 8).concat('01') > today ? `${period.to.slice(0, 8)}01` : period.to;
        return period && (period.from !== null && period.from > today ? period.from : today);
      },
    },
  },
  exchange: {
    slots: { to: (spans) => spans.matchKind('currency')?.code ?? null },
    change: (spans, { from }) => {
      const stated = matchStated(spans);
      return stated && { amount: stated.amount, from: stated.currency ?? from };
    },
  },
  credit_score: {
    slots: {
      ask: (spans) => {
        if (!spans.match('improve raise')) return spans.match('why') ? 'why' : null;
        spans.match('howto');
        return 'improve';
      },
    },
  },
  what_if: { optional: 'extra more pay make each', change: changeDecision },
  flow: { change: changeFlow },
  rows: { change: changeRows },
};
