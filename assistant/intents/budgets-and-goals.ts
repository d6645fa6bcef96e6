import { asked, best, beyond, named, type Rule } from '../parser/matched-spans.ts';

/** "How much is left in my food budget", "am I over budget". */
export const budget: Rule = (spans) => {
  const isLeft =
    spans.has('left') &&
    spans.of('name').some(({ refs, generic }) => !generic && refs.some(({ is }) => is === 'category')) &&
    spans.of('amount').length === 0 &&
    spans.of('frequency').length === 0;
  const isStill =
    /\b(?:can|could) i (?:still )?spend\b/i.test(spans.text) &&
    spans.of('name').some(({ refs }) => refs.some(({ is }) => is === 'category'));
  // "Am I over on food" asks about its budget.
  const isOver =
    /\b(?:am|are) (?:i|we) (?:over|under|still under)\b/i.test(spans.text) &&
    spans.of('name').some(({ refs }) => best(refs).some(({ is }) => is === 'category'));
  if (!spans.has('budget', 'over_budget') && !isLeft && !isStill && !isOver) return null;
  if (spans.has('whatif if why howto set raise lower explain card') || spans.of('amount').length > 0)
    return null;
  const isSpent = spans.has('spend') && !isStill;
  const left = spans.any('left have still more') || isStill;
  spans.any(
    'budget over_budget spend money much all category goes doing above below used utilization compare left low available',
  );
  const picked = spans.names(['category']);
  const [category, another] = picked;
  if (another) return null;
  const time = spans.one('time');
  const period = time ? spans.period(time.time, 'past') : null;
  const ref = category && best(category.refs)[0];
  if (ref?.strength === 1)
    spans.assume('category', `\u201c${category?.item.raw}\u201d is in the ${ref.name} category`);
  const text = spans.text;
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
  return { kind: 'budget', category: ref ? named(ref) : null, ask, period };
};

/** "When will I reach my emergency fund", "how much do I still need for Lisbon". */
export const goal: Rule = (spans) => {
  const isNamed = spans.of('name').some(({ refs }) => best(refs).some(({ is }) => is === 'goal'));
  if (!spans.has('goal') && !isNamed) return null;
  if (
    spans.has('whatif if howto set schedule explain open transfer put send pay spend delete why') ||
    spans.of('amount').length > 0
  )
    return null;
  const isWhen = spans.any('when howlong until');
  const isNeeded = spans.any('left', 'more') || /\bneed\b/i.test(spans.text);
  spans.any(
    'goal reach will have save money on_time over_budget all much balance next cleared about afford payoff buy',
  );
  spans.takeWords(/^(?:fill|filled|full|finish|finished|progress|along|close|enough|trip|go|ready)$/);
  if (/\bin time\b/i.test(spans.text)) spans.takeWords(/^time$/);
  const [every] = spans.of('frequency');
  if (isNeeded && every?.frequency === 'MONTHLY') spans.take(every);
  const [one, another] = spans.names(['goal']);
  if (another) return null;
  const refs = one ? best(one.refs) : [];
  const ask = isWhen ? 'when' : isNeeded ? 'needed' : 'progress';
  const [only] = refs;
  if (refs.length > 1 && one)
    return spans.ask('goal', 'goal', 'Which goal?', 'A goal', spans.choicesFor(one.item, refs));
  const { goals } = spans.known;
  if (goals.length === 0)
    return beyond('no_such_product', "You don't have any goals yet.", [asked('How do I set a goal?')]);
  if (
    !only &&
    spans.unexplained().length === 0 &&
    ask !== 'progress' &&
    goals.length > 1 &&
    !/goals\b/i.test(spans.text)
  ) {
    const item = spans.items.find((one) => one.is === 'lemma' && one.lemma === 'goal');
    if (item) return spans.ask('goal', 'goal', 'Which goal?', 'A goal', spans.choicesFor(item, goals));
  }
  return { kind: 'goal', goal: only ? named(only) : null, ask };
};
