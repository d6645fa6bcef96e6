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

/** The details of the weekly paycheck, which lead to a pay stub and a tax return. */
const PAY_DETAILS = {
  gross_per_year: 130_000,
  filing_status: 'single',
  retirement_percent: 0,
  match_percent: 0,
  match_up_to: 0,
  health: 0,
  hsa: 0,
  state_percent: 4,
};
const BIRTH_DATE = '1980-05-01';
/** The balance of the account that pays for the products. */
const WALLET = 5_000_000;

/** Creates a customer with accounts, cards, debts, investments, and weekly pay. */
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
  const open: Open = async (verb, args) => (await must<{ id: string }>(call(bank, token, verb, args))).id;
  await must(call(bank, token, 'ensure_customer', { time_zone: 'Etc/UTC' }));
  const everyday = await open('open_account', { name: 'Everyday', initial_balance: 100_000 });
  const savings = await open('open_account', { name: 'Savings', type: 'SAVINGS', initial_balance: 100_000 });
  const wallet = await open('open_account', { name: 'Wallet', initial_balance: WALLET });
  // Before the other debts, because the bank counts them when it decides about the line of credit.
  const borrowed = await borrowOnHome(bank, token, open, wallet);
  const card = await insert('credit_cards', { name: 'Card', credit_limit: 900_000, apr: 12 });
  const secondCard = await insert('credit_cards', { name: 'Second card', credit_limit: 900_000, apr: 14 });
  const loan = await open('take_loan', {
    name: 'Loan',
    amount: 900_000,
    interest_rate: 1,
    term: 600,
    account_id: everyday,
  });
  for (const [table, id] of [
    ['loans', loan],
    ['mortgages', borrowed.home],
  ])
    await must(
      send(bank, token, `/rest/v1/${table}?id=eq.${id}`, {
        method: 'PATCH',
        body: JSON.stringify({ autopay_account_id: wallet }),
        headers: { prefer: 'return=representation' },
      }),
    );
  await insert('auto_deposits', {
    name: 'Pay',
    account_id: everyday,
    amount: 2500,
    frequency: 'WEEKLY',
    is_pay: true,
    pay_details: PAY_DETAILS,
  });
  const invested = await invest(bank, token, open);
  const goalAccount = await open('open_account', {
    name: 'Vacation',
    type: 'SAVINGS',
    initial_balance: 10_000,
  });
  const goal = await insert('goals', { name: 'Vacation', target: 50_000, account_id: goalAccount });
  const products = {
    ...borrowed,
    ...invested,
    wallet,
    secondCard,
    goal,
    goalAccount,
    euros: await open('open_account', { name: 'Euros', currency: 'EUR' }),
    certificate: await open('open_cd', {
      funding_account_id: wallet,
      amount: 900_000,
      term_months: 60,
    }),
  };
  return { id: user.id, email, token, everyday, savings, card, loan, products };
}

type Open = (verb: string, args: object) => Promise<string>;

/** Opens a mortgage with escrow and a home equity line of credit, from which the customer can draw. */
async function borrowOnHome(bank: CrashBank, token: string, open: Open, wallet: string) {
  const home = await open('take_mortgage', {
    property_value: 400_000,
    down_payment: 200_000,
    interest_rate: 6,
    term: 30,
    account_id: wallet,
  });
  await open('start_escrow', {
    mortgage_id: home,
    property_tax: 4_200,
    home_insurance: 1_680,
    account_id: wallet,
  });
  const application_id = await open('submit_application', {
    loan_type: 'HOME_EQUITY',
    loan_amount: 30_000,
    term_months: 360,
    home_id: home,
    annual_income: 60_000,
    employment_status: 'EMPLOYED',
  });
  await must(
    send(bank, token, '/functions/v1/decide-application', { body: JSON.stringify({ application_id }) }),
  );
  const { loan_id: line } = await must<{ loan_id: string }>(
    call(bank, token, 'accept_offer', { application_id, offer_index: 0, account_id: wallet }),
  );
  await open('draw_credit_line', { loan_id: line, amount: 15_000, account_id: wallet });
  return { home, line };
}

/** Opens an account with funds, and retirement accounts of three kinds. */
async function invest(bank: CrashBank, token: string, open: Open) {
  const openInvestment = (name: string) =>
    open('open_account', { name, type: 'INVESTMENT', initial_balance: 200_000 });
  const fund = await openInvestment('Funds');
  await must(call(bank, token, 'convert_to_funds', { account_id: fund, us_stocks: 60, bonds: 40 }));
  const openTaxAdvantaged = async (name: string, tax_treatment: string) => {
    const account_id = await openInvestment(name);
    await must(call(bank, token, 'set_tax_treatment', { account_id, tax_treatment, birth_date: BIRTH_DATE }));
    return account_id;
  };
  return {
    fund,
    workplace: await openTaxAdvantaged('401(k)', '401k'),
    traditional: await openTaxAdvantaged('Traditional IRA', 'traditional_ira'),
    roth: await openTaxAdvantaged('Roth IRA', 'roth_ira'),
  };
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
