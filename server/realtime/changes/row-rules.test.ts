import { describe, expect, test } from 'vitest';
import { getRule, type Policy } from './row-rules.ts';

const ALICE = '00000000-0000-4000-8000-00000000000a';
const BOB = '00000000-0000-4000-8000-00000000000b';
const OWNER = '(user_id = ( SELECT auth.uid() AS uid))';
const permissive = (expression: string | null): Policy => ({ permissive: true, expression });
const restrictive = (expression: string): Policy => ({ permissive: false, expression });
const isUuid = (column: string) => column === 'user_id' || column === 'The Owner';
const judge = (policies: Policy[], row: Record<string, string | null>, subject: string | null = ALICE) =>
  getRule(policies, isUuid).judge(row, subject);
const owners = (policies: Policy[], row: Record<string, string | null>) =>
  getRule(policies, isUuid).owners(row);

describe('a row policy', () => {
  test.each([
    ['an owner column', OWNER],
    ['an owner column, reversed', '(( SELECT auth.uid() AS uid) = user_id)'],
    ['an owner column, asked for each row', '(user_id = auth.uid())'],
    ['two sufficient conditions', `((user_id IS NULL) OR ${OWNER})`],
    ['two necessary conditions', `(${OWNER} AND (NOT (user_id IS NULL)))`],
  ])('of a known form is provably false for others: %s', (_, expression) => {
    expect(judge([permissive(expression)], { user_id: BOB })).toBe('no');
    expect(judge([permissive(expression)], { user_id: ALICE }, null)).toBe('no');
    expect(judge([permissive(expression)], { user_id: ALICE })).not.toBe('no');
  });

  test('of an owner column is provably true for the owner, also with spaces in the name', () => {
    expect(judge([permissive(OWNER)], { user_id: ALICE })).toBe('yes');
    expect(judge([permissive('("The Owner" = auth.uid())')], { 'The Owner': ALICE })).toBe('yes');
    expect(judge([permissive(`((user_id IS NULL) OR ${OWNER})`)], { user_id: null })).toBe('yes');
    expect(judge([permissive('true')], {})).toBe('yes');
  });

  test.each([
    '(is_open(id))',
    "(title = ' OR true')",
    '(EXISTS ( SELECT FROM members WHERE (members.person = ( SELECT auth.uid() AS uid))))',
    '(other_id = ( SELECT auth.uid() AS uid))',
    '(user_id = other.uid())',
    `(NOT ${OWNER})`,
    `((${OWNER}) IS NOT TRUE)`,
    null,
  ])('of any other form is left to the database: %s', (expression) => {
    expect(judge([permissive(expression)], { user_id: ALICE, other_id: ALICE, title: 'x' })).toBe('unknown');
    expect(judge([permissive(expression)], { user_id: BOB, other_id: BOB, title: 'x' })).toBe('unknown');
  });

  test('about a missing column is left to the database', () => {
    expect(judge([permissive(OWNER)], {})).toBe('unknown');
  });
});

describe('several row policies', () => {
  test('allow what one of them allows, and every restrictive one', () => {
    const open = permissive('is_open(id)');
    expect(judge([permissive(OWNER), open], { user_id: ALICE })).toBe('yes');
    expect(judge([permissive(OWNER), open], { user_id: BOB })).toBe('unknown');
    expect(judge([open, restrictive(OWNER)], { user_id: BOB })).toBe('no');
    expect(judge([permissive('true'), restrictive('is_open(id)')], { user_id: ALICE })).toBe('unknown');
  });

  test('allow nothing if there are none', () => {
    expect(judge([], { user_id: ALICE })).toBe('no');
    expect(judge([restrictive('true')], { user_id: ALICE })).toBe('no');
  });
});

describe('customers affected by a row', () => {
  const ownerless = `((user_id IS NULL) OR ${OWNER})`;

  test('are its owner alone if a policy says so', () => {
    expect(owners([permissive(OWNER)], { user_id: ALICE })).toEqual([ALICE]);
    expect(owners([permissive(ownerless)], { user_id: BOB })).toEqual([BOB]);
    expect(owners([permissive('is_open(id)'), restrictive(OWNER)], { user_id: BOB })).toEqual([BOB]);
    expect(owners([permissive(OWNER)], { user_id: null })).toEqual([]);
    expect(owners([], { user_id: ALICE })).toEqual([]);
  });

  test('can be anybody otherwise', () => {
    expect(owners([permissive(ownerless)], { user_id: null })).toBeNull();
    expect(owners([permissive(OWNER), permissive('is_open(id)')], { user_id: ALICE })).toBeNull();
    expect(owners([permissive('true')], { user_id: ALICE })).toBeNull();
    expect(owners([permissive(OWNER)], {})).toBeNull();
  });
});

describe('the owner column', () => {
  const addressee = '(to_address = lower(( SELECT my_confirmed_email() AS my_confirmed_email)))';
  const address = (...expressions: string[]) =>
    getRule(expressions.map(permissive), isUuid).address({ to_address: 'bea@example.com' });

  test('is given by a policy that nobody else can pass', () => {
    expect(address(addressee)).toBe('bea@example.com');
    expect(address(`(${addressee} AND (user_id <> ( SELECT auth.uid() AS uid)) AND is_open(id))`)).toBe(
      'bea@example.com',
    );
    expect(judge([permissive(addressee)], { to_address: 'bea@example.com' })).toBe('unknown');
  });

  test('is missing if a policy lets others pass too', () => {
    expect(address(`(${addressee} OR is_open(id))`)).toBeNull();
    expect(address(addressee, 'is_open(id)')).toBeNull();
    expect(address('(to_address = lower(my_other_email()))')).toBeNull();
  });
});
