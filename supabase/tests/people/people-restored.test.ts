import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';
import {
  accept,
  getContacts,
  getInbox,
  getPayments,
  pay,
  requestMoney,
  simulateDays,
  take,
} from '../support/people.ts';

async function setUp(bank: Bank, alice: Person, bob: Person) {
  for (const person of [alice, bob]) await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const hers = (await openAccount(bank, alice, { balance: 1000 })).id;
  const his = (await openAccount(bank, bob, { balance: 200 })).id;
  return { hers, his };
}

const save = async (bank: Bank, person: Person) =>
  (await bank.asCustomer(person)`select id from save_checkpoint('Then')`)[0]?.id as string;

/**
 * Restores a checkpoint as the server's function does. If the checkpoint belongs to another customer, loads
 * that customer's file.
 */
const restore = (bank: Bank, person: Person, checkpoint: string) =>
  bank.owner`
    select bank.replace_household(${person.id},
      (select file || '{"keeps_numbers": true}' from bank.checkpoint_files where checkpoint_id = ${checkpoint}), 'Then')`;

const inClearing = async (bank: Bank) =>
  (
    await bank.owner`select coalesce(sum(amount), 0)::float as sum from bank.postings where ledger_id = bank.system_account('transfer_clearing')`
  )[0]?.sum;

