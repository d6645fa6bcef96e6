import { dayText, parseDay } from '../calendar/calendar.ts';
import { formatTextDate } from '../calendar/format-date.ts';
import { type AmountBounds, getAmount } from './amounts.ts';
import { getSpan, type Span } from './days.ts';
import { OPERATORS, type OperatorPart, type QueryPart, type UnknownPart } from './transaction-query.ts';
import { HAS, IS, OPERATOR_VALUES, SORTS, type Sort, TYPES, type Values } from './values.ts';

/**
 * The query for the bank's transaction search. All conditions must be met. Dates are inclusive, and amounts
 * are in major units.
 */
export type TransactionConditions = { conditions: Condition[]; sort: Sort };

export type Condition = { not?: boolean } & (
  | { on: 'words' | 'merchant' | 'note'; text: string }
  | { on: 'tag' | 'type' | 'kind' | 'currency'; values: string[] }
  | { on: 'category'; ids: string[]; none?: boolean }
  | { on: 'place'; ids: string[] }
  | ({ on: 'amount' } & AmountBounds)
  | { on: 'day'; from?: string; to?: string }
  | { on: 'is' | 'has'; what: string }
  | { on: 'nothing' }
);

type Named = { id: string; name: string };
export type QueryContext = {
  /** The customer's simulated day. */
  today: string;
  /** The customer's accounts and cards. */
  places: readonly Named[];
  categories: readonly Named[];
};

/** The meaning of one query part: its chip label, condition, and problem. */
export type PartMeaning = {
  label: string;
  condition?: Condition;
  sort?: Sort;
  problem?: string;
};

/** Returns the meaning of each part, in the same order. */
export function getMeanings(parts: readonly QueryPart[], context: QueryContext): PartMeaning[] {
  return parts.map((part) => {
    if (part.is === 'word')
      return {
        label: part.negated ? `Without \u201c${part.text}\u201d` : `\u201c${part.text}\u201d`,
        condition: negated({ on: 'words', text: part.text }, part),
      };
    if (part.is === 'unknown') return unknownMeaning(part);
    // An incomplete operator doesn't restrict the search.
    if (part.value.trim() === '')
      return { label: `${part.name}:`, problem: `${part.name}: ${getHint(part)}.` };
    const meaning = MEANINGS[part.name](part, context);
    return {
      ...meaning,
      label: part.negated ? `Not: ${meaning.label}` : meaning.label,
      ...(meaning.condition && { condition: negated(meaning.condition, part) }),
    };
  });
}

/**
 * Combines the conditions of all parts. For account, category, type, kind, or currency, any of several values
 * can match. All other conditions must be met.
 */
export function getConditions(meanings: readonly PartMeaning[]): TransactionConditions {
  const conditions: Condition[] = [];
  for (const { condition } of meanings) {
    if (!condition) continue;
    const same = conditions.findIndex((other) => isAlternative(other, condition));
    const other = conditions[same];
    if (other) conditions[same] = joinConditions(other, condition);
    else conditions.push(condition);
  }
  return { conditions, sort: meanings.findLast(({ sort }) => sort)?.sort ?? 'date' };
}

const ALTERNATIVES = new Set(['category', 'place', 'type', 'kind', 'currency']);

function isAlternative(left: Condition, right: Condition): boolean {
  return left.on === right.on && ALTERNATIVES.has(left.on) && !left.not && !right.not;
}

function joinConditions(left: Condition, right: Condition): Condition {
  if (left.on === 'category' && right.on === 'category') {
    const none = left.none || right.none;
    return { ...left, ids: [...left.ids, ...right.ids], ...(none && { none }) };
  }
  if (left.on === 'place' && right.on === 'place') return { ...left, ids: [...left.ids, ...right.ids] };
  if ('values' in left && 'values' in right) return { ...left, values: [...left.values, ...right.values] };
  return left;
}

/** Sets `not` to true on the condition of a negated query part. Omits the field otherwise. */
function negated<Any extends Condition>(condition: Any, { negated: not }: QueryPart): Any {
  return not ? { ...condition, not: true } : condition;
}

function unknownMeaning({ name, text, negated: not }: UnknownPart): PartMeaning {
  return {
    label: `\u201c${text}\u201d`,
    condition: { on: 'words', text, ...(not && { not }) },
    problem: `There is no ${name}: filter, so we searched for \u201c${text}\u201d as text.`,
  };
}

const getHint = ({ name }: OperatorPart) =>
  `accepts ${OPERATORS.find((operator) => operator.name === name)?.hint ?? 'a value'}`;

/** An invalid value matches nothing, so that it never widens the search. */
function refusePart(part: OperatorPart, why: string): PartMeaning {
  return { label: `${part.name}: ${part.value}`, condition: { on: 'nothing' }, problem: why };
}

type Meaning = (part: OperatorPart, context: QueryContext) => PartMeaning;

