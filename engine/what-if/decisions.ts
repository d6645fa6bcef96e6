import { type DayNumber, Zone } from '../calendar/calendar.ts';
import { monthlyPayment } from '../money/amortization.ts';
import type {
  AccountState,
  CardState,
  Currency,
  DebtState,
  HouseholdState,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import {
  debtsWithoutPayment,
  getPayer,
  getProduct,
  getRule,
  isCard,
  isPaidInFull,
  payDebt,
  rulesThatPay,
  turnOnAutopay,
} from './household.ts';
import type { Decision, ProjectionEvent } from './what-if.ts';

const PAYS_AT_MINUTES = 9 * 60;
const ARRIVES_AT_MINUTES = 6 * 60;
const MONTHS_A_YEAR = 12;

/** The household after a decision, and the event to report. */
export type Applied = { state: HouseholdState; told: Omit<ProjectionEvent, 'day'> | null };

/** The reason why a decision is impossible. Nothing of it is applied. */
class Refused extends Error {}

/** Returns the id of a decision's debt in the what-if, so that later decisions can refer to it. */
export const newDebtId = (decisionId: string) => `what-if:${decisionId}`;

/**
 * Returns the household right after a decision; the input is not changed. An impossible decision (an unknown
 * product, another currency, too little money) changes nothing and is reported as refused. Debt strategies
 * act monthly: see `debt-strategies.ts`.
 */
export function applyDecision(before: HouseholdState, decision: Decision, currency: Currency): Applied {
  const state = structuredClone(before);
  try {
    return decide({ state, decision, currency, today: new Zone(state.timeZone).getDay(state.at) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const words = `${getTitle(decision, before)} was left out: ${error.message}`;
    return { state: before, told: { kind: 'refused', words, subject: decision.id } };
  }
}

/** Returns a short title of a decision without amounts. */
export function getTitle(decision: Decision, state: HouseholdState): string {
  const name = (id: string) => getProduct(state, id)?.name ?? 'a debt';
  const rule = (id: string) => getRule(state, id)?.name ?? 'a rule';
  switch (decision.kind) {
    case 'extra_payment':
      return `The extra payment on ${name(decision.debtId)}`;
    case 'pay_on_time':
      return `Paying ${name(decision.debtId)} on time`;
    case 'lump_payment':
      return `The payment on ${name(decision.debtId)}`;
    case 'save':
      return `Saving into ${name(decision.to)}`;
    case 'stop_rule':
      return `Stopping ${rule(decision.ruleId)}`;
    case 'change_rule':
      return `Changing ${rule(decision.ruleId)}`;
    case 'shock':
      return 'The event';
    case 'debt_strategy':
      return 'The debt plan';
    default:
      return decision.name;
  }
}

type Moment<Kind extends Decision['kind'] = Decision['kind']> = {
  state: HouseholdState;
  decision: Extract<Decision, { kind: Kind }>;
  currency: Currency;
  today: DayNumber;
};

function decide(moment: Moment): Applied {
  const { state, decision } = moment;
  const done: Applied = { state, told: null };
  switch (decision.kind) {
    case 'extra_payment':
      payExtra({ ...moment, decision });
      return done;
    case 'pay_on_time':
      payOnTime({ ...moment, decision });
      return done;
    case 'lump_payment':
      return payLump({ ...moment, decision });
    case 'new_bill':
    case 'save':
      addPayment({ ...moment, decision });
      return done;
    case 'new_income':
      addIncome({ ...moment, decision });
      return done;
    case 'stop_rule': {
      const rule = knownRule(state, decision.ruleId);
      rule.recurrence.paused = true;
      if ('retry' in rule) rule.retry = null;
      return done;
    }
    case 'change_rule': {
      const rule = knownRule(state, decision.ruleId);
      if (typeof rule.amount !== 'number') throw new Refused('it pays the statement balance.');
      rule.amount = decision.amount;
      return done;
    }
    case 'purchase': {
      const { name, amount } = decision;
      spend(usable(moment, decision.accountId), amount);
      return { state, told: { kind: 'purchase', words: `${name} is bought`, amount, subject: decision.id } };
    }
    case 'buy_home':
      return buyHome({ ...moment, decision });
    case 'take_loan':
      return takeLoan({ ...moment, decision });
    case 'shock': {
      const { id, on, shock, size, months } = decision;
      state.shocks.push({ id, kind: shock, on, size, ...(months !== undefined && { months }) });
      return done;
    }
    case 'debt_strategy':
      usable(moment, decision.accountId);
      // The budget is paid in addition to the monthly payments, so those must be paid too.
      for (const debt of debtsWithoutPayment(state)) turnOnAutopay(state, debt, 'minimum');
      return done;
  }
}

function payExtra({ state, decision, currency, today }: Moment<'extra_payment'>): void {
  const { id, debtId, monthly, on } = decision;
  const debt = owedProduct(state, debtId, currency);
  if (debt.balance <= 0) throw new Refused(`nothing is owed on ${debt.name}.`);
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
      ...paymentFrom(Math.max(on, today), payer.id, { id, name: `Extra on ${debt.name}`, amount: monthly }),
      to: { kind, id: debtId },
    });
  }
}

