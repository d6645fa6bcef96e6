import { defineIntent, slot } from '../parser/define-intent.ts';
import { findGoalByKind } from '../parser/goal-kinds.ts';
import { isConcept, type MatchedSpans, toNamed } from '../parser/matched-spans.ts';
import type { Item } from '../parser/parsed-message.ts';

const asksToSpend = (spans: MatchedSpans) =>
  spans.matches(/\b(?:can|could) i (?:still )?spend\b/i) && spans.mentions('category');

/** Matches "How much is left in my food budget", "am I over budget". */
export const budget = defineIntent({
  // "Do my budget for me" asks how to set up budgets.
  exceptPattern: /\b(?:do|make|build|create|plan|set up|start) (?:me )?(?:my |an? |the )?budgets?\b/i,
  unless: 'whatif if why howto set raise lower explain card',
  matches: (spans) =>
    spans.unmatched('amount').length === 0 &&
    (spans.has('budget over_budget') ||
      asksToSpend(spans) ||
      (spans.has('left') &&
        spans.unmatched('frequency').length === 0 &&
        spans.mentions('category', ({ generic }) => !generic)) ||
      // "Am I over on food" asks about the food budget.
      (spans.matches(/\b(?:am|are) (?:i|we) (?:over|under|still under)\b/i) &&
        spans.mentionsBest('category')) ||
      spans.matches(/\b(?:am|are) (?:i|we) (?:over|under) (?:on|in|with) any(?:thing)?\b/i)),
  optional:
    'yes budget over_budget spend money much all category goes doing above below used utilization compare left low available have still more',
  optionalPattern: /^(?:go|gone|went|hit|stay|stayed|bust|busted|exceeded?)$/,
  slots: { match: slot.name(['category']), period: slot.period('past') },
  build: (spans, { match, period }) => {
    const [category] = match?.refs ?? [];
    if (category?.strength === 1)
      spans.assume('category', `\u201c${match?.item.raw}\u201d is in the ${category.name} category`);
    const canSpend = asksToSpend(spans);
    // "Until the end of the month" and "a day" are part of every answer about what is left.
    if (canSpend) {
      spans.match('except above');
      spans.matchKind('frequency');
    }
    // "All of them" adds nothing to a question about the budgets.
    if (spans.matches(/\ball (?:of )?(?:them|those|it)\b/i)) spans.matchKind('share');
    const isLeft = canSpend || spans.has('left have still more');
    const asksLeft =
      isLeft && spans.matches(/\bleft|remain|still|can i|available|how much (?:more|room|do i have)\b/i);
    const isOverview =
      spans.matches(
        /\b(?:over|on track|within|overspen|how (?:am|are|is)|under|doing|ok|okay|blow|blew|blown|bust(?:ed)?|exceed(?:ed)?)\b/i,
      ) && !spans.matches(/\bleft(?: over)?\b/i);
    const ask =
      canSpend || spans.matches(/\bleft to spend\b/i)
        ? 'left'
        : isOverview
          ? 'standing'
          : spans.has('spend') && !canSpend
            ? 'spent'
            : asksLeft
              ? 'left'
              : category
                ? 'limit'
                : 'standing';
    return { kind: 'budget', category: category ? toNamed(category) : null, ask, period };
  },
});

/** Matches "When will I have enough for my trip", which asks about a goal without the word. */
const HAVE_ENOUGH = /\bwhen\b.*\bhave enough (?:money |saved |cash )?for (?:the|my|our) \p{L}+[\s?.!]*$/iu;

/** Matches the word that names none of the goals, as in "my vacation goal". */
function matchUnknownGoal(spans: MatchedSpans): Item | null {
  const at = spans.items.findIndex((item) => isConcept(item, 'goal'));
  const before = spans.matches(HAVE_ENOUGH)
    ? spans.items.findLast(({ is }) => is !== 'stop')
    : spans.items[at - 1];
  if (before?.is !== 'word') return null;
  spans.matchItem(before);
  for (const item of spans.unmatched('frequency')) spans.matchItem(item);
  return before;
}

const FINISHES_FIRST =
  /\b(?:which|what) (?:one )?(?:of my )?goals?\b.*\b(?:finish|finished|reach|reached|complete|completed|done|hit)\b.*\b(?:first|soonest|next)\b/i;

/** Matches "When will I reach my emergency fund", "how much do I still need for Lisbon". */
export const goal = defineIntent({
  unless: 'whatif if howto set schedule explain open transfer put send pay spend delete why',
  matches: (spans) =>
    (spans.has('goal') || spans.mentionsBest('goal') || spans.matches(HAVE_ENOUGH)) &&
    spans.unmatched('amount').length === 0,
  optional:
    'when howlong until left more goal reach will have save money on_time over_budget all much balance next cleared about afford payoff buy make',
  optionalPattern:
    /^(?:fill|filled|full|finish|finished|progress|along|close|enough|trip|go|ready|pace|rate|speed|current|this)$/,
  slots: { match: slot.name(['goal']) },
  build: (spans, { match }) => {
    const isNeeded =
      spans.has('left more') ||
      spans.matches(/\bneed\b|\bhow much (?:do i have to|must i|should i|to) (?:save|put|set)\b/i);
    if (spans.matches(/\bin time\b/i)) spans.matchWords(/^time$/);
    const [every] = spans.unmatched('frequency');
    if (isNeeded && every?.frequency === 'MONTHLY') spans.matchItem(every);
    const { goals } = spans.customer;
    if (goals.length === 0)
      return spans.refuse('no_such_product', "You don't have any goals yet.", ['How do I set a goal?']);
    // "Which goal will I finish first" compares the dates of all goals.
    if (!match && goals.length > 1 && spans.matches(FINISHES_FIRST)) {
      spans.match('first faster');
      spans.matchWords(/^(?:finish|finished|complete|done|hit)$/);
      return { kind: 'goal', goal: null, ask: 'when' };
    }
    const isDated =
      spans.has('when howlong until') ||
      spans.matches(/\b(?:in|on) time\b|\bwill i (?:make|reach|hit|get)\b/i);
    const ask = isDated && !isNeeded ? 'when' : isNeeded ? 'needed' : 'progress';
    const [goal, another] = match?.refs ?? [];
    const named = match ? null : matchUnknownGoal(spans);
    const byKind = match ? null : findGoalByKind(spans.text, goals);
    if (byKind && (named || spans.has('goal'))) {
      spans.matchWords(/^(?:trip|vacation|holidays?|travel|getaway|wedding|college)$/);
      spans.assume('goal', `\u201c${byKind.word}\u201d means ${byKind.goal.name}`);
      const per = spans.matches(/\b(?:pay ?check|pay ?day)\b/i)
        ? 'paycheck'
        : spans.matches(/\bweek/i)
          ? 'week'
          : null;
      return { kind: 'goal', goal: toNamed(byKind.goal), ask, ...(isNeeded && per && { per }) };
    }
    if (named) return spans.ask('goal', 'goal', 'Which goal?', 'A goal', goals, named);
    const isOne = ask !== 'progress' && goals.length > 1 && !spans.matches(/goals\b/i);
    const item = match?.item ?? spans.items.find((item) => isConcept(item, 'goal'));
    if (item && (another || (!match && isOne && spans.unmatchedItems().length === 0)))
      return spans.ask('goal', 'goal', 'Which goal?', 'A goal', match?.refs ?? goals, item);
    return { kind: 'goal', goal: goal ? toNamed(goal) : null, ask };
  },
});
