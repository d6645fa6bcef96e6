import type { DecisionKind } from '../../engine/what-if/what-if.ts';
import type { Action, Period, Question } from '../intent.ts';
import type { StatedAmount } from './amounts.ts';
import type { Tense } from './days.ts';
import type { MatchedSpans, NameMatch, Rule } from './matched-spans.ts';
import type { NameKind } from './names.ts';
import type { Item, NameItem } from './parsed-message.ts';

/** Matches a value. The intent doesn't apply if it returns undefined. */
type Slot<Value> = (spans: MatchedSpans) => Value | undefined;

/** A decision of a what-if, with its title. */
export type NamedDecision = { decision: DecisionKind; name: string };

type Slots = Record<string, Slot<unknown>>;

type Values<Given extends Slots> = {
  [Name in keyof Given]: Exclude<ReturnType<Given[Name]>, undefined>;
};

/** The declaration of an intent. Concepts are separated by spaces. */
type Declaration<Given extends Slots, Result> = {
  /** True if questions don't match. */
  isAction?: boolean;
  /** Concepts of which one must occur. They belong to its phrases. */
  when?: string;
  /** Concepts of which none may occur. */
  unless?: string;
  /** A pattern that the message must not have. */
  exceptPattern?: RegExp;
  /** A further condition. */
  matches?: (spans: MatchedSpans) => boolean;
  /** Other concepts that belong to its phrases. */
  words?: string;
  /** Other words that belong to its phrases. */
  spelled?: RegExp;
  slots?: Given;
  build: (spans: MatchedSpans, values: Values<Given>) => Result | null;
};

/** Returns the rule that recognizes an intent, reads its slots, and builds it. */
export const defineIntent = <Given extends Slots = Record<never, never>>(
  declaration: Declaration<Given, Question | Action>,
): Rule => defineRule(declaration);

/** Returns the rule of a decision in a what-if. */
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
    words = '',
    spelled,
    slots,
    build,
  } = declaration;
  return (spans) => {
    if (isAction && spans.isQuestion) return null;
    if ((when && !spans.has(when)) || (unless && spans.has(unless))) return null;
    if (exceptPattern?.test(spans.text) || (matches && !matches(spans))) return null;
    spans.match(`${when} ${words}`);
    if (spelled) spans.matchWords(spelled);
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

/** The slots that intents share. An item is null if the message has none. */
export const slot = {
  amount: itemSlot('amount'),
  duration: itemSlot('duration'),
  email: itemSlot('email'),
  frequency: itemSlot('frequency'),
  percent: itemSlot('percent'),
  share: itemSlot('share'),
  time: itemSlot('time'),

  /** A required amount without a second reading, such as "1.500". */
  exactAmount: (spans: MatchedSpans): StatedAmount | undefined => {
    const amount = spans.matchKind('amount');
    return amount?.value.alternative === null ? amount.value : undefined;
  },

  period:
    (tense: Tense): Slot<Period | null> =>
    (spans) =>
      spans.matchPeriod(tense),

  /** At most one name of these kinds. */
  name:
    (kinds: readonly NameKind[], fits?: (item: NameItem) => boolean): Slot<NameMatch | null> =>
    (spans) => {
      const [match, another] = spans.matchNames(kinds, fits);
      return another ? undefined : (match ?? null);
    },
};
