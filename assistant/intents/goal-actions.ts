import { dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { addUnits } from '../../engine/calendar/periods.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import { findGoalByKind } from '../parser/goal-kinds.ts';
import { getStrongest, isConcept, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import type { Item, NameItem } from '../parser/parsed-message.ts';
import { getTokens } from '../parser/text.ts';
import { durationAt } from '../parser/time-phrases.ts';
import { askAmount, isSource, matchAmount, matchPayer } from './money-slots.ts';

const isGoal = ({ refs, isExcluded }: NameItem) =>
  !isExcluded &&
  getStrongest(refs.filter(({ is }) => is !== 'tag')).some(
    ({ is, strength }) => is === 'goal' && strength > 1,
  );

const mentionsGoal = (spans: MatchedSpans) => spans.has('goal') || spans.mentions('goal', isGoal);

/** Returns the word after "toward", as in "put 100 toward the trip". It can only name a goal. */
const findStatedGoal = ({ items }: MatchedSpans): Item | null =>
  items.find(
    (item) =>
      /^towards?$/.test(item.preposition ?? '') &&
      (item.is === 'word' ||
        (item.is === 'name' && item.refs.every(({ is }) => is === 'category' || is === 'tag'))),
  ) ?? null;

/** Matches the goal that a message names. If it names none of them, asks which one is meant. */
function matchGoal(spans: MatchedSpans, of: 'contribute_goal' | 'change_goal' | 'task', understood: string) {
  const { goals } = spans.customer;
  const [match] = spans.matchNames(['goal'], isGoal);
  spans.match('goal');
  if (goals.length === 0)
    return spans.refuse('no_such_product', "You don't have any goals yet.", [
      'How do I change or create a goal?',
    ]);
  const stated = match ? null : findStatedGoal(spans);
  if (stated) spans.matchItem(stated);
  const refs = match?.refs ?? goals;
  const [goal, another] = refs;
  if (goal && !another) return goals.find(({ id }) => id === goal.id) ?? null;
  // "My vacation goal" names none of the goals.
  const at = spans.items.findIndex((item) => isConcept(item, 'goal'));
  const before = spans.items[at - 1];
  const isNamed = before?.is === 'word' || (before?.is === 'name' && !spans.isMatched(before));
  if (before && isNamed) spans.matchItem(before);
  const byKind = match ? null : findGoalByKind(spans.text, goals);
  if (byKind && (stated || isNamed)) {
    spans.assume('goal', `\u201c${byKind.word}\u201d means ${byKind.goal.name}`);
    return byKind.goal;
  }
  const place: Item | string = match?.item ?? stated ?? (isNamed && before ? before : 'for *');
  return spans.ask(of, 'goal', 'Which goal?', understood, refs, place);
}

/** Matches "Add 100 to the emergency fund", "put 50 toward Lisbon". */
export const contributeGoal = defineIntent({
  isAction: true,
  when: 'schedule put transfer save deposit send make',
  unless: 'whatif if howto set raise lower delete left',
  matches: (spans) =>
    (mentionsGoal(spans) || findStatedGoal(spans) !== null) &&
    spans.unmatched('amount').length > 0 &&
    spans.unmatched('frequency').length === 0 &&
    spans.unmatched('time').length === 0 &&
    // "Set a goal of 5000" creates a goal.
    (spans.mentions('goal', isGoal) || !spans.matches(/\b(?:a|new|another) (?:\w+ )?goal\b/i)) &&
    !spans.mentions('account', (item) => !isSource(item) && getStrongest(item.refs)[0]?.strength === 3),
  optional: 'money extra goal more',
  optionalPattern: /^(?:trip|vacation|holiday|fund)$/,
  build: (spans) => {
    const amount = matchAmount(spans, 'contribute_goal', 'Add money to a goal');
    const goal = matchGoal(spans, 'contribute_goal', 'Add money to a goal');
    if (!goal) {
      spans.matchNames(['account'], isSource);
      return null;
    }
    const from = matchPayer(spans, 'schedule', goal.currency);
    if (!amount) return askAmount(spans, 'contribute_goal', `Add money to ${goal.name}`);
    if (!from || amount.is !== 'exact') return null;
    return { kind: 'contribute_goal', goal: toNamed(goal), from, amount: amount.amount };
  },
});

/** Matches "Push my Lisbon goal 3 months later", "change the emergency fund target to 12000". */
export const changeGoal = defineIntent({
  isAction: true,
  when: 'set postpone raise lower transfer',
  unless: 'whatif if howto delete schedule open',
  matches: (spans) =>
    mentionsGoal(spans) &&
    !spans.mentions('account', ({ refs }) => getStrongest(refs)[0]?.strength === 3) &&
    !spans.matches(/\b(?:a|new|another) (?:\w+ )?goal\b/i),
  optional: 'goal back money until due',
  optionalPattern: /^(?:date|deadline|amount|target|back)$/,
  slots: { amount: slot.amount, time: slot.time, length: slot.duration },
  build: (spans, { amount, time, length }) => {
    const goal = matchGoal(spans, 'change_goal', 'Change a goal');
    if (!goal || (amount === null) === (time === null && length === null)) return null;
    if (amount) {
      if (amount.value.alternative !== null) return null;
      const change = spans.matches(/\bby\b/i) ? (spans.has('lower') ? -1 : 1) : 0;
      const target = change === 0 ? amount.value.amount : goal.target + change * amount.value.amount;
      return target > 0 ? { kind: 'change_goal', goal: toNamed(goal), target, on: null } : null;
    }
    const on = getGoalDay(spans, goal.targetDay, time, length);
    if (on === null || on < spans.customer.today) return null;
    return { kind: 'change_goal', goal: toNamed(goal), target: null, on };
  },
});

/** Returns the new target date: a stated day, or a length before or after the current target date. */
function getGoalDay(
  spans: MatchedSpans,
  targetDay: string | null,
  time: Extract<Item, { is: 'time' }> | null,
  length: Extract<Item, { is: 'duration' }> | null,
): string | null {
  const isShift = length !== null || /\b(?:later|earlier|back|sooner)\b/i.test(time?.raw ?? '');
  if (!isShift) return time ? spans.toPeriod(time.time, 'future').to : null;
  const stated = length ?? durationAt(getTokens(time?.raw ?? ''), 0);
  if (!stated || targetDay === null) return null;
  const sign = /\b(?:earlier|sooner)\b/i.test(spans.text) ? -1 : 1;
  spans.assume('on', 'counted from the current target date');
  return dayText(addUnits(parseDay(targetDay), stated.unit, sign * stated.count));
}

/** Matches "Delete the Lisbon goal". The customer deletes a goal on the goals page. */
export const deleteGoal = defineIntent({
  isAction: true,
  when: 'delete stopit',
  unless: 'whatif if howto payment subscription budget',
  matches: mentionsGoal,
  optional: 'goal',
  build: (spans) => {
    const goal = matchGoal(spans, 'task', 'Delete a goal');
    return goal && { kind: 'task', task: { is: 'delete_goal', goal: toNamed(goal) } };
  },
});

/** Matches "Delete the shopping budget". */
export const deleteBudget = defineIntent({
  isAction: true,
  when: 'delete stopit',
  unless: 'whatif if howto goal payment subscription',
  matches: (spans) => spans.has('budget'),
  optional: 'budget all',
  slots: { match: slot.name(['category']) },
  build: (spans, { match }) => {
    const { budgets, categories } = spans.customer;
    const budgeted = categories.filter(({ id }) => budgets.some(({ categoryId }) => categoryId === id));
    const [category] = match?.refs ?? [];
    if (!category)
      return spans.ask('delete_budget', 'category', 'Which budget?', 'Delete a budget', budgeted, 'for *');
    if (!budgeted.some(({ id }) => id === category.id))
      return spans.refuse('no_such_product', `You don't have a ${category.name} budget.`, [
        'How are my budgets doing?',
      ]);
    return { kind: 'delete_budget', category: toNamed(category) };
  },
});

/** Matches "Redeem all my points as a statement credit", "redeem 50 of rewards on Tide". */
export const redeemRewards = defineIntent({
  isAction: true,
  matches: (spans) =>
    spans.matches(
      /\bredeem\b|\bcash (?:out|in)\b|\b(?:use|spend) (?:up )?(?:all )?(?:of )?my (?:points|rewards|cash ?back)\b/i,
    ),
  unless: 'whatif if howto explain',
  optional: 'rewards all statement credit money used balance spend put transfer',
  optionalPattern: /^(?:redeem|cash|out|in|use|up|statement credit|points?)$/,
  slots: { amount: slot.amount, share: slot.share, match: slot.name(['card']), to: slot.name(['account']) },
  build: (spans, { amount, match, to }) => {
    const { cards } = spans.customer;
    if (amount && amount.value.alternative !== null) return null;
    const [card, another] = match?.refs ?? cards;
    if (!card) return spans.refuse('no_such_product', "You don't have a credit card.");
    if (another)
      return spans.ask(
        'redeem',
        'card',
        'Which card?',
        'Redeem rewards',
        match?.refs ?? cards,
        match?.item ?? 'on *',
      );
    const [account, other] = to?.refs ?? [];
    if (other)
      return spans.ask(
        'redeem',
        'account',
        'Into which account?',
        'Redeem rewards',
        to?.refs ?? [],
        to?.item,
      );
    if (!account) spans.assume('account', 'as a statement credit');
    return {
      kind: 'redeem',
      card: toNamed(card),
      account: account ? toNamed(account) : null,
      amount: amount?.value.amount ?? null,
    };
  },
});
