import { describe, expect } from 'vitest';
import {
  expectStatementsReconciled,
  openCard,
  owedOn,
  passTime,
  simulateDays,
} from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getOutcomes, getRefusal, openAccount } from '../support/household.ts';

/** Charges a card and returns the key of the charge. */
async function charge(bank: Bank, person: Person, cardId: string, amount = 250, category = 'Food') {
  const [card] = await bank.asCustomer(person)`
    select last_entry from charge_credit_card(${cardId}, ${amount}, 'Grocer', ${category})`;
  return `${cardId}:${card?.last_entry}`;
}

const giveBack = async (bank: Bank, person: Person, key: string, amount: number | null = null) =>
  (await bank.asCustomer(person)`select * from return_purchase(${key}, ${amount}::numeric)`)[0] as {
    id: string;
    amount: string;
    status: string;
  };

describe('a returned purchase', () => {
  test('is refunded a few days later, with its category and reward', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    const refund = await giveBack(bank, alice, key, 100);
    expect(refund).toMatchObject({
      card_id: id,
      account_id: null,
      merchant: 'Grocer',
      category: 'Food',
      amount: '100.00',
      status: 'expected',
      ended_at: null,
    });
    expect(await owedOn(bank, id)).toBe('250.00');
    await simulateDays(bank, alice, 9);
    expect(await owedOn(bank, id)).toBe('150.00');
    const customer = bank.asCustomer(alice);
    const [credited] = await customer`
      select r.status, a.kind, a.amount, a.merchant, a.category
      from refunds r join card_activity a on a.entry_id = r.refund_entry_id where r.id = ${refund.id}`;
    expect(credited).toEqual({
      status: 'credited',
      kind: 'refund',
      amount: '-100.00',
      merchant: 'Grocer',
      category: 'Food',
    });
    const [spent] = await customer`select sum(amount) as amount from spending where category = 'Food'`;
    expect(Number(spent?.amount)).toBe(150);
    await charge(bank, alice, id, 200);
    await simulateDays(bank, alice, 40);
    // 3% of 450.00 is 13.50, and the refund takes back 3.00.
    const [card] = await customer`select rewards_balance from credit_cards where id = ${id}`;
    expect(Number(card?.rewards_balance)).toBe(10.5);
    await expectStatementsReconciled(bank, id, 2);
    await expectSoundBooks(bank);
  });

  test('takes back its part of the reward: 7.50 − 3.00 = 4.50', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    // The first statement closes five days after the card was opened.
    await simulateDays(bank, alice, 6);
    await giveBack(bank, alice, await charge(bank, alice, id), 100);
    await simulateDays(bank, alice, 40);
    const [card] = await bank.asCustomer(alice)`select rewards_balance from credit_cards where id = ${id}`;
    expect(Number(card?.rewards_balance)).toBe(4.5);
  });

  test('can be one that was pending first, on a card or account', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const checking = await openAccount(bank, alice, { balance: 500 });
    const customer = bank.asCustomer(alice);
    await customer`select authorize_purchase(40, 'store', card_id => ${id}, merchant => 'Florist')`;
    await customer`select authorize_purchase(30, 'store', account_id => ${checking.id}, merchant => 'Baker')`;
    await simulateDays(bank, alice, 6);
    const [charge] = await customer`select entry_id from card_activity where kind = 'card_charge'`;
    const [payment] = await customer`select id from transactions where kind = 'payment'`;
    await giveBack(bank, alice, `${id}:${charge?.['entry_id']}`);
    await giveBack(bank, alice, payment?.['id'] as string);
    await simulateDays(bank, alice, 9);
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await getBalance(bank, checking.id)).toBe('500.00');
    await expectSoundBooks(bank);
  });

  test('can be returned in parts until nothing is left', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    await giveBack(bank, alice, key, 100);
    expect(await getRefusal(giveBack(bank, alice, key, 150.01))).toMatchObject({
      code: 'NORET',
      detail: { why: 'amount', highest: 150 },
    });
    expect((await giveBack(bank, alice, key)).amount).toBe('150.00');
    expect(await getRefusal(giveBack(bank, alice, key, 1))).toMatchObject({
      code: 'NORET',
      detail: { why: 'refunded' },
    });
    await simulateDays(bank, alice, 9);
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await getRefusal(giveBack(bank, alice, key, 1))).toMatchObject({ code: 'NORET' });
    await expectSoundBooks(bank);
  });

  test('that is returned twice at once is refunded once', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id, 80);
    const outcomes = await getOutcomes(4, () => giveBack(bank, alice, key, 80));
    expect(outcomes.sort()).toEqual(['NORET', 'NORET', 'NORET', 'done']);
  });

  test('with the same request id is returned once', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    const again = () => bank.asCustomer(alice)`select * from return_purchase(${key}, 10, 'one')`;
    const [first] = await again();
    expect(await again()).toEqual([first]);
    expect(await bank.owner`select from refunds where card_id = ${id}`).toHaveLength(1);
  });

  test('that the customer keeps after all is not refunded, and can be returned again', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    const refund = await giveBack(bank, alice, key);
    const cancel = (person: Person) =>
      bank.asCustomer(person)`select * from cancel_return(${refund.id}, 'keep')`;
    await expect(cancel(bob)).rejects.toMatchObject({ code: 'NTFND' });
    const [canceled] = await cancel(alice);
    expect(canceled).toMatchObject({ status: 'canceled' });
    expect(await cancel(alice)).toEqual([canceled]);
    await simulateDays(bank, alice, 9);
    expect(await owedOn(bank, id)).toBe('250.00');
    const second = await giveBack(bank, alice, key);
    await simulateDays(bank, alice, 9);
    expect(await getRefusal(bank.asCustomer(alice)`select cancel_return(${second.id})`)).toMatchObject({
      code: 'DCIDD',
      detail: { status: 'credited' },
    });
    await expectSoundBooks(bank);
  });

  test('keeps the card open until the refund arrives', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    await giveBack(bank, alice, await charge(bank, alice, id));
    const customer = bank.asCustomer(alice);
    await customer`select pay_credit_card(${id}, 250)`;
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      code: 'OWING',
      detail: { refunds: 1 },
    });
  });
});

