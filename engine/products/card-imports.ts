import type { DayNumber } from '../calendar/calendar.ts';
import type { CardCycle, ImportedChange } from '../simulation/state.ts';
import { getRequired } from './card-balances.ts';

/**
 * Records the state of a cycle before its first import, so that the import can be undone as if it had never been
 * posted.
 */
export function rememberBeforeImport(cycle: CardCycle, day: DayNumber): void {
  cycle.imports ??= {
    from: day,
    balanceDays: cycle.balanceDays,
    residualDays: cycle.residualDays,
    repaidDays: cycle.repaidDays ?? 0,
    paid: cycle.paid,
    days: [],
    payments: [],
  };
}

/**
 * Removes an import from the open cycle: its charges, its payments, and the days on which they changed the balance.
 * `amount` is the reversal's amount in minor units, positive if the import increased the balance owed.
 */
export function removeImport(
  cycle: CardCycle,
  imports: NonNullable<CardCycle['imports']>,
  {
    id,
    payments,
    amount,
    importedOn,
  }: Omit<ImportedChange, 'at'> & { amount: number; importedOn: DayNumber },
): void {
  const { statement } = cycle;
  const first = importedOn - imports.from;
  imports.days = imports.days.map(([balance, paid], index) =>
    index < first ? [balance, paid] : [balance - amount, paid + payments],
  );
  imports.payments = imports.payments.filter((payment) => payment.id !== id);
  cycle.paid += payments;
  cycle.charges += payments - amount;
  cycle.balanceDays = imports.balanceDays;
  cycle.residualDays = imports.residualDays;
  for (const [balance, paid] of imports.days) {
    const owed = Math.max(0, balance);
    cycle.balanceDays += owed;
    if (statement && paid < getRequired(statement)) cycle.residualDays += owed;
  }
  if (!statement) return;
  cycle.repaidDays = imports.repaidDays;
  let { paid } = imports;
  for (const payment of imports.payments) {
    cycle.repaidDays += Math.min(payment.amount, Math.max(0, getRequired(statement) - paid)) * payment.days;
    paid += payment.amount;
  }
}
