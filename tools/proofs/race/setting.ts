// Defines the types and helper functions for race scenes.
import { isDeepStrictEqual } from 'node:util';
import type { Chance } from '../chance.ts';
import type { Answer, ServedBank, ServedCustomer } from '../served-bank.ts';

/** A request, and its effect if acknowledged, in cents by account, card, or debt. */
export type Attempt = {
  customer: ServedCustomer;
  path: string;
  body: Record<string, unknown>;
  moves?: Record<string, number>;
  /**
   * Two requests with the same name are a double click. They must be executed once and get equal responses.
   */
  once?: string;
};
export type Answered = Attempt & { answer: Answer };

export type Scene = {
  attempts: Attempt[];
  /** The amounts before the scene in cents, by account, card, or debt. Negative for debts. */
  before: Map<string, number>;
  /**
   * Checks the responses for further faults. Returns a description of the fault, or null if there is none.
   */
  checkResponses?: (answered: readonly Answered[]) => Promise<string | null> | string | null;
};

export type Setting = { bank: ServedBank; chance: Chance };

export type Opened = { id: string; customer: ServedCustomer };

/** Sends a setup request as the customer. Throws if it is refused. */
export async function call(setting: Setting, customer: ServedCustomer, verb: string, body: object) {
  const path = verb.startsWith('/') ? verb : `/rest/v1/rpc/${verb}`;
  const { code, message, data } = await setting.bank.send(customer, 0, 'POST', path, body);
  if (code !== null) throw new Error(`${verb}: ${code} ${message}`);
  return (Array.isArray(data) ? data[0] : data) as Record<string, unknown>;
}

export async function getAccounts(
  setting: Setting,
  customer: ServedCustomer,
  count: number,
  balance: number,
): Promise<Opened[]> {
  const opened: Opened[] = [];
  for (let index = 0; index < count; index += 1) {
    const body = { name: `Account ${index + 1}`, initial_balance: balance };
    opened.push({ id: String((await call(setting, customer, 'open_account', body)).id), customer });
  }
  return opened;
}

export const rpc = (verb: string) => `/rest/v1/rpc/${verb}`;
export const times = <Made>(count: number, make: (index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(index));
export const balances = (products: readonly { id: string }[], cents: number): [string, number][] =>
  products.map(({ id }) => [id, cents]);

export function getTransfer(from: Opened, to: Opened, cents: number): Attempt {
  return {
    customer: from.customer,
    path: rpc('transfer'),
    body: { from_account_id: from.id, to_account_id: to.id, amount: cents / 100 },
    moves: { [from.id]: -cents, [to.id]: cents },
  };
}

/**
 * Compares both servers' responses to the same action. Returns a description of a difference, or null if the
 * responses are equal.
 */
export function differing(answered: readonly Answered[]): string | null {
  const byRequest = new Map<string, Answered[]>();
  for (const response of answered)
    if (response.once) byRequest.set(response.once, [...(byRequest.get(response.once) ?? []), response]);
  for (const presses of byRequest.values()) {
    // Refusals aren't remembered, so a repeated request may succeed.
    const done = presses.filter(({ answer }) => answer.code === null);
    if (done.some(({ answer }) => !isDeepStrictEqual(answer.data, done[0]?.answer.data)))
      return `two answers to one request: ${JSON.stringify(done.map(({ answer }) => answer.data))}`;
  }
  return null;
}
