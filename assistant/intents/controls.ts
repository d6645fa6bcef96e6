import { dayText } from '../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../parser/days.ts';
import type { Frequency } from '../parser/figures.ts';
import { best, beyond, named, type Rule } from '../parser/matched-spans.ts';

/** "Freeze my Tide card", "I lost my card". */
export const freeze: Rule = (spans) => {
  if (spans.isQuestion) return null;
  const isLost = spans.has('lose', 'gone') && !spans.has('whatif if job');
  if (!spans.has('freeze', 'unfreeze') && !isLost) return null;
  if (spans.has('howto when why')) return null;
  const frozen = !spans.has('unfreeze');
  spans.any('freeze unfreeze lose gone frozen');
  const picked = spans.names(['card']);
  const [first, second] = picked;
  if (second) return null;
  if (isLost && !first) return null;
  const cards = spans.known.cards;
  const refs = first ? best(first.refs) : cards;
  const [only] = refs;
  if (!only) return beyond('no_such_product', "You don't have a credit card.");
  const fitting =
    first && refs.length > 1
      ? refs.filter(({ id }) => cards.find((card) => card.id === id)?.frozen !== frozen)
      : refs;
  const one = refs.length === 1 ? only : !frozen && fitting.length === 1 ? fitting[0] : undefined;
  if (one) {
    if (refs.length > 1) spans.assume('card', `${one.name}, the only card that is frozen`);
    return { kind: 'freeze', card: named(one), frozen };
  }
  return spans.ask(
    'freeze',
    'card',
    'Which card?',
    frozen ? 'Freeze a card' : 'Unfreeze a card',
    first ? spans.choicesFor(first.item, refs) : spans.choicesAdding(cards.map(({ name }) => name)),
  );
};

/** "Fast forward to March", "skip three weeks", "go to the next payday". */
export const fastForward: Rule = (spans) => {
  if (spans.isQuestion) return null;
  const isGo = /^\s*(?:please\s+)?(?:go|take me|bring me|get me)\s+(?:forward\s+|ahead\s+)?(?:to|on)\b/i.test(
    spans.text,
  );
  if (!spans.has('forward') && !isGo) return null;
  spans.any('forward', 'transfer');
  spans.takeWords(/^(?:go|clock|time|bring|me)$/);
  spans.any('until', 'next', 'take');
  const { today } = spans.reading;
  const [time] = spans.of('time');
  const length = spans.one('duration');
  const every = spans.one('frequency');
  const span = time?.time.future;
  if (time) spans.take(time);
  // "Three weeks" and "a month" are durations. "To March" means its first day.
  const to =
    (span ? (time?.time.isDay ? span.from : startAfter(span, today)) : null) ??
    (length && addUnits(today, length.unit, length.count)) ??
    (every && addUnits(today, ...UNITS_OF[every.frequency]));
  if (to === null)
    return spans.ask('fast_forward', 'to', 'To what date?', 'Fast-forward', [
      { label: 'To the next payday', ask: 'Fast forward to the next payday' },
      { label: 'One week', ask: 'Fast forward one week' },
      { label: 'One month', ask: 'Fast forward one month' },
    ]);
  if (to <= today)
    return beyond('period', "You can't fast-forward to the past. To go back, restore a checkpoint.", [
      { label: 'How do I go back in time?', ask: 'How do I go back to a checkpoint?' },
    ]);
  if (time?.time.vague) spans.assume('to', time.time.vague);
  return { kind: 'fast_forward', to: dayText(to) };
};

function startAfter(span: { from: number | null; to: number | null }, today: number): number | null {
  return span.from !== null && span.from > today ? span.from : span.to;
}

/** "Skip a month" is a duration. */
const UNITS_OF: Record<Frequency, [Unit, number]> = {
  HOURLY: ['day', 1],
  DAILY: ['day', 1],
  WEEKLY: ['week', 1],
  BIWEEKLY: ['week', 2],
  MONTHLY: ['month', 1],
  QUARTERLY: ['quarter', 1],
  ANNUALLY: ['year', 1],
};
