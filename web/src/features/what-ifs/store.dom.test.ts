import { parseDay } from '@engine/calendar/calendar.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { readStored, removeStored, storeValue } from '@/lib/storage/customer-keys';
import { whatIfStore } from './store';

const extra: Decision = {
  id: 'extra',
  on: parseDay('2026-11-01'),
  kind: 'extra_payment',
  debtId: 'car',
  monthly: 30_000,
};
const names = (customer: string) => whatIfStore.of(customer).map(({ name }) => name);
/** Simulates closing and reopening the browser. */
const reopen = () => whatIfStore.of('somebody else');

afterEach(() => {
  reopen();
  removeStored();
});

describe('stored what-ifs', () => {
  it('are there when the customer returns, and only for that customer', () => {
    whatIfStore.create('ada', 'Pay more', [extra]);
    reopen();
    expect(whatIfStore.of('ada')).toMatchObject([{ name: 'Pay more', decisions: [extra] }]);
    expect(whatIfStore.of('ben')).toEqual([]);
  });

  it('are copied, renamed, and reordered', () => {
    const item = whatIfStore.create('ada', 'One', [extra]);
    const two = whatIfStore.create('ada', 'Two', []);
    whatIfStore.duplicate('ada', item.id);
    whatIfStore.rename('ada', two.id, '  Second  ');
    whatIfStore.rename('ada', item.id, '   ');
    expect(names('ada')).toEqual(['One', 'One (copy)', 'Second']);
    whatIfStore.move('ada', two.id, -1);
    whatIfStore.move('ada', item.id, -1);
    expect(names('ada')).toEqual(['One', 'Second', 'One (copy)']);
    reopen();
    expect(names('ada')).toEqual(['One', 'Second', 'One (copy)']);
  });

  it('return to their position when a removal is undone, once', () => {
    const entry = whatIfStore.create('ada', 'One', []);
    whatIfStore.create('ada', 'Two', []);
    const undo = whatIfStore.remove('ada', entry.id);
    expect(names('ada')).toEqual(['Two']);
    undo();
    undo();
    expect(names('ada')).toEqual(['One', 'Two']);
  });

  it('survive broken neighbors', () => {
    const good = { id: 'good', name: 'Good', decisions: [extra] };
    const bad = [null, { id: 1 }, { id: 'x', name: 'X', decisions: [{ kind: 'save' }] }];
    storeValue('ada', 'what-if', JSON.stringify({ version: 1, branches: [...bad, good] }));
    expect(names('ada')).toEqual(['Good']);
    reopen();
    storeValue('ada', 'what-if', '{"version": 1, "branches"');
    expect(names('ada')).toEqual([]);
    reopen();
    storeValue('ada', 'what-if', JSON.stringify({ version: 99, branches: [good] }));
    expect(names('ada')).toEqual([]);
  });

  it("are deleted with the customer's data", () => {
    whatIfStore.create('ada', 'One', []);
    removeStored();
    expect(readStored('ada', 'what-if')).toBeNull();
    reopen();
    expect(whatIfStore.of('ada')).toEqual([]);
  });
});
