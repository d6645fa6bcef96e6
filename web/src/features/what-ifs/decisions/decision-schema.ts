import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import type { PolicyKind } from '@engine/insurance/terms.ts';
import { fromMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { PMI_RATE, requiresInsurance } from '@engine/products/debts/mortgage-insurance.ts';
import type { PaymentFrequency, ShockKind } from '@engine/simulation/state.ts';
import { getUsualCosts } from '@engine/what-if/home-costs.ts';
import type { DebtStrategy, Decision, DecisionKind } from '@engine/what-if/what-if.ts';
import { z } from 'zod';
import { UNKNOWN_BILLS } from '@/entities/debt/escrow-bills';
import { getToday } from '@/entities/household/days';
import {
  getCertificates,
  getInstallmentDebts,
  getOwed,
  getPlanAccounts,
  getRules,
  openAccounts,
  usualAccount,
} from '@/entities/what-if/projection';
import type { PlanChoice } from '@/features/accounts/account-plan';
import { amountField, nameField, percentField, wholeField } from '@/lib/fields';
import { formatTypedAmount, parseAmount } from '@/lib/money';

type Kind = DecisionKind['kind'];

/** The form's values as typed. Each kind of decision uses only some of the fields. */
export type DecisionFields = ReturnType<typeof blankFields>;

export type FieldName = Exclude<keyof DecisionFields, 'kind'>;
type Problems = Partial<Record<FieldName, string>>;

/** The fields of each kind in form order. */
const FIELDS_OF: Record<Kind, readonly FieldName[]> = {
  extra_payment: ['debtId', 'amount', 'on'],
  pay_on_time: ['debtId', 'on'],
  lump_payment: ['debtId', 'accountId', 'amount', 'on'],
  debt_strategy: ['strategy', 'accountId', 'amount', 'on'],
  save: ['accountId', 'toAccountId', 'amount', 'frequency', 'on'],
  new_income: ['name', 'accountId', 'amount', 'frequency', 'on', 'until'],
  new_bill: ['name', 'accountId', 'amount', 'frequency', 'on', 'until'],
  change_rule: ['ruleId', 'amount', 'on'],
  stop_rule: ['ruleId', 'on'],
  purchase: ['name', 'accountId', 'amount', 'on'],
  buy_home: [
    ...(['name', 'accountId', 'amount', 'downPayment', 'rate', 'years', 'pmiRate'] as const),
    ...(['propertyTax', 'homeInsurance', 'closingCosts', 'on'] as const),
  ],
  take_loan: ['name', 'accountId', 'amount', 'rate', 'months', 'on'],
  withdraw_cd: ['certificateId', 'accountId', 'amount', 'on'],
  choose_plan: ['planAccountId', 'plan', 'on'],
  payment_day: ['installmentsId', 'day', 'on'],
  biweekly: ['installmentsId', 'on'],
  change_coverage: ['insurance', 'deductible', 'on'],
  add_insurance: ['insurance', 'deductible', 'accountId', 'on'],
  cancel_insurance: ['insurance', 'on'],
  shock: ['shock', 'size', 'months', 'on'],
};

/** Maps form fields to decision properties where the names differ. */
const PROPERTIES: Partial<Record<Kind, Partial<Record<FieldName, string>>>> = {
  extra_payment: { amount: 'monthly' },
  debt_strategy: { amount: 'monthly' },
  save: { accountId: 'from', toAccountId: 'to' },
  buy_home: { amount: 'price' },
  withdraw_cd: { certificateId: 'from', accountId: 'to' },
  choose_plan: { planAccountId: 'accountId' },
  payment_day: { installmentsId: 'debtId' },
  biweekly: { installmentsId: 'debtId' },
};
/** The costs of a home besides its price. An empty field means that there is none. */
const HOME_COSTS = new Set<FieldName>(['pmiRate', 'propertyTax', 'homeInsurance', 'closingCosts']);

/** The fields that can stay empty. */
const isOptional = (field: FieldName, kind: Kind) =>
  field === 'until' || HOME_COSTS.has(field) || (field === 'amount' && kind === 'withdraw_cd');
const getProperty = (kind: Kind, field: FieldName) => PROPERTIES[kind]?.[field] ?? field;

/** The unit of each shock's size: money, percentage points, or percent. Some shocks have no size. */
export const SHOCK_UNITS: Record<ShockKind, 'money' | 'points' | 'percent' | 'move' | 'none'> = {
  job_loss: 'none',
  medical_bill: 'money',
  car_repair: 'money',
  home_repair: 'money',
  collision: 'money',
  home_damage: 'money',
  windfall: 'money',
  card_fraud: 'money',
  market_fall: 'percent',
  currency_move: 'move',
  rate_change: 'points',
  inflation: 'points',
};
const SHOCKS_WITH_MONTHS = new Set<ShockKind>(['job_loss', 'inflation']);

/**
 * Returns the visible fields. Some shocks have no size or no duration. A home with at least 20% down has no
 * mortgage insurance.
 */
export function getVisibleFields({
  kind,
  shock,
  amount,
  downPayment,
}: Pick<DecisionFields, 'kind' | 'shock' | 'amount' | 'downPayment'>): readonly FieldName[] {
  return FIELDS_OF[kind].filter((field) => {
    if (field === 'size') return SHOCK_UNITS[shock] !== 'none';
    if (field === 'pmiRate')
      return requiresInsurance(parseAmount(amount) ?? 0, parseAmount(downPayment) ?? 0);
    return field !== 'months' || kind !== 'shock' || SHOCKS_WITH_MONTHS.has(shock);
  });
}

export const isAmount = (field: FieldName, shock: ShockKind) =>
  AMOUNTS.has(field) || (field === 'size' && SHOCK_UNITS[shock] === 'money');

const AMOUNTS = new Set<FieldName>(['amount', 'downPayment', 'propertyTax', 'homeInsurance', 'closingCosts']);

/** Returns the dialog's default values: the customer's accounts and debts, starting today. */
export function blankFields(row: HouseholdRow, currency: string) {
  const account = usualAccount(row, currency);
  const other = openAccounts(row, currency).find(({ id, type }) => id !== account?.id && type !== 'CHECKING');
  return {
    kind: 'extra_payment' as Kind,
    on: dayText(getToday(row)),
    until: '',
    name: '',
    debtId: getOwed(row, currency)[0]?.id ?? '',
    ruleId: getRules(row)[0]?.id ?? '',
    accountId: account?.id ?? '',
    toAccountId: other?.id ?? '',
    certificateId: getCertificates(row, currency)[0]?.id ?? '',
    planAccountId: getPlanAccounts(row, currency)[0]?.id ?? '',
    plan: 'classic' as PlanChoice,
    installmentsId: getInstallmentDebts(row, currency)[0]?.id ?? '',
    day: '15',
    insurance: 'car' as PolicyKind,
    deductible: '',
    amount: '',
    downPayment: '',
    frequency: 'MONTHLY' as PaymentFrequency,
    rate: '',
    years: '30',
    pmiRate: String(PMI_RATE),
    ...UNKNOWN_BILLS,
    closingCosts: '',
    months: '6',
    shock: 'job_loss' as ShockKind,
    size: '',
    strategy: 'avalanche' as DebtStrategy,
  };
}

/** Returns the usual costs of a home, as the customer would type them; null until there is a price. */
export function estimateHomeCosts({ amount, downPayment }: Pick<DecisionFields, 'amount' | 'downPayment'>) {
  const price = parseAmount(amount);
  if (price === null || price <= 0) return null;
  const costs = getUsualCosts(price, parseAmount(downPayment) ?? 0);
  const format = (cost: Minor) => formatTypedAmount(fromMinor(cost));
  return {
    propertyTax: format(costs.propertyTax),
    homeInsurance: format(costs.homeInsurance),
    closingCosts: format(costs.closingCosts),
  };
}

export function getDecisionFields(decision: Decision, row: HouseholdRow, currency: string): DecisionFields {
  const { kind } = decision;
  const values: Record<string, unknown> = decision;
  const typed = FIELDS_OF[kind].flatMap((field) => {
    const value = values[getProperty(kind, field)];
    return value === undefined ? [] : [[field, formatValue(field, value, decision)]];
  });
  const blank = { ...blankFields(row, currency), pmiRate: '' };
  const fields: DecisionFields = { ...blank, kind, ...Object.fromEntries(typed) };
  return getFrequencies(kind).includes(fields.frequency) ? fields : { ...fields, frequency: 'WEEKLY' };
}

function formatValue(field: FieldName, value: unknown, decision: Decision): string {
  if (typeof value !== 'number') return String(value);
  if (field === 'on' || field === 'until') return dayText(value);
  const isMoney = isAmount(field, decision.kind === 'shock' ? decision.shock : 'job_loss');
  return isMoney ? formatTypedAmount(fromMinor(value as Minor)) : String(value);
}

/** Parses the decision, or returns the problems by field. `today` has the form `2026-10-14`. */
export function readDecision(
  fields: DecisionFields,
  id: string,
  today: string,
): { decision: Decision } | { problems: Problems } {
  const { kind } = fields;
  const values: Record<string, unknown> = kind === 'shock' ? { size: 0 } : {};
  const problems: Problems = {};
  for (const field of getVisibleFields(fields)) {
    if (isOptional(field, kind) && fields[field].trim() === '') continue;
    const read = getFieldSchema(field, fields, today).safeParse(fields[field]);
    if (read.success) values[getProperty(kind, field)] = read.data;
    else problems[field] = read.error.issues[0]?.message ?? 'Check this value.';
  }
  if (kind === 'buy_home' && Number(values.downPayment) >= Number(values.price))
    problems.downPayment = 'Enter a down payment below the price.';
  if (Object.keys(problems).length > 0) return { problems };
  // Every field of this kind has been parsed, so the values form a complete decision.
  return { decision: { id, kind, ...values } as Decision };
}

const HIGHEST_PMI_RATE = 5;

const day = z.iso.date('Choose a date.');
const chosen = z.string().min(1, 'Choose one.');
const toNumber = (text: string) => Number(text.replace('\u2212', '-'));
const points = z
  .string()
  .trim()
  .regex(/^[-\u2212]?\d{1,2}(\.\d{1,2})?$/, 'Enter percentage points, such as 1.5 or -1.')
  .transform(toNumber);
const percentFall = z
  .string()
  .trim()
  .regex(/^(?!00?$)\d{1,2}$/, 'Enter a whole number from 1 to 99.')
  .transform(Number);
const percentMove = z
  .string()
  .trim()
  .regex(/^[-\u2212]?\d{1,2}$/, 'Enter a whole number, such as 10 or -10.')
  .transform(toNumber)
  .refine((percent) => percent !== 0, 'Enter a whole number, such as 10 or -10.');
/** Returns a field schema that parses a typed amount and converts it to minor units. */
const money = (options?: { zero: boolean }) => amountField(options).transform(toMinor);

function getFieldSchema(field: FieldName, fields: DecisionFields, today: string): z.ZodType {
  switch (field) {
    case 'on':
      return day.refine((text) => text >= today, 'Choose today or a later date.').transform(parseDay);
    case 'until':
      return day
        .refine((text) => text >= fields.on, 'Choose a date after the start date.')
        .transform(parseDay);
    case 'name':
      return nameField;
    case 'toAccountId':
      return chosen.refine((id) => id !== fields.accountId, 'Choose a different account.');
    case 'amount':
      return money();
    case 'downPayment':
    case 'propertyTax':
    case 'homeInsurance':
    case 'closingCosts':
      return money({ zero: true });
    case 'pmiRate':
      return percentField.refine((rate) => rate <= HIGHEST_PMI_RATE, 'Enter a rate up to 5%.');
    case 'rate':
      return percentField;
    case 'years':
      return wholeField({ from: 1, to: 50, unit: 'years' });
    case 'day':
      return wholeField({ from: 1, to: 28, unit: 'for the day' });
    case 'months':
      return wholeField({ from: 1, to: fields.kind === 'shock' ? 60 : 600, unit: 'months' });
    case 'size':
      return { money: money(), points, move: percentMove, percent: percentFall, none: points }[
        SHOCK_UNITS[fields.shock]
      ];
    case 'deductible':
      return chosen.transform(Number);
    case 'frequency':
      return z
        .string()
        .transform((text) => getFrequencies(fields.kind).find((item) => item === text) ?? 'MONTHLY');
    default:
      return chosen;
  }
}

/** Returns the supported frequencies. Income has the same frequencies as recurring deposits. */
export const getFrequencies = (kind: Kind): readonly PaymentFrequency[] =>
  kind === 'new_income' ? ['WEEKLY', 'MONTHLY'] : ['WEEKLY', 'BIWEEKLY', 'MONTHLY', 'QUARTERLY', 'ANNUALLY'];
