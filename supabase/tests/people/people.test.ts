import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getRefusal,
  openAccount,
} from '../support/household.ts';
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

const UNKNOWN = 'nobody@people.example';

async function setUp(bank: Bank, alice: Person, bob: Person) {
  for (const person of [alice, bob]) await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const hers = await openAccount(bank, alice, { balance: 1000 });
  const his = await openAccount(bank, bob, { balance: 200 });
  return { hers: hers.id, his: his.id };
}

/** Returns the money in clearing across the whole bank. */
const inClearing = async (bank: Bank) =>
  (
    await bank.owner`select coalesce(sum(amount), 0)::float as sum from bank.postings where ledger_id = bank.system_account('transfer_clearing')`
  )[0]?.sum;

describe('a payment to a person', () => {
  test('is pending until accepted, and later ones arrive immediately', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const sent = await pay(bank, alice, hers, bob.email.toUpperCase(), 40, { note: 'Pizza' });
    expect(sent).toMatchObject({ state: 'pending', direction: 'out', amount: '40.00', address: bob.email });
    expect(await getBalance(bank, hers)).toBe('960.00');
    expect(await getBalance(bank, his)).toBe('200.00');
    expect(await inClearing(bank)).toBe(40);
    const [transfer] = await getInbox(bank, bob);
    expect(transfer).toMatchObject({
      kind: 'payment',
      amount: '40.00',
      note: 'Pizza',
      from_address: alice.email,
    });
    expect(await take(bank, bob, transfer?.id, his)).toMatchObject({ state: 'completed', direction: 'in' });
    expect(await getBalance(bank, his)).toBe('240.00');
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'completed', expires_at: null }]);
    expect(await getContacts(bank, bob)).toMatchObject([{ address: alice.email, person_id: alice.id }]);

    expect(await pay(bank, alice, hers, bob.email, 10)).toMatchObject({ state: 'completed' });
    expect(await pay(bank, bob, his, alice.email, 5)).toMatchObject({ state: 'completed' });
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['955.00', '245.00']);
    expect(await inClearing(bank)).toBe(0);
    const sides = await bank.owner`
      select e.payment_id, count(*)::int, count(distinct e.household_id)::int as households from bank.entries e
      where e.kind = 'person_payment' group by 1`;
    expect(sides.every(({ count, households }) => count === 2 && households === 2)).toBe(true);
    await expectSoundBooks(bank);
  });

  test('to an unknown address gets the same response as any other', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    const getAnswerFor = async (address: string) => {
      const { id, peer_transfer_id, at, entry_id, name, expires_at, ...answer } = await pay(
        bank,
        alice,
        hers,
        address,
        10,
      );
      return {
        ...answer,
        address: 'same',
        has: [id, peer_transfer_id, at, entry_id, name, expires_at].map((value) => typeof value),
      };
    };
    const answerForCustomer = await getAnswerFor(bob.email);
    expect(await getAnswerFor(UNKNOWN)).toEqual(answerForCustomer);
    // Canceling also has the same outcome for both payments.
    const rows = await getPayments(bank, alice);
    for (const { peer_transfer_id } of rows)
      await bank.asCustomer(alice)`select cancel_peer_transfer(${peer_transfer_id})`;
    expect(new Set((await getPayments(bank, alice)).map(({ state }) => state))).toEqual(
      new Set(['canceled']),
    );
    expect(await getBalance(bank, hers)).toBe('1000.00');
    expect(await getInbox(bank, bob)).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('reveals no customer: an unconfirmed address receives nothing until it is confirmed', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    await bank.owner`update auth.users set email_confirmed_at = null where id = ${bob.id}`;
    await pay(bank, alice, hers, bob.email, 10);
    expect(await getInbox(bank, bob)).toEqual([]);
    const [transfer] = await bank.owner`select id from peer_transfers`;
    await expectRefusal(bank, 'NTFND', [hers, his], () => take(bank, bob, transfer?.id, his));
    await bank.owner`update auth.users set email_confirmed_at = now() where id = ${bob.id}`;
    await take(bank, bob, (await getInbox(bank, bob))[0]?.id, his);
    expect(await getBalance(bank, his)).toBe('210.00');
  });

  test('moves money once, however often it is sent', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    const options = { requestId: 'once' };
    const first = await pay(bank, alice, hers, UNKNOWN, 25, options);
    expect(await pay(bank, alice, hers, UNKNOWN, 25, options)).toMatchObject({ id: first.id });
    await expectRefusal(bank, 'RQDIF', [hers], () => pay(bank, alice, hers, UNKNOWN, 26, options));
    expect(await getBalance(bank, hers)).toBe('975.00');
  });

  test('is refused above the balance, above the limits, and to oneself', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const rich = (await openAccount(bank, alice, { name: 'Rich', balance: 9000 })).id;
    const code = (attempt: Promise<unknown>) => getRefusal(attempt);
    expect(await code(pay(bank, alice, hers, UNKNOWN, 1000.01))).toMatchObject({
      code: 'INSUF',
      detail: { short: 0.01 },
    });
    expect(await code(pay(bank, alice, rich, UNKNOWN, 2500.01))).toMatchObject({
      code: 'PAYLM',
      detail: { rule: 'payment', left: 2500 },
    });
    await pay(bank, alice, rich, UNKNOWN, 2500);
    await pay(bank, alice, rich, UNKNOWN, 2400);
    expect(await code(pay(bank, alice, rich, UNKNOWN, 100.01))).toMatchObject({
      code: 'PAYLM',
      detail: { rule: 'day', left: 100 },
    });
    expect((await bank.asCustomer(alice)`select remaining::float from people_limits('USD')`)[0]).toEqual({
      remaining: 100,
    });
    expect(await code(pay(bank, alice, hers, alice.email, 1))).toMatchObject({ code: 'ISYOU' });
    expect(await code(pay(bank, alice, hers, 'no address', 1))).toMatchObject({ code: 'BADEM' });
    expect(await code(pay(bank, alice, hers, UNKNOWN, 1.001))).toMatchObject({ code: 'BADAM' });
    expect(await code(pay(bank, alice, his, UNKNOWN, 1))).toMatchObject({ code: 'NTFND' });
    expect(await code(pay(bank, alice, hers, UNKNOWN, 1, { currency: 'XXX' }))).toMatchObject({
      code: 'BADCU',
    });
    // The next simulated day has its own limits.
    await simulateDays(bank, alice, 1);
    await pay(bank, alice, rich, UNKNOWN, 2500);
    await expectSoundBooks(bank);
  });

  test('between currencies uses the daily rate on each side and is refused without one', async ({
    bank,
    alice,
    bob,
  }) => {
    const { hers } = await setUp(bank, alice, bob);
    const euros = (await openAccount(bank, bob, { name: 'Euros', currency: 'EUR' })).id;
    const [quote] = await bank.asCustomer(alice)`
      select account_amount::text as amount, rate::text from quote_peer_payment(${hers}, 30, 'EUR')`;
    const sent = await pay(bank, alice, hers, bob.email, 30, { currency: 'EUR' });
    expect(sent).toMatchObject({
      amount: '30.00',
      currency: 'EUR',
      account_amount: quote?.amount,
      account_currency: 'USD',
    });
    await take(bank, bob, (await getInbox(bank, bob))[0]?.id, euros);
    expect(await getBalance(bank, euros)).toBe('30.00');
    await expectSoundBooks(bank);
    await bank.owner`delete from exchange_rates`;
    await bank.owner`insert into exchange_rates values ('USD', 'EUR', '2190-01-01', 1)`;
    await expectRefusal(bank, 'NORAT', [hers], () =>
      pay(bank, alice, hers, UNKNOWN, 30, { currency: 'EUR' }),
    );
  });

  test("that nobody accepts returns after 14 days of the payer's clock", async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    await pay(bank, alice, hers, bob.email, 30, { currency: 'EUR' });
    await simulateDays(bank, bob, 40);
    expect(await getInbox(bank, bob)).toHaveLength(1);
    await simulateDays(bank, alice, 13);
    const [transfer] = await getInbox(bank, bob);
    expect(transfer).toBeDefined();
    await simulateDays(bank, alice, 2);
    expect(await getBalance(bank, hers)).toBe('1000.00');
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'expired' }]);
    expect(await inClearing(bank)).toBe(0);
    expect(await getRefusal(take(bank, bob, transfer?.id, his))).toMatchObject({ code: 'NOTOP' });
    const [back] = await bank.asCustomer(
      alice,
    )`select kind, amount::float from transactions order by date desc limit 1`;
    expect(back?.kind).toBe('refund');
    await expectSoundBooks(bank);
  });

  test('can be declined with a message', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    await pay(bank, alice, hers, bob.email, 30);
    const [transfer] = await getInbox(bank, bob);
    await bank.asCustomer(bob)`select decline_peer_transfer(${transfer?.id}, 'Keep it')`;
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'declined', answer: 'Keep it' }]);
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['1000.00', '200.00']);
    expect(await getRefusal(take(bank, bob, transfer?.id, his))).toMatchObject({
      code: 'NOTOP',
      detail: { state: 'declined' },
    });
    await expectSoundBooks(bank);
  });
});

