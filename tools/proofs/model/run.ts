// Runs an action on the bank and in the model. Both must have the same result.
import { isDeepStrictEqual } from 'node:util';
import type fc from 'fast-check';
import type { Answer, ServedBank, ServedCustomer } from '../served-bank.ts';
import { CURRENCIES, type Outcome, type Row } from './accounts.ts';
import { BEGINNING, getBody, idAt, ODD, RULES, type SentRequest, SHAPES, type Verb } from './actions.ts';
import { type Amount, getAmount, type ModelState, own, Refusal } from './state.ts';

/** Event counts for all streams. */
export type Tally = {
  requests: number;
  replayed: number;
  /** The number of completed requests by function. */
  done: Map<string, number>;
  /** The number of refused requests by error code. */
  refused: Map<string, number>;
};
export type Real = {
  bank: ServedBank;
  customers: ServedCustomer[];
  tally: Tally;
  /** Each customer's last action that had a request id, to simulate double clicks. */
  last: (SentRequest | undefined)[];
};

/** The kinds of events in a household that has no recurring rules. */
const SIMULATED_KINDS = ['interest', 'fee', 'refund'];

/** The initial rewards of each card in cents. The streams are too short for a card to earn rewards. */
const REWARDS = 400;

/** An action in the form of a fast-check command. */
export class Step implements fc.AsyncCommand<ModelState, Real> {
  constructor(readonly sent: SentRequest) {}
  check = () => true;
  run = (state: ModelState, real: Real) => perform(state, real, this.sent);
  toString = () => JSON.stringify(this.sent);
}

/** Creates three customers with all kinds of products. */
export async function begin(bank: ServedBank, state: ModelState, tally: Tally): Promise<Real> {
  const customers = await Promise.all([0, 1, 2].map(() => bank.openCustomer()));
  const real: Real = { bank, customers, tally, last: [] };
  const place = { of: 'own' as const, n: 0 };
  const plain = { server: 0, first: place, second: place, flag: 0, amount: 0, request: null };
  for (const [who, customer] of customers.entries()) {
    for (const action of BEGINNING) await perform(state, real, { ...plain, verb: 'deposit', who, ...action });
    // Exchanges are at the mid-market rate. Other tests cover the margin.
    const margin = { charged: false };
    const { code } = await bank.send(customer, 0, 'POST', '/rest/v1/rpc/set_exchange_margin', margin);
    if (code !== null) throw new Error(`The margin wasn't turned off: ${code}`);
    // The last customer owes nothing and can close the card.
    const [owed, earned] = who === customers.length - 1 ? [0, 0] : [5_000, REWARDS];
    const body = { name: 'Blue', credit_limit: 300, balance: owed / 100, apr: 20 };
    const { data } = await bank.send(customer, 0, 'POST', '/rest/v1/credit_cards', body);
    const [card] = data as [Row];
    state.cards.push({
      ...{ id: String(card.id), owner: who, balance: owed, limit: 30_000 },
      ...{ rewards: earned, cash: 0, frozen: false, open: true },
    });
    await bank.owner`
      update public.credit_cards set rewards_balance = ${earned / 100} where id = ${String(card.id)}`;
    await learnRates(state, real, who);
  }
  return real;
}

/**
 * Returns the amount of an action. Half of the card payments cover the full balance, and half of the
 * redemptions use all rewards. Otherwise, no card could be closed. Half of the cash advances are small.
 */
function amountFor(
  state: ModelState,
  { verb, first, amount, flag }: Pick<SentRequest, 'verb' | 'amount' | 'flag'> & { first: string | null },
): unknown {
  const card = state.cards.find(({ id }) => id === first);
  if (!card || flag % 2 !== 0) return amount;
  if (verb === 'pay_credit_card') return card.balance / 100;
  // Small, because the share of the limit is 60.00.
  if (verb === 'take_cash_advance') return flag + 1;
  return verb === 'redeem_rewards' ? card.rewards / 100 : amount;
}

