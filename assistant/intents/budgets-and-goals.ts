import { best, beyond, choicesFor, done, missing, named, type Rule } from '../parser/matched-spans.ts';
import { takeWords } from './cash-flow.ts';

/** "How much is left in my food budget", "am I over budget". */
export const budget: Rule = (claim) => {
  const isLeft =
    claim.has('left') &&
    claim.of('name').some(({ refs, generic }) => !generic && refs.some(({ is }) => is === 'category')) &&
    claim.of('amount').length === 0 &&
    claim.of('frequency').length === 0;
  const isStill =
    /\b(?:can|could) i (?:still )?spend\b/i.test(claim.reading.text) &&
    claim.of('name').some(({ refs }) => refs.some(({ is }) => is === 'category'));
  // "Am I over on food" asks about its budget.
  const isOver =
    /\b(?:am|are) (?:i|we) (?:over|under|still under)\b/i.test(claim.reading.text) &&
    claim.of('name').some(({ refs }) => best(refs).some(({ is }) => is === 'category'));
  if (!claim.has('budget', 'over_budget') && !isLeft && !isStill && !isOver) return null;
  if (claim.has('whatif if why howto set raise lower explain card') || claim.of('amount').length > 0)
    return null;
  const isSpent = claim.has('spend') && !isStill;
  const left = claim.any('left have still more') || isStill;
  claim.any(
    'budget over_budget spend money much all category goes doing above below used utilization compare left low available',
  );
  const picked = claim.names(['category']);
  const [category, another] = picked;
  if (another) return null;
  const [time] = claim.of('time');
  if (time) claim.take(time);
  const period = time ? claim.period(time.time, 'past') : null;
  const ref = category && best(category.refs)[0];
  if (ref?.strength === 1)
    claim.assume('category', `\u201c${category?.item.raw}\u201d is in the ${ref.name} category`);
  const text = claim.reading.text;
  const ask =
    /\b(?:over|on track|within|overspen|how (?:am|are|is)|under|doing)\b/i.test(text) &&
    !/\bleft(?: over)?\b/i.test(text)
      ? 'standing'
      : isSpent
        ? 'spent'
        : left && /\bleft|remain|still|can i|available|how much (?:more|room|do i have)\b/i.test(text)
          ? 'left'
          : ref
            ? 'limit'
            : 'standing';
  return done(claim, { kind: 'budget', category: ref ? named(ref) : null, ask, period });
};

/** "When will I reach my emergency fund", "how much do I still need for Lisbon". */
export const goal: Rule = (claim) => {
  const isNamed = claim.of('name').some(({ refs }) => best(refs).some(({ is }) => is === 'goal'));
  if (!claim.has('goal') && !isNamed) return null;
  if (
    claim.has('whatif if howto set schedule explain open transfer put send pay spend delete why') ||
    claim.of('amount').length > 0
  )
    return null;
  const isWhen = claim.any('when howlong until');
  const isNeeded = claim.any('left', 'more') || /\bneed\b/i.test(claim.reading.text);
  claim.any(
    'goal reach will have save money on_time over_budget all much balance next cleared about afford payoff buy',
  );
  takeWords(claim, /^(?:fill|filled|full|finish|finished|progress|along|close|enough|trip|go|ready)$/);
  if (/\bin time\b/i.test(claim.reading.text)) takeWords(claim, /^time$/);
  const [every] = claim.of('frequency');
  if (isNeeded && every?.frequency === 'MONTHLY') claim.take(every);
  const [one, another] = claim.names(['goal']);
  if (another) return null;
  const refs = one ? best(one.refs) : [];
  const ask = isWhen ? 'when' : isNeeded ? 'needed' : 'progress';
  const [only] = refs;
  if (refs.length > 1 && one)
    return missing(claim, {
      of: 'goal',
      slot: 'goal',
      question: 'Which goal?',
      understood: 'A goal',
      choices: choicesFor(claim, one.item, refs),
    });
  const { goals } = claim.reading.known;
  if (goals.length === 0)
    return beyond('no_such_product', "You don't have any goals yet.", [
      { label: 'How do I set a goal?', ask: 'How do I set a goal?' },
    ]);
  if (
    !only &&
    claim.unexplained().length === 0 &&
    ask !== 'progress' &&
    goals.length > 1 &&
    !/goals\b/i.test(claim.reading.text)
  ) {
    const item = claim.items.find((one) => one.is === 'lemma' && one.lemma === 'goal');
    if (item)
      return missing(claim, {
        of: 'goal',
        slot: 'goal',
        question: 'Which goal?',
        understood: 'A goal',
        choices: choicesFor(claim, item, goals),
      });
  }
  return done(claim, { kind: 'goal', goal: only ? named(only) : null, ask });
};
