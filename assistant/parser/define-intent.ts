import type { DecisionKind } from '../../engine/what-if/what-if.ts';
import type { Action, Period, Question } from '../intent.ts';
import type { StatedAmount } from './amounts.ts';
import type { Tense } from './days.ts';
import type { MatchedSpans, NameMatch, Rule } from './matched-spans.ts';
import type { NameKind } from './names.ts';
import type { Item, NameItem } from './parsed-message.ts';

/** A function that matches a slot's value. If it returns undefined, the intent doesn't apply. */
type Slot<Value> = (spans: MatchedSpans) => Value | undefined;

export type NamedDecision = { decision: DecisionKind; name: string };

type Slots = Record<string, Slot<unknown>>;

type Values<Given extends Slots> = {
  [Name in keyof Given]: Exclude<ReturnType<Given[Name]>, undefined>;
};

/** The declaration of an intent. Lists of concepts are separated by spaces. */
type Declaration<Given extends Slots, Result> = {
  /** True if the intent is an action, so questions don't match. */
  isAction?: boolean;
  /** Concepts, at least one of which must occur. They count as matched words. */
  when?: string;
  /** Concepts that must not occur. */
  unless?: string;
  /** A pattern that the message must not match. */
  exceptPattern?: RegExp;
  /** An additional condition. */
  matches?: (spans: MatchedSpans) => boolean;
  /** Additional concepts that count as matched words. */
  optional?: string;
  /** A pattern that matches additional words by their spelling. They count as matched words. */
  optionalPattern?: RegExp;
  slots?: Given;
  build: (spans: MatchedSpans, values: Values<Given>) => Result | null;
};

/** Returns the rule that recognizes an intent, matches its slots, and builds the intent. */
export const defineIntent = <Given extends Slots = Record<never, never>>(
  declaration: Declaration<Given, Question | Action>,
): Rule => defineRule(declaration);

/** Returns the rule for a what-if decision. */
export const defineDecision = <Given extends Slots = Record<never, never>>(
  declaration: Declaration<Given, NamedDecision>,
): Rule<NamedDecision> => defineRule(declaration);

function defineRule<Given extends Slots, Result>(declaration: Declaration<Given, Result>): Rule<Result> {
  const {
    isAction,
    when = '',
    unless,
    exceptPattern,
    matches,
    optional = '',
    optionalPattern,
    slots,
    build,
  } = declaration;
  return (spans) => {
    if (isAction && spans.isQuestion) return null;
    if ((when && !spans.has(when)) || (unless && spans.has(unless))) return null;
    if (exceptPattern?.test(spans.text) || (matches && !matches(spans))) return null;
    spans.match(`${when} ${optional}`);
    if (optionalPattern) spans.matchWords(optionalPattern);
    const values: Record<string, unknown> = {};
    for (const [name, slot] of Object.entries(slots ?? {})) {
      values[name] = slot(spans);
      if (values[name] === undefined) return null;
    }
    return build(spans, values as Values<Given>);
  };
}

const itemSlot =
  <Kind extends Item['is']>(kind: Kind): Slot<Extract<Item, { is: Kind }> | null> =>
  (spans) =>
    spans.matchKind(kind);

/** The slots that intents share. A slot is null if the message has no matching item. */
export const slot = {
  amount: itemSlot('amount'),
  duration: itemSlot('duration'),
  email: itemSlot('email'),
  /** A frequency without a first day, unlike "every Friday". */
  frequency: (spans: MatchedSpans) => {
    const every = spans.matchKind('frequency');
    return every?.from == null ? every : undefined;
  },
  frequencyFrom: itemSlot('frequency'),
  percent: itemSlot('percent'),
  share: itemSlot('share'),
  time: itemSlot('time'),

  /** A required amount that is unambiguous, unlike "1.500". */
  exactAmount: (spans: MatchedSpans): StatedAmount | undefined => {
    const amount = spans.matchKind('amount');
    return amount?.value.alternative === null ? amount.value : undefined;
  },

  period:
    (tense: Tense): Slot<Period | null> =>
    (spans) =>
      spans.matchPeriod(tense),

  /** A single name of the given kinds, or null. */
  name:
    (kinds: readonly NameKind[], fits?: (item: NameItem) => boolean): Slot<NameMatch | null> =>
    (spans) => {
      const [match, another] = spans.matchNames(kinds, fits);
      return another ? undefined : (match ?? null);
    },
};
