import { describe, expect } from 'vitest';
import { openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

const getChanges = async (bank: Bank, person: Person) =>
  await bank.asCustomer(person)`
    select subject, name, action, fields, currency, channel from changes order by changed_at, id`;

describe('the change history', () => {
  test('records what a customer changed, with the values before and after', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 100 });
    const card = await openCard(bank, alice, { limit: 500 });
    const customer = bank.asCustomer(alice);
    await customer`update accounts set name = 'Daily' where id = ${account.id}`;
    await customer`update credit_cards set frozen = true, name = 'Green' where id = ${card.id}`;
    await customer`
      update credit_cards set autopay = 'minimum', autopay_account_id = ${account.id} where id = ${card.id}`;
    await customer`update customers set daily_transfer_limit = 50 where id = ${alice.id}`;
    const shared = { channel: 'app', currency: 'USD' };
    expect(await getChanges(bank, alice)).toEqual([
      { ...shared, subject: 'account', name: 'Everyday', action: 'created', fields: {} },
      { ...shared, subject: 'card', name: 'Blue', action: 'created', fields: {} },
      {
        ...shared,
        subject: 'account',
        name: 'Daily',
        action: 'changed',
        fields: { name: ['Everyday', 'Daily'] },
      },
      {
        ...shared,
        subject: 'card',
        name: 'Green',
        action: 'changed',
        fields: { name: ['Blue', 'Green'], frozen: [false, true] },
      },
      {
        ...shared,
        subject: 'card',
        name: 'Green',
        action: 'changed',
        fields: { autopay: [null, 'minimum'], autopay_account_id: [null, 'Daily'] },
      },
      {
        ...shared,
        subject: 'settings',
        name: 'Settings',
        action: 'changed',
        fields: { daily_transfer_limit: [null, 50] },
      },
    ]);
  });

  test('leaves out postings, the engine, and changes to the same value', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 100 });
    const card = await openCard(bank, alice);
    const before = await getChanges(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${account.id}, 5)`;
    await customer`update accounts set name = 'Everyday' where id = ${account.id}`;
    await customer`select charge_credit_card(${card.id}, 20)`;
    await simulateDays(bank, alice, 40);
    expect(await getChanges(bank, alice)).toEqual(before);
  });

  test('shows deleted rules by their names', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    const [rule] = await customer`
      insert into auto_deposits (account_id, name, amount, frequency) values (${account.id}, 'Pay', 10, 'MONTHLY')
      returning id`;
    await customer`delete from auto_deposits where id = ${rule?.['id'] as string}`;
    const changes = await getChanges(bank, alice);
    expect(changes.at(-1)).toMatchObject({ subject: 'auto_deposit', name: 'Pay', action: 'deleted' });
  });

  test('cannot be written by customers, and is erased with their data', async ({ bank, alice, bob }) => {
    const account = await openAccount(bank, alice, { balance: 0 });
    const customer = bank.asCustomer(alice);
    for (const attempt of [
      customer`delete from changes`,
      customer`update changes set name = 'x'`,
      customer`insert into changes (user_id, simulated_at, subject, subject_id, name, action, channel)
        values (${alice.id}, now(), 'account', ${account.id}, 'x', 'changed', 'app')`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    expect(await getChanges(bank, bob)).toEqual([]);
    await customer`select erase_household()`;
    expect(await bank.owner`select from changes where user_id = ${alice.id}`).toEqual([]);
  });

  test('keeps the last 1,000 changes', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice);
    await bank.owner`
      insert into changes (user_id, simulated_at, subject, subject_id, name, action, channel, changed_at)
      select ${alice.id}, now(), 'account', ${account.id}, 'Old', 'changed', 'app', now() - n * interval '1 hour'
      from generate_series(1, 1200) n`;
    await bank.asCustomer(alice)`update accounts set name = 'New' where id = ${account.id}`;
    expect(await bank.owner`select from changes where user_id = ${alice.id}`).toHaveLength(1000);
  });
});
