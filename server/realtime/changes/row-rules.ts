import type { Row } from './pgoutput.ts';

/** `yes` and `no` are certain; `unknown` means that only the database can decide. */
export type Verdict = 'yes' | 'no' | 'unknown';
/** A row policy from the catalog (pg_get_expr). `expression` is null if the policy has none. */
export type Policy = { permissive: boolean; expression: string | null };
/** Evaluates row rules outside the database. */
export type Rule = {
  judge(row: Row, subject: string | null): Verdict;
  /** Returns the customers who might see the row, or null if the rule doesn't limit them. */
  owners(row: Row): readonly string[] | null;
  /**
   * Returns the address if only its owner can see the row, or null if the rule doesn't depend on an address.
   */
  address(row: Row): string | null;
};

const COLUMN = `([a-z_][a-z0-9_$]*|"(?:[^"]|"")+")`;
const ASKER = String.raw`(?:\( ?SELECT auth\.uid\(\) AS uid\)|auth\.uid\(\))`;
const OWNER_FIRST = new RegExp(`^${ASKER} = ${COLUMN}$`);
const OWNER_LAST = new RegExp(`^${COLUMN} = ${ASKER}$`);
/** The bank's expression for a customer's confirmed address. */
const OWN_ADDRESS = String.raw`lower\((?:\( ?SELECT (?:public\.)?my_confirmed_email\(\) AS my_confirmed_email\)|(?:public\.)?my_confirmed_email\(\))\)`;
const ADDRESSEE = new RegExp(`^${COLUMN} = ${OWN_ADDRESS}$`);
const IS_NULL = new RegExp(`^${COLUMN} IS NULL$`);

/**
 * Returns a rule for common row policies: an owner column, a missing owner, and combinations with `and` and
 * `or`. Evaluates them outside the database, on the row as it was when it changed. All other policies are
 * `unknown`.
 */
export function getRule(policies: readonly Policy[], isUuid: (column: string) => boolean): Rule {
  const readPolicy = ({ expression }: Policy) => read(expression, isUuid);
  const permissive = policies.filter((policy) => policy.permissive).map(readPolicy);
  const restrictive = policies.filter((policy) => !policy.permissive).map(readPolicy);
  return all([any(permissive), ...restrictive]);
}

function read(expression: string | null, isUuid: (column: string) => boolean): Rule {
  if (expression === null) return UNKNOWN;
  const text = stripParentheses(expression.trim());
  for (const [word, combine] of [
    [' OR ', any],
    [' AND ', all],
  ] as const) {
    const parts = splitTopLevel(text, word);
    if (parts.length > 1) return combine(parts.map((part) => read(part, isUuid)));
  }
  if (text === 'true') return EVERYBODY;
  if (text === 'false') return NOBODY;
  const owner = OWNER_FIRST.exec(text)?.[1] ?? OWNER_LAST.exec(text)?.[1];
  if (owner !== undefined && isUuid(getName(owner))) return isOwner(getName(owner));
  const addressee = ADDRESSEE.exec(text)?.[1];
  if (addressee !== undefined) return isAddressee(getName(addressee));
  const empty = IS_NULL.exec(text)?.[1];
  return empty === undefined ? UNKNOWN : isNull(getName(empty));
}

const UNKNOWN: Rule = { judge: () => 'unknown', owners: () => null, address: () => null };
const NOBODY: Rule = { ...UNKNOWN, judge: () => 'no', owners: () => [] };
/** The rule for tables that have no row-level security. */
export const EVERYBODY: Rule = { ...UNKNOWN, judge: () => 'yes' };

const isOwner = (column: string): Rule => ({
  judge(row, subject) {
    const value = row[column];
    if (value === undefined) return 'unknown';
    return value !== null && value === subject ? 'yes' : 'no';
  },
  owners(row) {
    const value = row[column];
    return value === undefined ? null : value === null ? [] : [value];
  },
  address: () => null,
});

/**
 * Returns a rule for rows in which `column` contains a customer's address. The customer is looked up when
 * needed. The database still makes the final decision.
 */
const isAddressee = (column: string): Rule => ({ ...UNKNOWN, address: (row) => row[column] ?? null });

const isNull = (column: string): Rule => ({
  judge(row) {
    const value = row[column];
    return value === undefined ? 'unknown' : value === null ? 'yes' : 'no';
  },
  owners: (row) => (typeof row[column] === 'string' ? [] : null),
  address: () => null,
});

function any(rules: readonly Rule[]): Rule {
  return {
    judge(row, subject) {
      const verdicts = rules.map((rule) => rule.judge(row, subject));
      if (verdicts.includes('yes')) return 'yes';
      return verdicts.includes('unknown') ? 'unknown' : 'no';
    },
    owners(row) {
      const owners: string[] = [];
      for (const rule of rules) {
        const more = rule.owners(row);
        if (more === null) return null;
        owners.push(...more);
      }
      return owners;
    },
    address: (row) => (rules.length === 1 ? (rules[0]?.address(row) ?? null) : null),
  };
}

const all = (rules: readonly Rule[]): Rule => ({
  judge(row, subject) {
    const verdicts = rules.map((rule) => rule.judge(row, subject));
    if (verdicts.includes('no')) return 'no';
    return verdicts.includes('unknown') ? 'unknown' : 'yes';
  },
  // If all rules must allow the row, the first one that limits the owners is enough, because the other
  // rules only narrow the result.
  owners: (row) => rules.map((rule) => rule.owners(row)).find((owners) => owners !== null) ?? null,
  address: (row) => rules.map((rule) => rule.address(row)).find((address) => address !== null) ?? null,
});

const getName = (text: string) => (text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text);

function stripParentheses(text: string): string {
  let inner = text;
  while (inner.startsWith('(') && getClosing(inner) === inner.length - 1) inner = inner.slice(1, -1).trim();
  return inner;
}

function splitTopLevel(text: string, word: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (const [at, depth] of iterateDepths(text)) {
    if (depth === 0 && at >= start && text.startsWith(word, at)) {
      parts.push(text.slice(start, at));
      start = at + word.length;
    }
  }
  return [...parts, text.slice(start)];
}

function getClosing(text: string): number {
  for (const [at, depth] of iterateDepths(text)) if (depth === 0) return at;
  return -1;
}

/** Yields every position outside quotes, with the depth of parentheses at that position. */
function* iterateDepths(text: string): Generator<[number, number]> {
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== null) {
      if (character === quote) quote = null;
      continue;
    }
    if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (quote === null) yield [at, depth];
  }
}
