// Records the customers' requests and their responses, so that they can be compared with the bank's ledger.
import type { CrashBank } from './bank.ts';

/** The products that a customer opens before the load. */
export type Products = {
  /** A checking account with a lot of money, which pays for the other products. */
  wallet: string;
  euros: string;
  certificate: string;
  fund: string;
  workplace: string;
  traditional: string;
  roth: string;
  home: string;
  line: string;
  goal: string;
  goalAccount: string;
  /** A second card, which receives transferred balances. */
  secondCard: string;
};

export type Customer = {
  id: string;
  email: string;
  token: string;
  everyday: string;
  savings: string;
  card: string;
  loan: string;
  products: Products;
};

/**
 * Returns how many times an operation's effect is in the database, or null if the bank no longer keeps it.
 */
export type Effect = (bank: CrashBank, operation: Operation) => Promise<number | null>;

/** An entry that a completed operation must have, with the amounts by account in cents. */
export type Expected = { description: string; pages: Record<string, number> };

export type Reply = { status: number; text: string };

export type Operation = {
  name: string;
  verb: string;
  customer: Customer;
  /** Sends the operation. Every attempt has the same request id. */
  send(): Promise<Reply>;
  entries: Expected[];
  /** The effects besides the entries. Each must be there once, or none of them. */
  effects?: Effect[];
  /** The simulated instant before the operation was sent, if the checks need it. */
  beganAt?: string;
  /** The setting that the operation changes, and its new value. */
  setting?: { name: string; value: string };
  /**
   * Matches the response to a repeated request, if the bank doesn't store responses to this kind of request.
   */
  repeatRefusal?: RegExp;
  /** True if a repeated request would have a different meaning, because time has passed. */
  once?: boolean;
  state: 'unanswered' | 'done' | 'refused';
  /** The exact text of the response. */
  answer: string;
};

/**
 * Response statuses after which a customer tries again, because the bank is down or another process must
 * handle the request.
 */
const AWAY = new Set([502, 503, 504]);

/** Sends an operation and records the response. Passes descriptions of unexpected failures to `odd`. */
export async function perform(operation: Operation, odd: (text: string) => void): Promise<void> {
  let reply: Reply;
  try {
    reply = await operation.send();
  } catch {
    return;
  }
  const { status, text } = reply;
  if (status < 300) {
    operation.state = 'done';
    operation.answer = text;
  } else if (operation.repeatRefusal?.test(text)) operation.state = 'done';
  else if (status >= 500) {
    if (!AWAY.has(status)) odd(`${operation.verb} got the response ${status}: ${text.slice(0, 300)}`);
  } else operation.state = 'refused';
}

/** Returns true if two responses are equal except for the order of keys. */
export function areSame(left: string, right: string): boolean {
  return left === right || (left !== '' && right !== '' && canonical(left) === canonical(right));
}

function canonical(text: string): string {
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
