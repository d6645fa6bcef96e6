import { addMonths, MONTHS_A_YEAR, Zone } from '../calendar/calendar.ts';
import { POLICY_NAMES } from '../insurance/policies.ts';
import { monthlyPayment } from '../money/amortization.ts';
import { startEscrow } from '../products/debts/escrow.ts';
import { monthlyPremium, requiresInsurance, startInsurance } from '../products/debts/mortgage-insurance.ts';
import type {
  AccountState,
  Currency,
  DebtState,
  EscrowState,
  HouseholdState,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { addInsurance, cancelInsurance, changeCoverage } from './coverage-decisions.ts';
import { getCashToClose, getEscrowDeposit } from './home-costs.ts';
import {
  debtsWithoutPayment,
  getAvailable,
  getPayer,
  getProduct,
  getRule,
  isCard,
  isPaidInFull,
  PAYMENTS_AT_MINUTES,
  payDebt,
  rulesThatPay,
  turnOnAutopay,
} from './household.ts';
import {
  type Applied,
  type DecisionOf,
  type Kind,
  type Moment,
  Refused,
  requireAccount,
  requireDebt,
  requireRule,
} from './moment.ts';
import { changePaymentDay, choosePlan, startBiweekly, withdrawCertificate } from './product-decisions.ts';
import type { Decision } from './what-if.ts';

const ARRIVES_AT_MINUTES = 6 * 60;

/**
 * The title and the implementation of each kind of decision. `apply` modifies `state` or returns a new state.
 */
type Handlers<K extends Kind = Kind> = {
  getTitle: (decision: DecisionOf<K>, state: HouseholdState) => string;
  apply: (moment: Moment<K>) => Partial<Applied> | undefined;
};

const getProductName = (state: HouseholdState, id: string) => getProduct(state, id)?.name ?? 'a debt';
const getRuleName = (state: HouseholdState, id: string) => getRule(state, id)?.name ?? 'a rule';
const getName = ({ name }: { name: string }) => name;

const HANDLERS: { [K in Kind]: Handlers<K> } = {
  extra_payment: {
    getTitle: ({ debtId }, state) => `The extra payment on ${getProductName(state, debtId)}`,
    apply: payExtra,
  },
  pay_on_time: {
    getTitle: ({ debtId }, state) => `Paying ${getProductName(state, debtId)} on time`,
    apply: payOnTime,
  },
  lump_payment: {
    getTitle: ({ debtId }, state) => `The payment on ${getProductName(state, debtId)}`,
    apply: payLump,
  },
  new_bill: { getTitle: getName, apply: addBill },
  new_income: { getTitle: getName, apply: addIncome },
  save: { getTitle: ({ to }, state) => `Saving into ${getProductName(state, to)}`, apply: addSaving },
  stop_rule: {
    getTitle: ({ ruleId }, state) => `Stopping ${getRuleName(state, ruleId)}`,
    apply: ({ state, decision }) => {
      const rule = requireRule(state, decision.ruleId);
      rule.recurrence.paused = true;
      if ('retry' in rule) rule.retry = null;
    },
  },
  change_rule: {
    getTitle: ({ ruleId }, state) => `Changing ${getRuleName(state, ruleId)}`,
    apply: ({ state, decision }) => {
      const rule = requireRule(state, decision.ruleId);
      if (typeof rule.amount !== 'number') throw new Refused('it pays the statement balance.');
      rule.amount = decision.amount;
      // A new net amount replaces the pay details from which the amount was computed.
      if ('pay' in rule) delete rule.pay;
    },
  },
  purchase: {
    getTitle: getName,
    apply: (moment) => {
      const { id, name, accountId, amount } = moment.decision;
      spend(moment.state, requireAccount(moment, accountId), amount);
      return { event: { kind: 'purchase', text: `${name} purchased`, amount, subject: id } };
    },
  },
  buy_home: { getTitle: getName, apply: buyHome },
  take_loan: { getTitle: getName, apply: takeLoan },
  shock: {
    getTitle: () => 'The event',
    apply: ({ state, decision: { id, on, shock, size, months } }) => {
      state.shocks.push({ id, kind: shock, on, size, ...(months !== undefined && { months }) });
    },
  },
  withdraw_cd: {
    getTitle: ({ from }, state) => `Withdrawing ${getProductName(state, from)}`,
    apply: withdrawCertificate,
  },
  choose_plan: {
    getTitle: ({ accountId }, state) => `Another plan for ${getProductName(state, accountId)}`,
    apply: choosePlan,
  },
  payment_day: {
    getTitle: ({ debtId }, state) => `Another payment day for ${getProductName(state, debtId)}`,
    apply: changePaymentDay,
  },
  biweekly: {
    getTitle: ({ debtId }, state) => `The biweekly plan for ${getProductName(state, debtId)}`,
    apply: startBiweekly,
  },
  change_coverage: {
    getTitle: ({ insurance }) => `Another deductible for ${POLICY_NAMES[insurance].toLowerCase()}`,
    apply: changeCoverage,
  },
  add_insurance: { getTitle: ({ insurance }) => POLICY_NAMES[insurance], apply: addInsurance },
  cancel_insurance: {
    getTitle: ({ insurance }) => `Canceling ${POLICY_NAMES[insurance].toLowerCase()}`,
    apply: cancelInsurance,
  },
  debt_strategy: {
    getTitle: () => 'The debt plan',
    apply: (moment) => {
      requireAccount(moment, moment.decision.accountId);
      // The budget is paid in addition to the monthly payments, so debts that have no payment set up get
      // autopay.
      for (const debt of debtsWithoutPayment(moment.state)) turnOnAutopay(moment.state, debt, 'minimum');
    },
  },
};

/** Returns a decision's handlers. The cast is safe because the table has matching handlers for each kind. */
const getHandlers = ({ kind }: Decision) => HANDLERS[kind] as Handlers;

/** Returns the id of a decision's debt in the what-if, so that later decisions can refer to it. */
export const newDebtId = (decisionId: string) => `what-if:${decisionId}`;

/**
 * Returns the household right after a decision; the input is not changed. An impossible decision (an unknown
 * product, another currency, too little money) changes nothing and is reported as refused. Debt strategies
 * act monthly: see `debt-strategies.ts`.
 */
export function applyDecision(before: HouseholdState, decision: Decision, currency: Currency): Applied {
  const state = structuredClone(before);
  const today = new Zone(state.timeZone).getDay(state.at);
  try {
    return { state, event: null, ...getHandlers(decision).apply({ state, decision, currency, today }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const text = `${getTitle(decision, before)} was left out: ${error.message}`;
    return { state: before, event: { kind: 'refused', text, subject: decision.id } };
  }
}

/** Returns a short title of a decision without amounts. */
export const getTitle = (decision: Decision, state: HouseholdState): string =>
  getHandlers(decision).getTitle(decision, state);

function payExtra(moment: Moment<'extra_payment'>): undefined {
  const { state, decision, currency } = moment;
  const { debtId, monthly } = decision;
  const debt = requireDebt(state, debtId, currency);
  if (debt.balance <= 0) throw new Refused(`you don't owe anything on ${debt.name}.`);
  if (isCard(debt) && isPaidInFull(state, debt))
    throw new Refused(`${debt.name} is paid in full each month.`);
  if (isCard(debt) && typeof debt.autopay?.pays === 'number') debt.autopay.pays += monthly;
  else if (!isCard(debt) && debt.autopay) debt.autopay.extra += monthly;
  else {
    const payer = getPayer(state, debt);
    if (!payer) throw new Refused('there is no account to pay from.');
    if (!isCard(debt) && rulesThatPay(state, debtId).length === 0) {
      // Extra payments require that the installments are paid too.
      debt.autopay = { accountId: payer.id, extra: monthly };
      return;
    }
    const kind = isCard(debt) ? 'card' : 'debt';
    state.scheduledPayments.push({
      ...createPayment(moment, { accountId: payer.id, name: `Extra on ${debt.name}`, amount: monthly }),
      to: { kind, id: debtId },
    });
  }
}

function payOnTime({ state, decision, currency }: Moment<'pay_on_time'>): undefined {
  const debt = requireDebt(state, decision.debtId, currency);
  if (!debtsWithoutPayment(state).includes(debt)) throw new Refused('a payment is already set up.');
  if (!turnOnAutopay(state, debt, 'statement')) throw new Refused('there is no account to pay from.');
}

function payLump({ state, decision, currency }: Moment<'lump_payment'>): Partial<Applied> {
  const { accountId, debtId } = decision;
  const debt = requireDebt(state, debtId, currency);
  if (debt.balance <= 0) throw new Refused(`you don't owe anything on ${debt.name}.`);
  const amount = Math.min(decision.amount, debt.balance);
  const account = requireAccount({ state, currency }, accountId);
  requireAvailable(state, account, amount);
  return { state: payDebt(state, account, debt, amount) };
}

function addSaving(moment: Moment<'save'>): undefined {
  const { from, to, amount, frequency } = moment.decision;
  const [payer, payee] = [requireAccount(moment, from), requireAccount(moment, to)];
  if (payer === payee) throw new Refused('both accounts are the same.');
  const rule = createPayment(moment, { accountId: from, name: `To ${payee.name}`, amount, frequency });
  moment.state.scheduledPayments.push({ ...rule, to: { kind: 'account', id: to }, category: 'Savings' });
}

function addBill(moment: Moment<'new_bill'>): undefined {
  const { accountId, until, category } = moment.decision;
  requireAccount(moment, accountId);
  const rule = createPayment(moment, moment.decision);
  if (until !== undefined) rule.recurrence.end = until;
  moment.state.scheduledPayments.push({ ...rule, ...(category !== undefined && { category }) });
}

function addIncome({ state, decision, currency, today }: Moment<'new_income'>): undefined {
  const { id, name, accountId, amount, frequency, until } = decision;
  requireAccount({ state, currency }, accountId);
  state.autoDeposits.push({
    id,
    name,
    accountId,
    amount,
    recurrence: {
      frequency,
      start: Math.max(decision.on, today),
      minutes: ARRIVES_AT_MINUTES,
      next: 0,
      ...(until !== undefined && { end: until }),
    },
  });
}

function buyHome(moment: Moment<'buy_home'>): Partial<Applied> {
  const { name, accountId, price, downPayment, years } = moment.decision;
  if (downPayment > price) throw new Refused('the down payment is larger than the price.');
  const debt = newDebt(moment, price - downPayment, years * MONTHS_A_YEAR);
  const escrow = openEscrow(moment, debt.id);
  spend(moment.state, requireAccount(moment, accountId), getCashToClose(moment.decision, moment.today));
  const premium = getPremium(moment.decision);
  moment.state.debts.push({
    ...debt,
    product: 'mortgage',
    property: { value: price },
    ...(premium > 0 && {
      insurance: startInsurance(
        { borrowed: debt.balance, value: price, premium, rate: debt.rate, term: debt.term },
        0,
      ),
    }),
    ...(escrow && { escrow }),
  });
  return { event: { kind: 'home_bought', text: `${name} purchased`, amount: price, subject: debt.id } };
}

/** Returns the escrow account of a new home with its initial deposit; null if there are no bills to pay. */
function openEscrow({ decision, currency, today }: Moment<'buy_home'>, debtId: string): EscrowState | null {
  const { price, propertyTax: tax = 0, homeInsurance: insurance = 0 } = decision;
  if (tax + insurance === 0) return null;
  const balance = getEscrowDeposit(decision, today);
  const account = { id: `${debtId}:escrow`, currency, balance, tax, insurance };
  return startEscrow(account, addMonths(today, 1), price);
}

/** Returns the monthly premium of mortgage insurance; zero if it isn't required or was left out. */
function getPremium({ price, downPayment, pmiRate = 0 }: DecisionOf<'buy_home'>): number {
  return requiresInsurance(price, downPayment) ? monthlyPremium(price - downPayment, pmiRate) : 0;
}

function takeLoan(moment: Moment<'take_loan'>): Partial<Applied> {
  const { name, accountId, amount, months } = moment.decision;
  requireAccount(moment, accountId).balance += amount;
  const debt = newDebt(moment, amount, months);
  moment.state.debts.push(debt);
  return { event: { kind: 'loan_taken', text: `Loan opened: ${name}`, amount, subject: debt.id } };
}

type Borrowing = Pick<Moment, 'currency' | 'today'> & {
  decision: Pick<DecisionOf<'take_loan'>, 'id' | 'name' | 'accountId' | 'rate'>;
};

/** Creates a debt that starts today, with autopay. */
function newDebt({ decision, currency, today }: Borrowing, amount: number, months: number): DebtState {
  const { id, name, accountId, rate } = decision;
  return {
    id: newDebtId(id),
    product: 'loan',
    name,
    currency,
    balance: amount,
    rate,
    payment: monthlyPayment(amount, rate, months),
    term: months,
    start: today,
    next: 1,
    autopay: { accountId, extra: 0 },
    balanceDays: 0,
    countedTo: 0,
    ahead: 0,
    arrears: [],
    delinquent: 0,
  };
}

type Payment = Pick<ScheduledPaymentState, 'name' | 'accountId' | 'amount'> &
  Partial<Pick<ScheduledPaymentState['recurrence'], 'frequency'>>;

function createPayment(
  { decision, today }: Pick<Moment, 'decision' | 'today'>,
  { frequency = 'MONTHLY', name, accountId, amount }: Payment,
): ScheduledPaymentState {
  const start = Math.max(decision.on, today);
  return {
    id: decision.id,
    name,
    accountId,
    to: { kind: 'outside', name },
    amount,
    weekend: 'stays',
    recurrence: { frequency, start, minutes: PAYMENTS_AT_MINUTES, next: 0 },
    changed: {},
    retry: null,
  };
}

function spend(state: HouseholdState, account: AccountState, amount: number): void {
  requireAvailable(state, account, amount);
  account.balance -= amount;
}

function requireAvailable(state: HouseholdState, account: AccountState, amount: number): void {
  if (getAvailable(state, account) < amount)
    throw new Refused(`${account.name} doesn't have enough money available.`);
}
