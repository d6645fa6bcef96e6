// Models the card, loan, and mortgage functions.
import { cents, type Outcome, type RequestInput, type Rule } from './accounts.ts';
import { HIGHEST, type ModelCard, type ModelState, openAccount, own, refuse, take } from './state.ts';

const getBalance = ({ id, balance }: ModelCard): Outcome => ({ rows: [[id, 'balance', balance]] });

function openCard(state: ModelState, { first, who }: RequestInput): ModelCard {
  const card = own(state.cards, first, who);
  return card.open ? card : refuse('CLOSD');
}

/**
 * Pays from an account in the debt's currency, or from outside the bank. The model's debts are in dollars.
 */
function payFrom(state: ModelState, { second: two, who }: RequestInput, amount: number): void {
  if (two === null) return;
  const account = openAccount(state, two, who);
  if (account.currency !== 'USD') refuse('BADCU');
  take(account, amount);
}

const charge: Rule = (state, request) => {
  const amount = cents(request);
  const card = openCard(state, request);
  if (card.frozen) refuse('FROZN');
  if (card.balance + amount > HIGHEST) refuse('BADAM');
  if (card.balance + amount > card.limit) refuse('OVRLM');
  card.balance += amount;
  return getBalance(card);
};

/** A cash advance costs 5%, but at least 10.00, and has 20% of the limit. */
const takeCash: Rule = (state, request) => {
  const amount = cents(request);
  const card = openCard(state, request);
  const account = openAccount(state, request.second, request.who);
  if (account.currency !== 'USD') refuse('BADCU');
  if (card.frozen) refuse('FROZN');
  const due = amount + Math.max(1_000, Math.round((amount * 5) / 100));
  const share = Math.floor((card.limit * 20) / 100);
  if (due > Math.max(0, Math.min(share - card.cash, card.limit - card.balance))) refuse('OVRLM');
  card.balance += due;
  card.cash += due;
  account.balance += amount;
  return getBalance(card);
};

const payCard: Rule = (state, request) => {
  const amount = cents(request);
  const card = openCard(state, request);
  if (amount > card.balance) refuse('OVPAY');
  payFrom(state, request, amount);
  card.balance -= amount;
  return getBalance(card);
};

const redeem: Rule = (state, request) => {
  const amount = cents(request);
  const card = openCard(state, request);
  const account = request.second === null ? null : openAccount(state, request.second, request.who);
  if (amount > card.rewards) refuse('NOREW');
  if (account && account.currency !== 'USD') refuse('BADCU');
  if (!account && amount > card.balance) refuse('OVPAY');
  card.rewards -= amount;
  if (account) account.balance += amount;
  else card.balance -= amount;
  return getBalance(card);
};

const closeCard: Rule = (state, request) => {
  const card = openCard(state, request);
  if (card.balance !== 0 || card.rewards > 0) refuse('OWING');
  card.open = false;
  return getBalance(card);
};

/** Models an update of the card's row. Another customer's card isn't found, but the update isn't refused. */
const freeze: Rule = (state, { first, who, flag }) => {
  const card = state.cards.find(({ id, owner }) => id === first && owner === who);
  if (card && !card.open && card.frozen !== (flag % 2 === 0)) refuse('CLOSD');
  if (card) card.frozen = flag % 2 === 0;
  return {};
};

const lend =
  (product: 'loan' | 'mortgage'): Rule =>
  (state, request) => {
    const { who, first } = request;
    const account = first === null ? null : openAccount(state, first, who);
    const amount = cents(request);
    if (account && account.currency !== 'USD') return lendElsewhere();
    const down = product === 'mortgage' ? getDownPayment(amount) : 0;
    if (account && down > 0) take(account, down);
    if (account && product === 'loan') account.balance += amount;
    const balance = amount - down;
    return {
      learn: ([row]) => state.debts.push({ id: String(row?.id), owner: who, product, balance }),
    };
  };

/** Throws, because the model uses only dollar accounts here. Other tests cover the other currencies. */
function lendElsewhere(): never {
  throw new Error('The model lends only dollars.');
}

/** Returns one tenth of the home's value. */
export const getDownPayment = (amount: number) => Math.floor(amount / 10);

const payDebt =
  (product: 'loan' | 'mortgage' | null): Rule =>
  (state, request) => {
    const amount = cents(request);
    const debt = own(state.debts, request.first, request.who);
    if (product !== null && debt.product !== product) refuse('NTFND');
    if (debt.balance === 0) refuse('OVPAY');
    const paying = Math.min(amount, debt.balance);
    payFrom(state, request, paying);
    debt.balance -= paying;
    return { rows: [[debt.id, 'remaining_balance', debt.balance]] };
  };

/** Pays off a debt. `flag` is the accrued interest from a quote. */
const payOff: Rule = (state, request) => {
  const debt = own(state.debts, request.first, request.who);
  const owed = debt.balance + request.flag;
  if (owed === 0) refuse('OVPAY');
  payFrom(state, request, owed);
  debt.balance = 0;
  return { rows: [[debt.id, 'paid', owed]] };
};

export const DEBT_RULES = {
  charge_credit_card: charge,
  take_cash_advance: takeCash,
  pay_credit_card: payCard,
  redeem_rewards: redeem,
  close_credit_card: closeCard,
  freeze,
  take_loan: lend('loan'),
  take_mortgage: lend('mortgage'),
  pay_loan: payDebt('loan'),
  pay_mortgage: payDebt('mortgage'),
  pay_extra: payDebt(null),
  pay_off: payOff,
} satisfies Record<string, Rule>;
