// The requests that a customer can make, and the ids for their placeholders.
import fc from 'fast-check';
import { ACCOUNT_RULES, CURRENCIES, getCurrency } from './accounts.ts';
import { DEBT_RULES, getDownPayment } from './debts.ts';
import { PEOPLE_RULES } from './people.ts';
import { getAmount, type ModelEntry, type ModelState } from './state.ts';

export const RULES = { ...ACCOUNT_RULES, ...DEBT_RULES, ...PEOPLE_RULES };
export type Verb = keyof typeof RULES;

/** A reference to an item by its owner and its index. `odd` means an invalid id. */
export type Place = { of: 'own' | 'other' | 'nobody' | 'odd' | 'none'; n: number };
export type SentRequest = {
  verb: Verb | 'live' | 'again';
  who: number;
  /** The index of the server. */
  server: number;
  first: Place;
  second: Place;
  amount: unknown;
  flag: number;
  request: string | null;
};

export const NOBODY = '00000000-0000-4000-8000-000000000000';
export const ODD = 'not-an-id';

type Kind = 'account' | 'dollars' | 'card' | 'debt' | 'transfer' | 'incoming transfer' | 'entry';
type Shape = { first?: Kind; second?: 'account'; amount?: true; remembered?: true };

export const SHAPES: Record<Verb, Shape> = {
  deposit: { first: 'account', amount: true, remembered: true },
  withdraw: { first: 'account', amount: true, remembered: true },
  transfer: { first: 'account', second: 'account', amount: true, remembered: true },
  open_account: { amount: true, remembered: true },
  close_account: { first: 'account', second: 'account', remembered: true },
  reopen_account: { first: 'account' },
  'row in': { first: 'account', amount: true },
  'row out': { first: 'account', amount: true },
  'row across': { first: 'account', second: 'account', amount: true },
  reverse_transaction: { first: 'entry', amount: true, remembered: true },
  charge_credit_card: { first: 'card', amount: true, remembered: true },
  take_cash_advance: { first: 'card', second: 'account', amount: true, remembered: true },
  pay_credit_card: { first: 'card', second: 'account', amount: true, remembered: true },
  redeem_rewards: { first: 'card', second: 'account', amount: true, remembered: true },
  close_credit_card: { first: 'card', remembered: true },
  freeze: { first: 'card' },
  take_loan: { first: 'dollars', amount: true, remembered: true },
  take_mortgage: { first: 'dollars', amount: true, remembered: true },
  pay_loan: { first: 'debt', second: 'account', amount: true, remembered: true },
  pay_mortgage: { first: 'debt', second: 'account', amount: true, remembered: true },
  pay_extra: { first: 'debt', second: 'account', amount: true, remembered: true },
  pay_off: { first: 'debt', second: 'account', remembered: true },
  pay_person: { first: 'account', amount: true, remembered: true },
  accept_transfer: { first: 'incoming transfer', second: 'account', remembered: true },
  cancel_peer_transfer: { first: 'transfer', remembered: true },
  decline_peer_transfer: { first: 'incoming transfer', remembered: true },
};

const place = fc.record({
  of: fc.oneof(
    { weight: 30, arbitrary: fc.constant('own' as const) },
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constantFrom('other' as const, 'nobody' as const) },
    { weight: 1, arbitrary: fc.constant('odd' as const) },
  ),
  n: fc.nat(11),
});

const amount = fc.oneof(
  { weight: 24, arbitrary: fc.integer({ min: 1, max: 40_000 }).map((cents) => cents / 100) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 99_999_999_999 }).map((cents) => cents / 100) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      ...[0, -0.01, -20, 0.005, 0.1 + 0.2, 19.999, 1e9, 999_999_999.99, 1e21, 1e-7, true, [5], { amount: 5 }],
      ...[
        '12.50',
        ' 7 ',
        '7.1000',
        '1e2',
        '.5',
        '5.',
        '+3',
        '-3',
        '',
        'NaN',
        'Infinity',
        '-Infinity',
        'ten',
        null,
      ],
    ),
  },
);

/**
 * Generates the name of a function. In a short stream, functions with a large effect occur about once, and
 * everyday functions occur several times.
 */
const verb = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom<SentRequest['verb']>(
      'deposit',
      'withdraw',
      'transfer',
      'transfer',
      'reverse_transaction',
    ),
  },
  {
    weight: 9,
    arbitrary: fc.constantFrom<SentRequest['verb']>(
      ...(['charge_credit_card', 'pay_credit_card', 'take_cash_advance'] as const),
      ...(['pay_loan', 'pay_mortgage', 'pay_extra'] as const),
      ...([
        'pay_person',
        'pay_person',
        'accept_transfer',
        'row in',
        'row out',
        'row across',
        'again',
      ] as const),
    ),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom<SentRequest['verb']>(
      ...([
        'open_account',
        'close_account',
        'reopen_account',
        'close_credit_card',
        'redeem_rewards',
      ] as const),
      ...([
        'freeze',
        'pay_off',
        'cancel_peer_transfer',
        'decline_peer_transfer',
        'take_loan',
        'take_mortgage',
        'live',
      ] as const),
    ),
  },
);

