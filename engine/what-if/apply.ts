import { type DayNumber, dayText, type Instant, timeText, Zone } from '../calendar/calendar.ts';
import { formatTextDate } from '../calendar/format-date.ts';
import { firstOccurrenceAfter, occurrenceDay, occursOn } from '../calendar/recurrence.ts';
import { POLICY_NAMES } from '../insurance/policies.ts';
import { moneyText } from '../money/amount-text.ts';
import { sortDebts } from '../products/debts/debt-strategies.ts';
import { requiresInsurance } from '../products/debts/mortgage-insurance.ts';
import { MONEY_SHOCKS } from '../simulation/shocks.ts';
import { simulate } from '../simulation/simulate.ts';
import type {
  AutoDepositState,
  Currency,
  HouseholdState,
  Payee,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import { planCoverageChange, planInsurance, requirePolicy } from './coverage-decisions.ts';
import { getCashToClose } from './home-costs.ts';
import {
  type Debt,
  debtsWithoutPayment,
  getNow,
  getPayer,
  getProduct,
  getRule,
  isCard,
  PAYMENTS_AT_MINUTES,
  rulesThatPay,
  usualAccount,
} from './household.ts';
import { Refused } from './moment.ts';
import {
  findDayChange,
  planBiweekly,
  quoteCertificateWithdrawal,
  requirePlanAccount,
} from './product-decisions.ts';
import type { Command, CommandValues, Decision } from './what-if.ts';

const MAX_NAME_LENGTH = 80;

type Kind = Decision['kind'];
type Moment<K extends Kind = Kind> = {
  decision: Extract<Decision, { kind: K }>;
  state: HouseholdState;
  /** The day of the decision, or today if that day has passed. */
  on: DayNumber;
  isNow: boolean;
};

const WRITERS: { [K in Kind]: (moment: Moment<K>) => Command | Command[] } = {
  extra_payment: payExtra,
  pay_on_time: payOnTime,
  lump_payment: payLump,
  new_bill: ({ decision: { name, accountId, amount, frequency, until, category }, on }) => {
    const values = { ...getBill(name, accountId, amount), start_date: dayText(on), frequency };
    return insert(
      'scheduled_payments',
      { ...values, ...getEnd(until), ...(category !== undefined && { category }) },
      `We’ll pay ${name} automatically.`,
    );
  },
  new_income: ({ decision: { name, accountId, amount, frequency, until }, on }) => {
    const rule = { account_id: accountId, name, amount: major(amount), frequency };
    const values = { ...rule, start_date: dayText(on), ...getEnd(until) };
    return insert('auto_deposits', values, `${name} will arrive automatically.`);
  },
  save: ({ decision: { from, to, amount, frequency }, state, on }) => {
    const payee = state.accounts.find(({ id }) => id === to);
    if (!payee) return refuse('We couldn’t find that savings account.');
    const rule = { account_id: from, name: shorten(`To ${payee.name}`), to_account_id: to };
    const values = { ...rule, amount: major(amount), start_date: dayText(on), frequency };
    return insert('scheduled_payments', values, `We’ll transfer money to ${payee.name} automatically.`);
  },
  stop_rule: stopRule,
  change_rule: changeRule,
  purchase: ({ decision: { name, accountId, amount }, state, on }) => {
    // If the time of that day's payments has passed, the first payment is made on the next day.
    const isLate = new Zone(state.timeZone).at(on, PAYMENTS_AT_MINUTES) <= state.at;
    const once = { start_date: dayText(isLate ? on + 1 : on), frequency: 'MONTHLY', occurrences: 1 };
    const text = isLate
      ? `We’ll pay ${name} once, tomorrow morning.`
      : `We’ll pay ${name} once, on that day.`;
    return insert('scheduled_payments', { ...getBill(name, accountId, amount), ...once }, text);
  },
  buy_home: ({ decision, state, on, isNow }) => {
    const { name, accountId, price, downPayment, rate, years } = decision;
    if (!isNow) return refuse(`You can’t buy ${name} in advance. Open the mortgage on that day.`);
    const home = { name, property_value: major(price), down_payment: major(downPayment) };
    const values = { ...home, interest_rate: rate, term: years, rate_type: 'fixed', account_id: accountId };
    return call(
      'take_mortgage',
      { ...values, ...getHomeCosts(decision) },
      `We’ll open the mortgage for ${name} now.${describeCashToClose(decision, state, on)}`,
    );
  },
  take_loan: ({ decision: { name, accountId, amount, rate, months }, isNow }) => {
    if (!isNow) return refuse(`You can’t open ${name} in advance. Open it on that day.`);
    const terms = { name, amount: major(amount), interest_rate: rate, term: months };
    return call(
      'take_loan',
      { ...terms, account_id: accountId },
      `We’ll open ${name} and deposit the money now.`,
    );
  },
  shock: ({ decision: { shock, size, months = null }, on }) => {
    if (shock === 'currency_move')
      return refuse('Exchange rates are the same for all customers, so we can’t change them for you.');
    const amount = MONEY_SHOCKS.has(shock) ? major(size) : size;
    const values = { shock, on_date: dayText(on), size: amount, months };
    return insert('shocks', values, 'This event will occur in your simulation.');
  },
  withdraw_cd: ({ decision, ...moment }) =>
    writeNow(moment, decision.from, (now) => withdraw({ ...now, decision })),
  choose_plan: ({ decision, ...moment }) =>
    writeNow(moment, decision.accountId, (now) => {
      const { id, name } = requirePlanAccount({ ...now, decision });
      const values = { account_id: id, plan: decision.plan };
      return call(
        'set_account_plan',
        values,
        `${name} will have this plan from the first day of next month.`,
      );
    }),
  payment_day: ({ decision, ...moment }) =>
    writeNow(moment, decision.debtId, (now) => {
      const { debt, change } = findDayChange({ ...now, decision });
      const values = { debt_id: debt.id, day: decision.day };
      return call(
        'change_payment_day',
        values,
        `The next payment on ${debt.name} will be due on ${formatTextDate(dayText(change.due), dayText(now.today))}.`,
      );
    }),
  biweekly: ({ decision, ...moment }) =>
    writeNow(moment, decision.debtId, (now) => {
      const { debt, first, payer } = planBiweekly({ ...now, decision });
      const { id, name } = debt;
      const autopay =
        payer &&
        update(
          getDebtTable(debt),
          id,
          { autopay_account_id: payer.id },
          `We’ll turn on autopay for ${name}.`,
        );
      const values = { debt_id: id, first_day: dayText(first) };
      const start = call('start_biweekly', values, `We’ll collect half a payment on ${name} every 14 days.`);
      return autopay ? [autopay, start] : start;
    }),
  change_coverage: ({ decision, ...moment }) =>
    writeForHousehold(moment, (now) => {
      const { payer } = planCoverageChange({ ...now, decision });
      return setInsurance(decision, payer?.id ?? null);
    }),
  add_insurance: ({ decision, ...moment }) =>
    writeForHousehold(moment, (now) => {
      const { payer } = planInsurance({ ...now, decision });
      return setInsurance(decision, payer?.id ?? null);
    }),
  cancel_insurance: ({ decision, ...moment }) =>
    writeForHousehold(moment, (now) => {
      requirePolicy({ ...now, decision });
      const { insurance } = decision;
      return call('end_insurance', { insurance_kind: insurance }, `${POLICY_NAMES[insurance]} will end now.`);
    }),
  debt_strategy: payByStrategy,
};

function setInsurance(
  { insurance, deductible }: Extract<Decision, { kind: 'change_coverage' | 'add_insurance' }>,
  accountId: string | null,
): Command {
  const values = { insurance_kind: insurance, deductible: major(deductible), account_id: accountId };
  return call('set_insurance', values, `${POLICY_NAMES[insurance]} will have this deductible from now on.`);
}

/** Describes the cash to close that the account pays, such as ` Checking pays $20,845.00 at closing.` */
function describeCashToClose(
  decision: Extract<Decision, { kind: 'buy_home' }>,
  { accounts }: HouseholdState,
  today: DayNumber,
): string {
  const account = accounts.find(({ id }) => id === decision.accountId);
  const paid = getCashToClose(decision, today);
  return account && paid > 0 ? ` ${account.name} pays ${moneyText(paid, account.currency)} at closing.` : '';
}

/** Returns the costs of a home besides its price that the customer chose. */
function getHomeCosts(decision: Extract<Decision, { kind: 'buy_home' }>): CommandValues {
  const { price, downPayment, pmiRate = 0, closingCosts = 0 } = decision;
  const { propertyTax = 0, homeInsurance = 0 } = decision;
  return {
    ...(pmiRate > 0 && requiresInsurance(price, downPayment) && { pmi_rate: pmiRate }),
    ...(closingCosts > 0 && { origination_fee: major(closingCosts) }),
    ...(propertyTax + homeInsurance > 0 && {
      property_tax: major(propertyTax),
      home_insurance: major(homeInsurance),
    }),
  };
}

/** The household when the bank carries out a decision at once, and the currency of the decision's product. */
type CurrentMoment = { state: HouseholdState; today: DayNumber; currency: Currency };

/** Returns the commands of a decision that can't be scheduled, or the reason why it can't be applied. */
function writeNow(
  { state, on, isNow }: Pick<Moment, 'state' | 'on' | 'isNow'>,
  productId: string,
  getCommand: (moment: CurrentMoment) => Command | Command[],
): Command | Command[] {
  const product = getProduct(state, productId);
  if (!product) return refuse('We couldn’t find that product. Open it first.');
  if (!isNow) return refuse(`This can’t be scheduled in advance for ${product.name}. Do it on that day.`);
  return writeOrRefuse(() => getCommand({ state, today: on, currency: product.currency }));
}

/** Returns the commands of a decision about insurance, which is in the currency of the first open account. */
function writeForHousehold(
  { state, on, isNow }: Pick<Moment, 'state' | 'on' | 'isNow'>,
  getCommand: (moment: CurrentMoment) => Command,
): Command | Command[] {
  const account = state.accounts.find(({ closed }) => !closed);
  if (!account) return refuse('Open an account first.');
  if (!isNow) return refuse('This can’t be scheduled in advance. Do it on that day.');
  return writeOrRefuse(() => getCommand({ state, today: on, currency: account.currency }));
}

function writeOrRefuse(getCommand: () => Command | Command[]): Command | Command[] {
  try {
    return getCommand();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refuse(`${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}`);
  }
}

/** Returns the command for a withdrawal from a CD. It states the penalty, so the bank refuses if it has changed. */
function withdraw(moment: CurrentMoment & { decision: Extract<Decision, { kind: 'withdraw_cd' }> }): Command {
  const { account, to, quote } = quoteCertificateWithdrawal(moment);
  const values = {
    ...{ account_id: account.id, to_account_id: to.id, penalty: major(quote.penalty) },
    ...(moment.decision.amount !== undefined && { amount: major(quote.amount) }),
  };
  const cost = quote.penalty > 0 ? ` The penalty is ${moneyText(quote.penalty, moment.currency)}.` : '';
  const paid = `We’ll move ${moneyText(quote.payout, moment.currency)} from ${account.name} to ${to.name} now.`;
  return call('withdraw_from_cd', values, `${paid}${cost}`);
}

/**
 * Returns the bank commands that carry out a decision. If the bank can't carry it out, returns a command that
 * contains the reason in `impossible`. `now` is the customer's current time. Values use the bank's column
 * names and major units; categories are given by name.
 */
export function getCommands(decision: Decision, household: HouseholdState, now?: Instant): Command[] {
  const { state } = simulate(household, getNow(household, now), { record: false });
  const today = new Zone(state.timeZone).getDay(state.at);
  const write = WRITERS[decision.kind] as (moment: Moment) => Command | Command[];
  return [write({ decision, state, on: Math.max(decision.on, today), isNow: decision.on <= today })].flat();
}

const major = (minor: number) => minor / 100;
const shorten = (name: string) => name.slice(0, MAX_NAME_LENGTH);
const getEnd = (until: DayNumber | undefined): CommandValues =>
  until === undefined ? {} : { end_date: dayText(until) };
const getBill = (name: string, accountId: string, amount: number) => ({
  account_id: accountId,
  name,
  payee: name,
  amount: major(amount),
});

const refuse = (impossible: string): Command => ({ impossible });
const command =
  (verb: 'insert' | 'rpc') =>
  (target: string, values: CommandValues, text: string): Command => ({ verb, target, values, text });
const insert = command('insert');
const call = command('rpc');
const update = (target: string, id: string, values: CommandValues, text: string): Command => ({
  verb: 'update',
  target,
  id,
  values,
  text,
});

function findDebt({ debts, cards }: HouseholdState, id: string): Debt | undefined {
  return [...debts, ...cards].find((debt) => debt.id === id);
}

const getDebtTable = (debt: Debt) => (isCard(debt) ? 'credit_cards' : `${debt.product}s`);

const NO_DEBT = refuse("You don't have that debt yet. Open it first, then make payments.");

function payExtra({ decision, state, on, isNow }: Moment<'extra_payment'>): Command {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return NO_DEBT;
  return payMore(debt, decision.monthly, getPayer(state, debt)?.id, { state, on, isNow });
}

function payOnTime({ decision, state, isNow }: Moment<'pay_on_time'>): Command {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return refuse('Open this debt first, then turn on autopay.');
  const { id, name } = debt;
  if (!debtsWithoutPayment(state).includes(debt)) return refuse(`A payment is already set up for ${name}.`);
  const accountId = usualAccount(state, debt.currency)?.id;
  if (accountId === undefined) return refuse(`You don’t have an account to pay ${name} from.`);
  if (!isNow) return refuse(`Autopay for ${name} can’t be scheduled in advance. Turn it on that day.`);
  const values = { autopay_account_id: accountId, ...(isCard(debt) && { autopay: 'statement' }) };
  return update(getDebtTable(debt), id, values, `We’ll turn on autopay for ${name}.`);
}

/** Increases autopay if the change starts now. Otherwise, creates a scheduled payment. */
function payMore(
  debt: Debt,
  monthly: number,
  accountId: string | undefined,
  { state, on, isNow }: Pick<Moment, 'state' | 'on' | 'isNow'>,
): Command {
  const { id, name } = debt;
  if (accountId === undefined) return refuse(`You don’t have an account to pay ${name} from.`);
  const text = `We’ll pay more on ${name} each month.`;
  if (isNow && isCard(debt) && typeof debt.autopay?.pays === 'number')
    return update('credit_cards', id, { autopay_amount: major(debt.autopay.pays + monthly) }, text);
  if (isNow && !isCard(debt) && (debt.autopay || rulesThatPay(state, id).length === 0)) {
    const values = {
      autopay_extra: major((debt.autopay?.extra ?? 0) + monthly),
      ...(!debt.autopay && { autopay_account_id: accountId }),
    };
    const autopayNote = debt.autopay ? '' : ' We’ll also turn on autopay for its regular payments.';
    return update(getDebtTable(debt), id, values, `${text}${autopayNote}`);
  }
  return insert(
    'scheduled_payments',
    getDebtPayment(debt, accountId, `Extra payment on ${name}`, monthly, on),
    text,
  );
}

function getDebtPayment(debt: Debt, accountId: string, name: string, amount: number, on: DayNumber) {
  return {
    account_id: accountId,
    name: shorten(name),
    ...getPayee({ kind: isCard(debt) ? 'card' : 'debt', id: debt.id }, debt),
    amount: major(amount),
    frequency: 'MONTHLY',
    start_date: dayText(on),
  };
}

function getPayee(to: Payee, debt: Debt | undefined): CommandValues {
  if (to.kind === 'outside') return { payee: to.name };
  if (to.kind === 'account') return { to_account_id: to.id };
  if (to.kind === 'card') return { card_id: to.id };
  return debt && !isCard(debt) && debt.product === 'mortgage' ? { mortgage_id: to.id } : { loan_id: to.id };
}

function payLump({ decision, state, on, isNow }: Moment<'lump_payment'>): Command {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return NO_DEBT;
  const { accountId } = decision;
  const amount = major(Math.min(decision.amount, Math.max(0, debt.balance)));
  if (amount <= 0) return refuse(`You don’t owe anything on ${debt.name}.`);
  if (isNow) {
    const product = isCard(debt) ? 'credit_card' : debt.product;
    const values = { [isCard(debt) ? 'card_id' : `${product}_id`]: debt.id, amount, account_id: accountId };
    return call(`pay_${product}`, values, `We’ll make a payment on ${debt.name} now.`);
  }
  const payment = getDebtPayment(debt, accountId, `Payment on ${debt.name}`, decision.amount, on);
  return insert(
    'scheduled_payments',
    { ...payment, occurrences: 1 },
    `We’ll make one payment on ${debt.name} that day.`,
  );
}

type Rule = AutoDepositState | ScheduledPaymentState;

const getTable = (rule: Rule) => ('to' in rule ? 'scheduled_payments' : 'auto_deposits');
const NO_RULE = refuse('We couldn’t find that scheduled payment or deposit. Create it first.');

function stopRule({ decision, state, on, isNow }: Moment<'stop_rule'>): Command {
  const rule = getRule(state, decision.ruleId);
  if (!rule) return NO_RULE;
  if (isNow) return update(getTable(rule), rule.id, { paused: true }, `${rule.name} is paused.`);
  return on - 1 < rule.recurrence.start
    ? refuse(`${rule.name} would end before it starts. Pause it instead.`)
    : endRule(rule, on);
}

const endRule = (rule: Rule, on: DayNumber) =>
  update(getTable(rule), rule.id, { end_date: dayText(on - 1) }, `${rule.name} will end the day before.`);

/** Changes the amount now. For a later date, ends the rule and creates a new one. */
function changeRule({ decision, state, on, isNow }: Moment<'change_rule'>): Command | Command[] {
  const rule = getRule(state, decision.ruleId);
  if (!rule) return NO_RULE;
  const { id, name, recurrence } = rule;
  if (typeof rule.amount !== 'number')
    return refuse(`${name} pays the statement balance, so it has no amount to change.`);
  const amount = major(decision.amount);
  const values: CommandValues = 'pay' in rule ? { amount, pay_details: null } : { amount };
  const change = update(getTable(rule), id, values, `${name} will have a new amount.`);
  if (isNow) return change;
  const zone = new Zone(state.timeZone);
  const next = firstOccurrenceAfter(recurrence, zone.getStart(on) - 1, zone);
  if (recurrence.paused || !occursOn(recurrence, next, zone))
    return refuse(`${name} will have ended by then.`);
  if (on - 1 < recurrence.start) return change;
  const continued: CommandValues = {
    ...getColumns(rule, state),
    amount,
    start_date: dayText(occurrenceDay(recurrence, next, zone)),
    ...getEnd(recurrence.end),
    ...(recurrence.count !== undefined && { occurrences: recurrence.count - next }),
  };
  return [endRule(rule, on), insert(getTable(rule), continued, `${name} will continue with the new amount.`)];
}

/** Returns a rule's columns, except for its schedule and amount. */
function getColumns(rule: Rule, state: HouseholdState): CommandValues {
  const { name, accountId, category, recurrence } = rule;
  const shared = {
    account_id: accountId,
    name,
    frequency: recurrence.frequency,
    ...(category !== undefined && { category }),
  };
  if (!('to' in rule))
    return { ...shared, is_pay: rule.isPay === true, start_time: timeText(recurrence.minutes) };
  const debt = rule.to.kind === 'outside' ? undefined : findDebt(state, rule.to.id);
  return {
    ...shared,
    ...getPayee(rule.to, debt),
    weekend: rule.weekend,
    ...(rule.sameDay && { speed: 'same_day' as const }),
  };
}

/**
 * Sets up the payment on the first debt. The bank doesn't switch to the next debt automatically, so the
 * command's text explains the next step to the customer.
 */
function payByStrategy({ decision, state, on, isNow }: Moment<'debt_strategy'>): Command {
  const { strategy, order, monthly, accountId } = decision;
  const currency = state.accounts.find(({ id }) => id === accountId)?.currency;
  if (currency === undefined) return refuse('We couldn’t find that account.');
  const [first, second] = sortDebts(state, strategy, currency, order);
  if (!first) return refuse('You don’t have any debt to pay.');
  const payment = payMore(first, monthly, accountId, { state, on, isNow });
  if ('impossible' in payment || !second) return payment;
  const nextStep = `When it’s paid off, move this amount and its regular payment to ${second.name} yourself. It won’t happen automatically.`;
  return { ...payment, text: `${payment.text} ${nextStep}` };
}
