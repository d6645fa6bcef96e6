import { expect } from 'vitest';
import type { Bank, Person } from './harness.ts';

export type AccountRow = {
  id: string;
  name: string;
  type: string;
  balance: string;
  currency: string;
  created_at: Date;
  closed_at: Date | null;
  account_number: string;
  last_entry: string | null;
};

export type TransactionRow = {
  id: string;
  account_id: string;
  amount: string;
  type: string;
  description: string | null;
  date: Date;
  kind: string;
  direction: string;
  currency: string;
  counter_account_id: string | null;
  balance_after: string;
  exchange_rate: string | null;
  entry_id: string | null;
};

/** Opens an account and returns its row. */
export async function openAccount(
  bank: Bank,
  person: Person,
  { name = 'Everyday', type = 'CHECKING', currency = 'USD', balance = '0' as string | number } = {},
): Promise<AccountRow> {
  const [account] = await bank.asCustomer(person)`
    select * from open_account(${name}, ${type}, ${currency}, ${String(balance)}::numeric)`;
  return account as AccountRow;
}

export async function getBalance(bank: Bank, accountId: string): Promise<string> {
  const [row] = await bank.owner`select balance::text from public.accounts where id = ${accountId}`;
  return row?.balance;
}

/** Returns the customer's transactions on an account, newest first. */
export async function getHistory(bank: Bank, person: Person, accountId: string): Promise<TransactionRow[]> {
  return (await bank.asCustomer(person)`
    select * from transactions where account_id = ${accountId} order by date desc`) as TransactionRow[];
}

/**
 * Expects every ledger to be sound: entries sum to zero, balances equal their postings, and histories agree.
 */
export async function expectSoundBooks(bank: Bank): Promise<void> {
  expect(await bank.owner`select * from bank.audit()`).toEqual([]);
}

/** Returns the code and detail of a statement's refusal. */
export async function getRefusal(statement: Promise<unknown>): Promise<{ code: string; detail: unknown }> {
  try {
    await statement;
  } catch (error) {
    const { code, detail } = error as { code: string; detail?: string };
    return { code, detail: detail?.startsWith('{') ? JSON.parse(detail) : detail };
  }
  throw new Error('The statement was not refused.');
}

/** Expects a refusal with this code that leaves these balances unchanged. */
export async function expectRefusal(
  bank: Bank,
  code: string,
  accountIds: string[],
  attempt: () => Promise<unknown>,
): Promise<void> {
  const balances = () => Promise.all(accountIds.map((id) => getBalance(bank, id)));
  const before = await balances();
  await expect(attempt()).rejects.toMatchObject({ code });
  expect(await balances()).toEqual(before);
}

/** Runs calls at once and returns `done` or the refusal code of each. */
export async function settle(attempts: readonly PromiseLike<unknown>[]): Promise<string[]> {
  const ends = await Promise.allSettled(attempts);
  return ends.map((end) => (end.status === 'fulfilled' ? 'done' : String(end.reason.code)));
}

/** Runs a call several times at once and returns the sorted outcomes of `settle`. */
export async function getOutcomes(count: number, attempt: () => Promise<unknown>): Promise<string[]> {
  return (await settle(Array.from({ length: count }, attempt))).toSorted();
}