describe('restoring a checkpoint', () => {
  test('from before a payment posts it again, so that the money exists once', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const then = await save(bank, alice);
    const sent = await pay(bank, alice, hers, bob.email, 40);
    await take(bank, bob, sent.peer_transfer_id, his);
    await restore(bank, alice, then);
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['960.00', '240.00']);
    expect(await getPayments(bank, alice)).toMatchObject([
      { state: 'completed', amount: '40.00', account_id: hers, direction: 'out' },
    ]);
    expect(await inClearing(bank)).toBe(0);
    expect(await getPayments(bank, bob)).toMatchObject([{ state: 'completed', amount: '40.00' }]);
    expect(await getRefusal(take(bank, bob, sent.peer_transfer_id, his))).toMatchObject({ code: 'NOTOP' });
    expect(await getContacts(bank, alice)).toHaveLength(1);
    await expectSoundBooks(bank);
  });

  test('from before a pending payment makes it impossible to accept, because the money is back', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const then = await save(bank, alice);
    const sent = await pay(bank, alice, hers, bob.email, 40);
    await restore(bank, alice, then);
    expect(await getBalance(bank, hers)).toBe('1000.00');
    expect(await getInbox(bank, bob)).toEqual([]);
    expect(await getRefusal(take(bank, bob, sent.peer_transfer_id, his))).toMatchObject({
      code: 'NOTOP',
      detail: { state: 'undone' },
    });
    expect(await inClearing(bank)).toBe(0);
  });

  test('with a pending payment: it is still pending, has arrived, or returns once', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const [waits, taken, canceled] = [
      await pay(bank, alice, hers, bob.email, 10),
      await pay(bank, alice, hers, bob.email, 20),
      await pay(bank, alice, hers, bob.email, 30),
    ];
    const then = await save(bank, alice);
    await take(bank, bob, taken.peer_transfer_id, his);
    await bank.asCustomer(alice)`select cancel_peer_transfer(${canceled.peer_transfer_id})`;
    for (let time = 0; time < 2; time += 1) {
      await restore(bank, alice, then);
      expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['970.00', '220.00']);
      const rows = await getPayments(bank, alice);
      const getState = (transfer: string) =>
        rows.find(({ peer_transfer_id }) => peer_transfer_id === transfer)?.state;
      expect([waits, taken, canceled].map(({ peer_transfer_id }) => getState(peer_transfer_id))).toEqual([
        'pending',
        'completed',
        'canceled',
      ]);
      expect(await inClearing(bank)).toBe(10);
      await expectSoundBooks(bank);
    }
    await take(bank, bob, waits.peer_transfer_id, his);
    expect(await getBalance(bank, his)).toBe('230.00');
    await simulateDays(bank, alice, 20);
    expect(await getBalance(bank, hers)).toBe('970.00');
  });

  test('without an account for a returned payment opens one for it, to the cent', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers } = await setUp(bank, alice, bob);
    const customer = bank.asCustomer(alice);
    const sent = await pay(bank, alice, hers, bob.email, 1000);
    await customer`select close_account(${hers})`;
    const euros = (await openAccount(bank, alice, { currency: 'EUR', balance: 7 })).id;
    const then = await save(bank, alice);
    await openAccount(bank, alice, { name: 'Later' });
    await customer`select cancel_peer_transfer(${sent.peer_transfer_id})`;
    for (let time = 0; time < 2; time += 1) {
      await restore(bank, alice, then);
      expect(
        await customer`select name, currency, balance::float from accounts where closed_at is null order by 1`,
      ).toEqual([
        { name: 'Everyday', currency: 'EUR', balance: 7 },
        { name: 'USD Checking', currency: 'USD', balance: 1000 },
      ]);
      expect(await getBalance(bank, euros)).toBe('7.00');
      expect(await getPayments(bank, alice)).toMatchObject([{ state: 'canceled', amount: '1000.00' }]);
      expect(await inClearing(bank)).toBe(0);
      await expectSoundBooks(bank);
    }
  });

  test('from before the account that received a payment opens one for it', async ({ bank, alice, bob }) => {
    const { his } = await setUp(bank, alice, bob);
    const euros = (await openAccount(bank, bob, { currency: 'EUR', balance: 90 })).id;
    const then = await save(bank, alice);
    const later = (await openAccount(bank, alice, { currency: 'EUR' })).id;
    const sent = await pay(bank, bob, euros, alice.email, 25);
    await take(bank, alice, sent.peer_transfer_id, later);
    await restore(bank, alice, then);
    expect(
      await bank.asCustomer(alice)`select name, balance::float from accounts where currency = 'EUR'`,
    ).toEqual([{ name: 'EUR Checking', balance: 25 }]);
    expect(await getBalance(bank, his)).toBe('200.00');
    expect(await inClearing(bank)).toBe(0);
    await expectSoundBooks(bank);
  });

  test('of the receiver never brings money twice', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const then = await save(bank, bob);
    const sent = await pay(bank, alice, hers, bob.email, 40);
    await take(bank, bob, sent.peer_transfer_id, his);
    const [request] = await requestMoney(bank, bob, his, [{ address: alice.email, amount: 5 }]);
    await accept(bank, alice, request?.peer_transfer_id, hers);
    await restore(bank, bob, then);
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['955.00', '245.00']);
    expect((await getPayments(bank, bob)).map(({ state }) => state)).toEqual(['completed', 'completed']);
    expect(await getInbox(bank, bob)).toEqual([]);
    expect((await getRefusal(take(bank, bob, sent.peer_transfer_id, his))).code).toBe('NOTOP');
    expect((await getRefusal(accept(bank, alice, request?.peer_transfer_id, hers))).code).toBe('NOTOP');
    expect((await getPayments(bank, alice)).map(({ state }) => state)).toEqual(['completed', 'completed']);
    await expectSoundBooks(bank);
  });

  test('repeatedly, and one saved after the payment, posts each payment once', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const before = await save(bank, alice);
    const sent = await pay(bank, alice, hers, bob.email, 500);
    await take(bank, bob, sent.peer_transfer_id, his);
    const after = await save(bank, alice);
    for (const checkpoint of [before, after, before, before, after]) {
      await restore(bank, alice, checkpoint);
      expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['500.00', '700.00']);
      await expectSoundBooks(bank);
    }
  });

  test("is refused with a list of payments if its balance doesn't cover the later ones", async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const then = await save(bank, alice);
    await bank.asCustomer(alice)`select deposit(${hers}, 800)`;
    const sent = await pay(bank, alice, hers, bob.email, 1500);
    await take(bank, bob, sent.peer_transfer_id, his);
    expect(await getRefusal(restore(bank, alice, then))).toMatchObject({
      code: 'INSUF',
      detail: { payments: [{ direction: 'out', amount: 1500, currency: 'USD' }] },
    });
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['300.00', '1700.00']);
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'completed' }]);
    await expectSoundBooks(bank);
  });

  test('offsets money received since with payments made since', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const then = await save(bank, bob);
    const got = await pay(bank, alice, hers, bob.email, 400);
    await take(bank, bob, got.peer_transfer_id, his);
    const back = await pay(bank, bob, his, alice.email, 550);
    if (back.state === 'pending') await take(bank, alice, back.peer_transfer_id, hers);
    await restore(bank, bob, then);
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['1150.00', '50.00']);
    await expectSoundBooks(bank);
  });

  test('keeps later blocks and cancels later requests', async ({ bank, alice, bob }) => {
    const { his, hers } = await setUp(bank, alice, bob);
    await bank.asCustomer(alice)`insert into contacts (name, address) values ('Bob', ${bob.email})`;
    const then = await save(bank, alice);
    await bank.asCustomer(alice)`update contacts set blocked = true`;
    const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 5 }]);
    await restore(bank, alice, then);
    expect(await getContacts(bank, alice)).toMatchObject([{ blocked: true, name: 'Bob' }]);
    expect((await getRefusal(accept(bank, bob, request?.peer_transfer_id, his))).code).toBe('NOTOP');
  });
});

