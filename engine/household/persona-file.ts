import { writeFields } from './file-ledger.ts';
import type { HouseholdDeposit, HouseholdPayment } from './household.ts';
import type { AutoDepositRow, RuleRow, ScheduledPaymentRow } from './row.ts';

/**
 * Converts a rule to the file format. Omits the next occurrence, because it is derived from the first day.
 */
const getRule = (rule: RuleRow) =>
  writeFields(rule, ['id', 'account_id', 'name', 'category', 'start_date', 'end_date']);

export function getDeposit(rule: AutoDepositRow): HouseholdDeposit {
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    ...getRule(rule),
    ...writeFields(rule, ['frequency', 'is_pay']),
    amount: rule.amount / 100,
    start_time: `${two(Math.floor(rule.minutes / 60))}:${two(rule.minutes % 60)}`,
    ...getAdjustment(rule),
  };
}

export function getPayment(rule: ScheduledPaymentRow): HouseholdPayment {
  return {
    ...getRule(rule),
    ...writeFields(rule, ['payee', 'to_account_id', 'amount_kind', 'frequency', 'weekend']),
    ...(rule.amount !== null && { amount: rule.amount / 100 }),
    ...getAdjustment(rule),
  };
}

function getAdjustment({
  adjustment,
}: RuleRow): Pick<HouseholdPayment, 'yearly_adjustment' | 'yearly_percent'> {
  if (adjustment === 'inflation') return { yearly_adjustment: 'inflation' };
  return typeof adjustment === 'number' ? { yearly_adjustment: 'fixed', yearly_percent: adjustment } : {};
}