describe('a return is refused', () => {
  test('for invalid amounts', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    for (const amount of [0, -5, 0.001])
      expect(await getRefusal(giveBack(bank, alice, key, amount))).toMatchObject({ code: 'BADAM' });
  });

  test('for purchases of others and unknown keys', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    for (const [person, text] of [
      [bob, key],
      [alice, 'nonsense'],
      [alice, `${id}:999999999`],
    ] as const)
      expect(await getRefusal(giveBack(bank, person, text))).toMatchObject({ code: 'NTFND' });
    await expect(bank.asVisitor()`select return_purchase(${key})`).rejects.toMatchObject({ code: '42501' });
    await expect(
      bank.asCustomer(alice)`insert into refunds (user_id, card_id) values (${alice.id}, ${id})`,
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('for payments, deposits, and withdrawals', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const checking = await openAccount(bank, alice, { balance: 500 });
    const customer = bank.asCustomer(alice);
    await charge(bank, alice, id);
    await customer`select pay_credit_card(${id}, 100, ${checking.id})`;
    await customer`select withdraw(${checking.id}, 20)`;
    const rows = await customer`select id from transactions`;
    const [payment] = await customer`select entry_id from card_activity where kind = 'card_payment'`;
    for (const key of [...rows.map((row) => row['id'] as string), `${id}:${payment?.entry_id}`])
      expect(await getRefusal(giveBack(bank, alice, key))).toMatchObject({
        code: 'NORET',
        detail: { why: 'kind' },
      });
    expect(await getBalance(bank, checking.id)).toBe('380.00');
  });

  test('after 30 days', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const key = await charge(bank, alice, id);
    await passTime(bank, alice, '31 days');
    expect(await getRefusal(giveBack(bank, alice, key))).toMatchObject({
      code: 'NORET',
      detail: { why: 'age', days: 30 },
    });
  });

  test('if the charge is disputed, and a returned charge cannot be disputed', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const disputed = await charge(bank, alice, id);
    await customer`select open_dispute(${id}, ${disputed.split(':')[1] ?? ''}, 250, 'other')`;
    expect(await getRefusal(giveBack(bank, alice, disputed))).toMatchObject({
      code: 'NORET',
      detail: { why: 'disputed' },
    });
    const returned = await charge(bank, alice, id);
    const entry = returned.split(':')[1] ?? '';
    await giveBack(bank, alice, returned, 100);
    expect(await getRefusal(customer`select open_dispute(${id}, ${entry}, 151, 'other')`)).toMatchObject({
      code: 'NODIS',
      detail: { why: 'amount', highest: 150 },
    });
    await giveBack(bank, alice, returned);
    expect(await getRefusal(customer`select open_dispute(${id}, ${entry}, 1, 'other')`)).toMatchObject({
      code: 'NODIS',
      detail: { why: 'refunded' },
    });
    await expectSoundBooks(bank);
  });
});