export const sentRequests: fc.Arbitrary<SentRequest> = fc.record({
  verb,
  who: fc.nat(2),
  server: fc.nat(1),
  first: place,
  second: place,
  amount,
  flag: fc.nat(11),
  request: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
    { weight: 6, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(201)) },
  ),
});

/** Returns the id of the item at an index, or null if there is none. */
export function idAt(state: ModelState, kind: Kind, who: number, { of, n }: Place): string | null {
  if (of === 'none') return null;
  if (of === 'odd') return ODD;
  if (of === 'nobody') return NOBODY;
  const isOwn = (record: { owner: number }) => (record.owner === who) === (of === 'own');
  const at = (ids: string[]) => ids[n % Math.max(1, ids.length)] ?? NOBODY;
  const ids = (records: { id: string; owner: number }[]) => at(records.filter(isOwn).map(({ id }) => id));
  if (kind === 'account') return ids(state.accounts);
  if (kind === 'dollars') return ids(state.accounts.filter(({ currency }) => currency === 'USD'));
  if (kind === 'card') return ids(state.cards);
  if (kind === 'debt') return ids(state.debts);
  if (kind === 'transfer') return ids(state.transfers);
  if (kind === 'incoming transfer')
    return ids(state.transfers.map(({ id, to }) => ({ id, owner: to ?? -1 })));
  // Prefers the latest transactions, because most older transactions have already been corrected.
  return at(
    [...state.entries.keys()]
      .filter((index) => isOwn(state.entries[index] as ModelEntry))
      .reverse()
      .map(String),
  );
}

/** Returns the path and body of an action's request. The amount has the form in which the client sends it. */
export function getBody(
  request: Omit<SentRequest, 'verb' | 'first' | 'second'> & {
    verb: Verb;
    first: string | null;
    second: string | null;
  },
  emails: readonly string[],
): { path: string; body: Record<string, unknown>; method: 'POST' | 'PATCH' } {
  const { verb, first, second, amount, flag } = request;
  const rpc = (body: Record<string, unknown>) => ({
    method: 'POST' as const,
    path: `/rest/v1/rpc/${verb}`,
    body,
  });
  switch (verb) {
    case 'row in':
    case 'row out':
    case 'row across': {
      const type = { 'row in': 'DEPOSIT', 'row out': 'WITHDRAWAL', 'row across': 'TRANSFER' }[verb];
      const body = {
        account_id: first,
        amount,
        type,
        ...(verb === 'row across' && { counter_account_id: second }),
      };
      return { method: 'POST', path: '/rest/v1/transactions', body };
    }
    case 'freeze':
      return {
        method: 'PATCH',
        path: `/rest/v1/credit_cards?id=eq.${first ?? NOBODY}`,
        body: { frozen: flag % 2 === 0 },
      };
    case 'transfer':
      return rpc({ from_account_id: first, to_account_id: second, amount });
    case 'open_account':
      return rpc({
        name: 'Another',
        currency: getCurrency(flag),
        initial_balance: flag % 2 === 0 ? 0 : amount,
      });
    case 'close_account':
      return rpc({ account_id: first, sweep_to_account_id: second });
    case 'reverse_transaction':
      return rpc({ transaction_key: first, right_amount: flag % 2 === 0 ? null : amount });
    case 'charge_credit_card':
      return rpc({ card_id: first, amount });
    case 'close_credit_card':
      return rpc({ card_id: first });
    case 'take_cash_advance':
    case 'pay_credit_card':
    case 'redeem_rewards':
      return rpc({ card_id: first, amount, account_id: second });
    case 'take_loan':
      return rpc({ name: 'Car', amount, interest_rate: 6, term: 24, account_id: first });
    case 'take_mortgage': {
      const { cents } = getAmount(amount);
      const down = cents === null ? 0 : getDownPayment(cents) / 100;
      return rpc({
        property_value: amount,
        down_payment: down,
        interest_rate: 4,
        term: 20,
        account_id: first,
      });
    }
    case 'pay_loan':
      return rpc({ loan_id: first, amount, account_id: second });
    case 'pay_mortgage':
      return rpc({ mortgage_id: first, amount, account_id: second });
    case 'pay_extra':
      return rpc({
        debt_id: first,
        amount,
        account_id: second,
        effect: flag % 2 === 0 ? 'shorten' : 'lower',
      });
    case 'pay_off':
      return rpc({ debt_id: first, account_id: second });
    case 'pay_person':
      return rpc({ account_id: first, amount, address: emails[flag % 5] ?? 'unknown@example.org' });
    case 'accept_transfer':
      return rpc({ peer_transfer_id: first, account_id: second });
    case 'cancel_peer_transfer':
    case 'decline_peer_transfer':
      return rpc({ peer_transfer_id: first });
    default:
      return rpc({ account_id: first, ...(SHAPES[verb].amount && { amount }) });
  }
}

/**
 * The initial actions of every customer: an account in each currency, a second account in dollars, a card, a
 * loan, and a mortgage.
 */
export const BEGINNING: readonly Partial<SentRequest>[] = [
  ...[...CURRENCIES.keys()].map((index) => ({ verb: 'open_account' as const, flag: index, amount: 300 })),
  { verb: 'open_account', flag: 3, amount: 250 },
  { verb: 'deposit', amount: 700 },
  { verb: 'take_loan', amount: 800 },
  { verb: 'take_mortgage', amount: 2000 },
];
