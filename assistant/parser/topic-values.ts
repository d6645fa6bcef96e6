import type { Assumed, TopicValues } from '../intent.ts';
import type { Topic } from '../topics.ts';
import { getStrongest, MatchedSpans, toNamed } from './matched-spans.ts';
import type { NameKind } from './names.ts';
import type { ParsedMessage } from './parsed-message.ts';

const MONTHS_PER_UNIT = { day: 12 / 365, week: 12 / 52, month: 1, quarter: 3, year: 12 } as const;

/** Returns the values of a message that is similar to example phrasings, and the assumptions about them. */
export function readTopicValues(
  message: ParsedMessage,
  { tense, kinds = {} }: Pick<Topic, 'tense' | 'kinds'> = {},
): { values: TopicValues; assumed: readonly Assumed[] } {
  const spans = new MatchedSpans(message);
  const getReferences = (...kinds: readonly NameKind[]) =>
    spans.unmatched('name').flatMap(({ refs, isExcluded, isPlural }) => {
      const matches = getStrongest(refs).filter(({ is }) => kinds.includes(is));
      // "My cards" names none of them, and an ambiguous name isn't a value.
      const isOne = matches.length === 1 || kinds.includes('merchant');
      return isExcluded || isPlural || !isOne ? [] : matches;
    });
  const unique = <Value>(values: readonly Value[], getKey: (value: Value) => string) => [
    ...new Map(values.map((value) => [getKey(value), value])).values(),
  ];
  const getNames = (...kinds: readonly NameKind[]) =>
    unique(getReferences(...kinds), ({ id }) => id).map(toNamed);
  const words = new Set(message.items.flatMap((item) => item.words));
  const named = Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').some((name) => words.has(name)) ? [kind] : [],
  );
  const values: TopicValues = {
    accounts: getNames('account'),
    cards: getNames('card'),
    debts: unique(getReferences('loan', 'mortgage'), ({ id }) => id).map(({ is, id, name }) => ({
      is: is as 'loan' | 'mortgage',
      id,
      name,
    })),
    categories: getNames('category'),
    merchants: unique(getReferences('merchant'), ({ name }) => name).map(({ name }) => name),
    payments: getNames('payment'),
    goals: getNames('goal'),
    contacts: getNames('contact'),
    amounts: spans
      .unmatched('amount')
      .map(({ value }) => ({ amount: value.amount, currency: value.currency })),
    percents: spans.unmatched('percent').map(({ percent }) => percent),
    months: spans.unmatched('duration').map(({ count, unit }) => count * MONTHS_PER_UNIT[unit]),
    frequencies: spans.unmatched('frequency').map(({ frequency }) => frequency),
    periods: spans.unmatched('time').map(({ time }) => spans.toPeriod(time, tense ?? 'past')),
    ...(named.length > 0 && { kinds: named }),
  };
  return { values, assumed: spans.assumed };
}
