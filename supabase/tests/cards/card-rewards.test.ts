import { describe, expect } from 'vitest';
import {
  expectCardRefusal,
  expectStatementsReconciled,
  NO_AMOUNTS,
  openCard,
  owedOn,
  simulateDays,
} from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

async function openRewarding(bank: Bank, person: Person, rewards: number, balance = 200) {
  const card = await openCard(bank, person, { balance });
  await bank.owner`update credit_cards set rewards_balance = ${rewards} where id = ${card.id}`;
  return card;
}

const getRewards = async (bank: Bank, cardId: string) =>
  (await bank.owner`select rewards_balance::text as left from credit_cards where id = ${cardId}`)[0]?.left;

describe('rewards of a card', () => {
  test('are redeemed against the balance, frozen or not, from the rewards account', async ({
    bank,
    alice,
  }) => {
    const { id } = await openRewarding(bank, alice, 50);
    const customer = bank.asCustomer(alice);
    await customer`update credit_cards set frozen = true where id = ${id}`;
    const [card] = await customer`select * from redeem_rewards(${id}, 30)`;
    expect(card).toMatchObject({ id, balance: '170.00' });
    expect(Number(card?.rewards_balance)).toBe(20);
    expect(
      await customer`select kind, amount from card_activity where entry_id = ${card?.last_entry}`,
    ).toEqual([{ kind: 'reward_redemption', amount: '-30.00' }]);
    expect(
      await customer`
        select ledger_name, amount from journal_postings where entry_id = ${card?.last_entry} and not is_own`,
    ).toEqual([{ ledger_name: 'Rewards', amount: '-30.00' }]);
    await expectSoundBooks(bank);
  });

  test("are redeemed to a bank account, and the card's balance stays", async ({ bank, alice }) => {
    const { id } = await openRewarding(bank, alice, 50);
    const account = await openAccount(bank, alice, { balance: 10 });
    await bank.asCustomer(alice)`select redeem_rewards(${id}, 50, ${account.id})`;
    expect([
      await owedOn(bank, id),
      await getBalance(bank, account.id),
      Number(await getRewards(bank, id)),
    ]).toEqual(['200.00', '60.00', 0]);
    expect((await getHistory(bank, alice, account.id))[0]).toMatchObject({
      kind: 'reward_redemption',
      type: 'DEPOSIT',
      amount: '50.00',
      description: 'Blue rewards',
    });
    await expectSoundBooks(bank);
  });

  test('are redeemed up to their amount and never below zero', async ({ bank, alice }) => {
    const { id } = await openRewarding(bank, alice, 12.5, 10);
    const account = await openAccount(bank, alice);
    const customer = bank.asCustomer(alice);
    expect(await getRefusal(customer`select redeem_rewards(${id}, 12.51, ${account.id})`)).toEqual({
      code: 'NOREW',
      detail: { available: 12.5, amount: 12.51 },
    });
    expect(await getRefusal(customer`select redeem_rewards(${id}, 10.01)`)).toEqual({
      code: 'OVPAY',
      detail: { balance: 10, amount: 10.01 },
    });
    await customer`select redeem_rewards(${id}, 12.5, ${account.id})`;
    await expectCardRefusal(bank, 'NOREW', id, () => customer`select redeem_rewards(${id}, 0.01)`);
    await bank.owner`update credit_cards set rewards_balance = -3 where id = ${id}`;
    expect(await getRefusal(customer`select redeem_rewards(${id}, 0.01, ${account.id})`)).toEqual({
      code: 'NOREW',
      detail: { available: 0, amount: 0.01 },
    });
    expect(await getBalance(bank, account.id)).toBe('12.50');
    await expectSoundBooks(bank);
  });

  test('are redeemed once per request', async ({ bank, alice }) => {
    const { id } = await openRewarding(bank, alice, 50);
    const customer = bank.asCustomer(alice);
    const redeem = (amount: number) =>
      customer`select * from redeem_rewards(${id}, ${amount}, request_id => 'one')`;
    expect(await redeem(20)).toEqual(await redeem(20));
    await expect(redeem(21)).rejects.toMatchObject({ code: 'RQDIF' });
    expect([await owedOn(bank, id), Number(await getRewards(bank, id))]).toEqual(['180.00', 30]);
    await expectSoundBooks(bank);
  });

  test('are not redeemed to an unsuitable account or in an invalid amount', async ({ bank, alice, bob }) => {
    const { id } = await openRewarding(bank, alice, 50);
    const customer = bank.asCustomer(alice);
    const euros = await openAccount(bank, alice, { currency: 'EUR' });
    const closed = await openAccount(bank, alice);
    const strange = await openAccount(bank, bob);
    await customer`select close_account(${closed.id})`;
    for (const [account, code] of [
      [euros, 'BADCU'],
      [closed, 'CLOSD'],
      [strange, 'NTFND'],
    ] as const)
      await expectCardRefusal(bank, code, id, () => customer`select redeem_rewards(${id}, 5, ${account.id})`);
    for (const amount of NO_AMOUNTS)
      await expectCardRefusal(
        bank,
        'BADAM',
        id,
        () => customer`select redeem_rewards(${id}, ${amount}::numeric)`,
      );
    for (const [query, code] of [
      [bank.asCustomer(bob), 'NTFND'],
      [bank.asVisitor(), '42501'],
    ] as const)
      await expectCardRefusal(bank, code, id, () => query`select redeem_rewards(${id}, 5, ${strange.id})`);
    await expect(
      customer`update credit_cards set rewards_balance = 99 where id = ${id}`,
    ).rejects.toMatchObject({
      code: '42501',
    });
    expect(Number(await getRewards(bank, id))).toBe(50);
    await expectSoundBooks(bank);
  });

  test('are earned by statements, which reconcile with redemptions', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('America/New_York')`;
    const { id } = await openCard(bank, alice);
    await customer`select charge_credit_card(${id}, 200, 'Grocer', 'Food')`;
    await simulateDays(bank, alice, 31);
    expect(Number(await getRewards(bank, id))).toBe(6);
    await customer`select redeem_rewards(${id}, 5)`;
    await simulateDays(bank, alice, 60);
    await expectStatementsReconciled(bank, id, 3);
    const [second] = await customer`
      select charges, payments, rewards from card_statements where card_id = ${id} order by to_date offset 1`;
    expect(second).toMatchObject({ charges: '0.00', payments: '5.00', rewards: '0.00' });
    await expectSoundBooks(bank);
  });
});
