import { categoryNamed, openCard } from './card-household.ts';
import type { Bank, Person } from './harness.ts';
import { openAccount } from './household.ts';

export type Condition = Record<string, unknown>;
export type SearchResult = {
  transaction_key: string;
  amount: string;
  direction: string;
  description: string | null;
  counterpart_id: string | null;
};

/** Returns all transactions that match a search. */
export async function find(bank: Bank, person: Person, conditions: Condition[], sort = 'date') {
  return (await bank.asCustomer(person)`
    select * from search_transactions(${JSON.stringify({ conditions, sort })}::text::jsonb, null, 1000)`) as SearchResult[];
}
export const getTotals = async (bank: Bank, person: Person, conditions: Condition[]) =>
  await bank.asCustomer(person)`
    select currency, times::int, money_in::text, money_out::text, moved_in::text, moved_out::text, without_rate::int
    from search_totals(${JSON.stringify({ conditions, sort: 'date' })}::text::jsonb)`;
export const words = (text: string, not = false) => ({ on: 'words', text, ...(not && { not }) });

/** Opens two accounts and a card, and creates all kinds of transactions. */
export async function simulateSomeDays(bank: Bank, person: Person) {
  const everyday = await openAccount(bank, person, { balance: 1000 });
  const savings = await openAccount(bank, person, { name: 'Savings', balance: 200 });
  const card = await openCard(bank, person);
  const as = bank.asCustomer(person);
  const food = await categoryNamed(as, 'Food');
  await as`select withdraw(${everyday.id}, 40, 'Corner Grocer')`;
  await as`select withdraw(${everyday.id}, 900, 'Monthly rent 100% \\ of_it')`;
  await as`select transfer(${everyday.id}, ${savings.id}, 10)`;
  await as`select charge_credit_card(${card.id}, 75, 'Corner Grocer', 'Food', 'Weekly shop')`;
  await as`select charge_credit_card(${card.id}, 12.5, 'Bean House')`;
  await as`update transactions set category_id = ${food} where description = 'Corner Grocer'`;
  return { everyday, savings, card, food };
}
