import { expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import type { Bank, Person } from './harness.ts';

type Row = Record<string, ReturnType<JSON['parse']>>;
type Options = { note?: string; currency?: string; requestId?: string };

/** Pays an email address from an account; returns the payer's row. */
export async function pay(
  bank: Bank,
  person: Person,
  accountId: string,
  address: string,
  amount: number,
  { note, currency, requestId }: Options = {},
): Promise<Row> {
  const [row] = await bank.asCustomer(person)`
    select * from pay_person(${accountId}, ${String(amount)}::numeric, ${address}, ${currency ?? null}, ${note ?? null},
      request_id => ${requestId ?? null})`;
  return row ?? {};
}

/** Requests money from people; returns the requester's rows. */
export const requestMoney = (
  bank: Bank,
  person: Person,
  accountId: string,
  shares: readonly { address: string; amount: number; name?: string }[],
  note: string | null = null,
) =>
  bank.asCustomer(person)`
    select * from request_from_people(${accountId}, ${JSON.stringify(shares)}::text::jsonb, ${note})`;

export async function take(
  bank: Bank,
  person: Person,
  transfer: string | undefined,
  accountId: string,
): Promise<Row> {
  const [row] = await bank.asCustomer(
    person,
  )`select * from accept_transfer(${transfer ?? null}, ${accountId})`;
  return row ?? {};
}

export async function accept(
  bank: Bank,
  person: Person,
  transfer: string | undefined,
  accountId: string,
): Promise<Row> {
  const [row] = await bank.asCustomer(
    person,
  )`select * from accept_payment_request(${transfer ?? null}, ${accountId})`;
  return row ?? {};
}

/** Returns the transfers and requests that a customer must answer. */
export const getInbox = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`select * from peer_transfers where state = 'pending' order by created_at`;

/** Returns a customer's peer payments and requests, newest first. */
export const getPayments = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`select * from peer_payments order by at desc, id desc`;

export const getContacts = (bank: Bank, person: Person) =>
  bank.asCustomer(person)`select * from contacts order by created_at`;

/** Simulates a household for a number of days. */
export async function simulateDays(bank: Bank, person: Person, days: number): Promise<void> {
  const service = bank.asService();
  const [household] = await service`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  const row = household?.row as HouseholdRow;
  const { step } = buildStep(row, Math.max(row.simulated_until, row.now) + days * DAY_MS, true);
  const [applied] =
    await service`select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}
