import { describe, expect, it } from 'vitest';
import type { HouseholdRow } from '../household/row.ts';
import { buildHouseholdRow } from '../testing/rows.ts';
import { fromSharedWhatIf, toSharedWhatIf } from './share.ts';
import type { Decision, WhatIf } from './what-if.ts';

const TODAY = 20_000;

const account = (id: string, type: HouseholdRow['accounts'][number]['type'], closed = false) => ({
  id,
  name: `${id} of Ann`,
  type,
  currency: 'USD' as const,
  balance: 5_000_00,
  closed,
});
const debt = (id: string, product: 'loan' | 'mortgage') =>
  ({ id, product, name: id, currency: 'USD', balance: 1_00 }) as unknown as HouseholdRow['debts'][number];

const ann = buildHouseholdRow({
  now: 0,
  accounts: [account('old', 'CHECKING', true), account('main', 'CHECKING'), account('nest', 'SAVINGS')],
  debts: [debt('car', 'loan'), debt('study', 'loan'), debt('home', 'mortgage')],
});
const ben = buildHouseholdRow({
  now: 0,
  accounts: [account('daily', 'CHECKING')],
  debts: [debt('boat', 'loan')],
});

const build = (...decisions: Decision[]): WhatIf => ({ id: 'one', name: 'Try it', decisions });
const share = (whatIf: WhatIf) => toSharedWhatIf(whatIf, ann, TODAY);
const open = (text: string, household = ben, today = TODAY + 900) =>
  fromSharedWhatIf(JSON.parse(text), household, today);

const LUMP: Decision = {
  id: 'a',
  on: TODAY + 30,
  kind: 'lump_payment',
  debtId: 'study',
  amount: 100_00,
  accountId: 'main',
};

describe('a shared what-if', () => {
  it('contains no ids, names, or dates of the household', () => {
    const { text, leftOut } = share(build(LUMP));
    expect(JSON.parse(text)).toEqual({
      name: 'Try it',
      decisions: [{ ...LUMP, on: 30, debtId: 'loan-2', accountId: 'checking-1' }],
    });
    expect(leftOut).toBe(0);
  });

  it('is the same what-if in the same household', () => {
    const save: Decision = {
      id: 'b',
      on: TODAY,
      kind: 'save',
      from: 'main',
      to: 'nest',
      amount: 5_00,
      frequency: 'WEEKLY',
    };
    const strategy: Decision = {
      id: 'c',
      on: TODAY,
      kind: 'debt_strategy',
      strategy: 'custom',
      order: ['home', 'car'],
      monthly: 0,
      accountId: 'main',
    };
    const whatIf = build(LUMP, save, strategy);
    expect(open(share(whatIf).text, ann, TODAY)).toEqual({
      name: whatIf.name,
      decisions: whatIf.decisions,
      leftOut: 0,
    });
  });

  it('fits another household: its own products, on the same day of its future', () => {
    const bill: Decision = {
      id: 'b',
      on: TODAY + 2,
      until: TODAY + 60,
      kind: 'new_bill',
      name: 'Gym',
      accountId: 'main',
      amount: 30_00,
      frequency: 'MONTHLY',
    };
    expect(open(share(build(LUMP, bill)).text)).toEqual({
      name: 'Try it',
      decisions: [
        { ...LUMP, on: TODAY + 930, debtId: 'boat', accountId: 'daily' },
        { ...bill, on: TODAY + 902, until: TODAY + 960, accountId: 'daily' },
      ],
      leftOut: 0,
    });
  });

  it('leaves out decisions about products that the other household does not have', () => {
    const save: Decision = { ...LUMP, id: 'b', debtId: 'home' };
    expect(open(share(build(LUMP, save)).text)).toMatchObject({ decisions: [{ id: 'a' }], leftOut: 1 });
  });

  it('leaves out decisions about the household’s own bills and paychecks', () => {
    const stop: Decision = { id: 'b', on: TODAY, kind: 'stop_rule', ruleId: 'rent' };
    expect(share(build(stop, LUMP))).toMatchObject({ leftOut: 1 });
    expect(share(build(stop)).text).not.toContain('rent');
  });

  it.each([
    null,
    7,
    [],
    {},
    { name: 'x', decisions: 'none' },
    { name: 'x', decisions: [null] },
    { name: '', decisions: [] },
    { name: 'x', decisions: [{ id: 'a', on: 5, kind: 'steal', amount: 1 }] },
    {
      name: 'x',
      decisions: [{ id: 'a', on: 5, kind: 'purchase', name: 'x', accountId: 'checking-1', amount: -1 }],
    },
  ])('is refused if it is damaged: %j', (shared) => {
    expect(fromSharedWhatIf(shared, ben, TODAY)).toBeNull();
  });
});