describe('a request', () => {
  test('moves money once when accepted', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const [request] = await requestMoney(
      bank,
      alice,
      hers,
      [{ address: bob.email, amount: 42.5 }],
      'Tickets',
    );
    expect(request).toMatchObject({ kind: 'request', direction: 'in', state: 'pending', amount: '42.50' });
    const [transfer] = await getInbox(bank, bob);
    expect(await accept(bank, bob, transfer?.id, his)).toMatchObject({
      state: 'completed',
      direction: 'out',
    });
    expect(await getRefusal(accept(bank, bob, transfer?.id, his))).toMatchObject({ code: 'NOTOP' });
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['1042.50', '157.50']);
    expect(await getPayments(bank, alice)).toMatchObject([{ state: 'completed', account_amount: '42.50' }]);
    expect(await inClearing(bank)).toBe(0);
    await expectSoundBooks(bank);
  });

  test('that is declined, canceled, or expired moves none', async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    const endings: Record<string, (transfer: string) => Promise<unknown>> = {
      declined: (transfer) => bank.asCustomer(bob)`select decline_peer_transfer(${transfer}, 'Not mine')`,
      canceled: (transfer) => bank.asCustomer(alice)`select cancel_peer_transfer(${transfer})`,
      expired: () => simulateDays(bank, alice, 15),
    };
    for (const [state, end] of Object.entries(endings)) {
      const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 10 }]);
      await end(request?.peer_transfer_id ?? '');
      expect((await getPayments(bank, alice))[0]).toMatchObject({ state });
      expect(await getRefusal(accept(bank, bob, request?.peer_transfer_id, his))).toMatchObject({
        code: 'NOTOP',
        detail: { state },
      });
    }
    expect([await getBalance(bank, hers), await getBalance(bank, his)]).toEqual(['1000.00', '200.00']);
  });

  test('can be repeated once per simulated day, from the next day on', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 10 }]);
    const remind = () => bank.asCustomer(alice)`select remind_payment_request(${request?.peer_transfer_id})`;
    expect(await getRefusal(remind())).toMatchObject({ code: 'TSOON' });
    await simulateDays(bank, alice, 1);
    await remind();
    expect(await getRefusal(remind())).toMatchObject({ code: 'TSOON' });
    expect(await getInbox(bank, bob)).toMatchObject([{ reminders: 1 }]);
  });

  test('for a bill is split to the cent, all or none', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    const shares = [
      { address: bob.email, amount: 33.34 },
      { address: UNKNOWN, amount: 33.33, name: 'Nora' },
    ];
    const request = await requestMoney(bank, alice, hers, shares, 'Dinner');
    expect(request.map(({ amount, name }) => [amount, name])).toEqual([
      ['33.34', 'bob'],
      ['33.33', 'Nora'],
    ]);
    expect(new Set(request.map(({ split_id }) => split_id)).size).toBe(1);
    expect(
      await getRefusal(requestMoney(bank, alice, hers, [...shares, { address: alice.email, amount: 1 }])),
    ).toMatchObject({ code: 'ISYOU' });
    expect(await getPayments(bank, alice)).toHaveLength(2);
  });
});

