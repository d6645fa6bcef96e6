import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectRefusal, expectSoundBooks, getBalance, openAccount } from '../support/household.ts';
import { accept, getContacts, getInbox, getPayments, pay, requestMoney, take } from '../support/people.ts';

async function setUp(bank: Bank, alice: Person, bob: Person) {
  for (const person of [alice, bob]) await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const hers = await openAccount(bank, alice, { balance: 100 });
  const his = await openAccount(bank, bob, { balance: 200 });
  return { hers: hers.id, his: his.id };
}

const decline = (
  bank: Bank,
  person: Person,
  transfer: string,
  note: string | null = null,
  request: string | null = null,
) => bank.asCustomer(person)`select decline_peer_transfer(${transfer}, ${note}, ${request})`;

describe('a payment whose payer has closed the account', () => {
  test("can't be canceled or declined until an account can receive it", async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const customer = bank.asCustomer(alice);
    const sent = await Promise.all([1, 2].map(() => pay(bank, alice, hers, bob.email, 50)));
    const [first = '', second = ''] = sent.map(({ peer_transfer_id }) => String(peer_transfer_id));
    await customer`select close_account(${hers})`;
    await openAccount(bank, alice, { currency: 'EUR' });
    await expectRefusal(bank, 'CLOSD', [his], () => customer`select cancel_peer_transfer(${first})`);
    await expectRefusal(bank, 'CLOSD', [his], () => decline(bank, bob, second, 'Keep it'));
    expect(await getInbox(bank, bob)).toMatchObject([{ id: first }, { id: second }]);
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'pending' }, { state: 'pending' }]);
    expect(await getPayments(bank, bob)).toEqual([]);

    const { id } = await openAccount(bank, alice);
    // A repeated request takes effect only once.
    for (const request of ['once', 'once']) {
      await customer`select cancel_peer_transfer(${first}, ${request})`;
      await decline(bank, bob, second, null, request);
    }
    expect(await getBalance(bank, id)).toBe('100.00');
    expect((await getPayments(bank, alice)).map(({ state }) => state).toSorted()).toEqual([
      'canceled',
      'declined',
    ]);
    await expectSoundBooks(bank);
  });
});

describe('a declined payment', () => {
  test('keeps the name that the decliner uses for its sender', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const carol = await bank.openCustomer('carol');
    await bank.asCustomer(carol)`select ensure_customer('UTC')`;
    for (const [person, address, name] of [
      [bob, alice.email, 'Ali'],
      [bob, carol.email, 'Caro'],
      [carol, alice.email, 'Lissy'],
    ] as const)
      await bank.owner`insert into contacts (user_id, name, address) values (${person.id}, ${name}, ${address})`;
    const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 10 }]);
    await decline(bank, bob, request?.peer_transfer_id);
    expect(await getPayments(bank, bob)).toMatchObject([
      { state: 'declined', direction: 'out', name: 'Ali', address: alice.email },
    ]);
    const sent = await pay(bank, bob, his, alice.email, 10);
    await decline(bank, alice, sent.peer_transfer_id);
    expect(await getPayments(bank, alice)).toContainEqual(
      expect.objectContaining({ state: 'declined', direction: 'in', address: bob.email }),
    );
    await expectSoundBooks(bank);
  });
});

test('of a request reveals the payer to the requester only', async ({ bank, alice, bob }) => {
  const { hers, his } = await setUp(bank, alice, bob);
  const carol = await bank.openCustomer('carol');
  await bank.asCustomer(carol)`select ensure_customer('UTC')`;
  await bank.owner`insert into contacts (user_id, name, address) values (${carol.id}, 'Bobby', ${bob.email})`;
  const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 10 }]);
  await accept(bank, bob, request?.peer_transfer_id, his);
  expect(await getContacts(bank, alice)).toMatchObject([{ address: bob.email, person_id: bob.id }]);
  expect(await getContacts(bank, carol)).toMatchObject([{ name: 'Bobby', person_id: null }]);
});

describe('an amount too small for the other currency', () => {
  test("moves no money: it can't be paid, received, or accepted", async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const euros = (await openAccount(bank, alice, { currency: 'EUR', balance: 50 })).id;
    await bank.owner`update exchange_rates set rate = 0.4 where base = 'EUR' and quote = 'USD'`;
    await expectRefusal(bank, 'BADAM', [hers], () =>
      pay(bank, alice, hers, bob.email, 0.01, { currency: 'EUR' }),
    );
    const sent = await pay(bank, alice, euros, bob.email, 0.01);
    await expectRefusal(bank, 'BADAM', [his], () => take(bank, bob, sent.peer_transfer_id, his));
    const [request] = await requestMoney(bank, alice, euros, [{ address: bob.email, amount: 0.01 }]);
    await expectRefusal(bank, 'BADAM', [his, euros], () => accept(bank, bob, request?.peer_transfer_id, his));
    await expectSoundBooks(bank);
  });
});
