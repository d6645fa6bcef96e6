import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { getRefusal } from '../support/household.ts';

const GOAL = '11111111-1111-4111-8111-111111111111';

const save = (bank: Bank, person: Person, layout: unknown) =>
  bank.asCustomer(person)`
    update customers set dashboard_layout = ${JSON.stringify(layout)}::text::jsonb where id = ${person.id}`;

async function read(bank: Bank, person: Person): Promise<unknown> {
  return (await bank.asCustomer(person)`select dashboard_layout as layout from customers`)[0]?.layout;
}

describe('the layout of the dashboard', () => {
  test('is saved by its own customer only, and can be reset', async ({ bank, alice, bob }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    await bank.asCustomer(bob)`select ensure_customer('UTC')`;
    expect(await read(bank, alice)).toBeNull();
    const layout = [
      { part: 'upcoming', column: 'main' },
      { part: 'accounts', column: 'main', hidden: true },
      { part: 'goal', id: GOAL, column: 'side' },
      { part: 'safe_to_spend', column: 'side' },
      { part: 'financial_health', column: 'side' },
    ];
    await save(bank, alice, layout);
    expect(await read(bank, alice)).toEqual(layout);
    await bank.asCustomer(bob)`update customers set dashboard_layout = '[]' where id = ${alice.id}`;
    expect(await bank.asCustomer(bob)`select from customers where id = ${alice.id}`).toEqual([]);
    expect(await read(bank, alice)).toEqual(layout);
    expect(await read(bank, bob)).toBeNull();
    await expect(bank.asVisitor()`update customers set dashboard_layout = '[]'`).rejects.toMatchObject({
      code: '42501',
    });
    await save(bank, alice, null);
    expect(await read(bank, alice)).toBeNull();
  });

  test('is refused if it is invalid, and stays as it was', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    const layout = [{ part: 'insights', column: 'side' }];
    await save(bank, alice, layout);
    const goals = Array.from({ length: 61 }, (_, index) => ({
      part: 'goal',
      id: `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`,
      column: 'side',
    }));
    for (const [code, invalid] of [
      ['BADLO', {}],
      ['BADLO', 'accounts'],
      ['BADLO', ['accounts']],
      ['BADLO', [null]],
      ['BADLO', [{ part: 'accounts' }]],
      ['BADLO', [{ part: 'accounts', column: 'middle' }]],
      ['BADLO', [{ part: 'weather', column: 'main' }]],
      ['BADLO', [{ part: 'accounts', column: 'main', hidden: 'yes' }]],
      ['BADLO', [{ part: 'accounts', column: 'main', color: 'red' }]],
      ['BADLO', [{ part: 'accounts', column: 'main', id: GOAL }]],
      ['BADLO', [{ part: 'goal', column: 'side' }]],
      ['BADLO', [{ part: 'goal', column: 'side', id: 'x'.repeat(100_000) }]],
      ['BADLO', [layout[0], layout[0]]],
      ['LIMIT', goals],
    ] as const) {
      expect(await getRefusal(save(bank, alice, invalid))).toMatchObject({ code });
      expect(await read(bank, alice)).toEqual(layout);
    }
    await save(bank, alice, goals.slice(1));
  });
});