describe('a blocked person', () => {
  test("can't pay or request, and doesn't notice", async ({ bank, alice, bob }) => {
    const { hers, his } = await setUp(bank, alice, bob);
    await pay(bank, alice, hers, bob.email, 10);
    const [transfer] = await getInbox(bank, bob);
    await take(bank, bob, transfer?.id, his);
    await bank.asCustomer(bob)`update contacts set blocked = true where address = ${alice.email}`;
    expect(await pay(bank, alice, hers, bob.email, 20)).toMatchObject({ state: 'pending' });
    await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 5 }]);
    expect(await getInbox(bank, bob)).toEqual([]);
    for (const { peer_transfer_id } of await getPayments(bank, alice)) {
      if (peer_transfer_id === transfer?.id) continue;
      expect(await getRefusal(take(bank, bob, peer_transfer_id, his))).toMatchObject({ code: 'NTFND' });
      expect(await getRefusal(accept(bank, bob, peer_transfer_id, his))).toMatchObject({ code: 'NTFND' });
    }
    expect(await getBalance(bank, his)).toBe('210.00');
    await bank.asCustomer(bob)`update contacts set blocked = false`;
    expect(await getInbox(bank, bob)).toHaveLength(2);
  });

  test('without a known address is blocked by their payment', async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    await bank.owner`update auth.users set email = null, email_confirmed_at = null where id = ${alice.id}`;
    await pay(bank, alice, hers, bob.email, 10);
    const [transfer] = await getInbox(bank, bob);
    expect(transfer).toMatchObject({ from_address: null });
    await bank.asCustomer(bob)`select block_sender(${transfer?.id})`;
    await pay(bank, alice, hers, bob.email, 10);
    expect(await getInbox(bank, bob)).toEqual([]);
    expect(await getContacts(bank, bob)).toMatchObject([{ blocked: true, address: null }]);
  });
});

