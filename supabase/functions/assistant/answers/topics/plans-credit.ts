import { capital, counted, listed, money } from '../../../../../assistant/format.ts';
import type { TopicValues } from '../../../../../assistant/intent.ts';
import { choices, type Figure, figures, how, link, text } from '../../../../../assistant/parts.ts';
import { addMonths, dayText, parseDay } from '../../../../../engine/calendar/calendar.ts';
import { BANDS, getBand, getNextBand } from '../../../../../engine/credit/bands.ts';
import type { CreditFacts, CreditLine } from '../../../../../engine/credit/facts.ts';
import { type CreditChange, scoreHistory, scoreIf } from '../../../../../engine/credit/history.ts';
import { getCreditScore, HIGHEST_SCORE, LOWEST_SCORE } from '../../../../../engine/credit/score.ts';
import { toMinor } from '../../../../../engine/money/minor.ts';
import { type Answer, answerNothing, lead, PROJECTION_NOTE } from '../../answer.ts';
import type { AnswerContext } from '../../answer-context.ts';
import { PART_NAMES } from '../plans.ts';
import type { TopicAnswers } from '../topics.ts';

const PAGE = '/dashboard/credit-score';

const loadFacts = (context: AnswerContext) => context.call<CreditFacts | null>('my_credit_facts');

const answerNoScore = () =>
  answerNothing(
    "You don't have a credit score yet. You'll get one with your first card or loan.",
    'Credit score',
    PAGE,
  );

/** Answers in which band the score is, and how far the next one is. */
async function* answerMeaning(_: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  const bands = BANDS.map(({ name, from }): Figure => {
    const next = BANDS.find((band) => band.from > from);
    return { label: name, value: `${from}\u2013${next ? next.from - 1 : HIGHEST_SCORE}` };
  });
  if (!facts) {
    yield lead(
      `A score of 670 or more is good, 740 or more is very good, and 800 or more is exceptional, on a scale of ${LOWEST_SCORE} to ${HIGHEST_SCORE}. You don't have a score yet.`,
    );
    return yield figures(...bands);
  }
  const { score } = getCreditScore(facts);
  const next = getNextBand(score);
  yield lead(
    `Your credit score of ${score} is ${getBand(score).name.toLowerCase()}.${next ? ` You need ${counted(next.points, 'more point', 'more points')} for ${next.name.toLowerCase()}.` : ' That is the highest band.'}`,
  );
  yield figures({ label: 'Your score', value: String(score) }, ...bands);
  yield how('Your score and the usual bands.', {
    rule: `The scale is ${LOWEST_SCORE} to ${HIGHEST_SCORE}. From 670, a score counts as good.`,
  });
  yield link('Credit score', PAGE);
  yield choices('How can I improve my credit score?');
}

const SHOWN_MONTHS = 12;

/** Lists the score by month, with its highest and lowest. */
async function* answerHistory(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const [period] = values.periods;
  const all = scoreHistory(facts);
  const chosen = all.filter(({ day }) => !period?.from || day >= period.from);
  const months = period && chosen.length > 0 ? chosen : all.slice(-SHOWN_MONTHS);
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return yield* answerNoScore();
  const sorted = months.toSorted((a, b) => a.score - b.score);
  const [lowest, highest] = [sorted[0] ?? first, sorted.at(-1) ?? last];
  const change = last.score - first.score;
  const difference =
    change === 0 ? "hasn't changed" : `${change > 0 ? 'rose' : 'fell'} ${counted(Math.abs(change), 'point')}`;
  yield lead(
    `Your credit score ${difference} since ${context.formatDay(first.day)}: from ${first.score} to ${last.score}. The highest was ${highest.score} on ${context.formatDay(highest.day)}, and the lowest was ${lowest.score} on ${context.formatDay(lowest.day)}.`,
  );
  yield figures(
    ...months
      .toReversed()
      .slice(0, SHOWN_MONTHS)
      .map(({ day, score }): Figure => ({ label: context.formatDay(day), value: String(score) })),
  );
  yield how('Your score at the end of each month, and today.', {
    rule: 'Computed from your records of that day.',
  });
  yield link('Credit score', PAGE);
  yield choices('Why is my credit score what it is?');
}

