// Models the peer payment functions.
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

const pair = (first: number, other: number) => [first, other].sort().join(':');

/**
 * Returns the receiving account: the preferred account, the last account used, or the oldest account in the
 * currency.
 */
function reaches(
  state: ModelState,
  who: number,
  currency: string,
  requested: ModelAccount | null = null,
): ModelAccount | undefined {
  const open = state.accounts.filter((account) => account.owner === who && account.open);
  const fitting = open.filter((account) => account.currency === currency || account === requested);
  const last = state.lastPaidInto.get(who);
  return (
    [requested, last].map((first) => fitting.find((account) => account === first)).find(Boolean) ?? fitting[0]
  );
}

function receive(state: ModelState, transfer: ModelTransfer, who: number, account: ModelAccount): void {
  account.balance += exchanged(state, who, transfer.amount, transfer.account.currency, account.currency);
  transfer.state = 'completed';
  state.lastPaidInto.set(who, account);
  state.acquainted.add(pair(transfer.owner, who));
}

/**
 * Pays a person. `flag` selects the recipient: a customer of this run (possibly the sender) or
 * someone outside it.
 */
const pay: Rule = (state, request) => {
  const { who, first } = request;
  const to = request.flag % 5 < 3 ? request.flag % 5 : null;
  const amount = cents(request);
  own(state.accounts, first, who);
  const account = openAccount(state, first, who);
  const used = state.transfers
    .filter(
      (transfer) =>
        transfer.owner === who &&
        transfer.day === state.days[who] &&
        transfer.account.currency === account.currency &&
        ['pending', 'completed'].includes(transfer.state),
    )
    .reduce((sum, transfer) => sum + transfer.amount, 0);
  if (amount > PER_PAYMENT || used + amount > PER_DAY) refuse('PAYLM');
  if (to === who) refuse('ISYOU');
  take(account, amount);
  const day = state.days[who] ?? 0;
  const transfer: ModelTransfer = { id: '', owner: who, to, account, amount, state: 'pending', day };
  const target =
    to !== null && state.acquainted.has(pair(who, to)) ? reaches(state, to, account.currency) : undefined;
  if (to !== null && target) receive(state, transfer, to, target);
  return {
    learn: ([row]) => {
      transfer.id = String(row?.peer_transfer_id);
      state.transfers.push(transfer);
    },
  };
};

function getTransferTo(state: ModelState, id: string | null, who: number): ModelTransfer {
  const transfer = state.transfers.find((each) => each.id === id && each.to === who) ?? refuse('NTFND');
  return transfer.state === 'pending' ? transfer : refuse('NOTOP');
}

const accept: Rule = (state, { who, first, second: two }) => {
  const transfer = getTransferTo(state, first, who);
  receive(state, transfer, who, openAccount(state, two, who));
  return {};
};

function returnTransfer(state: ModelState, transfer: ModelTransfer, as: string): void {
  const account =
    reaches(state, transfer.owner, transfer.account.currency, transfer.account) ?? refuse('CLOSD');
  account.balance += transfer.amount;
  transfer.state = as;
}

const cancel: Rule = (state, { who, first }) => {
  const transfer = own(state.transfers, first, who);
  if (transfer.state !== 'pending') refuse('NOTOP');
  returnTransfer(state, transfer, 'canceled');
  return {};
};

const decline: Rule = (state, { who, first }) => {
  returnTransfer(state, getTransferTo(state, first, who), 'declined');
  return {};
};

export const PEOPLE_RULES = {
  pay_person: pay,
  accept_transfer: accept,
  cancel_peer_transfer: cancel,
  decline_peer_transfer: decline,
} satisfies Record<string, Rule>;