async function perform(state: ModelState, real: Real, sent: SentRequest): Promise<void> {
  if (sent.verb === 'live') return live(state, real, sent);
  if (sent.verb === 'again') {
    const last = real.last[sent.who];
    return last && perform(state, real, { ...last, server: 1 - last.server });
  }
  const shape = SHAPES[sent.verb];
  const action = {
    ...sent,
    verb: sent.verb,
    first: shape.first ? idAt(state, shape.first, sent.who, sent.first) : null,
    second: shape.second ? idAt(state, shape.second, sent.who, sent.second) : null,
    request: shape.remembered ? sent.request : null,
  };
  action.amount = amountFor(state, action);
  if (action.verb === 'pay_off') action.flag = await quotedInterest(real, action.who, action.first);
  const emails = real.customers.map(({ email }) => email);
  const row = shape.first === 'entry' ? await getRow(state, real, action.first, action.flag) : action.first;
  const { path, body, method } = getBody({ ...action, first: row }, emails);
  const amount = getAmount(action.amount);
  const sendsAmount = Object.values(body).includes(action.amount) && shape.amount === true;
  const key = JSON.stringify([
    action.verb,
    { ...body, ...(sendsAmount && { [amountKey(body, action.amount)]: amount.cents ?? 'odd' }) },
  ]);
  const remembered =
    action.request === null ? undefined : state.requests.get(`${action.who}:${action.request}`);

  const projected = projectOutcome(() => {
    const ids = shape.first === 'entry' ? [action.second] : [action.first, action.second];
    if (ids.includes(ODD) || (sendsAmount && amount.isText)) throw new Refusal('22P02');
    if (action.request !== null && !(action.request.length >= 1 && action.request.length <= 200))
      throw new Refusal('BADTX');
    if (remembered && remembered.key !== key) throw new Refusal('RQDIF');
    if (remembered) return {};
    const { who, first, second, flag } = action;
    return RULES[action.verb](state, {
      who,
      first,
      second,
      flag,
      amount: sendsAmount ? amount : without(amount),
    });
  });
  const requestId = action.request === null ? {} : { request_id: action.request };
  const answer = await real.bank.send(getCustomer(real, action.who), action.server, method, path, {
    ...body,
    ...requestId,
  });
  const request = { ...body, ...requestId, verb: action.verb, who: action.who };
  compare(real.tally, request, projected, answer);
  if (projected instanceof Refusal) return;
  if (action.request !== null) real.last[action.who] = sent;
  if (remembered) {
    real.tally.replayed += 1;
    if (!isDeepStrictEqual(answer.data, remembered.data)) fail(request, 'the same answer again', answer);
    return;
  }
  if (action.request !== null)
    state.requests.set(`${action.who}:${action.request}`, { key, data: answer.data });
  const rows = getRows(answer);
  for (const [id, column, cents] of projected.rows ?? []) {
    const match = rows.find((each) => [each.id, each.debt_id].includes(id));
    if (Math.round(Number(match?.[column]) * 100) !== cents)
      fail(request, `${column} ${cents} of ${id}`, answer);
  }
  projected.learn?.(rows);
}

const without = (amount: Amount): Amount => ({ ...amount, isNothing: true, cents: null, rounded: null });
const amountKey = (body: Record<string, unknown>, amount: unknown) =>
  Object.keys(body).find((key) => body[key] === amount) ?? 'amount';
const getRows = ({ data }: Answer): Row[] =>
  Array.isArray(data) ? data : data === null ? [] : [data as Row];