const getOpen = ({ lines }: CreditFacts) => lines.filter(({ closed }) => closed === null);

/** Returns the open cards that the message names, or else those with a balance, the most used first. */
function chooseCards(facts: CreditFacts, { cards }: TopicValues): CreditLine[] {
  const named = ({ id, name }: CreditLine) => cards.some((card) => card.id === id || card.name === name);
  return getOpen(facts)
    .filter((line) => line.kind === 'card' && (cards.length === 0 ? line.balance > 0 : named(line)))
    .toSorted((a, b) => b.balance * Math.max(1, a.limit) - a.balance * Math.max(1, b.limit));
}

/** Compares the score with the score after a change. */
async function* answerChange(
  facts: CreditFacts,
  change: CreditChange,
  what: { sentence: string; rule: string },
): Answer {
  const { score } = getCreditScore(facts);
  const then = scoreIf(facts, change);
  const points = then.score - score;
  const difference =
    points === 0
      ? `wouldn't change. It would stay ${score}`
      : `would ${points > 0 ? 'rise' : 'fall'} ${counted(Math.abs(points), 'point')}, from ${score} to ${then.score}`;
  const reasons = then.changes.map(
    ({ part, points: by }) => `${by > 0 ? '+' : '\u2212'}${Math.abs(by)} for ${PART_NAMES[part]}`,
  );
  yield lead(
    `${what.sentence}, your credit score ${difference}${reasons.length > 0 ? ` (${listed(reasons)})` : ''}.`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Score now', value: String(score) },
    { label: 'Score after it', value: String(then.score) },
    ...then.changes.map(
      ({ part, text: reason }): Figure => ({ label: capital(PART_NAMES[part]), value: reason }),
    ),
  );
  yield how('The score today, with and without the change.', { rule: what.rule });
  yield link('Try other changes', PAGE);
  yield choices('How can I improve my credit score?');
}

/** Answers what paying down a card does to the score. */
async function* answerIfPaid(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const [card] = chooseCards(facts, values);
  if (!card || card.balance <= 0)
    return yield lead(
      `You don't owe anything on ${values.cards[0]?.name ?? 'a card'}, so paying wouldn't change your credit score.`,
    );
  const stated = values.amounts[0];
  const amount = stated ? Math.min(toMinor(stated.amount), card.balance) : card.balance;
  yield* answerChange(
    facts,
    { kind: 'pay', lineId: card.id, amount },
    {
      sentence: `If you paid ${money(amount / 100, facts.currency)} on ${card.name} today`,
      rule: 'A payment lowers your credit utilization, which counts for 30% of the score.',
    },
  );
}

const USUAL_LOAN = 10_000;

/** Answers what a new loan does to the score. */
async function* answerIfLoan(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const amount = toMinor(values.amounts[0]?.amount ?? USUAL_LOAN);
  yield* answerChange(
    facts,
    { kind: 'open_loan', amount },
    {
      sentence: `If you took a new loan of ${money(amount / 100, facts.currency)} today`,
      rule: 'A new loan adds an inquiry, lowers the average age of your credit, and can add to your credit mix.',
    },
  );
}

/** Answers what a new card does to the score. */
async function* answerIfCard(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const limit = toMinor(values.amounts[0]?.amount ?? USUAL_LOAN / 2);
  yield* answerChange(
    facts,
    { kind: 'open_card', limit },
    {
      sentence: `If you opened a new card with a limit of ${money(limit / 100, facts.currency)} today`,
      rule: 'A new card adds an inquiry and lowers the average age of your credit. Its limit lowers your utilization.',
    },
  );
}

/** Answers what a missed payment does to the score. */
async function* answerIfMissed(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const named = [...values.debts, ...values.cards];
  const lines = getOpen(facts);
  const line =
    lines.find(({ id, name }) => named.some((item) => item.id === id || item.name === name)) ?? lines[0];
  if (!line) return yield lead("You don't have an open card or loan, so you can't miss a payment.");
  yield* answerChange(
    facts,
    { kind: 'miss_payment', lineId: line.id, daysLate: 30 },
    {
      sentence: `If a payment on ${line.name} were 30 days late`,
      rule: 'On-time payments count for 35% of the score. A late payment counts less as it gets older, for up to seven years.',
    },
  );
}

