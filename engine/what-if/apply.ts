import { type DayNumber, dayText, type Instant, Zone } from '../calendar/calendar.ts';
import { firstOccurrenceAfter, occurrenceDay, occursOn } from '../calendar/recurrence.ts';
import { inOrder } from '../products/debt-strategies.ts';
import { simulate } from '../simulation/simulate.ts';
import type {
  AutoDepositState,
  CardState,
  DebtState,
  HouseholdState,
  Payee,
  ScheduledPaymentState,
} from '../simulation/state.ts';
import {
  debtsWithoutPayment,
  getNow,
  getPayer,
  getRule,
  isCard,
  PAYS_AT_MINUTES,
  rulesThatPay,
  usualAccount,
} from './household.ts';
import type { Command, CommandValues, Decision } from './what-if.ts';

const IN_MINOR_UNITS = new Set(['medical_bill', 'car_repair', 'windfall', 'card_fraud']);

type Moment<Kind extends Decision['kind']> = {
  decision: Extract<Decision, { kind: Kind }>;
  state: HouseholdState;
  /** The day of the decision, or today where that has passed. */
  on: DayNumber;
  isNow: boolean;
};

/**
 * Returns the bank commands that carry out a decision, or a sentence why it is impossible. `now` is the
 * customer's time. Values use the bank's names and major units; a category uses its name.
 */
export function getCommands(decision: Decision, household: HouseholdState, now?: Instant): Command[] {
  const { state } = simulate(household, getNow(household, now), { record: false });
  const today = new Zone(state.timeZone).getDay(state.at);
  const moment = { state, on: Math.max(decision.on, today), isNow: decision.on <= today };
  switch (decision.kind) {
    case 'extra_payment':
      return extraPayment({ ...moment, decision });
    case 'pay_on_time':
      return [payOnTime({ ...moment, decision })];
    case 'lump_payment':
      return lumpPayment({ ...moment, decision });
    case 'new_bill':
    case 'save':
    case 'purchase':
      return [newPayment({ ...moment, decision })];
    case 'new_income': {
      const { name, accountId, amount, frequency, until } = decision;
      const values = {
        account_id: accountId,
        name,
        amount: major(amount),
        frequency,
        start_date: dayText(moment.on),
        ...getEnd(until),
      };
      return [insert('auto_deposits', values, `${name} starts arriving automatically.`)];
    }
    case 'stop_rule':
      return stopRule({ ...moment, decision });
    case 'change_rule':
      return changeRule({ ...moment, decision });
    case 'buy_home':
      return [buyHome({ ...moment, decision })];
    case 'take_loan':
      return [takeLoan({ ...moment, decision })];
    case 'shock': {
      const { shock, size, months = null } = decision;
      if (shock === 'currency_move')
        return [
          {
            impossible: 'Exchange rates are the same for all customers, so we can’t change them for you.',
          },
        ];
      const amount = IN_MINOR_UNITS.has(shock) ? major(size) : size;
      const values = { shock, on_date: dayText(moment.on), size: amount, months };
      return [insert('shocks', values, 'It’s scheduled in your simulation.')];
    }
    case 'debt_strategy':
      return debtStrategy({ ...moment, decision });
  }
}

const major = (minor: number) => minor / 100;
const getEnd = (until: DayNumber | undefined): CommandValues =>
  until === undefined ? {} : { end_date: dayText(until) };
const insert = (target: string, values: CommandValues, words: string): Command => ({
  verb: 'insert',
  target,
  values,
  words,
});

function findDebt({ debts, cards }: HouseholdState, id: string): DebtState | CardState | undefined {
  return [...debts, ...cards].find((debt) => debt.id === id);
}

const NO_DEBT: Command[] = [
  { impossible: "You don't have that debt yet. Open it first, then make payments." },
];

function extraPayment({ decision, state, on, isNow }: Moment<'extra_payment'>): Command[] {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return NO_DEBT;
  return [payMore(debt, decision.monthly, getPayer(state, debt)?.id, { state, on, isNow })];
}

function payOnTime({ decision, state, isNow }: Moment<'pay_on_time'>): Command {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return { impossible: 'Open this debt first, then turn on autopay.' };
  const { id, name } = debt;
  if (!debtsWithoutPayment(state).includes(debt))
    return { impossible: `A payment is already set up for ${name}.` };
  const accountId = usualAccount(state, debt.currency)?.id;
  if (accountId === undefined) return { impossible: `You have no account to pay ${name} from.` };
  if (!isNow) return { impossible: `Autopay for ${name} can only start today. Turn it on that day.` };
  const text = `Autopay is turned on for ${name}.`;
  const values = { autopay_account_id: accountId };
  return isCard(debt)
    ? { verb: 'update', target: 'credit_cards', id, values: { ...values, autopay: 'statement' }, words: text }
    : { verb: 'update', target: `${debt.product}s`, id, values, words: text };
}

