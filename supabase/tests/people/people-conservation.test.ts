import fc from 'fast-check';
import { expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';
import { accept, pay, requestMoney, simulateDays, take } from '../support/people.ts';

type Customer = Person & { accounts: string[]; checkpoints: string[]; isErased: boolean };
type Step = { action: string; who: number; whom: number; account: number; amount: number; pick: number };

const ACTIONS = [
  ...['pay', 'pay', 'pay', 'pay', 'pay-euros', 'take', 'take', 'take', 'ask', 'accept', 'accept'],
  ...['decline', 'cancel', 'save', 'save', 'restore', 'restore', 'restore', 'expire', 'erase'],
];

const steps = fc.array(
  fc.record({
    action: fc.constantFrom(...ACTIONS),
    who: fc.nat(2),
    whom: fc.nat(2),
    account: fc.nat(1),
    amount: fc.integer({ min: 1, max: 400 }),
    pick: fc.nat(20),
  }),
  { minLength: 10, maxLength: 40 },
);

test('no order of payments, answers, restores, and deletions creates or destroys money', async ({ bank }) => {
  await bank.owner`update exchange_rates set rate = 2 where base = 'EUR' and quote = 'USD'`;
  await bank.owner`update exchange_rates set rate = 0.5 where base = 'USD' and quote = 'EUR'`;
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      run += 1;
      const customers = await Promise.all([0, 1, 2].map((index) => openCustomer(bank, `run${run}-${index}`)));
      let expected = await computeTotal(bank, customers);
      const log: string[] = [];
      for (const step of sequence) {
        const [who, whom] = [customers[step.who], customers[step.whom]] as [Customer, Customer];
        if (who.isErased) continue;
        const owned = step.action === 'erase' ? await computeTotal(bank, [who]) : 0;
        const outcome = await perform(bank, step, who, whom).then(
          () => 'done',
          (error) => {
            if (!/^[A-Z]{5}$/.test(String(error.code))) throw error;
            return String(error.code);
          },
        );
        log.push(`${step.action} ${step.who}->${step.whom} ${step.account} ${step.amount}: ${outcome}`);
        expected -= owned;
        expect(await computeTotal(bank, customers), log.join('\n')).toBe(expected);
        expect(await openClearing(bank), log.join('\n')).toEqual([]);
      }
      await expectSoundBooks(bank);
    }),
    {
      numRuns: Number(process.env.RUNS ?? 15),
      seed: Number(process.env.SEED ?? 20261122),
      endOnFailure: true,
    },
  );
}, 600_000);

async function openCustomer(bank: Bank, name: string): Promise<Customer> {
  const person = await bank.openCustomer(name);
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const dollars = await openAccount(bank, person, { balance: 1000 });
  const euros = await openAccount(bank, person, { balance: 200, currency: 'EUR' });
  return { ...person, accounts: [dollars.id, euros.id], checkpoints: [], isErased: false };
}

async function perform(bank: Bank, step: Step, who: Customer, whom: Customer): Promise<void> {
  const as = bank.asCustomer(who);
  const account = who.accounts[step.account] ?? '';
  const transfer = async (kind: string) => {
    const transfers = await as`
      select id from peer_transfers where state = 'pending' and kind = ${kind} order by created_at, id`;
    return (transfers[step.pick % transfers.length]?.id ?? null) as string;
  };
  switch (step.action) {
    case 'pay':
      await pay(bank, who, account, whom.email, step.amount);
      return;
    case 'pay-euros':
      await pay(bank, who, account, whom.email, step.amount, { currency: 'EUR' });
      return;
    case 'take':
      await take(bank, who, await transfer('payment'), account);
      return;
    case 'ask':
      await requestMoney(bank, who, account, [{ address: whom.email, amount: step.amount }]);
      return;
    case 'accept':
      await accept(bank, who, await transfer('request'), account);
      return;
    case 'decline':
      await as`select decline_peer_transfer(${await transfer('payment')})`;
      return;
    case 'cancel': {
      const sent = await as`
        select peer_transfer_id from peer_payments where state = 'pending' order by at, peer_transfer_id`;
      await as`select cancel_peer_transfer(${sent[step.pick % sent.length]?.peer_transfer_id ?? null})`;
      return;
    }
    case 'save':
      who.checkpoints.push((await as`select id from save_checkpoint('Then')`)[0]?.id);
      return;
    case 'restore': {
      const saved = await as`select id from checkpoints order by created_at, id`;
      await bank.owner`
        select bank.replace_household(${who.id}, (select file || '{"keeps_numbers": true}' from bank.checkpoint_files
          where checkpoint_id = ${saved[step.pick % saved.length]?.id ?? null}), 'Then')`;
      return;
    }
    case 'expire':
      await simulateDays(bank, who, 15);
      return;
    default:
      await bank.asService()`select erase_household(${who.id})`;
      who.isErased = true;
  }
}

/**
 * Returns the total in dollars of the customers' balances and of their payments that are still unanswered.
 */
async function computeTotal(bank: Bank, customers: readonly Customer[]): Promise<number> {
  const [row] = await bank.owner`
    select coalesce(sum(amount * case currency when 'EUR' then 2 else 1 end), 0)::float as total from (
      select balance as amount, currency from accounts where user_id = any (${customers.map(({ id }) => id)}::uuid[])
      union all select amount, currency from peer_transfers
        where kind = 'payment' and state = 'pending' and user_id = any (${customers.map(({ id }) => id)}::uuid[])) as owned`;
  return row?.total;
}

/** Returns the currencies in which clearing differs from the open transfers. */
const openClearing = (bank: Bank) => bank.owner`
  select currency, sum(amount) from (
    select currency, amount from bank.postings where ledger_id = bank.system_account('transfer_clearing')
    union all select currency, -amount from peer_transfers where kind = 'payment' and state = 'pending') as moved
  group by currency having sum(amount) <> 0`;