describe('other customers', () => {
  test("can't read, accept, decline, cancel, or remind", async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    const carol = await bank.openCustomer('carol');
    const carols = (await openAccount(bank, carol)).id;
    const sent = await pay(bank, alice, hers, bob.email, 10);
    const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 5 }]);
    const stranger = bank.asCustomer(carol);
    for (const table of ['peer_transfers', 'peer_payments', 'contacts'])
      expect(await stranger(Object.assign([`select * from ${table}`], { raw: [] }))).toEqual([]);
    for (const id of [sent.peer_transfer_id, request?.peer_transfer_id]) {
      for (const attempt of [
        stranger`select accept_transfer(${id}, ${carols})`,
        stranger`select accept_payment_request(${id}, ${carols})`,
        stranger`select decline_peer_transfer(${id})`,
        stranger`select cancel_peer_transfer(${id})`,
        stranger`select remind_payment_request(${id})`,
        stranger`select block_sender(${id})`,
        bank.asCustomer(bob)`select cancel_peer_transfer(${id})`,
        bank.asCustomer(alice)`select accept_transfer(${id}, ${hers})`,
        bank.asCustomer(alice)`select accept_payment_request(${id}, ${hers})`,
      ])
        expect((await getRefusal(attempt)).code).toBe('NTFND');
    }
    // A forged address in the token gives no access, because the bank looks up the user who signed in.
    const forged = bank.asCustomer({ ...carol, email: bob.email });
    expect(await forged`select * from peer_transfers`).toEqual([]);
    for (const attempt of [
      stranger`insert into peer_payments (user_id) values (${alice.id})`,
      stranger`update peer_transfers set state = 'completed'`,
      stranger`delete from peer_transfers`,
      stranger`insert into contacts (name, address, person_id) values ('X', 'x@people.example', ${alice.id})`,
    ])
      expect((await getRefusal(attempt)).code).toBe('42501');
  });

  test("don't see names: a contact has the name that the customer chose", async ({ bank, alice, bob }) => {
    const { hers } = await setUp(bank, alice, bob);
    await bank.asCustomer(bob)`update customers set display_name = 'Robert Secret' where id = ${bob.id}`;
    expect(await pay(bank, alice, hers, bob.email, 10)).toMatchObject({ name: 'bob' });
    expect(await getContacts(bank, alice)).toMatchObject([{ name: 'bob', person_id: null }]);
  });
});
