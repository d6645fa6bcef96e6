import type { Question, TopicValues } from '../../intent.ts';
import type { MatchedSpans } from '../../parser/matched-spans.ts';
import { SLOT } from '../../parser/topic-features.ts';
import { readTopicValues } from '../../parser/topic-values.ts';
import { findTopic, type Topic } from '../../topics.ts';

type TopicQuestion = Extract<Question, { kind: 'topic' }>;
/** The kinds of values that have a slot. */
type ValueKind = Exclude<keyof TopicValues, 'kinds'>;

/** The slot of each kind of value in the questions of topics. */
const SLOTS = {
  accounts: 'account',
  cards: 'card',
  debts: 'debt',
  categories: 'category',
  merchants: 'merchant',
  payments: 'payment',
  goals: 'goal',
  contacts: 'contact',
  amounts: 'amount',
  percents: 'percent',
  months: 'duration',
  frequencies: 'frequency',
  periods: 'time',
} as const satisfies Record<ValueKind, string>;

/** The kinds of values that are names of the customer's records. */
const NAME_KINDS: readonly ValueKind[] = [
  ...(['accounts', 'cards', 'debts', 'categories', 'merchants'] as const),
  ...(['payments', 'goals', 'contacts'] as const),
];

/** Kinds of values that replace each other: "and the car loan?" after a question about a card. */
const SUBJECTS: readonly (readonly ValueKind[])[] = [
  ['cards', 'debts'],
  ['categories', 'merchants', 'payments'],
  ['months', 'periods'],
];

/**
 * Replaces the values of a topic with those of a message, if the topic accepts them: "and 150?", "on Reef". The
 * question stays the same.
 */
export function changeTopic(
  spans: MatchedSpans,
  { topic, values }: TopicQuestion,
): Partial<TopicQuestion> | null {
  const known = findTopic(topic);
  if (!known) return null;
  const accepted = new Set([
    ...[...known.ask.matchAll(SLOT)].map(([, name]) => name),
    ...(known.accepts ?? []),
  ]);
  const { values: stated } = readTopicValues(spans.message, known);
  const keys = Object.keys(SLOTS) as ValueKind[];
  const changed = keys.filter((key) => (stated[key]?.length ?? 0) > 0 && accepted.has(SLOTS[key]));
  if (stated.kinds) return changeKinds(spans, known, { ...values, kinds: stated.kinds });
  if (changed.length === 0) return null;
  const replaced = SUBJECTS.filter((kinds) => kinds.some((kind) => changed.includes(kind))).flat();
  const cleared = Object.fromEntries(replaced.map((key) => [key, []]));
  const next: Partial<TopicValues> = Object.fromEntries(changed.map((key) => [key, stated[key]]));
  const amounts = next.amounts && replaceAmount(values.amounts, next.amounts);
  if (amounts === null) return null;
  for (const item of spans.items) if (isUsed(item.is, changed)) spans.matchItem(item);
  return { values: { ...values, ...cleared, ...next, ...(amounts && { amounts }) } };
}

/** Asks the same about other kinds: "and my home insurance?" after a question about car insurance. */
function changeKinds(
  spans: MatchedSpans,
  { ask, kinds = {} }: Topic,
  values: TopicValues,
): Partial<TopicQuestion> {
  const words = new Set([...Object.values(kinds), ask.toLowerCase()].flatMap((text) => text.split(/[\s?]+/)));
  for (const item of spans.items) if (item.words.every((word) => words.has(word))) spans.matchItem(item);
  const cleared = Object.fromEntries(NAME_KINDS.map((key) => [key, []]));
  return { values: { ...values, ...cleared } };
}

/**
 * Replaces the amounts of a question. A single new amount replaces the one of similar size: "150" after
 * "10,000 with 100 a week". Returns null if it could replace several.
 */
function replaceAmount(
  old: TopicValues['amounts'],
  stated: TopicValues['amounts'],
): TopicValues['amounts'] | null {
  const [only, another] = stated;
  if (!only || another || old.length < 2) return stated;
  const similar = old.filter(({ amount }) => Math.max(amount / only.amount, only.amount / amount) < 5);
  const [replaced, other] = similar;
  return replaced && !other ? old.map((amount) => (amount === replaced ? only : amount)) : null;
}

/** Returns true if a changed value is of the kind of an item. An item of another kind is left over. */
function isUsed(is: string, changed: readonly ValueKind[]): boolean {
  if (is === 'name') return changed.some((key) => NAME_KINDS.includes(key));
  return changed.some((key) => SLOTS[key] === is);
}