const MEANINGS: Record<OperatorPart['name'], Meaning> = {
  amount: (part) => {
    const read = getAmount(part.value);
    if (read) return { label: read.label, condition: { on: 'amount', ...read.bounds } };
    return refusePart(
      part,
      `\u201c${part.value}\u201d isn't an amount. Try >50, <=20, 10..20, or 12.50. For the direction, use is:in or is:out.`,
    );
  },
  category: (part, { categories }) => {
    const none = getList(part).some((value) => value.toLowerCase() === 'none');
    const names = getList(part).filter((value) => value.toLowerCase() !== 'none');
    const { matches, missing } = findByName(names, categories);
    if (missing !== undefined) return refusePart(part, `No category is called \u201c${missing}\u201d.`);
    const condition: Condition = { on: 'category', ids: matches.map(({ id }) => id), ...(none && { none }) };
    return { label: [...getNames(matches), ...(none ? ['No category'] : [])].join(' or '), condition };
  },
  account: (part, { places }) => {
    const { matches, missing } = findByName(getList(part), places);
    if (missing !== undefined)
      return refusePart(part, `No account or card is called \u201c${missing}\u201d.`);
    return {
      label: getNames(matches).join(' or '),
      condition: { on: 'place', ids: matches.map(({ id }) => id) },
    };
  },
  date: (part, context) => dayMeaning(part, context, (span) => span),
  after: (part, context) => dayMeaning(part, context, ({ from }) => ({ from, to: null })),
  until: (part, context) => dayMeaning(part, context, ({ to }) => ({ from: null, to })),
  before: (part, context) =>
    dayMeaning(part, context, ({ from, to }) => ({ from: null, to: dayBefore(from ?? to) }), true),
  merchant: (part) => ({
    label: `Merchant \u201c${part.value}\u201d`,
    condition: { on: 'merchant', text: part.value },
  }),
  note: (part) => ({ label: `Note \u201c${part.value}\u201d`, condition: { on: 'note', text: part.value } }),
  tag: (part) => {
    const values = getList(part).map((tag) => tag.replace(/^#/, '').toLowerCase());
    return { label: values.map((tag) => `#${tag}`).join(' or '), condition: { on: 'tag', values } };
  },
  is: (part) => matchValue(part, IS, (what) => ({ on: 'is', what })),
  has: (part) => matchValue(part, HAS, (what) => ({ on: 'has', what })),
  type: (part) =>
    getSeveral(part, TYPES, (values) => ({
      on: 'type',
      values: values.map((value) => snake(value).toUpperCase()),
    })),
  kind: (part) => {
    const values = getList(part).map(snake);
    return {
      label: values.map((kind) => kind.replaceAll('_', ' ')).join(' or '),
      condition: { on: 'kind', values },
    };
  },
  currency: (part) => {
    const currencies = Object.fromEntries(OPERATOR_VALUES.currency.map((code) => [code.toLowerCase(), code]));
    return getSeveral(part, currencies, (values) => ({
      on: 'currency',
      values: values.map((value) => value.toUpperCase()),
    }));
  },
  sort: (part) => {
    const sort = SORTS[part.value.toLowerCase()];
    return (
      sort ?? {
        label: `sort: ${part.value}`,
        problem: `You can sort by amount, smallest, oldest, or date.`,
      }
    );
  },
};

const snake = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
const dashed = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');

function getList({ value, quoted }: OperatorPart): string[] {
  const values = quoted ? [value] : value.split(',');
  return values.map((item) => item.trim()).filter(Boolean);
}

function matchValue(
  part: OperatorPart,
  accepted: Values,
  condition: (what: string) => Condition,
): PartMeaning {
  const what = dashed(part.value);
  const label = Object.hasOwn(accepted, what) ? accepted[what] : undefined;
  if (!label) return refusePart(part, `${part.name}: accepts ${Object.keys(accepted).join(', ')}.`);
  return { label, condition: condition(what) };
}

function getSeveral(
  part: OperatorPart,
  accepted: Values,
  condition: (values: string[]) => Condition,
): PartMeaning {
  const values = getList(part).map((value) => dashed(value).replace(/(?<=.)s$/, ''));
  const labels = values.flatMap((value) => (Object.hasOwn(accepted, value) ? (accepted[value] ?? []) : []));
  if (values.length === 0 || labels.length < values.length)
    return refusePart(part, `${part.name}: accepts ${Object.keys(accepted).join(', ')}.`);
  return { label: labels.join(' or '), condition: condition(values) };
}

const getNames = (named: readonly Named[]) => [...new Set(named.map(({ name }) => name))];

/** Matches by id, full name, prefix, or substring, and keeps only the closest matches. */
function findByName(
  values: readonly string[],
  all: readonly Named[],
): { matches: Named[]; missing?: string } {
  const matches: Named[] = [];
  for (const value of values) {
    const lowerCase = value.toLowerCase();
    const closest = [
      ({ id }: Named) => id === lowerCase,
      ({ name }: Named) => name.toLowerCase() === lowerCase,
      ({ name }: Named) => name.toLowerCase().startsWith(lowerCase),
      ({ name }: Named) => name.toLowerCase().includes(lowerCase),
    ]
      .map((fits) => all.filter(fits))
      .find(({ length }) => length > 0);
    if (!closest) return { matches, missing: value };
    matches.push(...closest);
  }
  return { matches };
}

function dayMeaning(
  part: OperatorPart,
  { today }: QueryContext,
  bound: (span: Span) => Span,
  isBefore = false,
): PartMeaning {
  const span = getSpan(part.value, today);
  if (!span)
    return refusePart(
      part,
      `\u201c${part.value}\u201d isn't a date or range. Try 2026-05-14, 2026-05, last-month, or 2026-01..2026-03.`,
    );
  const { from, to } = bound(span);
  const label =
    isBefore && to ? `Before ${formatTextDate(dayAfter(to), today)}` : formatSpan({ from, to }, today);
  return { label, condition: { on: 'day', ...(from && { from }), ...(to && { to }) } };
}

const dayAfter = (day: string) => dayText(parseDay(day) + 1);
const dayBefore = (day: string | null) => (day ? dayText(parseDay(day) - 1) : null);

function formatSpan({ from, to }: Span, today: string): string {
  if (!from) return to ? `Until ${formatTextDate(to, today)}` : 'Until';
  if (!to) return `From ${formatTextDate(from, today)} on`;
  if (from === to) return formatTextDate(from, today);
  return `${formatTextDate(from, today)} to ${formatTextDate(to, today)}`;
}
