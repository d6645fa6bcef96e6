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

  test('records escrow, a biweekly plan, and the end of mortgage insurance as changes of the mortgage', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 100_000 });
    const customer = bank.asCustomer(alice);
    const [mortgage] = await customer`
      select * from take_mortgage(property_value => 300000, down_payment => 30000, interest_rate => 6,
        term => 30, account_id => ${account.id}, pmi_rate => 0.6)`;
    const id = mortgage?.['id'] as string;
    await customer`select start_escrow(${id}, 2400, 1200, ${account.id})`;
    await customer`update mortgages set autopay_account_id = ${account.id} where id = ${id}`;
    const [clock] = await bank.owner`select (bank.today_for(${alice.id}) + 3)::text as first`;
    await customer`select start_biweekly(${id}, ${clock?.['first'] as string})`;
    await customer`select stop_biweekly(${id})`;
    await customer`select pay_mortgage(${id}, 40000, ${account.id})`;
    await customer`select remove_pmi(${id})`;
    const shown = (await getChanges(bank, alice))
      .slice(2)
      .map(({ subject, name, fields }) => [...[subject, name], fields]);
    expect(shown).toEqual([
      [
        'mortgage',
        'Mortgage',
        { escrow: [false, true], property_tax: [null, 2400], home_insurance: [null, 1200] },
      ],
      ['mortgage', 'Mortgage', { autopay_account_id: [null, 'Everyday'] }],
      ['mortgage', 'Mortgage', { biweekly: [false, true] }],
      ['mortgage', 'Mortgage', { biweekly: [true, false] }],
      ['mortgage', 'Mortgage', { pmi_ended_on: [null, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)] }],
    ]);
  });

  test('records the choices of funds, autopay retries, and keeping the amount of a bill', async ({
    bank,
    alice,
  }) => {
    const cash = await openAccount(bank, alice, { balance: 100 });
    const account = await openAccount(bank, alice, { name: 'Nest Egg', type: 'INVESTMENT', balance: 1_000 });
    const card = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`
      select convert_to_funds(account_id => ${account.id}, us_stocks => 60, world_stocks => 20, bonds => 20,
        money_market => 0)`;
    await customer`
      select change_fund_account(account_id => ${account.id}, us_stocks => 40, world_stocks => 20,
        bonds => 40, money_market => 0, rebalances => 'yearly', cost_method => 'fifo',
        dividend_account_id => ${cash.id})`;
    await customer`update credit_cards set autopay_retries = true where id = ${card.id}`;
    const [rule] = await customer`
      insert into scheduled_payments (account_id, name, payee, amount, frequency)
      values (${cash.id}, 'Rent', 'Harbor Homes', 10, 'MONTHLY') returning id`;
    await customer`
      update scheduled_payments set yearly_adjustment = 'none' where id = ${rule?.['id'] as string}`;
    const changes = (await getChanges(bank, alice)).filter(({ action }) => action === 'changed');
    expect(changes.map(({ subject, name, fields }) => [subject, name, fields])).toEqual([
      [
        'account',
        'Nest Egg',
        {
          ...{ us_stocks: [60, 40], bonds: [20, 40], rebalances: ['never', 'yearly'] },
          ...{ cost_method: ['average', 'fifo'], dividend_account_id: [null, 'Everyday'] },
        },
      ],
      ['card', 'Blue', { autopay_retries: [false, true] }],
      ['scheduled_payment', 'Rent', { yearly_adjustment: [null, 'none'] }],
    ]);
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
