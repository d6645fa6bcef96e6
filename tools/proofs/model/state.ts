// The reference model of the bank. It consists of integers, lists, and checks in a fixed order.

/** The maximum amount. Larger amounts are refused. */
export const HIGHEST = 99_999_999_999;

/** A refusal that the model predicts, with the bank's code. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

export function refuse(code: string): never {
  throw new Refusal(code);
}

/** An account in the model. Balances are in cents, and owners are customer indexes. */
export type ModelAccount = {
  id: string;
  owner: number;
  currency: string;
  balance: number;
  open: boolean;
};
export type ModelCard = {
  id: string;
  owner: number;
  balance: number;
  limit: number;
  rewards: number;
  /** The cash advances and their fees that count toward their share of the limit. */
  cash: number;
  frozen: boolean;
  open: boolean;
};
export type ModelDebt = { id: string; owner: number; product: 'loan' | 'mortgage'; balance: number };
export type ModelTransfer = {
  id: string;
  owner: number;
  /** The recipient; null for an outsider. */
  to: number | null;
  account: ModelAccount;
  amount: number;
  state: string;
  day: number;
};
/** An account transaction that can be reversed or has already been reversed. */
export type ModelEntry = {
  owner: number;
  kind: 'deposit' | 'withdrawal' | 'transfer' | 'other';
  /** The entry's account. For a transfer, the source account. */
  account: ModelAccount;
  to: ModelAccount | null;
  amount: number;
  arriving: number;
  /** The entry number or row id from the response. */
  entry: string;
  isRow: boolean;
  corrected: boolean;
};
export type Remembered = { key: string; data: unknown };

export type ModelState = {
  accounts: ModelAccount[];
  cards: ModelCard[];
  debts: ModelDebt[];
  transfers: ModelTransfer[];
  entries: ModelEntry[];
  /** The stored responses, by customer and request id. */
  requests: Map<string, Remembered>;
  /** Pairs of customers who have accepted each other's money, such as `0:1`. */
  acquainted: Set<string>;
  /** The account that last received a payment from another customer. */
  lastPaidInto: Map<number, ModelAccount>;
  /** Exchange rates in millionths, by customer and currencies, such as `0:USD:EUR`. */
  rates: Map<string, bigint>;
  /**
   * The number of times that each customer's clock has moved. A payment counts toward the daily limit only if
   * this number hasn't changed since the payment.
   */
  days: [number, number, number];
};

export function emptyState(): ModelState {
  return {
    accounts: [],
    cards: [],
    debts: [],
    transfers: [],
    entries: [],
    requests: new Map(),
    acquainted: new Set(),
    lastPaidInto: new Map(),
    rates: new Map(),
    days: [0, 0, 0],
  };
}

/** Returns the customer's own item. Otherwise, throws a refusal that doesn't reveal the owner. */
export function own<Thing extends { id: string; owner: number }>(
  records: readonly Thing[],
  id: string | null,
  who: number,
): Thing {
  return records.find((record) => record.id === id && record.owner === who) ?? refuse('NTFND');
}

export function openAccount(state: ModelState, id: string | null, who: number): ModelAccount {
  const account = own(state.accounts, id, who);
  return account.open ? account : refuse('CLOSD');
}

/** Returns two accounts, which are checked in the order of their ids. */
export function openAccounts(
  state: ModelState,
  from: string | null,
  to: string | null,
  who: number,
): [ModelAccount, ModelAccount] {
  if (from !== null && from === to) refuse('SAMAC');
  if (from === null || to === null) refuse('NTFND');
  for (const id of [from, to].sort()) openAccount(state, id, who);
  return [openAccount(state, from, who), openAccount(state, to, who)];
}

/** Returns the converted amount, rounded half away from zero. Throws a refusal if it is invalid. */
export function exchanged(state: ModelState, who: number, cents: number, from: string, to: string): number {
  if (from === to) return cents;
  const rate = state.rates.get(`${who}:${from}:${to}`);
  if (rate === undefined) throw new Error(`The model knows no rate from ${from} to ${to}.`);
  const arriving = Number((BigInt(cents) * rate + 500_000n) / 1_000_000n);
  return arriving > 0 && arriving <= HIGHEST ? arriving : refuse('BADAM');
}

export function take(account: ModelAccount, cents: number): void {
  if (account.balance < cents) refuse('INSUF');
  account.balance -= cents;
}

/** Rolls back a function's account changes if the function is refused partway. */
export function whole<Result>(accounts: readonly ModelAccount[], work: () => Result): Result {
  const before = accounts.map(({ balance }) => balance);
  try {
    return work();
  } catch (error) {
    for (const [index, account] of accounts.entries()) account.balance = before[index] ?? 0;
    throw error;
  }
}

const NUMBER = /^\s*([+-]?)(\d+\.?\d*|\.\d+)(?:[eE]([+-]?\d+))?\s*$/;

/**
 * A client's amount as the bank parses it. `cents` is null if the amount isn't in whole cents. `rounded` is
 * the amount rounded to cents.
 */
export type Amount = {
  isNull: boolean;
  isText: boolean;
  isNothing: boolean;
  cents: number | null;
  rounded: number | null;
};

/** Parses an amount as SQL parses the JSON value. */
export function getAmount(sent: unknown): Amount {
  const none = { isNull: false, isText: false, isNothing: false, cents: null, rounded: null };
  if (sent === null) return { ...none, isNull: true, isNothing: true };
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  if (/^\s*([+-]?infinity|nan)\s*$/i.test(text)) return none;
  const [, sign, mantissa = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (mantissa === '') return { ...none, isText: true };
  const [digits = '', decimals = ''] = mantissa.split('.');
  const shift = 2 - decimals.length + Number(exponent);
  const value = BigInt(digits + decimals);
  const divisor = 10n ** BigInt(Math.max(0, -shift));
  const times = 10n ** BigInt(Math.max(0, shift));
  const bounded = (cents: bigint) =>
    sign !== '-' && cents > 0n && cents <= BigInt(HIGHEST) ? Number(cents) : null;
  return {
    ...none,
    isNothing: value === 0n,
    cents: value % divisor === 0n ? bounded((value * times) / divisor) : null,
    rounded: bounded((value * times * 2n + divisor) / (divisor * 2n)),
  };
}
