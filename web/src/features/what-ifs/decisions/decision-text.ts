import { type DayNumber, dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Minor } from '@engine/money/minor.ts';
import type { ShockKind } from '@engine/simulation/state.ts';
import type { DebtStrategy, Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { getToday } from '@/entities/household/days';
import { formatEvery } from '@/entities/payment/frequencies';
import { getName, getOwed, getRules, openAccounts, usualAccount } from '@/entities/what-if/projection';
import { formatAs, formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import type { DecisionFields } from './decision-schema';

/** Returns the default values of the dialog: the customer's accounts and debts, starting today. */
export function blankFields(row: HouseholdRow, currency: string): DecisionFields {
  const account = usualAccount(row, currency);
  const other = openAccounts(row, currency).find(({ id, type }) => id !== account?.id && type !== 'CHECKING');
  return {
    kind: 'extra_payment',
    on: dayText(getToday(row)),
    until: '',
    name: '',
    debtId: getOwed(row, currency)[0]?.id ?? '',
    ruleId: getRules(row)[0]?.id ?? '',
    accountId: account?.id ?? '',
    toAccountId: other?.id ?? '',
    amount: '',
    downPayment: '',
    frequency: 'MONTHLY',
    rate: '',
    years: '30',
    months: '6',
    shock: 'job_loss',
    size: '',
    strategy: 'avalanche',
  };
}

/** Converts a decision to form values. */
export function getDecisionFields(decision: Decision, row: HouseholdRow, currency: string): DecisionFields {
  const fields = { ...blankFields(row, currency), kind: decision.kind, on: dayText(decision.on) };
  switch (decision.kind) {
    case 'extra_payment':
      return { ...fields, debtId: decision.debtId, amount: formatTyped(decision.monthly) };
    case 'pay_on_time':
      return { ...fields, debtId: decision.debtId };
    case 'lump_payment':
      return {
        ...fields,
        debtId: decision.debtId,
        accountId: decision.accountId,
        amount: formatTyped(decision.amount),
      };
    case 'debt_strategy':
      return {
        ...fields,
        strategy: decision.strategy,
        accountId: decision.accountId,
        amount: formatTyped(decision.monthly),
      };
    case 'save':
      return {
        ...fields,
        accountId: decision.from,
        toAccountId: decision.to,
        amount: formatTyped(decision.amount),
        frequency: decision.frequency,
      };
    case 'new_income':
    case 'new_bill': {
      const { name, accountId, amount, frequency, until } = decision;
      return {
        ...fields,
        name,
        accountId,
        amount: formatTyped(amount),
        frequency: frequency === 'HOURLY' || frequency === 'DAILY' ? 'WEEKLY' : frequency,
        until: until === undefined ? '' : dayText(until),
      };
    }
    case 'change_rule':
      return { ...fields, ruleId: decision.ruleId, amount: formatTyped(decision.amount) };
    case 'stop_rule':
      return { ...fields, ruleId: decision.ruleId };
    case 'purchase':
      return {
        ...fields,
        name: decision.name,
        accountId: decision.accountId,
        amount: formatTyped(decision.amount),
      };
    case 'buy_home': {
      const { name, accountId, price, downPayment, rate, years } = decision;
      return {
        ...fields,
        name,
        accountId,
        amount: formatTyped(price),
        downPayment: formatTyped(downPayment),
        rate: String(rate),
        years: String(years),
      };
    }
    case 'take_loan': {
      const { name, accountId, amount, rate, months } = decision;
      return {
        ...fields,
        name,
        accountId,
        amount: formatTyped(amount),
        rate: String(rate),
        months: String(months),
      };
    }
    case 'shock': {
      const { shock, size, months } = decision;
      const isMoney = SHOCK_UNITS[shock] === 'money';
      return {
        ...fields,
        shock,
        size: isMoney ? formatTyped(size) : String(size),
        months: String(months ?? 6),
      };
    }
  }
}

/** Formats `1,234.50`, as amount inputs do. */
function formatTyped(amount: number): string {
  return formatMinor(amount as Minor).replace('$', '');
}

export const KIND_LABELS: Record<DecisionKind['kind'], string> = {
  extra_payment: 'Pay more on a debt each month',
  pay_on_time: 'Pay a debt on time each month',
  lump_payment: 'Make a one-time debt payment',
  debt_strategy: 'Pay off debts one at a time',
  save: 'Save regularly',
  new_income: 'A new income',
  new_bill: 'A new bill',
  change_rule: 'Change a recurring amount',
  stop_rule: 'Stop a recurring amount',
  purchase: 'Buy something once',
  buy_home: 'Buy a home',
  take_loan: 'Take a loan',
  shock: 'Something happens',
};

export const SHOCK_LABELS: Record<ShockKind, string> = {
  job_loss: 'You lose your job',
  medical_bill: 'A medical bill',
  car_repair: 'A car repair',
  market_fall: 'The market drops',
  currency_move: 'Exchange rates change',
  rate_change: 'Interest rates change',
  inflation: 'Prices rise faster',
  windfall: 'Unexpected money',
  card_fraud: 'Card fraud',
};

export const STRATEGY_LABELS: Record<DebtStrategy, string> = {
  snowball: 'Snowball',
  avalanche: 'Avalanche',
  custom: 'Your order',
};

export const STRATEGY_DESCRIPTIONS: Record<DebtStrategy, string> = {
  snowball: 'smallest balance first',
  avalanche: 'highest rate first',
  custom: 'in your own order',
};

/** The size of a shock: money, percentage points, or percent. */
export const SHOCK_UNITS: Record<ShockKind, 'money' | 'points' | 'percent' | 'move' | 'none'> = {
  job_loss: 'none',
  medical_bill: 'money',
  car_repair: 'money',
  windfall: 'money',
  card_fraud: 'money',
  market_fall: 'percent',
  currency_move: 'move',
  rate_change: 'points',
  inflation: 'points',
};

/** Describes a decision for the list. */
export function formatDecision(
  decision: Decision,
  row: HouseholdRow,
  currency: string,
): { title: string; detail: string } {
  const name = (id: string | undefined) => getName(row, id);
  const money = (amount: number) => formatMinor(amount as Minor, currency);
  const from = `from ${formatMonth(decision.on)}`;
  const inMonth = `In ${formatMonth(decision.on)}`;
  switch (decision.kind) {
    case 'extra_payment':
      return {
        title: `Pay more on ${name(decision.debtId)}`,
        detail: `Every month ${from}, on top of your regular payment`,
      };
    case 'pay_on_time':
      return { title: `Pay ${name(decision.debtId)} on time`, detail: `Autopay each month ${from}` };
    case 'lump_payment':
      return {
        title: `Make a one-time payment on ${name(decision.debtId)}`,
        detail: `${inMonth}, from ${name(decision.accountId)}`,
      };
    case 'new_bill':
    case 'new_income': {
      const until = decision.until ? ` until ${formatMonth(decision.until)}` : '';
      const direction = decision.kind === 'new_bill' ? 'from' : 'into';
      return {
        title: decision.name,
        detail: `${formatEvery(decision.frequency)} ${from}${until}, ${direction} ${name(decision.accountId)}`,
      };
    }
    case 'save':
      return {
        title: `Save to ${name(decision.to)}`,
        detail: `${formatEvery(decision.frequency)} ${from}, from ${name(decision.from)}`,
      };
    case 'stop_rule':
      return { title: `Stop ${name(decision.ruleId)}`, detail: `From ${formatMonth(decision.on)} on` };
    case 'change_rule':
      return { title: `Change ${name(decision.ruleId)}`, detail: `Each time ${from}` };
    case 'purchase':
      return { title: decision.name, detail: `Bought ${lower(inMonth)}, from ${name(decision.accountId)}` };
    case 'buy_home':
      return {
        title: decision.name,
        detail: `Bought ${lower(inMonth)} with ${money(decision.downPayment)} down from ${name(decision.accountId)}, ${decision.years} years at ${decision.rate}%`,
      };
    case 'take_loan':
      return {
        title: decision.name,
        detail: `Borrowed ${lower(inMonth)} into ${name(decision.accountId)}, ${decision.months} months at ${decision.rate}%`,
      };
    case 'shock':
      return { title: SHOCK_LABELS[decision.shock], detail: shockDetail(decision) };
    case 'debt_strategy':
      return {
        title: `Pay off debts, ${STRATEGY_DESCRIPTIONS[decision.strategy]}`,
        detail: `Each month ${from}, from ${name(decision.accountId)}, on top of every monthly payment and minimum`,
      };
  }
}

function shockDetail({ shock, months, on }: Extract<Decision, { kind: 'shock' }>): string {
  const length = months === undefined ? '' : `, for ${months} ${months === 1 ? 'month' : 'months'}`;
  return shock === 'job_loss' ? `No pay from ${formatMonth(on)}${length}` : `In ${formatMonth(on)}${length}`;
}

/** Formats `Nov 14, 2026`. */
export const formatDay = (day: DayNumber) => formatTextDate(dayText(day));

/** Formats `Nov 2026`. */
export function formatMonth(day: DayNumber): string {
  return formatAs(dayText(day), 'MMM yyyy');
}

const lower = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

/** Verbs at the start of what-if names, which are then read as actions. */
const VERBS =
  /^(pay|lose|buy|take|save|stop|sell|move|decide|change|borrow|spend|earn|work|invest|rent|quit|retire|get|have|keep|give|cut|cancel|start|switch|repay|clear|put|go)\b/i;

/**
 * Formats a what-if's name as a question: "Pay $300 more on Car" becomes "What if you pay $300 more on Car?"
 */
export function getQuestion(name: string): string {
  if (/^what if/i.test(name) || name.endsWith('?')) return name;
  return VERBS.test(name) ? `What if you ${lower(name)}?` : `What if: ${name}?`;
}