function projectOutcome(work: () => Outcome): Outcome | Refusal {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function compare(
  tally: Tally,
  request: { verb: string; who: number },
  projected: Outcome | Refusal,
  answer: Answer,
): void {
  tally.requests += 1;
  const code = projected instanceof Refusal ? projected.code : null;
  if (answer.code !== code) fail(request, code ?? 'a success', answer);
  const counts = code === null ? tally.done : tally.refused;
  const what = code ?? request.verb;
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function fail(request: object, expected: string, answer: Answer): never {
  throw new Error(
    `${JSON.stringify(request)}: the model expects ${expected}, but the bank responded ${JSON.stringify(answer).slice(0, 600)}`,
  );
}

function getCustomer(real: Real, who: number): ServedCustomer {
  const customer = real.customers[who];
  if (!customer) throw new Error(`There is no customer ${who}.`);
  return customer;
}

/**
 * Returns the transaction that the customer would choose for an entry. For a transfer, the transaction can be
 * on either side.
 */
async function getRow(
  state: ModelState,
  { bank }: Real,
  place: string | null,
  flag: number,
): Promise<string | null> {
  const entry = place === null ? undefined : state.entries[Number(place)];
  if (!entry || entry.isRow) return entry?.entry ?? place;
  const side = entry.to && flag % 4 >= 2 ? entry.to : entry.account;
  const [row] = await bank.owner`
    select id from public.transactions where entry_id = ${entry.entry} and account_id = ${side.id}`;
  return row?.id ?? null;
}

async function quotedInterest(real: Real, who: number, debt: string | null): Promise<number> {
  const customer = getCustomer(real, who);
  const { data } = await real.bank.send(customer, 0, 'POST', '/rest/v1/rpc/payoff_quote', { debt_id: debt });
  return Math.round(Number((data as Row | null)?.accrued_interest ?? 0) * 100);
}

async function learnRates(state: ModelState, { bank, customers }: Real, who: number): Promise<void> {
  const customer = customers[who];
  if (!customer) return;
  const accounts = CURRENCIES.map((code) =>
    state.accounts.find(({ owner, currency }) => owner === who && currency === code),
  );
  for (const from of accounts) {
    for (const to of accounts) {
      if (!from || !to || from === to) continue;
      const body = { from_account_id: from.id, to_account_id: to.id, amount: 1 };
      const { data } = await bank.send(customer, 1, 'POST', '/rest/v1/rpc/quote_transfer', body);
      const [{ rate }] = data as [{ rate: number }];
      state.rates.set(`${who}:${from.currency}:${to.currency}`, BigInt(Math.round(rate * 1e6)));
    }
  }
}

/**
 * Moves the clock ahead by several days. During this time, only interest, fees, and returned transfers are
 * posted. The model reads them from the ledger.
 */
async function live(state: ModelState, real: Real, { who, flag, server }: SentRequest): Promise<void> {
  const { bank, tally } = real;
  const customer = getCustomer(real, who);
  const [before] = await bank.owner`
    select coalesce(max(id), 0) as entry from bank.entries where household_id = ${customer.id}`;
  const body = { by: `P${1 + flag * 3}D` };
  const answer = await bank.send(customer, server, 'POST', '/functions/v1/advance', body);
  compare(tally, { verb: 'live', who, ...body }, {}, answer);
  const posted = await bank.owner`
    select p.ledger_id, e.kind, (p.amount * 100)::bigint::text as cents from bank.entries e join bank.postings p on p.entry_id = e.id
    where e.household_id = ${customer.id} and e.id > ${before?.entry}`;
  for (const { ledger_id, kind, cents } of posted) {
    if (!SIMULATED_KINDS.includes(kind)) fail({ verb: 'live', who, ...body }, `none of kind ${kind}`, answer);
    const owed = [...state.cards, ...state.debts].find(({ id }) => id === ledger_id);
    const account = state.accounts.find(({ id }) => id === ledger_id);
    if (owed) owed.balance -= Number(cents);
    if (account) account.balance += Number(cents);
  }
  for (const card of state.cards.filter(({ owner }) => owner === who)) {
    const [row] = await bank.owner`
      select rewards_balance, bank.separate_balance(c, 'cash') as cash
      from public.credit_cards c where id = ${card.id}`;
    card.rewards = Math.round(Number(row?.rewards_balance) * 100);
    card.cash = Math.round(Number(row?.cash) * 100);
  }
  for (const transfer of state.transfers.filter(({ owner }) => owner === who)) {
    const [row] = await bank.owner`select state from public.peer_transfers where id = ${transfer.id}`;
    transfer.state = row?.state;
  }
  state.days[who] = (state.days[who] ?? 0) + 1;
  await learnRates(state, real, who);
}

/** Checks at the end that all balances match the model and the audit passes. */
export async function settle(state: ModelState, { bank, customers }: Real): Promise<void> {
  for (const [who, customer] of customers.entries()) {
    const read = async (path: string, column: string) => {
      const { data } = await bank.send(customer, who, 'GET', `/rest/v1/${path}`);
      return (data as Row[]).map((row) => [row.id, Math.round(Number(row[column]) * 100)] as const);
    };
    const getOwn = <Thing extends { id: string; owner: number; balance: number }>(records: Thing[]) =>
      records.filter(({ owner }) => owner === who).map(({ id, balance }) => [id, balance] as const);
    const loans = [
      ...(await read('loans', 'remaining_balance')),
      ...(await read('mortgages', 'remaining_balance')),
    ];
    const request = {
      balances: await read('accounts', 'balance'),
      available: await read('accounts?select=id,available_balance', 'available_balance'),
      cards: await read('credit_cards', 'balance'),
      loans,
    };
    const meant = {
      balances: getOwn(state.accounts),
      available: getOwn(state.accounts),
      cards: getOwn(state.cards),
      loans: getOwn(state.debts),
    };
    for (const name of ['balances', 'available', 'cards', 'loans'] as const)
      if (!isDeepStrictEqual(sorted(request[name]), sorted(meant[name])))
        throw new Error(`${name}: the bank has ${sorted(request[name])}, the model ${sorted(meant[name])}`);
    const violations = await bank.owner`select * from bank.audit(${customer.id})`;
    if (violations.length > 0) throw new Error(`Violations in the ledger: ${JSON.stringify(violations)}`);
    const learned = own(state.accounts, state.accounts.find(({ owner }) => owner === who)?.id ?? null, who);
    const { data } = await bank.send(
      customer,
      1,
      'GET',
      `/rest/v1/accounts?id=neq.${learned.id}&select=user_id`,
    );
    if ((data as Row[]).some(({ user_id }) => user_id !== customer.id))
      throw new Error('A stranger’s account is seen.');
  }
}

const sorted = (rows: readonly (readonly unknown[])[]) => rows.map(String).sort();

export type { Verb };
