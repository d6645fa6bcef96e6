import { DAY_WORDS } from '@engine/search/days.ts';
import {
  getTokens,
  OPERATORS,
  type OperatorName,
  operatorNamed,
  operatorPart,
  printPart,
} from '@engine/search/transaction-query.ts';
import { OPERATOR_VALUES } from '@engine/search/values.ts';
import type { Known } from '@/entities/transaction/use-names';

export type Completion = {
  /** The label in the list. */
  label: string;
  hint?: string;
  /** The text with the part at the cursor replaced, and the new cursor position. */
  text: string;
  caret: number;
};

const MOST_COMPLETIONS = 20;
const AMOUNTS = ['>50', '<20', '10..20', '>=100'];

/** Suggests completions of the part at the cursor. A pure function. */
export function getCompletions(text: string, caret: number, known: Known): Completion[] {
  const token = getTokens(text).find(({ start, end }) => start < caret && caret <= end);
  const start = token?.start ?? caret;
  const typed = text.slice(start, caret);
  const end = token?.end ?? caret;
  const put = (label: string, words: string, hint?: string): Completion => {
    const isWhole = !words.endsWith(':');
    const after = text.slice(end).replace(/^\s+/, '');
    const next = `${text.slice(0, start)}${words}${isWhole ? ' ' : ''}${after}`;
    return { label, ...(hint && { hint }), text: next, caret: start + words.length + (isWhole ? 1 : 0) };
  };
  const [, sign = '', body = ''] = /^(-?)(.*)$/s.exec(typed) ?? [];
  const [, name, value] = /^([a-z]+):"?(.*)$/is.exec(body) ?? [];
  const operator = name === undefined ? undefined : operatorNamed(name);
  if (operator && value !== undefined) {
    return getValues(operator, known)
      .filter((one) => fits(one, value) && one.toLowerCase() !== value.toLowerCase())
      .sort((one, other) => Number(begins(other, value)) - Number(begins(one, value)))
      .slice(0, MOST_COMPLETIONS)
      .map((one) => put(one, printPart(operatorPart(operator, one, sign === '-'))));
  }
  return [
    ...OPERATORS.filter((one) => begins(one.name, body)).map((one) =>
      put(`${sign}${one.name}:`, `${sign}${one.name}:`, one.hint),
    ),
    ...(body.length < 2 ? [] : namedValues(body, known)).map(([operatorName, one]) =>
      put(`${sign}${operatorName}:${one}`, printPart(operatorPart(operatorName, one, sign === '-'))),
    ),
  ].slice(0, body === '' ? OPERATORS.length : MOST_COMPLETIONS);
}

/** A word that matches a name is completed as that name. */
function namedValues(word: string, known: Known): [OperatorName, string][] {
  const of = (name: OperatorName, values: readonly string[]) =>
    values.filter((one) => begins(one, word)).map((one): [OperatorName, string] => [name, one]);
  return [
    ...of('category', known.categories),
    ...of('account', known.places),
    ...of('merchant', known.merchants),
    ...of('tag', known.tags),
  ];
}

const begins = (word: string, typed: string) => word.toLowerCase().startsWith(typed.toLowerCase());
const fits = (word: string, typed: string) => word.toLowerCase().includes(typed.toLowerCase());

function getValues(name: OperatorName, known: Known): readonly string[] {
  switch (name) {
    case 'category':
      return [...new Set(known.categories), 'none'];
    case 'account':
      return known.places;
    case 'merchant':
      return known.merchants;
    case 'tag':
      return known.tags;
    case 'date':
    case 'after':
    case 'before':
    case 'until':
      return DAY_WORDS;
    case 'amount':
      return AMOUNTS;
    case 'is':
    case 'has':
    case 'sort':
    case 'type':
    case 'currency':
      return OPERATOR_VALUES[name];
    default:
      return [];
  }
}
