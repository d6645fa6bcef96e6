import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

/** Long-running proofs set a higher number of runs. */
const RUNS = Number(process.env.SANDBANK_PROPERTY_RUNS ?? 10);
/**
 * The codes that a function or a raw call can return when it doesn't move money. Any other code is a bug in
 * the bank.
 */
const REFUSALS = ['INSUF', 'NTFND', 'CLOSD', 'NTZRO', 'BADAM', 'SAMAC', 'RQDIF', 'BADDT', '42501'];

const slot = fc.nat({ max: 3 });
const cents = fc.integer({ min: 1, max: 40_000 });
const requestId = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null, freq: 2 });
const command = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constantFrom('deposit', 'withdraw'), on: slot, cents, requestId }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ verb: fc.constant('transfer'), on: slot, to: slot, cents, requestId }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constantFrom('row in', 'row out', 'row across'),
      on: slot,
      to: slot,
      cents,
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('many rows'), on: slot, to: slot, cents }) },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constantFrom('old client', 'edit balance', 'edit currency'),
      on: slot,
      cents,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constantFrom('close', 'reopen', 'delete', 'audit'), on: slot, to: slot }),
  },
);
type Command = { verb: string; on: number; to?: number; cents?: number; requestId?: string | null };

describe('random parallel transactions', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());

  const newCustomer = () => bank.openCustomer(randomUUID());

  /** Opens four accounts in two currencies. */
  const openHousehold = async (person: Person) => {
    const ids: string[] = [];
    for (const currency of ['USD', 'USD', 'EUR', 'USD']) {
      ids.push((await openAccount(bank, person, { currency, balance: 500 })).id);
    }
    return ids;
  };

  async function perform(
    person: Person,
    ids: string[],
    { verb, on, to = 0, cents = 1, requestId = null }: Command,
  ) {
    const customer = bank.asCustomer(person);
    const [account, target, amount] = [ids[on] ?? '', ids[to] ?? '', (cents / 100).toFixed(2)];
    const insert = (type: string) => customer`
      insert into transactions (account_id, counter_account_id, amount, type, date)
      values (${account}, ${type === 'TRANSFER' ? target : null}, ${amount}, ${type}, ${new Date()})`;
    switch (verb) {
      case 'deposit':
        return customer`select deposit(${account}, ${amount}, request_id => ${requestId})`;
      case 'withdraw':
        return customer`select withdraw(${account}, ${amount}, request_id => ${requestId})`;
      case 'transfer':
        return customer`select transfer(${account}, ${target}, ${amount}, request_id => ${requestId})`;
      case 'row in':
        return insert('DEPOSIT');
      case 'row out':
        return insert('WITHDRAWAL');
      case 'row across':
        return insert('TRANSFER');
      case 'many rows':
        return customer`
          insert into transactions (account_id, amount, type)
          select id, ${amount}, 'WITHDRAWAL' from unnest(array[${account}, ${target}, ${account}]::uuid[]) id`;
      case 'old client': {
        const [read] = await customer`select balance from accounts where id = ${account}`;
        await insert('DEPOSIT');
        return customer`
          update accounts set balance = ${Number(read?.balance ?? 0) + Number(amount)} where id = ${account}`;
      }
      case 'edit balance':
        return customer`update accounts set balance = ${amount} where id = ${account}`;
      case 'edit currency':
        return customer`update accounts set currency = case currency when 'USD' then 'EUR' else 'USD' end where id = ${account}`;
      case 'close':
        return customer`select close_account(${account}, ${target})`;
      case 'reopen':
        return customer`select reopen_account(${account})`;
      case 'delete':
        return customer`delete from accounts where id = ${on === 3 ? account : null}`;
      default:
        return customer`select audit_my_books()`;
    }
  }

  it('keep the ledger balanced, balances equal to their postings, and nothing below zero', async () => {
    const streams = fc.array(fc.array(command, { minLength: 6, maxLength: 14 }), {
      minLength: 6,
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(streams, async (work) => {
        const people = [await newCustomer(), await newCustomer(), await newCustomer()];
        const households = await Promise.all(people.map(openHousehold));
        const faults: unknown[] = [];
        // Runs two streams of commands for each customer, all in parallel.
        await Promise.all(
          work.map(async (commands, index) => {
            const [person, ids] = [people[index % 3], households[index % 3]];
            if (!person || !ids) return;
            for (const command of commands) {
              await perform(person, ids, command).catch((error) => {
                if (!REFUSALS.includes(error.code))
                  faults.push({ ...command, code: error.code, message: error.message });
              });
            }
          }),
        );
        expect(faults).toEqual([]);
        await expectSoundBooks(bank);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  }, 600_000);

  it('of forty withdrawals of a tenth of the balance let ten succeed', async () => {
    const person = await newCustomer();
    const { id } = await openAccount(bank, person, { balance: 1000 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () =>
        bank.asCustomer(person)`select withdraw(${id}, 100)`.then(() => 'moved').catch((error) => error.code),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'moved')).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome === 'INSUF')).toHaveLength(30);
    expect(await getBalance(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  it('of two withdrawals of the whole balance let exactly one succeed, by function or by row', async () => {
    const person = await newCustomer();
    for (let time = 0; time < 5; time += 1) {
      const { id } = await openAccount(bank, person, { balance: 70 });
      const customer = bank.asCustomer(person);
      const outcomes = await Promise.allSettled([
        customer`select withdraw(${id}, 70)`,
        customer`insert into transactions (account_id, amount, type) values (${id}, 70, 'WITHDRAWAL')`,
      ]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await getBalance(bank, id)).toBe('0.00');
    }
    await expectSoundBooks(bank);
  });

  it('cross each other without deadlocks, also as rows inserted in any order', async () => {
    const person = await newCustomer();
    const a = await openAccount(bank, person, { balance: 1000 });
    const b = await openAccount(bank, person, { balance: 1000 });
    const customer = bank.asCustomer(person);
    const rows = (ids: string[]) => customer`
      insert into transactions (account_id, amount, type) select id, 1, 'WITHDRAWAL' from unnest(${ids}::uuid[]) id`;
    await Promise.all(
      Array.from({ length: 15 }, () => [
        customer`select transfer(${a.id}, ${b.id}, 3)`,
        customer`select transfer(${b.id}, ${a.id}, 2)`,
        rows([a.id, b.id]),
        rows([b.id, a.id]),
      ]).flat(),
    );
    expect(await getBalance(bank, a.id)).toBe('955.00');
    expect(await getBalance(bank, b.id)).toBe('985.00');
    await expectSoundBooks(bank);
  });
});