function payOnTime({ state, decision, currency }: Moment<'pay_on_time'>): void {
  const debt = owedProduct(state, decision.debtId, currency);
  if (!debtsWithoutPayment(state).includes(debt)) throw new Refused('a payment is already set up.');
  if (!turnOnAutopay(state, debt, 'statement')) throw new Refused('there is no account to pay from.');
}

function payLump({ state, decision, currency }: Moment<'lump_payment'>): Applied {
  const { accountId, debtId } = decision;
  const debt = owedProduct(state, debtId, currency);
  if (debt.balance <= 0) throw new Refused(`nothing is owed on ${debt.name}.`);
  const amount = Math.min(decision.amount, debt.balance);
  const account = usable({ state, currency }, accountId);
  if (account.balance < amount) throw new Refused(`${account.name} doesn't have enough money.`);
  return { state: payDebt(state, account, debt, amount), told: null };
}

function addPayment({ state, decision, currency, today }: Moment<'new_bill' | 'save'>): void {
  const start = Math.max(decision.on, today);
  const { id, amount, frequency } = decision;
  if (decision.kind === 'save') {
    const { from, to } = decision;
    const [payer, payee] = [usable({ state, currency }, from), usable({ state, currency }, to)];
    if (payer === payee) throw new Refused('it would come from the same account.');
    const rule = paymentFrom(start, from, { id, name: `To ${payee.name}`, amount, frequency });
    state.scheduledPayments.push({ ...rule, to: { kind: 'account', id: to }, category: 'Savings' });
    return;
  }
  const { name, accountId, until, category } = decision;
  usable({ state, currency }, accountId);
  const rule = paymentFrom(start, accountId, { id, name, amount, frequency });
  if (until !== undefined) rule.recurrence.end = until;
  state.scheduledPayments.push({ ...rule, ...(category !== undefined && { category }) });
}

function addIncome({ state, decision, currency, today }: Moment<'new_income'>): void {
  const { id, name, accountId, amount, frequency, until } = decision;
  usable({ state, currency }, accountId);
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

function buyHome({ state, decision, currency, today }: Moment<'buy_home'>): Applied {
  const { id, name, accountId, price, downPayment, rate, years } = decision;
  if (downPayment > price) throw new Refused('the down payment is larger than the price.');
  spend(usable({ state, currency }, accountId), downPayment);
  const terms = { amount: price - downPayment, rate, months: years * MONTHS_A_YEAR };
  const debt = newDebt({ id, name, accountId, currency, today, ...terms });
  state.debts.push({ ...debt, product: 'mortgage', property: { value: price } });
  return {
    state,
    told: { kind: 'home_bought', words: `${name} is bought`, amount: price, subject: debt.id },
  };
}

function takeLoan({ state, decision, currency, today }: Moment<'take_loan'>): Applied {
  const { id, name, accountId, amount, rate, months } = decision;
  const account = usable({ state, currency }, accountId);
  const debt = newDebt({ id, name, accountId, currency, today, amount, rate, months });
  account.balance += amount;
  state.debts.push(debt);
  return { state, told: { kind: 'loan_taken', words: `${name} is taken`, amount, subject: debt.id } };
}

type Terms = Pick<DebtState, 'id' | 'name' | 'currency' | 'rate'> & {
  accountId: string;
  today: DayNumber;
  amount: number;
  months: number;
};

/** Creates a debt that starts today, with autopay. */
function newDebt({ id, name, accountId, currency, today, amount, rate, months }: Terms): DebtState {
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

function paymentFrom(
  start: DayNumber,
  accountId: string,
  rule: Pick<ScheduledPaymentState, 'id' | 'name' | 'amount'> &
    Partial<Pick<ScheduledPaymentState['recurrence'], 'frequency'>>,
): ScheduledPaymentState {
  const { frequency = 'MONTHLY', id, name, amount } = rule;
  return {
    id,
    name,
    accountId,
    to: { kind: 'outside', name },
    amount,
    weekend: 'stays',
    recurrence: { frequency, start, minutes: PAYS_AT_MINUTES, next: 0 },
    changed: {},
    retry: null,
  };
}

function spend(account: AccountState, amount: number): void {
  if (account.balance < amount) throw new Refused(`${account.name} doesn't have enough money.`);
  account.balance -= amount;
}

function usable({ state, currency }: Pick<Moment, 'state' | 'currency'>, id: string): AccountState {
  const account = state.accounts.find((one) => one.id === id && !one.closed);
  if (!account) throw new Refused("we couldn't find that account.");
  if (account.currency !== currency) throw new Refused(`${account.name} is not in ${currency}.`);
  return account;
}

function owedProduct(state: HouseholdState, id: string, currency: Currency): DebtState | CardState {
  const debt = [...state.debts, ...state.cards].find((one) => one.id === id);
  if (!debt) throw new Refused("we couldn't find that debt.");
  if (debt.currency !== currency) throw new Refused(`${debt.name} is not in ${currency}.`);
  return debt;
}

function knownRule(state: HouseholdState, id: string) {
  const rule = getRule(state, id);
  if (!rule) throw new Refused("we couldn't find that scheduled payment or deposit.");
  return rule;
}
