// Models the account functions and direct requests to tables.
import {
  type Amount,
  exchanged,
  type ModelAccount,
  type ModelEntry,
  type ModelState,
  openAccount,
  openAccounts,
  own,
  refuse,
  take,
  whole,
} from './state.ts';

/** A request with the ids of the items that it refers to. `flag` selects a variant. */
export type RequestInput = {
  who: number;
  amount: Amount;
  first: string | null;
  second: string | null;
  flag: number;
};

/**
 * The totals that the response contains, by id and column, and the state that the model takes from the
 * response.
 */
export type Outcome = {
  rows?: [id: string, column: string, cents: number][];
  learn?: (answer: readonly Row[]) => void;
};
export type Row = Record<string, unknown>;
export type Rule = (state: ModelState, request: RequestInput) => Outcome;

export const CURRENCIES = ['USD', 'EUR', 'GBP'] as const;

export const getCurrency = (flag: number) => CURRENCIES[flag % CURRENCIES.length] ?? 'USD';
export const cents = ({ amount }: RequestInput) => amount.cents ?? refuse('BADAM');
const getBalance = (account: ModelAccount): [string, string, number] => [
  account.id,
  'balance',
  account.balance,
];

function note(
  state: ModelState,
  entry: Pick<ModelEntry, 'kind' | 'account' | 'to' | 'amount'> & { arriving?: number },
  number: unknown,
  isRow = false,
): void {
  const { owner } = entry.account;
  state.entries.push({ arriving: 0, ...entry, owner, entry: String(number), isRow, corrected: false });
}

const cash =
  (kind: 'deposit' | 'withdrawal'): Rule =>
  (state, request) => {
    const amount = cents(request);
    const account = openAccount(state, request.first, request.who);
    if (kind === 'deposit') account.balance += amount;
    else take(account, amount);
    return {
      rows: [getBalance(account)],
      learn: ([row]) => note(state, { kind, account, to: null, amount }, row?.last_entry),
    };
  };

function move(state: ModelState, who: number, from: ModelAccount, to: ModelAccount, amount: number): number {
  const arriving = exchanged(state, who, amount, from.currency, to.currency);
  take(from, amount);
  to.balance += arriving;
  return arriving;
}

const transfer: Rule = (state, request) => {
  const amount = cents(request);
  const [account, to] = openAccounts(state, request.first, request.second, request.who);
  const arriving = move(state, request.who, account, to, amount);
  return {
    rows: [getBalance(account), getBalance(to)],
    learn: ([row]) => note(state, { kind: 'transfer', account, to, amount, arriving }, row?.last_entry),
  };
};

const open: Rule = (state, { who, amount, flag }) => {
  const balance = flag % 2 === 0 || amount.isNothing ? 0 : (amount.cents ?? refuse('BADAM'));
  return {
    learn: ([row]) => {
      const account = { id: String(row?.id), owner: who, currency: getCurrency(flag), balance, open: true };
      state.accounts.push(account);
      if (balance > 0) note(state, { kind: 'other', account, to: null, amount: balance }, row?.last_entry);
    },
  };
};

const close: Rule = (state, { who, first, second }) => {
  if (second === null) {
    const account = openAccount(state, first, who);
    if (account.balance !== 0) refuse('NTZRO');
    account.open = false;
    return { rows: [getBalance(account)] };
  }
  const [account, to] = openAccounts(state, first, second, who);
  if (account.balance > 0) move(state, who, account, to, account.balance);
  account.open = false;
  return { rows: [getBalance(account)] };
};

const reopen: Rule = (state, { who, first }) => {
  const account = own(state.accounts, first, who);
  account.open = true;
  return { rows: [getBalance(account)] };
};

/**
 * Models a row that a client inserts. The amount is rounded first. A stranger's account violates row-level
 * security.
 */
const row =
  (kind: 'deposit' | 'withdrawal' | 'transfer'): Rule =>
  (state, { who, first, second, amount: { rounded } }) => {
    const account = state.accounts.find(({ id, owner }) => id === first && owner === who) ?? refuse('42501');
    if (kind === 'transfer') own(state.accounts, second ?? refuse('NOCTR'), who);
    const amount = rounded ?? refuse('BADAM');
    if (kind === 'transfer' && first === second) refuse('SAMAC');
    if (!account.open) refuse('CLOSD');
    const to = kind === 'transfer' ? openAccount(state, second, who) : null;
    let arriving = 0;
    if (to) arriving = move(state, who, account, to, amount);
    else if (kind === 'deposit') account.balance += amount;
    else take(account, amount);
    return { learn: ([sent]) => note(state, { kind, account, to, amount, arriving }, sent?.id, true) };
  };

/**
 * Reverses an entry, and also posts a correction if an amount is given. `first` is the index of the entry.
 */
const correct: Rule = (state, request) => {
  const { who, flag } = request;
  const right = flag % 2 === 0 || request.amount.isNull ? null : cents(request);
  const old = state.entries[Number(request.first ?? Number.NaN)];
  if (!old || old.owner !== who) return refuse('NTFND');
  if (old.corrected || old.kind === 'other') refuse('NOCOR');
  const { account, to, amount, arriving } = old;
  if (to) openAccounts(state, account.id, to.id, who);
  else openAccount(state, account.id, who);
  let rightArriving = 0;
  const takeBack = () => {
    if (to) {
      take(to, arriving);
      account.balance += amount;
    } else if (old.kind === 'deposit') take(account, amount);
    else account.balance += amount;
  };
  const postRight = () => {
    if (right === null) return;
    if (to) rightArriving = move(state, who, account, to, right);
    else if (old.kind === 'deposit') account.balance += right;
    else take(account, right);
  };
  const rightFirst = right !== null && (old.kind === 'deposit' || (to !== null && right <= account.balance));
  whole(to ? [account, to] : [account], () => {
    for (const work of rightFirst ? [postRight, takeBack] : [takeBack, postRight]) work();
  });
  old.corrected = true;
  return {
    learn: (rows) => {
      for (const { kind, entry_id } of rows) {
        if (kind === 'correction') note(state, { kind: 'other', account, to, amount }, entry_id);
        else
          note(state, { kind: old.kind, account, to, amount: right ?? 0, arriving: rightArriving }, entry_id);
      }
    },
  };
};

export const ACCOUNT_RULES = {
  deposit: cash('deposit'),
  withdraw: cash('withdrawal'),
  transfer,
  open_account: open,
  close_account: close,
  reopen_account: reopen,
  'row in': row('deposit'),
  'row out': row('withdrawal'),
  'row across': row('transfer'),
  reverse_transaction: correct,
} satisfies Record<string, Rule>;