/** Raises autopay if it starts now; otherwise creates a payment. */
function payMore(
  debt: DebtState | CardState,
  monthly: number,
  accountId: string | undefined,
  { state, on, isNow }: Pick<Moment<'extra_payment'>, 'state' | 'on' | 'isNow'>,
): Command {
  const { id, name } = debt;
  if (accountId === undefined) return { impossible: `You have no account to pay ${name} from.` };
  const text = `More goes to ${name} each month.`;
  if (isNow && isCard(debt) && typeof debt.autopay?.pays === 'number') {
    const values = { autopay_amount: major(debt.autopay.pays + monthly) };
    return { verb: 'update', target: 'credit_cards', id, values, words: text };
  }
  if (isNow && !isCard(debt) && (debt.autopay || rulesThatPay(state, id).length === 0)) {
    const values = {
      autopay_extra: major((debt.autopay?.extra ?? 0) + monthly),
      ...(!debt.autopay && { autopay_account_id: accountId }),
    };
    const autopayNote = debt.autopay ? '' : ' We’ll also turn on autopay for its regular payments.';
    return { verb: 'update', target: `${debt.product}s`, id, values, words: `${text}${autopayNote}` };
  }
  return insert(
    'scheduled_payments',
    {
      account_id: accountId,
      name: `Extra on ${name}`.slice(0, 80),
      ...getPayee(debtPayee(debt), debt),
      amount: major(monthly),
      frequency: 'MONTHLY',
      start_date: dayText(on),
    },
    text,
  );
}

const debtPayee = (debt: DebtState | CardState): Payee => ({
  kind: isCard(debt) ? 'card' : 'debt',
  id: debt.id,
});

/** Returns the recipient column of a scheduled payment. */
function getPayee(to: Payee, debt: DebtState | CardState | undefined): CommandValues {
  if (to.kind === 'outside') return { payee: to.name };
  if (to.kind === 'account') return { to_account_id: to.id };
  if (to.kind === 'card') return { card_id: to.id };
  return debt && !isCard(debt) && debt.product === 'mortgage' ? { mortgage_id: to.id } : { loan_id: to.id };
}

function lumpPayment({ decision, state, on, isNow }: Moment<'lump_payment'>): Command[] {
  const debt = findDebt(state, decision.debtId);
  if (!debt) return NO_DEBT;
  const { accountId } = decision;
  const amount = major(Math.min(decision.amount, Math.max(0, debt.balance)));
  if (amount <= 0) return [{ impossible: `You owe nothing on ${debt.name}.` }];
  const product = isCard(debt) ? 'credit_card' : debt.product;
  if (isNow) {
    const values = { [isCard(debt) ? 'card_id' : `${product}_id`]: debt.id, amount, account_id: accountId };
    return [
      { verb: 'rpc', target: `pay_${product}`, values, words: `We’ll make a payment on ${debt.name} now.` },
    ];
  }
  const values = {
    account_id: accountId,
    name: `Payment on ${debt.name}`.slice(0, 80),
    ...getPayee(debtPayee(debt), debt),
    amount: major(decision.amount),
    frequency: 'MONTHLY',
    start_date: dayText(on),
    occurrences: 1,
  };
  return [insert('scheduled_payments', values, `We’ll make one payment on ${debt.name} that day.`)];
}

function newPayment({ decision, state, on }: Moment<'new_bill' | 'save' | 'purchase'>): Command {
  const rule = { amount: major(decision.amount), start_date: dayText(on) };
  if (decision.kind === 'save') {
    const { from, to, frequency } = decision;
    const payee = state.accounts.find(({ id }) => id === to);
    if (!payee) return { impossible: 'We couldn’t find that savings account.' };
    const name = `To ${payee.name}`.slice(0, 80);
    const values = { account_id: from, name, to_account_id: to, ...rule, frequency };
    return insert('scheduled_payments', values, `Money goes to ${payee.name} automatically.`);
  }
  const { name, accountId } = decision;
  const bill = { account_id: accountId, name, payee: name, ...rule };
  if (decision.kind === 'new_bill') {
    const { frequency, until, category } = decision;
    const values = { ...bill, frequency, ...getEnd(until), ...(category !== undefined && { category }) };
    return insert('scheduled_payments', values, `${name} is paid automatically.`);
  }
  // After the morning payment time, the first payment is tomorrow.
  const isLate = new Zone(state.timeZone).at(on, PAYS_AT_MINUTES) <= state.at;
  const once = { start_date: dayText(isLate ? on + 1 : on), frequency: 'MONTHLY', occurrences: 1 };
  const words = isLate ? `${name} is paid once, tomorrow morning.` : `${name} is paid once, on that day.`;
  return insert('scheduled_payments', { ...bill, ...once }, words);
}

