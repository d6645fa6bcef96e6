import { defineIntent, nameSlot, periodSlot } from '../parser/define-intent.ts';
import { asked, beyond, type MatchedSpans, named } from '../parser/matched-spans.ts';

const CAN_SPEND = /\b(?:can|could) i (?:still )?spend\b/i;

function asksAboutBudget(spans: MatchedSpans): boolean {
  if (spans.of('amount').length > 0) return false;
  if (spans.has('budget', 'over_budget')) return true;
  const isLeft = spans.has('left') && spans.of('frequency').length === 0;
  // "Am I over on food" asks about its budget.
  const isOver = /\b(?:am|are) (?:i|we) (?:over|under|still under)\b/i.test(spans.text);
  return (
    (isLeft && spans.mentions('category', ({ generic }) => !generic)) ||
    (CAN_SPEND.test(spans.text) && spans.mentions('category')) ||
    (isOver && spans.mentionsBest('category'))
  );
}

/** "How much is left in my food budget", "am I over budget". */
export const budget = defineIntent({
  unless: 'whatif if why howto set raise lower explain card',
  matches: asksAboutBudget,
  words:
    'budget over_budget spend money much all category goes doing above below used utilization compare left low available have still more',
  slots: { category: nameSlot(['category']), period: periodSlot('past') },
  build: (spans, { category, period }) => {
    const { ref, item } = category ?? {};
    if (ref?.strength === 1)
      spans.assume('category', `\u201c${item?.raw}\u201d is in the ${ref.name} category`);
    const { text } = spans;
    const canSpend = CAN_SPEND.test(text) && spans.mentions('category');
    const isLeft = spans.has('left have still more') || canSpend;
    const isStanding =
      /\b(?:over|on track|within|overspen|how (?:am|are|is)|under|doing)\b/i.test(text) &&
      !/\bleft(?: over)?\b/i.test(text);
    const asksLeft =
      isLeft && /\bleft|remain|still|can i|available|how much (?:more|room|do i have)\b/i.test(text);
    const ask = isStanding
      ? 'standing'
      : spans.has('spend') && !canSpend
        ? 'spent'
        : asksLeft
          ? 'left'
          : ref
            ? 'limit'
            : 'standing';
    return { kind: 'budget', category: ref ? named(ref) : null, ask, period };
  },
});

const WHICH_GOAL = { of: 'goal', slot: 'goal', question: 'Which goal?', understood: 'A goal' } as const;

/** "When will I reach my emergency fund", "how much do I still need for Lisbon". */
export const goal = defineIntent({
  unless: 'whatif if howto set schedule explain open transfer put send pay spend delete why',
  matches: (spans) => (spans.has('goal') || spans.mentionsBest('goal')) && spans.of('amount').length === 0,
  words:
    'when howlong until left more goal reach will have save money on_time over_budget all much balance next cleared about afford payoff buy',
  spelled: /^(?:fill|filled|full|finish|finished|progress|along|close|enough|trip|go|ready)$/,
  slots: {
    isNeeded: (spans: MatchedSpans) => {
      const value = spans.has('left more') || /\bneed\b/i.test(spans.text);
      if (/\bin time\b/i.test(spans.text)) spans.takeWords(/^time$/);
      const [every] = spans.of('frequency');
      if (value && every?.frequency === 'MONTHLY') spans.take(every);
      return { value };
    },
    goal: nameSlot(['goal'], WHICH_GOAL),
  },
  build: (spans, { isNeeded, goal: only }) => {
    const { text } = spans;
    const ask = spans.has('when howlong until') ? 'when' : isNeeded ? 'needed' : 'progress';
    const { goals } = spans.known;
    if (goals.length === 0)
      return beyond('no_such_product', "You don't have any goals yet.", [asked('How do I set a goal?')]);
    const isUnclear = !only && spans.unexplained().length === 0 && ask !== 'progress' && goals.length > 1;
    const item = spans.items.find((one) => one.is === 'lemma' && one.lemma === 'goal');
    if (isUnclear && !/goals\b/i.test(text) && item) return spans.askWhich(WHICH_GOAL, { item, refs: goals });
    return { kind: 'goal', goal: only ? named(only.ref) : null, ask };
  },
});
