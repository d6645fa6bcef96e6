import { dayText } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { formatMinor, type Minor } from '@/lib/money';
import { getToday } from '../../forecast/days';
import { getOwed, getRules, openAccounts, usualAccount } from '../simulation/household';
import type { DecisionFields } from './decision-schema';
import { SHOCK_UNITS } from './decision-text';

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
export function fieldsOfDecision(decision: Decision, row: HouseholdRow, currency: string): DecisionFields {
  const fields = { ...blankFields(row, currency), kind: decision.kind, on: dayText(decision.on) };
  switch (decision.kind) {
    case 'extra_payment':
      return { ...fields, debtId: decision.debtId, amount: typed(decision.monthly) };
    case 'pay_on_time':
      return { ...fields, debtId: decision.debtId };
    case 'lump_payment':
      return {
        ...fields,
        debtId: decision.debtId,
        accountId: decision.accountId,
        amount: typed(decision.amount),
      };
    case 'debt_strategy':
      return {
        ...fields,
        strategy: decision.strategy,
        accountId: decision.accountId,
        amount: typed(decision.monthly),
      };
    case 'save':
      return {
        ...fields,
        accountId: decision.from,
        toAccountId: decision.to,
        amount: typed(decision.amount),
        frequency: decision.frequency,
      };
    case 'new_income':
    case 'new_bill': {
      const { name, accountId, amount, frequency, until } = decision;
      return {
        ...fields,
        name,
        accountId,
        amount: typed(amount),
        frequency: frequency === 'HOURLY' || frequency === 'DAILY' ? 'WEEKLY' : frequency,
        until: until === undefined ? '' : dayText(until),
      };
    }
    case 'change_rule':
      return { ...fields, ruleId: decision.ruleId, amount: typed(decision.amount) };
    case 'stop_rule':
      return { ...fields, ruleId: decision.ruleId };
    case 'purchase':
      return {
        ...fields,
        name: decision.name,
        accountId: decision.accountId,
        amount: typed(decision.amount),
      };
    case 'buy_home': {
      const { name, accountId, price, downPayment, rate, years } = decision;
      return {
        ...fields,
        name,
        accountId,
        amount: typed(price),
        downPayment: typed(downPayment),
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
        amount: typed(amount),
        rate: String(rate),
        months: String(months),
      };
    }
    case 'shock': {
      const { shock, size, months } = decision;
      const isMoney = SHOCK_UNITS[shock] === 'money';
      return { ...fields, shock, size: isMoney ? typed(size) : String(size), months: String(months ?? 6) };
    }
  }
}

/** Formats `1,234.50`, as amount inputs do. */
function typed(amount: number): string {
  return formatMinor(amount as Minor).replace('$', '');
}