/** Answers what closing a card does to the score. */
async function* answerIfClosed(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const cards = getOpen(facts).filter(({ kind }) => kind === 'card');
  const named = cards.filter(({ id, name }) =>
    values.cards.some((card) => card.id === id || card.name === name),
  );
  const [card] = named.length > 0 ? named : cards;
  if (!card) return yield lead("You don't have an open card.");
  const isAsked = named.length > 0 || cards.length === 1;
  if (!isAsked) {
    yield text('Which card would you close?');
    return yield choices(
      ...cards.slice(0, 2).map(({ name }) => `What would closing ${name} do to my credit score?`),
    );
  }
  yield* answerChange(
    facts,
    { kind: 'close', lineId: card.id },
    {
      sentence: `If you paid off and closed ${card.name} today`,
      rule: 'A closed card no longer adds its limit, so the utilization of your other cards counts more.',
    },
  );
}

const MAX_MONTHS = 120;

/** Answers when the score reaches a target if every payment is on time and the balances stay the same. */
async function* answerTarget(values: TopicValues, context: AnswerContext): Answer {
  const facts = await loadFacts(context);
  if (!facts) return yield* answerNoScore();
  const { score } = getCreditScore(facts);
  const next = getNextBand(score);
  const stated = values.amounts[0]?.amount;
  const target = Math.round(stated ?? (next ? score + next.points : HIGHEST_SCORE));
  if (target < LOWEST_SCORE || target > HIGHEST_SCORE)
    return yield text(
      `Credit scores are between ${LOWEST_SCORE} and ${HIGHEST_SCORE}. Ask for a score in that range.`,
    );
  if (score >= target)
    return yield lead(`Your credit score is ${score}, so you've already reached ${target}.`);
  const paid = getCreditScore({
    ...facts,
    lines: facts.lines.map((line) =>
      line.kind === 'card' ? { ...line, balance: Math.min(0, line.balance) } : line,
    ),
  }).score;
  const months = countMonthsTo(facts, target);
  const day = months === null ? null : dayText(addMonths(parseDay(facts.today), months));
  const cards =
    paid > score
      ? ` If you paid off your cards today, your score would be ${paid}${paid >= target ? ', which is enough' : ''}.`
      : '';
  yield lead(
    `You need ${counted(target - score, 'more point', 'more points')} for ${target}. ${day ? `With every payment on time and the same balances, you'd reach it around ${context.formatDay(day)}.` : `On-time payments alone wouldn't get you there within ${MAX_MONTHS / 12} years.`}${cards}`,
    PROJECTION_NOTE,
  );
  yield figures(
    { label: 'Score now', value: String(score) },
    { label: 'Target', value: String(target) },
    { label: 'Score with the cards paid off', value: String(paid) },
  );
  yield how('Your score in the coming months, by the rules of today\u2019s score.', {
    rule: 'One on-time payment a month on each open card and loan, no applications, and the balances of today.',
  });
  yield link('Credit score', PAGE);
  yield choices('How can I improve my credit score?');
}

/** Returns the months until a score is reached with on-time payments; null if it takes too long. */
function countMonthsTo(facts: CreditFacts, target: number): number | null {
  const lines = getOpen(facts).filter(({ payment }) => payment > 0);
  const today = parseDay(facts.today);
  let payments = facts.payments;
  for (let month = 1; month <= MAX_MONTHS; month += 1) {
    const on = dayText(addMonths(today, month));
    payments = [...payments, ...lines.map(({ id }) => ({ lineId: id, on, daysLate: 0 }))];
    if (getCreditScore({ ...facts, today: on, payments }).score >= target) return month;
  }
  return null;
}

export const CREDIT_ANSWERS: TopicAnswers = {
  'score-meaning': answerMeaning,
  'score-history': answerHistory,
  'score-if-paid': answerIfPaid,
  'score-if-loan': answerIfLoan,
  'score-if-card': answerIfCard,
  'score-if-missed': answerIfMissed,
  'score-if-closed': answerIfClosed,
  'score-target': answerTarget,
};
