import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const getPreferences = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`
    select about, item_id, enabled, threshold::float from notification_preferences order by about, item_id nulls first`;

async function openCard(bank: Bank, person: Person): Promise<string> {
  const [card] = await bank.asCustomer(person)`
    insert into credit_cards (name, credit_limit, balance, apr, due_date, user_id)
    values ('Tide', 1000, 0, 20, current_date + 30, ${person.id}) returning id`;
  return card?.id;
}

describe('notification preferences', () => {
  test('are the defaults until the customer changes them', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer()`;
    expect(await getPreferences(bank, alice)).toEqual([]);
  });

  test('are stored in general and per account, and updated in place', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select set_notification_preference('low_balance', true, threshold => 50)`;
    await customer`select set_notification_preference('low_balance', true, ${id}, 20)`;
    await customer`select set_notification_preference('low_balance', false, ${id}, 30)`;
    expect(await getPreferences(bank, alice)).toEqual([
      { about: 'low_balance', item_id: null, enabled: true, threshold: 50 },
      { about: 'low_balance', item_id: id, enabled: false, threshold: 30 },
    ]);
    await customer`delete from notification_preferences where item_id is null`;
    expect(await getPreferences(bank, alice)).toHaveLength(1);
  });

  test("are stored for a card, and not for other customers' accounts or cards", async ({
    bank,
    alice,
    bob,
  }) => {
    const hers = await openCard(bank, alice);
    await bank.asCustomer(bob)`select ensure_customer()`;
    await bank.asCustomer(alice)`select set_notification_preference('credit_limit', true, ${hers}, 50)`;
    await expect(
      bank.asCustomer(bob)`select set_notification_preference('credit_limit', true, ${hers}, 50)`,
    ).rejects.toMatchObject({ code: 'NTFND' });
    expect(await getPreferences(bank, bob)).toEqual([]);
  });

  test.for([
    ['low_balance', -1],
    ['low_balance', 10.005],
    ['credit_limit', 0],
    ['credit_limit', 101],
    ['payment_due', 31],
    ['payment_due', 1.5],
    ['large_transaction', 0],
    ['statement_ready', 5],
    ['weather', null],
  ] as const)("can't be %s from %s on", async ([about, threshold], { bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer()`;
    await expect(
      bank.asCustomer(alice)`select set_notification_preference(${about}, true, threshold => ${threshold})`,
    ).rejects.toMatchObject({ code: '23514' });
  });

  test('survive the restore of a checkpoint, for the same accounts', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    await bank.asCustomer(alice)`select set_notification_preference('low_balance', true, ${id}, 20)`;
    await bank.owner`select bank.clear_household(${alice.id})`;
    expect(await getPreferences(bank, alice)).toEqual([
      { about: 'low_balance', item_id: id, enabled: true, threshold: 20 },
    ]);
  });
});
