import { describe, expect, test } from 'vitest';
import type { Identity } from '../identity.ts';
import { BindingIndex } from './binding-index.ts';
import { type Binding, nextBindingId } from './bindings.ts';

const insertion = { relation: { schema: 'public', table: 'accounts' }, type: 'INSERT' as const };

/** Returns a binding whose listener can change identity. */
function follower(subject: string | null, request: Partial<Binding> = {}): Binding {
  const identity: Identity = {
    ...{ role: 'authenticated', subject, session: null, claims: '{}', key: `${subject}` },
    expiresAt: new Date(0),
  };
  const listener = { identity, isOpen: true, deliver: () => undefined };
  return {
    ...{ id: nextBindingId(), event: '*', schema: 'public', table: null, filters: [], select: undefined },
    ...request,
    listener,
  };
}

function indexOf(...bindings: Binding[]): BindingIndex {
  const index = new BindingIndex();
  for (const binding of bindings) index.add(binding);
  return index;
}

const found = (index: BindingIndex, owners: string[] | null) =>
  index
    .find(insertion, 'authenticated', owners)
    .map(({ listener, bindings }) => [listener.identity.subject, bindings.length]);

describe('the index of subscriptions', () => {
  test('finds an owner once with all subscriptions, and nobody else', () => {
    const ann = follower('ann');
    const index = indexOf(ann, { ...ann, id: nextBindingId(), table: 'accounts' }, follower('bea'));
    expect(found(index, ['ann', 'ann'])).toEqual([['ann', 2]]);
    expect(found(index, ['cleo'])).toEqual([]);
    expect(found(index, null)).toHaveLength(2);
  });

  test('excludes other tables, kinds of change, and roles', () => {
    const index = indexOf(
      follower('ann', { table: 'loans' }),
      follower('ann', { event: 'DELETE' }),
      follower('ann', { schema: 'other' }),
    );
    expect(found(index, ['ann'])).toEqual([]);
    expect(index.find(insertion, 'anon', null)).toEqual([]);
    expect([...index.getRoles('public', 'accounts')]).toEqual(['authenticated']);
  });

  test('moves a client that signed in as somebody else', () => {
    const binding = follower('ann');
    const index = indexOf(binding);
    Object.assign(binding.listener.identity, { subject: 'bea' });
    expect(found(index, ['bea'])).toEqual([]);
    index.remove(binding);
    expect(index.isEmpty).toBe(true);
    index.add(binding);
    expect(found(index, ['bea'])).toEqual([['bea', 1]]);
    expect(found(index, ['ann'])).toEqual([]);
  });
});
