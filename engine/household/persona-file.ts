import type { HouseholdDeposit, HouseholdPayment } from './household.ts';
import type { AutoDepositRow, ScheduledPaymentRow } from './row.ts';

/** Converts a rule to the file format, in which the next occurrence follows from the first day. */
export function getDeposit(rule: AutoDepositRow): HouseholdDeposit {
  const { id, account_id, name, amount, frequency, category, is_pay, start_date, end_date, minutes } = rule;
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    id,
    account_id,
    name,
    amount: amount / 100,
    frequency,
    ...(category && { category }),
    is_pay,
    start_date,
    start_time: `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`,
    ...(end_date && { end_date }),
    ...getAdjustment(rule),
  };
}

function getAdjustment({
  adjustment,
}: Pick<AutoDepositRow, 'adjustment'>): Pick<HouseholdPayment, 'yearly_adjustment' | 'yearly_percent'> {
  if (adjustment === 'inflation') return { yearly_adjustment: 'inflation' };
  return typeof adjustment === 'number' ? { yearly_adjustment: 'fixed', yearly_percent: adjustment } : {};
}

export function getPayment(rule: ScheduledPaymentRow): HouseholdPayment {
  const { id, account_id, name, payee, to_account_id, amount, frequency, category, start_date, end_date } =
    rule;
  return {
    id,
    account_id,
    name,
    ...(payee && { payee }),
    ...(to_account_id && { to_account_id }),
    ...(amount !== null && { amount: amount / 100 }),
    amount_kind: rule.amount_kind,
    frequency,
    ...(category && { category }),
    start_date,
    ...(end_date && { end_date }),
    weekend: rule.weekend,
    ...getAdjustment(rule),
  };
}
