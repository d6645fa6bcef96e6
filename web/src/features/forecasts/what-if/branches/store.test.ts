import { parseDay } from '@engine/calendar/calendar.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { forgetKept, keep, readKept } from '@/lib/customer-keys';
import { branchStore } from './store';

const extra: Decision = {
  id: 'extra',
  on: parseDay('2026-11-01'),
  kind: 'extra_payment',
  debtId: 'car',
  monthly: 30_000,
};
const names = (customer: string) => branchStore.of(customer).map(({ name }) => name);
/** The browser is closed and opened: what is in memory is another customer's. */
const reopen = () => branchStore.of('somebody else');

afterEach(() => {
  reopen();
  forgetKept();
});

describe('branches kept in the browser', () => {
  it('are there again when the customer comes back, and only for that customer', () => {
    branchStore.create('ada', 'Pay more', [extra]);
    reopen();
    expect(branchStore.of('ada')).toMatchObject([{ name: 'Pay more', decisions: [extra] }]);
    expect(branchStore.of('ben')).toEqual([]);
  });

  it('are copied, renamed and reordered', () => {
    const one = branchStore.create('ada', 'One', [extra]);
    const two = branchStore.create('ada', 'Two', []);
    branchStore.duplicate('ada', one.id);
    branchStore.rename('ada', two.id, '  Second  ');
    branchStore.rename('ada', one.id, '   ');
    expect(names('ada')).toEqual(['One', 'One (copy)', 'Second']);
    branchStore.move('ada', two.id, -1);
    branchStore.move('ada', one.id, -1);
    expect(names('ada')).toEqual(['One', 'Second', 'One (copy)']);
    reopen();
    expect(names('ada')).toEqual(['One', 'Second', 'One (copy)']);
  });

  it('come back to their place when a removal is undone, once', () => {
    const one = branchStore.create('ada', 'One', []);
    branchStore.create('ada', 'Two', []);
    const undo = branchStore.remove('ada', one.id);
    expect(names('ada')).toEqual(['Two']);
    undo();
    undo();
    expect(names('ada')).toEqual(['One', 'Two']);
  });

  it('survive what is broken beside them', () => {
    const good = { id: 'good', name: 'Good', decisions: [extra] };
    const bad = [null, { id: 1 }, { id: 'x', name: 'X', decisions: [{ kind: 'save' }] }];
    keep('ada', 'what-if', JSON.stringify({ version: 1, branches: [...bad, good] }));
    expect(names('ada')).toEqual(['Good']);
    reopen();
    keep('ada', 'what-if', '{"version": 1, "branches"');
    expect(names('ada')).toEqual([]);
    reopen();
    keep('ada', 'what-if', JSON.stringify({ version: 99, branches: [good] }));
    expect(names('ada')).toEqual([]);
  });

  it('are gone from the browser once the customer is forgotten', () => {
    branchStore.create('ada', 'One', []);
    forgetKept();
    expect(readKept('ada', 'what-if')).toBeNull();
    reopen();
    expect(branchStore.of('ada')).toEqual([]);
  });
});
