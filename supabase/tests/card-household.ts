import { expect } from 'vitest';
import type { Bank, Person, Query } from './harness.ts';

export type CardRow = { id: string; user_id: string; card_number: string; balance: string };

/** Opens a card as its owner does, with what is owed on it. */
export async function openCard(
  bank: Bank,
  person: Person,
  { limit = 1000, balance = 0, currency = 'USD', apr = 19.99 } = {},
): Promise<CardRow> {
  const [card] = await bank.asCustomer(person)`
    insert into credit_cards (name, credit_limit, balance, apr, currency)
    values ('Blue', ${limit}, ${balance}, ${apr}, ${currency}) returning *`;
  return card as CardRow;
}

export const owedOn = async (bank: Bank, cardId: string) =>
  (await bank.owner`select balance::text from credit_cards where id = ${cardId}`)[0]?.balance;

export async function expectCardRefusal(
  bank: Bank,
  code: string,
  cardId: string,
  attempt: () => Promise<unknown>,
) {
  const before = await owedOn(bank, cardId);
  await expect(attempt()).rejects.toMatchObject({ code });
  expect(await owedOn(bank, cardId)).toBe(before);
}

/** What no verb takes for an amount. */
export const NO_AMOUNTS = ['0', '-5', '0.005', '1000000000', 'NaN', 'Infinity'];

/** The id of one of the bank's own categories. */
export const categoryNamed = async (query: Query, name: string) =>
  (await query`select id from categories where name = ${name} and user_id is null`)[0]?.id as string;

/** Moves a customer's simulated clock on, as time does. */
export async function passTime(bank: Bank, person: Person, interval: string) {
  await bank.asCustomer(person)`select enter()`;
  await bank.owner`
    update customers set clock_offset = clock_offset + ${interval}::interval where id = ${person.id}`;
}
