import { expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep, type Step } from '../../../engine/simulation/step.ts';
import type { Bank, Person, Query } from './harness.ts';

export type CardRow = { id: string; user_id: string; card_number: string; balance: string };

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

/** Invalid amounts. */
export const NO_AMOUNTS = ['0', '-5', '0.005', '1000000000', 'NaN', 'Infinity'];

/** Returns the id of a built-in category. */
export const categoryNamed = async (query: Query, name: string) =>
  (await query`select id from categories where name = ${name} and user_id is null`)[0]?.id as string;

/** Moves a customer's simulated clock. */
export async function passTime(bank: Bank, person: Person, interval: string) {
  await bank.asCustomer(person)`select ensure_customer()`;
  await bank.owner`
    update customers set clock_offset = clock_offset + ${interval}::interval where id = ${person.id}`;
}

/** Computes the engine's step of some days without applying it. */
export async function planStep(bank: Bank, { id }: Person, days: number): Promise<Step> {
  const [household] = await bank.owner`select row from engine_households(array[${id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  return buildStep(row, row.now + days * DAY_MS, true).step;
}

/** Applies a step and returns its outcome. */
export async function applyStep(bank: Bank, step: Step): Promise<string> {
  const [done] = await bank.owner`
    select outcome from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`;
  return done?.outcome as string;
}

/** Simulates a household for some days, as a fast-forward does, and returns the step. */
export async function simulateDays(bank: Bank, person: Person, days: number): Promise<Step> {
  const step = await planStep(bank, person, days);
  expect(await applyStep(bank, step)).toBe('applied');
  return step;
}

/** Expects consecutive statements that agree with the ledger. */
export async function expectStatementsReconciled(bank: Bank, cardId: string, count: number) {
  const statements = await bank.owner`
    select s.*, coalesce(lag(s.closing_balance) over (order by s.to_date), (
        select -sum(p.amount) from bank.postings p join bank.entries e on e.id = p.entry_id
        where p.ledger_id = s.card_id and e.kind = 'opening'), 0) as before, booked.*
    from card_statements s join customers c on c.id = s.user_id
      cross join lateral (
        select coalesce(-sum(p.amount) filter (where e.kind = 'interest'), 0) as booked_interest,
          coalesce(-sum(p.amount) filter (where e.kind = 'fee'), 0) as booked_fees,
          coalesce(-sum(p.amount) filter (where e.kind not in ('interest', 'fee') and p.amount < 0), 0) as booked_charges,
          coalesce(sum(p.amount) filter (where e.kind not in ('interest', 'fee') and p.amount > 0), 0) as booked_payments
        from bank.postings p join bank.entries e on e.id = p.entry_id
        where p.ledger_id = s.card_id and e.kind <> 'opening'
          and (e.value_at at time zone c.time_zone)::date between s.from_date and s.to_date) as booked
    where s.card_id = ${cardId} order by s.to_date`;
  expect(statements).toHaveLength(count);
  for (const { before, opening_balance, ...statement } of statements) {
    expect(Number(opening_balance)).toBe(Number(before));
    for (const part of ['interest', 'fees', 'charges', 'payments'])
      expect(Number(statement[part]), `${statement.to_date} ${part}`).toBe(
        Number(statement[`booked_${part}`]),
      );
  }
}
