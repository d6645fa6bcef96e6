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
import type { KnownNames } from '@/entities/transaction/use-names';

export type Completion = {
  label: string;
  hint?: string;
  /** The full query with the completion applied. `caret` is the new cursor position. */
  text: string;
  caret: number;
};

const MOST_COMPLETIONS = 20;
const AMOUNTS = ['>50', '<20', '10..20', '>=100'];

/** Returns completions for the part of the query at the cursor. */
export function getCompletions(text: string, caret: number, names: KnownNames): Completion[] {
  const token = getTokens(text).find(({ start, end }) => start < caret && caret <= end);
  const start = token?.start ?? caret;
  const typed = text.slice(start, caret);
  const end = token?.end ?? caret;
  const put = (label: string, insertion: string, hint?: string): Completion => {
    const isWhole = !insertion.endsWith(':');
    const after = text.slice(end).replace(/^\s+/, '');
    const next = `${text.slice(0, start)}${insertion}${isWhole ? ' ' : ''}${after}`;
    return { label, ...(hint && { hint }), text: next, caret: start + insertion.length + (isWhole ? 1 : 0) };
  };
  const [, sign = '', body = ''] = /^(-?)(.*)$/s.exec(typed) ?? [];
  const [, name, value] = /^([a-z]+):"?(.*)$/is.exec(body) ?? [];
  const operator = name === undefined ? undefined : operatorNamed(name);
  if (operator && value !== undefined) {
    return getValues(operator, names)
      .filter((option) => fits(option, value) && option.toLowerCase() !== value.toLowerCase())
      .sort((option, other) => Number(begins(other, value)) - Number(begins(option, value)))
      .slice(0, MOST_COMPLETIONS)
      .map((option) => put(option, printPart(operatorPart(operator, option, sign === '-'))));
  }
  return [
    ...OPERATORS.filter((option) => begins(option.name, body)).map((option) =>
      put(`${sign}${option.name}:`, `${sign}${option.name}:`, option.hint),
    ),
    ...(body.length < 2 ? [] : namedValues(body, names)).map(([operatorName, option]) =>
      put(`${sign}${operatorName}:${option}`, printPart(operatorPart(operatorName, option, sign === '-'))),
    ),
  ].slice(0, body === '' ? OPERATORS.length : MOST_COMPLETIONS);
}

/** Returns the names that start with a word, such as category and merchant names, with their operators. */
function namedValues(word: string, names: KnownNames): [OperatorName, string][] {
  const of = (name: OperatorName, values: readonly string[]) =>
    values.filter((option) => begins(option, word)).map((option): [OperatorName, string] => [name, option]);
  return [
    ...of('category', names.categories),
    ...of('account', names.places),
    ...of('merchant', names.merchants),
    ...of('tag', names.tags),
  ];
}

const begins = (word: string, typed: string) => word.toLowerCase().startsWith(typed.toLowerCase());
const fits = (word: string, typed: string) => word.toLowerCase().includes(typed.toLowerCase());

function getValues(name: OperatorName, names: KnownNames): readonly string[] {
  switch (name) {
    case 'category':
      return [...new Set(names.categories), 'none'];
    case 'account':
      return names.places;
    case 'merchant':
      return names.merchants;
    case 'tag':
      return names.tags;
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
