import { expect } from 'vitest';
import { type Instant, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep, type Step } from '../../../engine/simulation/step.ts';
import type { Bank, Person } from './harness.ts';

const zone = new Zone('UTC');
const NOON = 720;

export async function read(bank: Bank, person: Person): Promise<HouseholdRow> {
  const [row] = await bank.asService()`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  return row?.row;
}

/** Simulates the household to an instant and moves its clock; returns the events. */
export async function simulateTo(bank: Bank, person: Person, to: Instant): Promise<Step['events']> {
  const { step } = buildStep(await read(bank, person), to, true);
  const [done] = await bank.asService()`
    select outcome from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`;
  expect(done?.outcome).toBe('applied');
  return step.events;
}

/** Returns the customer's date a number of days from now. */
export async function getDay(bank: Bank, person: Person, days = 0): Promise<string> {
  const [row] = await bank.owner`select (bank.today_for(${person.id}) + ${days}::integer)::text as day`;
  return row?.day;
}

/** Moves the clock by whole days to 1 PM, after payments due at noon. */
export async function simulateDays(bank: Bank, person: Person, days: number): Promise<Step['events']> {
  const [row] = await bank.owner`select bank.millis(bank.now_for(${person.id})) as now`;
  const day = zone.getDay(Number(row?.now)) + days;
  return simulateTo(bank, person, zone.at(day, NOON + 60));
}

export type Quote = {
  on_date: string;
  balance: number;
  accrued_interest: number;
  total: number;
  per_day: number;
  days: number;
  next: number;
  held: { balance_days: number; days: number };
};

export async function getQuote(
  bank: Bank,
  person: Person,
  debtId: string,
  day: string | null = null,
): Promise<Quote> {
  const [row] = await bank.asCustomer(person)`select payoff_quote(${debtId}, ${day}) as quote`;
  return row?.quote;
}

export type DebtRow = {
  id: string;
  monthly_payment: string;
  remaining_balance: string;
  next_due_date: Date;
  start_date: string;
  currency: string;
};

/** Opens a loan, by default 10,000.00 at 12% over a year. */
export async function takeLoan(
  bank: Bank,
  person: Person,
  {
    amount = 10_000,
    rate = 12,
    term = 12,
    account = null as string | null,
    request = null as string | null,
  } = {},
): Promise<DebtRow> {
  const [loan] = await bank.asCustomer(person)`
    select * from take_loan(${amount}, ${rate}, 'Car', ${term}, ${account}, ${request})`;
  return loan as DebtRow;
}

/** Invalid amounts that the bank must refuse without side effects. */
export const BAD_AMOUNTS = ['0', '-1', '0.001', 'NaN', 'Infinity', '1000000000'];
