import { dayText } from '../../engine/calendar/calendar.ts';
import { addUnits, type Span, type Unit } from '../../engine/calendar/periods.ts';
import { defineIntent, slot } from '../parser/define-intent.ts';
import type { Frequency } from '../parser/figures.ts';
import { type MatchedSpans, toNamed } from '../parser/matched-spans.ts';

/** "Found it, turn it back on" is about the card that is frozen. */
const BACK_ON =
  /\bturn (?:it|the card|my card|(?:\w+ ){1,2}(?:card )?)back on\b|\bswitch (?:it|the card|my card) back on\b/i;

/** Statements that a card is lost. "Can I lose my card" asks about it. */
const isLost = (spans: MatchedSpans) =>
  spans.has('lose gone') &&
  !spans.has('whatif if job') &&
  !spans.matches(/^\s*(?:can|could|may|will|would|do|does|did|am|is)\b(?!['\u2019])/i);

/** Matches "Freeze my Tide card", "I lost my card". */
export const freeze = defineIntent({
  isAction: true,
  unless: 'howto when why',
  matches: (spans) => spans.has('freeze unfreeze') || isLost(spans) || spans.matches(BACK_ON),
  optional: 'freeze unfreeze lose gone frozen all both',
  optionalPattern: /^(?:wallet|purse|bag)$/,
  slots: { match: slot.name(['card']) },
  build: (spans, { match }) => {
    if (isLost(spans) && !match && !spans.matches(/\b(?:wallet|purse|bag)\b/i)) return null;
    if (spans.matches(/\b(?:can.?t|cannot|can not|couldn.?t) find\b|\b(?:lost|misplaced|stolen)\b/i))
      spans.match('find not');
    const isBackOn = spans.matches(BACK_ON);
    if (isBackOn) spans.matchAll();
    const frozen = !spans.has('unfreeze') && !isBackOn;
    const { cards } = spans.customer;
    const refs = match?.refs ?? cards;
    const [card, another] = refs;
    if (!card) return spans.refuse('no_such_product', "You don't have a credit card.");
    if (!another) return { kind: 'freeze', card: toNamed(card), frozen };
    const isFrozen = ({ id }: { id: string }) => cards.find((card) => card.id === id)?.frozen;
    if (isBackOn && !refs.some(isFrozen))
      return spans.refuse('nothing_open', 'None of your cards is frozen.', ['How are my cards doing?']);
    const [frozenCard, other] = (match || isBackOn) && !frozen ? refs.filter(isFrozen) : [];
    if (frozenCard && !other) {
      spans.assume('card', `${frozenCard.name} (your only frozen card)`);
      return { kind: 'freeze', card: toNamed(frozenCard), frozen };
    }
    const understood = frozen ? 'Freeze a card' : 'Unfreeze a card';
    return spans.ask('freeze', 'card', 'Which card?', understood, refs, match?.item);
  },
});

const AHEAD = /^\s*(?:please\s+)?(?:go|jump|skip|move|travel)\b.*\b(?:ahead|forward|into the future)\b/i;
const GO = /^\s*(?:please\s+)?(?:go|take me|bring me|get me)\s+(?:forward\s+|ahead\s+)?(?:to|on)\b/i;

/** Matches "Fast forward to March", "skip three weeks", "go to the next payday". */
export const fastForward = defineIntent({
  isAction: true,
  matches: (spans) => spans.has('forward') || spans.matches(GO) || spans.matches(AHEAD),
  optional: 'forward transfer until next take payday',
  optionalPattern: /^(?:go|clock|time|bring|me|ahead|future)$/,
  slots: { time: slot.time, length: slot.duration, every: slot.frequency },
  build: (spans, { time, length, every }) => {
    const { today } = spans;
    // "Three weeks" and "a month" are durations. "To March" means March 1.
    const to =
      (time && (time.time.isDay ? time.time.future.from : getNextStart(time.time.future, today))) ??
      (length && addUnits(today, length.unit, length.count)) ??
      (every && addUnits(today, ...UNITS[every.frequency])) ??
      (spans.has('payday') ? spans.message.payday : null);
    if (to === null) {
      const options = [
        { label: 'To the next payday', ask: 'Fast forward to the next payday' },
        { label: 'One week', ask: 'Fast forward one week' },
        { label: 'One month', ask: 'Fast forward one month' },
      ];
      return spans.ask('fast_forward', 'to', 'To what date?', 'Fast-forward', options, null);
    }
    if (to <= today)
      return spans.refuse('period', "You can't fast-forward to the past. To go back, restore a checkpoint.", [
        { label: 'How do I go back in time?', ask: 'How do I go back to a checkpoint?' },
      ]);
    if (time?.time.vague) spans.assume('to', time.time.vague);
    return { kind: 'fast_forward', to: dayText(to) };
  },
});

const getNextStart = ({ from, to }: Span, today: number) => (from !== null && from > today ? from : to);

/** The unit and count of each frequency, for durations such as "skip a month". */
const UNITS: Record<Frequency, [Unit, number]> = {
  HOURLY: ['day', 1],
  DAILY: ['day', 1],
  WEEKLY: ['week', 1],
  BIWEEKLY: ['week', 2],
  MONTHLY: ['month', 1],
  QUARTERLY: ['quarter', 1],
  ANNUALLY: ['year', 1],
};
