import { describe, expect } from 'vitest';
import { expectStatementsReconciled, openCard, owedOn, simulateDays } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

describe('closing a card', () => {
  test('keeps its history and ends everything it does automatically', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const account = await openAccount(bank, alice, { balance: 500 });
    const { id } = await openCard(bank, alice);
    await customer`
      update credit_cards set autopay = 'statement', autopay_account_id = ${account.id}, frozen = true where id = ${id}`;
    await customer`
      insert into scheduled_payments (account_id, name, card_id, amount, frequency) values (${account.id}, 'Card', ${id}, 9, 'WEEKLY')`;
    const [virtual] = await customer`select * from create_virtual_card(${id}, 'Trial')`;
    await customer`update credit_cards set frozen = false where id = ${id}`;
    await customer`select charge_credit_card(${id}, 20, 'Shop')`;
    await customer`select pay_credit_card(${id}, 20, ${account.id})`;
    const [closed] = await customer`select * from close_credit_card(${id})`;
    expect(closed).toMatchObject({ id, balance: '0.00', autopay: null, autopay_account_id: null });
    expect(closed?.closed_at).toBeInstanceOf(Date);
    expect(
      await customer`select kind, amount from card_activity where card_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'card_charge', amount: '20.00' },
      { kind: 'card_payment', amount: '-20.00' },
    ]);
    expect(await customer`select status from virtual_cards`).toEqual([{ status: 'closed' }]);
    expect(await customer`select paused from scheduled_payments`).toEqual([{ paused: true }]);
    expect(await customer`select kind, subject from household_events`).toEqual([
      { kind: 'card_closed', subject: id },
    ]);
    for (const attempt of [
      () => customer`select charge_credit_card(${id}, 1)`,
      () => customer`select charge_credit_card(${id}, 1, virtual_card_id => ${virtual?.id})`,
      () => customer`select pay_credit_card(${id}, 1)`,
      () => customer`select redeem_rewards(${id}, 1)`,
      () => customer`select replace_credit_card(${id}, 'lost')`,
      () => customer`select create_virtual_card(${id}, 'More')`,
      () => customer`select set_virtual_card_status(${virtual?.id}, 'active')`,
      () => customer`select request_credit_limit(${id}, 50)`,
      () => customer`select reveal_card_details(${id})`,
      () => customer`select close_credit_card(${id})`,
      () => customer`update credit_cards set balance = 5 where id = ${id}`,
      () => customer`update credit_cards set credit_limit = 5 where id = ${id}`,
      () => customer`update credit_cards set frozen = true where id = ${id}`,
      () =>
        customer`update credit_cards set autopay = 'minimum', autopay_account_id = ${account.id} where id = ${id}`,
      () => customer`update scheduled_payments set paused = false`,
      () => customer`
        insert into scheduled_payments (account_id, name, card_id, amount, frequency) values (${account.id}, 'Card', ${id}, 9, 'WEEKLY')`,
    ])
      expect((await getRefusal(attempt())).code, String(attempt)).toBe('CLOSD');
    await customer`update credit_cards set name = 'Old blue', apr = apr where id = ${id}`;
    expect(await owedOn(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('ends its statements, and the household continues without it', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const account = await openAccount(bank, alice, { balance: 500 });
    const { id } = await openCard(bank, alice);
    const secondCard = await openCard(bank, alice);
    await customer`select charge_credit_card(${id}, 200, 'Grocer', 'Other')`;
    await customer`select charge_credit_card(${secondCard.id}, 100, 'Grocer', 'Other')`;
    await simulateDays(bank, alice, 10);
    await customer`select pay_credit_card(${id}, 200, ${account.id})`;
    await simulateDays(bank, alice, 10);
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toEqual({
      code: 'OWING',
      detail: { balance: 0, rewards: 2, disputes: 0, refunds: 0, credit_on: null, currency: 'USD' },
    });
    await customer`select redeem_rewards(${id}, 2, ${account.id})`;
    await customer`select close_credit_card(${id})`;
    const step = await simulateDays(bank, alice, 70);
    expect(step.events.map(({ subject }) => subject)).not.toContain(id);
    expect(step.cards.map(({ id: each }) => each)).toEqual([secondCard.id]);
    await expectStatementsReconciled(bank, id, 1);
    await expectStatementsReconciled(bank, secondCard.id, 3);
    await expectSoundBooks(bank);
  });

  test('is refused while either side owes anything', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 10 });
    const customer = bank.asCustomer(alice);
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      code: 'OWING',
      detail: { balance: 10, rewards: 0 },
    });
    await customer`select pay_credit_card(${id}, 10)`;
    await bank.owner`update credit_cards set rewards_balance = 0.01 where id = ${id}`;
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      detail: { rewards: 0.01 },
    });
    await bank.owner`update credit_cards set rewards_balance = 0 where id = ${id}`;
    await customer`insert into shocks (shock, on_date, size, product_id) values ('card_fraud', (simulated_now() + interval '1 day')::date, 40, ${id})`;
    await simulateDays(bank, alice, 3);
    await customer`select pay_credit_card(${id}, 40)`;
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      code: 'OWING',
      detail: { balance: 0, credit_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    });
    await simulateDays(bank, alice, 9);
    expect(await owedOn(bank, id)).toBe('-40.00');
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      detail: { balance: -40, credit_on: null },
    });
    await customer`select charge_credit_card(${id}, 40)`;
    const { id: account } = await openAccount(bank, alice);
    await customer`select redeem_rewards(${id}, 0.4, ${account})`;
    await customer`select close_credit_card(${id})`;
    await expectSoundBooks(bank);
  });

  test("isn't blocked by a rule whose account is closed", async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const account = await openAccount(bank, alice);
    const { id } = await openCard(bank, alice);
    await customer`
      insert into scheduled_payments (account_id, name, card_id, amount, frequency) values (${account.id}, 'Card', ${id}, 9, 'WEEKLY')`;
    await customer`select close_account(${account.id})`;
    await customer`select close_credit_card(${id})`;
    await simulateDays(bank, alice, 20);
    expect(await customer`select distinct kind from household_events where kind ~ 'payment'`).toEqual([
      { kind: 'payment_failed' },
    ]);
    await expectSoundBooks(bank);
  });

  test('happens once, requested by its owner', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await expect(bank.asCustomer(bob)`select close_credit_card(${id})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(bank.asVisitor()`select close_credit_card(${id})`).rejects.toMatchObject({ code: '42501' });
    await expect(customer`update credit_cards set closed_at = now() where id = ${id}`).rejects.toMatchObject({
      code: '42501',
    });
    await customer`update credit_cards set frozen = true where id = ${id}`;
    const close = () => customer`select * from close_credit_card(${id}, 'one')`;
    expect(await close()).toEqual(await close());
    await customer`delete from credit_cards where id = ${id}`;
    expect(await customer`select from card_activity`).toEqual([]);
    await expectSoundBooks(bank);
  });
});

test('a card inserted as a table row is stored in whole cents, and omitting the due date keeps it', async ({
  bank,
  alice,
}) => {
  const customer = bank.asCustomer(alice);
  const [purchase] = await customer`
    insert into credit_cards (name, credit_limit, apr, balance) values ('Blue', 500.006, 20, 10.006)
    returning id, credit_limit, balance, due_date::text`;
  expect(purchase).toMatchObject({ credit_limit: '500.01', balance: '10.01' });
  const [changed] = await customer`
    update credit_cards set due_date = null, balance = 10.016 where id = ${purchase?.id} returning balance, due_date::text`;
  expect(changed).toEqual({ balance: '10.02', due_date: purchase?.due_date });
});
