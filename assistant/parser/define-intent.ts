import type { Missing, Period } from '../intent.ts';
import type { StatedAmount } from './amounts.ts';
import type { Tense } from './days.ts';
import type { Asks, Draft, MatchedSpans, Rule } from './matched-spans.ts';
import type { NameKind, Ref } from './names.ts';
import type { Item, NameItem } from './parsed-message.ts';

/** Reads a value and asks for it if several match. Null means that the intent doesn't match. */
type Slot<Value> = (spans: MatchedSpans) => { value: Value; question?: Missing } | null;

type Slots = Record<string, Slot<unknown>>;

type Values<Given extends Slots> = {
  [Name in keyof Given]: NonNullable<ReturnType<Given[Name]>>['value'];
};

/** The declaration of an intent. Concepts are separated by spaces. */
type Declaration<Given extends Slots> = {
  /** True if questions don't match. */
  isAction?: boolean;
  /** Concepts of which one must occur. */
  when?: string;
  /** Concepts of which none may occur. */
  unless?: string;
  /** A further condition. */
  matches?: (spans: MatchedSpans) => boolean;
  /** Concepts that belong to its phrases. */
  words?: string;
  /** Other words that belong to its phrases. */
  spelled?: RegExp;
  slots?: Given;
  build: (spans: MatchedSpans, values: Values<Given>) => Draft | null;
};

/** Returns the rule that recognizes a declared intent, asks for its slots, and builds it. */
export function defineIntent<Given extends Slots = Record<never, never>>({
  isAction = false,
  when,
  unless,
  matches = () => true,
  words = '',
  spelled,
  slots,
  build,
}: Declaration<Given>): Rule {
  return (spans) => {
    if (isAction && spans.isQuestion) return null;
    if ((when && !spans.has(when)) || (unless && spans.has(unless)) || !matches(spans)) return null;
    spans.any(words);
    if (spelled) spans.takeWords(spelled);
    const values: Record<string, unknown> = {};
    let question: Missing | undefined;
    for (const [name, slot] of Object.entries(slots ?? {})) {
      const read = slot(spans);
      if (!read) return null;
      values[name] = read.value;
      question ??= read.question;
    }
    return question ?? build(spans, values as Values<Given>);
  };
}

type Read<Kind extends Item['is']> = Slot<Extract<Item, { is: Kind }> | null>;

export const timeSlot: Read<'time'> = (spans) => ({ value: spans.one('time') });

export const durationSlot: Read<'duration'> = (spans) => ({ value: spans.one('duration') });

export const frequencySlot: Read<'frequency'> = (spans) => ({ value: spans.one('frequency') });

export const statedAmountSlot: Read<'amount'> = (spans) => ({ value: spans.one('amount') });

/** A required amount without a second reading, such as "1.500". */
export const amountSlot: Slot<StatedAmount> = (spans) => {
  const amount = spans.one('amount');
  return amount?.said.or === null ? { value: amount.said } : null;
};

export const periodSlot =
  (tense: Tense): Slot<Period | null> =>
  (spans) => ({ value: spans.when(tense) });

/** At most one product or other name of these kinds. Without `asks`, the strongest match is taken. */
export const nameSlot =
  (kinds: readonly NameKind[], asks?: Asks): Slot<{ ref: Ref; item: NameItem } | null> =>
  (spans) => {
    const [picked, another] = spans.names(kinds);
    const [ref, other] = picked?.refs ?? [];
    if (another) return null;
    if (!picked || !ref) return { value: null };
    const value = { ref, item: picked.item };
    return other && asks ? { value, question: spans.askWhich(asks, picked) } : { value };
  };