type Rule = AutoDepositState | ScheduledPaymentState;

const getTable = (rule: Rule) => ('to' in rule ? 'scheduled_payments' : 'auto_deposits');
const NO_RULE: Command[] = [
  { impossible: 'We couldn’t find that scheduled payment or deposit. Create it first.' },
];

function stopRule({ decision, state, on, isNow }: Moment<'stop_rule'>): Command[] {
  const rule = getRule(state, decision.ruleId);
  if (!rule) return NO_RULE;
  const values: CommandValues = isNow ? { paused: true } : { end_date: dayText(on - 1) };
  const words = isNow ? `${rule.name} is paused.` : `${rule.name} ends the day before.`;
  if (!isNow && on - 1 < rule.recurrence.start)
    return [{ impossible: `${rule.name} would end before it starts. Pause it instead.` }];
  return [{ verb: 'update', target: getTable(rule), id: rule.id, values, words }];
}

/** Changes the amount now, or ends the rule and creates a new one for a later date. */
function changeRule({ decision, state, on, isNow }: Moment<'change_rule'>): Command[] {
  const rule = getRule(state, decision.ruleId);
  if (!rule) return NO_RULE;
  const { id, name, recurrence } = rule;
  if (typeof rule.amount !== 'number')
    return [{ impossible: `${name} pays the statement balance, so it has no amount to change.` }];
  const amount = major(decision.amount);
  const target = getTable(rule);
  if (isNow) return [{ verb: 'update', target, id, values: { amount }, words: `${name} has a new amount.` }];
  const zone = new Zone(state.timeZone);
  const next = firstOccurrenceAfter(recurrence, zone.getStart(on) - 1, zone);
  if (recurrence.paused || !occursOn(recurrence, next, zone))
    return [{ impossible: `${name} will have ended by then.` }];
  const values: CommandValues = {
    ...getColumns(rule, state),
    amount,
    start_date: dayText(occurrenceDay(recurrence, next, zone)),
    ...getEnd(recurrence.end),
    ...(recurrence.count !== undefined && { occurrences: recurrence.count - next }),
  };
  const renewal = insert(target, values, `${name} continues with the new amount.`);
  if (on - 1 < recurrence.start)
    return [{ verb: 'update', target, id, values: { amount }, words: `${name} has a new amount.` }];
  const ending: Command = {
    verb: 'update',
    target,
    id,
    values: { end_date: dayText(on - 1) },
    words: `${name} ends the day before.`,
  };
  return [ending, renewal];
}

/** A rule as a row, without its days and its amount. */
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
  return { ...shared, ...getPayee(rule.to, debt), weekend: rule.weekend };
}

function timeText(minutes: number): string {
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

function takeLoan({ decision, isNow }: Moment<'take_loan'>): Command {
  const { name, accountId, amount, rate, months } = decision;
  if (!isNow) return { impossible: `${name} can’t be opened in advance. Open it on that day.` };
  const values = { name, amount: major(amount), interest_rate: rate, term: months, account_id: accountId };
  return { verb: 'rpc', target: 'take_loan', values, words: `We’ll open ${name} and deposit the money now.` };
}

function buyHome({ decision, isNow }: Moment<'buy_home'>): Command {
  const { name, accountId, price, downPayment, rate, years } = decision;
  if (!isNow) return { impossible: `${name} can’t be bought in advance. Open the mortgage on that day.` };
  const values = {
    name,
    property_value: major(price),
    down_payment: major(downPayment),
    interest_rate: rate,
    term: years,
    rate_type: 'fixed',
    account_id: accountId,
  };
  return { verb: 'rpc', target: 'take_mortgage', values, words: `We’ll open the mortgage for ${name} now.` };
}

/** The bank doesn't move the budget to the next debt by itself, so the text says what to do then. */
function debtStrategy({ decision, state, on, isNow }: Moment<'debt_strategy'>): Command[] {
  const { strategy, order, monthly, accountId } = decision;
  const currency = state.accounts.find(({ id }) => id === accountId)?.currency;
  if (currency === undefined) return [{ impossible: 'We couldn’t find that account.' }];
  const [first, second] = inOrder(state, strategy, currency, order);
  if (!first) return [{ impossible: 'You have no debt to pay.' }];
  const command = payMore(first, monthly, accountId, { state, on, isNow });
  if ('impossible' in command || !second) return [command];
  const nextStep = `When it’s paid off, move this amount and its regular payment to ${second.name} yourself. It won’t happen automatically.`;
  return [{ ...command, words: `${command.words} ${nextStep}` }];
}
