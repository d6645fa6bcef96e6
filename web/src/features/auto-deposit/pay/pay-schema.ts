import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { type PayDetailsRow, readPayTerms } from '@engine/pay/pay-details.ts';
import { computePaycheck, isPayFrequency, PAY_PERIODS, type Paycheck } from '@engine/pay/paycheck.ts';
import { FILING_STATUSES, type FilingStatus, type TaxTable } from '@engine/pay/tax-tables.ts';
import { z } from 'zod';
import { formatTypedAmount, parseAmount } from '@/lib/money';

/** The state income tax that is suggested, in percent of federal wages. */
const FLAT_STATE_PERCENT = 4;
const HIGHEST_STATE_PERCENT = 10;
const HIGHEST_RETIREMENT_PERCENT = 50;
const HIGHEST_MATCH_PERCENT = 100;
const MAX_CHILDREN = 20;
const LEAST_GROSS = 1_000;
/** Health and HSA amounts must leave room for taxes, so that net pay is above zero. */
const HIGHEST_BENEFITS_SHARE = 0.4;

export const FILING_LABELS: Record<FilingStatus, string> = {
  single: 'Single',
  joint: 'Married filing jointly',
  head_of_household: 'Head of household',
};

/** The form's fields for pay details. They are used only if `hasPay` is on. */
export const payFields = {
  hasPay: z.boolean(),
  payGross: z.string(),
  payFiling: z.enum(FILING_STATUSES),
  payRetirement: z.string().trim(),
  payMatch: z.string().trim(),
  payMatchUpTo: z.string().trim(),
  payHealth: z.string(),
  payHsa: z.string(),
  payState: z.enum(['none', 'flat', 'own']),
  payStatePercent: z.string().trim(),
  payChildren: z.string().trim(),
  /** Empty if the contributions go to an account outside the bank. */
  payRetirementAccount: z.string(),
  payHsaAccount: z.string(),
};

export const PAY_FIELDS = Object.keys(payFields) as (keyof typeof payFields)[];

type PayFields = z.infer<z.ZodObject<typeof payFields>>;
type PayField = keyof PayFields;
type Checked = PayFields & { isPay: boolean; frequency: string };

export const usesPay = ({ hasPay, isPay, frequency }: Pick<Checked, 'hasPay' | 'isPay' | 'frequency'>) =>
  hasPay && isPay && isPayFrequency(frequency);

const isPercent = (text: string, highest: number) =>
  /^\d{1,3}(\.\d{1,2})?$/.test(text) && Number(text) <= highest;
const askPercent = (highest: number) =>
  `Enter a percentage from 0 to ${highest}, with 2 decimal places or fewer.`;

/** Returns the message for each invalid field of the pay details. */
export function getPayProblems(typed: Checked): Partial<Record<PayField, string>> {
  if (!usesPay(typed)) return {};
  const problems: Partial<Record<PayField, string>> = {};
  const gross = parseAmount(typed.payGross);
  if (gross === null || fromMinor(gross) < LEAST_GROSS)
    problems.payGross = 'Enter your pay per year before taxes, $1,000.00 or more.';
  const percents = [
    ['payRetirement', HIGHEST_RETIREMENT_PERCENT],
    ['payMatch', HIGHEST_MATCH_PERCENT],
    ['payMatchUpTo', HIGHEST_RETIREMENT_PERCENT],
    ['payStatePercent', HIGHEST_STATE_PERCENT],
  ] as const;
  for (const [field, highest] of percents)
    if (!isPercent(typed[field], highest) && (field !== 'payStatePercent' || typed.payState === 'own'))
      problems[field] = askPercent(highest);
  if (!/^\d{1,2}$/.test(typed.payChildren) || Number(typed.payChildren) > MAX_CHILDREN)
    problems.payChildren = `Enter a number from 0 to ${MAX_CHILDREN}.`;
  for (const field of ['payHealth', 'payHsa'] as const) {
    const amount = parseAmount(typed[field]);
    if (amount === null || amount < 0) problems[field] = 'Enter zero or more.';
  }
  if (Object.keys(problems).length > 0 || gross === null || !isPayFrequency(typed.frequency)) return problems;
  const perPaycheck = (gross / PAY_PERIODS[typed.frequency]) * HIGHEST_BENEFITS_SHARE;
  const message = 'Health insurance and HSA can be up to 40% of gross pay. Enter less.';
  if ((parseAmount(typed.payHealth) ?? 0) > perPaycheck) return { payHealth: message };
  const benefits = (parseAmount(typed.payHealth) ?? 0) + (parseAmount(typed.payHsa) ?? 0);
  return benefits > perPaycheck ? { payHsa: message } : {};
}

/** Returns the pay details as the bank stores them. The fields must be valid. */
export function toPayDetails(typed: PayFields): PayDetailsRow {
  const amount = (text: string) => fromMinor(parseAmount(text) ?? markMinor(0));
  const state = { none: 0, flat: FLAT_STATE_PERCENT, own: Number(typed.payStatePercent) };
  return {
    gross_per_year: amount(typed.payGross),
    filing_status: typed.payFiling,
    retirement_percent: Number(typed.payRetirement),
    match_percent: Number(typed.payMatch),
    match_up_to: Number(typed.payMatchUpTo),
    health: amount(typed.payHealth),
    hsa: amount(typed.payHsa),
    state_percent: state[typed.payState],
    ...(Number(typed.payChildren) > 0 && { children: Number(typed.payChildren) }),
    retirement_account_id: typed.payRetirementAccount || null,
    hsa_account_id: typed.payHsaAccount || null,
  };
}

/** Converts stored pay details to the form's fields. New details start with a common example. */
export function toPayFields(details: PayDetailsRow | null): PayFields {
  const percent = details?.state_percent ?? 0;
  return {
    hasPay: details !== null,
    payGross: formatTypedAmount(details?.gross_per_year),
    payFiling: details?.filing_status ?? 'single',
    payRetirement: String(details?.retirement_percent ?? 0),
    payMatch: String(details?.match_percent ?? 0),
    payMatchUpTo: String(details?.match_up_to ?? 6),
    payHealth: formatTypedAmount(details?.health ?? 0),
    payHsa: formatTypedAmount(details?.hsa ?? 0),
    payState: percent === 0 ? 'none' : percent === FLAT_STATE_PERCENT ? 'flat' : 'own',
    payStatePercent: String(percent),
    payChildren: String(details?.children ?? 0),
    payRetirementAccount: details?.retirement_account_id ?? '',
    payHsaAccount: details?.hsa_account_id ?? '',
  };
}

/** Computes the first paycheck of a year from the typed fields; null while they are incomplete. */
export function previewPaycheck(typed: Checked, table: TaxTable): Paycheck | null {
  const { frequency } = typed;
  if (!usesPay(typed) || !isPayFrequency(frequency) || Object.keys(getPayProblems(typed)).length > 0)
    return null;
  return computePaycheck(readPayTerms(toPayDetails(typed)), frequency, table);
}

const FIELD_BY_KEY: Record<string, PayField> = {
  gross_per_year: 'payGross',
  filing_status: 'payFiling',
  retirement_percent: 'payRetirement',
  match_percent: 'payMatch',
  match_up_to: 'payMatchUpTo',
  health: 'payHealth',
  hsa: 'payHsa',
  state_percent: 'payStatePercent',
  children: 'payChildren',
};

/** Returns the field that a refusal about pay details names. */
export const getPayField = (key: unknown): PayField => FIELD_BY_KEY[String(key)] ?? 'payGross';
