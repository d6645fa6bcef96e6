import { describe, expect } from 'vitest';
import { expectStatementsReconciled, openCard, owedOn, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

/** Charges a card, pays it, and returns the purchase, which leaves a credit balance of 80.00. */
async function openCreditBalance(bank: Bank, person: Person) {
  const { id } = await openCard(bank, person);
  const account = await openAccount(bank, person, { balance: 500 });
  const customer = bank.asCustomer(person);
  const [card] = await customer`
    select last_entry from charge_credit_card(${id}, 80, 'Grocer', 'Food')`;
  await customer`select pay_credit_card(${id}, 80, ${account.id})`;
  await customer`select return_purchase(${`${id}:${card?.last_entry}`})`;
  await simulateDays(bank, person, 9);
  expect(await owedOn(bank, id)).toBe('-80.00');
  return { id, accountId: account.id };
}

describe('the credit balance of a card', () => {
  test('is paid to an account once, and counts as neither income nor spending', async ({ bank, alice }) => {
    const { id, accountId } = await openCreditBalance(bank, alice);
    const customer = bank.asCustomer(alice);
    const refund = () =>
      customer`select balance::float as balance from refund_credit_balance(${id}, ${accountId}, 'one')`;
    expect(await refund()).toEqual([{ balance: 0 }]);
    expect(await refund()).toEqual([{ balance: 0 }]);
    expect(await getBalance(bank, accountId)).toBe('500.00');
    const [flow] = await customer`
      select coalesce(sum(amount) filter (where direction = 'in'), 0)::float as income,
        sum(amount) filter (where direction = 'out')::float as spending from spending`;
    expect(flow).toEqual({ income: 0, spending: 0 });
    await simulateDays(bank, alice, 40);
    const [card] =
      await customer`select balance::float as balance, rewards_balance::float as rewards from credit_cards where id = ${id}`;
    expect(card).toEqual({ balance: 0, rewards: 0 });
    await expectStatementsReconciled(bank, id, 2);
    await expectSoundBooks(bank);
  });

  test('is not paid for cards without one, of others, or in another currency', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id, accountId } = await openCreditBalance(bank, alice);
    const euros = await openAccount(bank, alice, { name: 'Travel', currency: 'EUR' });
    const own = await openAccount(bank, bob, { balance: 10 });
    const customer = bank.asCustomer(alice);
    expect(await getRefusal(customer`select refund_credit_balance(${id}, ${euros.id})`)).toMatchObject({
      code: 'BADCU',
    });
    for (const [person, card, account] of [
      [bob, id, own.id],
      [bob, id, accountId],
      [alice, id, own.id],
      [alice, id, null],
    ] as const)
      expect(
        await getRefusal(bank.asCustomer(person)`select refund_credit_balance(${card}, ${account})`),
      ).toMatchObject({ code: 'NTFND' });
    const other = await openCard(bank, alice);
    expect(await getRefusal(customer`select refund_credit_balance(${other.id}, ${accountId})`)).toMatchObject(
      {
        code: 'NOCRB',
      },
    );
    await expect(bank.asVisitor()`select refund_credit_balance(${id}, ${accountId})`).rejects.toMatchObject({
      code: '42501',
    });
    expect(await owedOn(bank, id)).toBe('-80.00');
  });
});
