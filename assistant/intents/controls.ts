import { dayText } from '../../engine/calendar/calendar.ts';
import { addUnits, type Unit } from '../parser/days.ts';
import { defineIntent, durationSlot, frequencySlot, timeSlot } from '../parser/define-intent.ts';
import type { Frequency } from '../parser/figures.ts';
import { beyond, type MatchedSpans, named } from '../parser/matched-spans.ts';

/** "Freeze my Tide card", "I lost my card". */
export const freeze = defineIntent({
  isAction: true,
  unless: 'howto when why',
  matches: (spans) => spans.has('freeze unfreeze') || isLost(spans),
  words: 'freeze unfreeze lose gone frozen',
  build: (spans) => {
    const frozen = !spans.has('unfreeze');
    const [picked, another] = spans.names(['card']);
    if (another || (isLost(spans) && !picked)) return null;
    const { cards } = spans.known;
    const refs = picked?.refs ?? cards;
    const [only] = refs;
    if (!only) return beyond('no_such_product', "You don't have a credit card.");
    if (refs.length === 1) return { kind: 'freeze', card: named(only), frozen };
    const [frozenCard, other] = picked
      ? refs.filter(({ id }) => cards.find((card) => card.id === id)?.frozen !== frozen)
      : refs;
    if (!frozen && frozenCard && !other) {
      spans.assume('card', `${frozenCard.name}, the only card that is frozen`);
      return { kind: 'freeze', card: named(frozenCard), frozen };
    }
    const understood = frozen ? 'Freeze a card' : 'Unfreeze a card';
    const asks = { of: 'freeze', slot: 'card', question: 'Which card?', understood } as const;
    return picked ? spans.askWhich(asks, picked) : spans.askToAdd(asks, cards);
  },
});

const isLost = (spans: MatchedSpans) => spans.has('lose gone') && !spans.has('whatif if job');

const GO = /^\s*(?:please\s+)?(?:go|take me|bring me|get me)\s+(?:forward\s+|ahead\s+)?(?:to|on)\b/i;

/** "Fast forward to March", "skip three weeks", "go to the next payday". */
export const fastForward = defineIntent({
  isAction: true,
  matches: (spans) => spans.has('forward') || GO.test(spans.text),
  words: 'forward transfer until next take',
  spelled: /^(?:go|clock|time|bring|me)$/,
  slots: { time: timeSlot, length: durationSlot, every: frequencySlot },
  build: (spans, { time, length, every }) => {
    const { today } = spans;
    const span = time?.time.future;
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
  },
});

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
