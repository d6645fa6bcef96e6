// The model of peer payment functions.
import { cents, type Rule } from './accounts.ts';
import {
  exchanged,
  type ModelAccount,
  type ModelState,
  type ModelTransfer,
  openAccount,
  own,
  refuse,
  take,
} from './state.ts';

const PER_PAYMENT = 250_000;
const PER_DAY = 500_000;

const pair = (one: number, other: number) => [one, other].sort().join(':');

/** The receiving account: the preferred one, the last one used, or the oldest one in the currency. */
function reaches(
  state: ModelState,
  who: number,
  currency: string,
  wanted: ModelAccount | null = null,
): ModelAccount | undefined {
  const open = state.accounts.filter((account) => account.owner === who && account.open);
  const fitting = open.filter((account) => account.currency === currency || account === wanted);
  const last = state.lastPaidInto.get(who);
  return [wanted, last].map((one) => fitting.find((account) => account === one)).find(Boolean) ?? fitting[0];
}

function receive(state: ModelState, letter: ModelTransfer, who: number, account: ModelAccount): void {
  account.balance += exchanged(state, who, letter.amount, letter.account.currency, account.currency);
  letter.state = 'completed';
  state.lastPaidInto.set(who, account);
  state.acquainted.add(pair(letter.owner, who));
}

/** `flag` chooses the receiver: a customer of the stream (including oneself), or an outsider. */
const pay: Rule = (state, request) => {
  const { who, one } = request;
  const to = request.flag % 5 < 3 ? request.flag % 5 : null;
  const amount = cents(request);
  own(state.accounts, one, who);
  const account = openAccount(state, one, who);
  const used = state.letters
    .filter(
      (letter) =>
        letter.owner === who &&
        letter.day === state.days[who] &&
        letter.account.currency === account.currency &&
        ['pending', 'completed'].includes(letter.state),
    )
    .reduce((sum, letter) => sum + letter.amount, 0);
  if (amount > PER_PAYMENT || used + amount > PER_DAY) refuse('PAYLM');
  if (to === who) refuse('ISYOU');
  take(account, amount);
  const day = state.days[who] ?? 0;
  const letter: ModelTransfer = { id: '', owner: who, to, account, amount, state: 'pending', day };
  const target =
    to !== null && state.acquainted.has(pair(who, to)) ? reaches(state, to, account.currency) : undefined;
  if (to !== null && target) receive(state, letter, to, target);
  return {
    learn: ([row]) => {
      letter.id = String(row?.peer_transfer_id);
      state.letters.push(letter);
    },
  };
};

function letterTo(state: ModelState, id: string | null, who: number): ModelTransfer {
  const letter = state.letters.find((each) => each.id === id && each.to === who) ?? refuse('NTFND');
  return letter.state === 'pending' ? letter : refuse('NOTOP');
}

const accept: Rule = (state, { who, one, two }) => {
  const letter = letterTo(state, one, who);
  receive(state, letter, who, openAccount(state, two, who));
  return {};
};

function giveBack(state: ModelState, letter: ModelTransfer, as: string): void {
  const account = reaches(state, letter.owner, letter.account.currency, letter.account) ?? refuse('CLOSD');
  account.balance += letter.amount;
  letter.state = as;
}

const cancel: Rule = (state, { who, one }) => {
  const letter = own(state.letters, one, who);
  if (letter.state !== 'pending') refuse('NOTOP');
  giveBack(state, letter, 'canceled');
  return {};
};

const decline: Rule = (state, { who, one }) => {
  giveBack(state, letterTo(state, one, who), 'declined');
  return {};
};

export const PEOPLE_RULES = {
  pay_person: pay,
  accept_transfer: accept,
  cancel_peer_transfer: cancel,
  decline_peer_transfer: decline,
} satisfies Record<string, Rule>;
