import { BILL_CHANGE_LABELS, CHANGE_LABELS } from '@/entities/recurring/yearly-labels';
import { COST_METHOD_LABELS, REBALANCING_LABELS } from '@/features/funds/setting-labels';
import { formatTextDate } from '@/lib/dates';
import { formatExactRate, formatMoney } from '@/lib/money';
import type { Change, FieldValue } from './queries';

export const SUBJECTS: Record<string, string> = {
  account: 'Account',
  card: 'Card',
  loan: 'Loan',
  mortgage: 'Mortgage',
  auto_deposit: 'Auto deposit',
  scheduled_payment: 'Scheduled payment',
  budget: 'Budget',
  goal: 'Goal',
  settings: 'Settings',
  insurance: 'Insurance',
  surprise: 'Surprise',
};

const LABELS: Record<string, string> = {
  account_id: 'Account',
  allows_recurring: 'Recurring charges while frozen',
  over_limit: 'Purchases above the limit',
  amount_kind: 'Amount type',
  apr: 'APR',
  autopay_account_id: 'Autopay account',
  autopay_retries: 'Autopay tries again',
  base_currency: 'Base currency',
  biweekly: 'Biweekly plan',
  bonds: 'Target for bonds',
  category_id: 'Category',
  closed_at: 'Closed',
  contribution_amount: 'Contribution',
  cost_method: 'Cost of sold units',
  contribution_percent: 'Contribution',
  credit_limit: 'Credit limit',
  current_value: 'Home value',
  daily_transfer_limit: 'Daily transfer limit',
  display_name: 'Name',
  dividend_account_id: 'Dividends to',
  from_account_id: 'Contribution from',
  fund_returns: 'Returns of funds',
  is_pay: 'Paycheck',
  money_market: 'Target for the money market',
  overdraft_account_id: 'Overdraft savings account',
  overdraft_cards: 'Overdraft for withdrawals and purchases',
  overdraft_product: 'Overdraft fees',
  pay_children: 'Children under 17',
  pay_gross_per_year: 'Gross pay a year',
  pay_health: 'Health insurance per paycheck',
  pay_hsa: 'HSA per paycheck',
  pay_hsa_account_id: 'HSA account',
  pay_match_percent: '401(k) match',
  pay_match_up_to: '401(k) match up to',
  pay_retirement_account_id: '401(k) account',
  pay_retirement_percent: '401(k) contribution',
  pay_state_percent: 'State tax',
  payee: 'Payee',
  pmi_ended_on: 'Mortgage insurance ended',
  rebalances: 'Rebalancing',
  at_maturity: 'At maturity',
  interest_account_id: 'Interest to',
  payout_account_id: 'Payout to',
  rollover_cap: 'Rollover limit',
  to_account_id: 'To account',
  tax_treatment: 'Tax treatment',
  us_stocks: 'Target for US stocks',
  world_stocks: 'Target for world stocks',
  yearly_adjustment: 'Yearly change',
  yearly_percent: 'Yearly increase',
};

const AMOUNTS = new Set([
  'amount',
  'autopay_amount',
  'autopay_extra',
  'contribution_amount',
  'credit_limit',
  'current_value',
  'daily_transfer_limit',
  'deductible',
  'down_payment',
  'home_insurance',
  'monthly_payment',
  'pay_gross_per_year',
  'pay_health',
  'pay_hsa',
  'property_tax',
  'property_value',
  'rollover_cap',
  'target',
]);
const PERCENTAGES = new Set([
  'apr',
  'bonds',
  'contribution_percent',
  'exchange_margin',
  'interest_rate',
  'money_market',
  'pay_match_percent',
  'pay_match_up_to',
  'pay_retirement_percent',
  'pay_state_percent',
  'us_stocks',
  'world_stocks',
  'yearly_percent',
]);
const DAYS = new Set(['closed_at', 'end_date', 'paused_until', 'pmi_ended_on', 'start_date', 'target_date']);
/** The labels of values whose stored text doesn't explain them. */
const VALUES: Record<string, Record<string, string>> = {
  cost_method: COST_METHOD_LABELS,
  dividend_account_id: { null: 'Reinvested' },
  rebalances: REBALANCING_LABELS,
  yearly_adjustment: { null: CHANGE_LABELS.usual, ...CHANGE_LABELS, ...BILL_CHANGE_LABELS },
};
/** Columns with values that are written by a person, such as names. All other text is a word of the bank. */
const FREE_TEXT = /(?:^name|display_name|payee|_id|time_zone|currency)$/;

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();

/** Returns the label of a column, such as `Credit limit`. */
export const getLabel = (field: string) => LABELS[field] ?? capitalize(field.replaceAll('_', ' '));

/** Returns a value as the history shows it. */
export function formatValue(field: string, value: FieldValue, currency: Change['currency']): string {
  const named = VALUES[field]?.[String(value)];
  if (named !== undefined) return named;
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (AMOUNTS.has(field) && currency) return formatMoney(Number(value), currency);
  if (field === 'exchange_margin' && Number(value) > 0)
    return `${formatExactRate(Number(value))}, 1% on weekends`;
  if (PERCENTAGES.has(field)) return formatExactRate(Number(value));
  if (DAYS.has(field)) return formatTextDate(String(value));
  if (typeof value === 'number' || FREE_TEXT.test(field)) return String(value);
  return capitalize(value.replaceAll('_', ' '));
}
