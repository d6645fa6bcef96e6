import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';
import { accept, getInbox, getPayments, pay, requestMoney, simulateDays, take } from '../support/people.ts';

/** Returns the sorted outcomes of parallel calls: `done`, or the refusal's code. */
const getOutcomes = async (attempts: readonly Promise<unknown>[]) =>
  (
    await Promise.all(
      attempts.map((attempt) =>
        attempt.then(
          () => 'done',
          (error) => String(error.code),
        ),
      ),
    )
  ).toSorted();

describe('parallel payments between people', () => {
  let bank: CommittedBank;
  let people: Person[];
  let alice: Person;
  let bob: Person;
  let hers: string;
  let his: string;

  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());
  beforeEach(async () => {
    people = await Promise.all(
      ['a', 'b', 'c'].map((name) => bank.openCustomer(`${name}-${crypto.randomUUID()}`)),
    );
    const [first, second] = people;
    if (!first || !second) throw new Error('no customers');
    [alice, bob] = [first, second];
    hers = (await openAccount(bank, alice, { balance: 1000 })).id;
    his = (await openAccount(bank, bob, { balance: 1000 })).id;
  });

  const clearing = async () =>
    (
      await bank.owner`select coalesce(sum(amount), 0)::float as sum from bank.postings where ledger_id = bank.system_account('transfer_clearing')`
    )[0]?.sum;
  const pending = async () =>
    (
      await bank.owner`select coalesce(sum(amount), 0)::float as sum from peer_transfers where state = 'pending' and kind = 'payment'`
    )[0]?.sum;
  const getBalances = async () => [await getBalance(bank, hers), await getBalance(bank, his)];
  const link_payee = async () => {
    const sent = await pay(bank, alice, hers, bob.email, 1);
    await take(bank, bob, sent.peer_transfer_id, his);
    await pay(bank, bob, his, alice.email, 1);
  };

  it('accept a request once from several windows', async () => {
    const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 100 }]);
    const outcomes = await getOutcomes(
      Array.from({ length: 6 }, () => accept(bank, bob, request?.peer_transfer_id, his)),
    );
    expect(outcomes).toEqual([...Array(5).fill('NOTOP'), 'done']);
    expect(await getBalances()).toEqual(['1100.00', '900.00']);
  });

  it('allow one of accept and cancel, receive and cancel, receive and decline', async () => {
    for (const kind of ['payment', 'request'] as const) {
      const transfer =
        kind === 'request'
          ? (await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 100 }]))[0]
              ?.peer_transfer_id
          : (await pay(bank, alice, hers, bob.email, 100)).peer_transfer_id;
      const outcomes = await getOutcomes([
        kind === 'request' ? accept(bank, bob, transfer, his) : take(bank, bob, transfer, his),
        bank.asCustomer(alice)`select cancel_peer_transfer(${transfer})`,
        bank.asCustomer(bob)`select decline_peer_transfer(${transfer})`,
        bank.asCustomer(alice)`select cancel_peer_transfer(${transfer})`,
      ]);
      expect(outcomes, kind).toEqual(['NOTOP', 'NOTOP', 'NOTOP', 'done']);
    }
    expect(await clearing()).toBe(await pending());
    await expectSoundBooks(bank);
  });

  it('accept while the request expires: paid once or not at all', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [before] = await getBalances();
      const [request] = await requestMoney(bank, alice, hers, [{ address: bob.email, amount: 10 }]);
      const expire = () => simulateDays(bank, alice, 15).catch(() => {});
      const [outcome] = await getOutcomes([
        accept(bank, bob, request?.peer_transfer_id, his),
        expire().then(() => accept(bank, bob, request?.peer_transfer_id, his)),
      ]);
      const [mine] = await getPayments(bank, alice);
      const paid = Number((await getBalances())[0]) - Number(before);
      expect(outcome).toBe('NOTOP');
      expect(paid).toBe(mine?.state === 'completed' ? 10 : 0);
    }
    await expectSoundBooks(bank);
  });

  it('in both directions cause no deadlock, also beside other transactions', async () => {
    await link_payee();
    const more = (await openAccount(bank, alice, { name: 'More', balance: 500 })).id;
    const attempts = Array.from({ length: 12 }, (_, index) => [
      pay(bank, alice, index % 2 ? hers : more, bob.email, 3),
      pay(bank, bob, his, alice.email, 2),
      bank.asCustomer(alice)`select transfer(${hers}, ${more}, 1)`,
      bank.asCustomer(bob)`select deposit(${his}, 1)`,
      bank.asCustomer(
        alice,
      )`insert into transactions (account_id, amount, type) values (${more}, 1, 'DEPOSIT'), (${hers}, 1, 'DEPOSIT')`,
    ]).flat();
    expect(new Set(await getOutcomes(attempts))).toEqual(new Set(['done']));
    const [sum] =
      await bank.owner`select sum(balance)::float as sum from accounts where id = any(${[hers, his, more]}::uuid[])`;
    expect(sum?.sum).toBe(2500 + 12 + 24);
    await expectSoundBooks(bank);
  });

  it('never pay more than the balance or the daily limit', async () => {
    await link_payee();
    const outcomes = await getOutcomes(
      Array.from({ length: 8 }, () => pay(bank, alice, hers, bob.email, 300)),
    );
    expect(outcomes).toEqual([...Array(5).fill('INSUF'), ...Array(3).fill('done')]);
    const rich = (await openAccount(bank, bob, { balance: 90_000 })).id;
    const daily = await getOutcomes(Array.from({ length: 6 }, () => pay(bank, bob, rich, alice.email, 2400)));
    expect(daily).toEqual([...Array(4).fill('PAYLM'), 'done', 'done']);
  });

  it('pay once per request id', async () => {
    const options = { requestId: crypto.randomUUID() };
    const outcomes = await getOutcomes(
      Array.from({ length: 6 }, () => pay(bank, alice, hers, bob.email, 50, options)),
    );
    expect(outcomes).toEqual(Array(6).fill('done'));
    expect(await getBalance(bank, hers)).toBe('950.00');
    expect(await getInbox(bank, bob)).toHaveLength(1);
  });

  it('conserve money: accounts and clearing add up', async () => {
    const accounts = new Map<string, string>();
    for (const person of people)
      accounts.set(person.id, (await openAccount(bank, person, { balance: 300 })).id);
    // Sums all accounts of these customers, because the bank chooses which account receives a payment from
    // someone the customer knows.
    const total = async () => {
      const [row] = await bank.owner`
        select sum(balance)::float as sum from accounts where user_id = any(${people.map(({ id }) => id)}::uuid[])`;
      return row?.sum;
    };
    const outset = await clearing();
    const action = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      whom: fc.integer({ min: 0, max: 2 }),
      does: fc.constantFrom('pay', 'ask', 'answer', 'decline', 'cancel'),
      amount: fc.integer({ min: 1, max: 40_000 }),
    });
    const act = async ({
      who,
      whom,
      does,
      amount,
    }: {
      who: number;
      whom: number;
      does: string;
      amount: number;
    }) => {
      const [person, recipient] = [people[who], people[whom]];
      const account = accounts.get(person?.id ?? '') ?? '';
      if (!person || !recipient) return;
      if (does === 'pay') await pay(bank, person, account, recipient.email, amount / 100);
      else if (does === 'ask')
        await requestMoney(bank, person, account, [{ address: recipient.email, amount: amount / 100 }]);
      else if (does === 'cancel') {
        const [row] = await bank.asCustomer(
          person,
        )`select peer_transfer_id from peer_payments where state = 'pending' limit 1`;
        await bank.asCustomer(person)`select cancel_peer_transfer(${row?.peer_transfer_id ?? null})`;
      } else {
        const [transfer] = await getInbox(bank, person);
        if (does === 'decline')
          await bank.asCustomer(person)`select decline_peer_transfer(${transfer?.id ?? null})`;
        else if (transfer?.kind === 'payment') await take(bank, person, transfer.id, account);
        else await accept(bank, person, transfer?.id, account);
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), async (actions) => {
        const outcomes = await getOutcomes(actions.map(act));
        const refused = outcomes.filter((code) => code !== 'done');
        expect(
          refused.filter((code) => !['ISYOU', 'NTFND', 'NOTOP', 'INSUF', 'PAYLM'].includes(code)),
        ).toEqual([]);
        expect(((await clearing()) - outset + (await total())).toFixed(2)).toBe('2900.00');
        expect((await clearing()).toFixed(2)).toBe((await pending()).toFixed(2));
      }),
      { numRuns: 8 },
    );
    await expectSoundBooks(bank);
  });
});