describe("importing another customer's file", () => {
  test('imports their past without their pending payments, and returns pending ones here', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    await pay(bank, alice, hers, bob.email, 40);
    const then = await save(bank, alice);
    const carol = await bank.openCustomer('carol');
    await bank.asCustomer(carol)`select ensure_customer('UTC')`;
    const file = await bank.owner`select file from bank.checkpoint_files where checkpoint_id = ${then}`;
    const copy = JSON.stringify(file[0]?.file).replaceAll(hers, crypto.randomUUID());
    await bank.owner`select bank.replace_household(${carol.id}, ${copy}::text::jsonb, 'A copy')`;
    expect((await bank.asCustomer(carol)`select balance::text from accounts`)[0]?.balance).toBe('1000.00');
    expect(await getPayments(bank, carol)).toMatchObject([{ state: 'undone' }]);
    expect(await getContacts(bank, carol)).toMatchObject([{ address: bob.email }]);
    const [transfer] = await getInbox(bank, bob);
    await take(bank, bob, transfer?.id, his);
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['960.00', '240.00']);
    expect(await inClearing(bank)).toBe(0);
    await expectSoundBooks(bank);
  });
});

describe('erasing a customer', () => {
  test("keeps the other customers' ledgers intact and returns pending payments", async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const sent = await pay(bank, alice, hers, bob.email, 40);
    await take(bank, bob, sent.peer_transfer_id, his);
    await bank.owner`delete from bank.linked_payees`;
    const waiting = await pay(bank, alice, hers, bob.email, 7);
    await bank.asCustomer(alice)`select erase_household()`;
    expect(await getBalance(bank, his)).toBe('240.00');
    expect(await getPayments(bank, bob)).toMatchObject([{ state: 'completed', address: alice.email }]);
    expect(await getInbox(bank, bob)).toEqual([]);
    expect((await getRefusal(take(bank, bob, waiting.peer_transfer_id, his))).code).toBe('NTFND');
    await expectSoundBooks(bank);
  });

  test('with unanswered payments returns the money like an expiration', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    await pay(bank, alice, hers, bob.email, 40);
    await bank.asCustomer(bob)`select erase_household()`;
    await simulateDays(bank, alice, 15);
    expect(await getBalance(bank, hers)).toBe('1000.00');
    await expectSoundBooks(bank);
  });
});

describe('fast-forwarding', () => {
  test('is simulated again after a payment arrives', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const { buildStep: stepOf } = await import('../../../engine/simulation/step.ts');
    const [household] =
      await bank.asService()`select * from engine_households(array[${bob.id}]::uuid[]) as row`;
    const { step } = stepOf(household?.row, household?.row.now + 86_400_000, true);
    const sent = await pay(bank, alice, hers, bob.email, 40);
    await take(bank, bob, sent.peer_transfer_id, his);
    const apply = bank.asService()`
      select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
    expect(await apply).toEqual([{ outcome: 'changed' }]);
    await simulateDays(bank, bob, 1);
    expect(await getBalance(bank, his)).toBe('240.00');
    await expectSoundBooks(bank);
  });
});
