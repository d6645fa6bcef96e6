// Sends this proof's requests and doesn't retry them automatically.
import { type CrashBank, pause } from './bank.ts';
import type { Customer, Reply } from './journal.ts';

const PATIENCE_MS = 30_000;
const PASSWORD = 'correct horse battery staple';

type Sent = { method?: string; body?: string | Uint8Array; type?: string; headers?: Record<string, string> };

/** Sends a request as a customer or a visitor. Throws if there is no response. */
export async function send(
  bank: CrashBank,
  token: string | null,
  path: string,
  { method = 'POST', body, type = 'application/json', headers = {} }: Sent = {},
): Promise<Reply> {
  const answer = await fetch(bank.url() + path, {
    method,
    headers: {
      apikey: bank.anonKey(),
      authorization: `Bearer ${token ?? bank.anonKey()}`,
      'content-type': type,
      ...headers,
    },
    body: body as BodyInit,
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return { status: answer.status, text: await answer.text() };
}

export const call = (bank: CrashBank, token: string, verb: string, args: object): Promise<Reply> =>
  send(bank, token, `/rest/v1/rpc/${verb}`, { body: JSON.stringify(args) });

/** Returns the response's body. Throws if the request failed. */
export async function must<T>(reply: Promise<Reply>): Promise<T> {
  const { status, text } = await reply;
  if (status >= 300) throw new Error(`The bank answered ${status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Creates a customer with two accounts, a card, a loan, and weekly pay. */
export async function openCustomer(bank: CrashBank, email: string): Promise<Customer> {
  const { access_token: token, user } = await must<{ access_token: string; user: { id: string } }>(
    send(bank, null, '/auth/v1/signup', { body: JSON.stringify({ email, password: PASSWORD }) }),
  );
  const insert = async (table: string, row: object) => {
    const headers = { prefer: 'return=representation' };
    const [created] = await must<{ id: string }[]>(
      send(bank, token, `/rest/v1/${table}`, { body: JSON.stringify(row), headers }),
    );
    return created?.id ?? '';
  };
  const open = async (verb: string, args: object) =>
    (await must<{ id: string }>(call(bank, token, verb, args))).id;
  await must(call(bank, token, 'ensure_customer', { time_zone: 'Etc/UTC' }));
  const everyday = await open('open_account', { name: 'Everyday', initial_balance: 100_000 });
  const savings = await open('open_account', { name: 'Savings', type: 'SAVINGS', initial_balance: 100_000 });
  const card = await insert('credit_cards', { name: 'Card', credit_limit: 900_000, apr: 12 });
  const loan = await open('take_loan', {
    name: 'Loan',
    amount: 900_000,
    interest_rate: 1,
    term: 600,
    account_id: everyday,
  });
  await insert('auto_deposits', { name: 'Pay', account_id: everyday, amount: 2500, frequency: 'WEEKLY' });
  return { id: user.id, email, token, everyday, savings, card, loan };
}

/** Signs in again, as after a restart. Retries once if the bank is down. */
export async function signIn(bank: CrashBank, customer: Customer): Promise<void> {
  const body = JSON.stringify({ email: customer.email, password: PASSWORD });
  const signIn = () => send(bank, null, '/auth/v1/token?grant_type=password', { body });
  const first = await signIn();
  const reply = first.status === 503 ? pause(100).then(signIn) : Promise.resolve(first);
  const { access_token } = await must<{ access_token: string }>(reply);
  customer.token = access_token;
}
