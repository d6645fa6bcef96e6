import type { DayNumber } from '../../calendar/calendar.ts';
import type { CardCycle, CardState, ImportedChange } from '../../simulation/state.ts';
import { getRequired } from './card-balances.ts';
import { recordDaysAgain } from './card-daily.ts';
import { getPurchaseRate, sumRates, THOUSANDTHS } from './card-rates.ts';

/**
 * Records the state of a cycle before its first import, so that the import can be undone as if it had never
 * been posted.
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
 * Removes an import from the open cycle: its charges, its payments, and the days on which they changed the
 * balance. `amount` is the reversal's amount in minor units, positive if the import increased the balance
 * owed.
 */
export function removeImport(
  card: CardState,
  imports: NonNullable<CardCycle['imports']>,
  {
    id,
    payments,
    amount,
    importedOn,
  }: Omit<ImportedChange, 'at'> & { amount: number; importedOn: DayNumber },
): void {
  const { cycle } = card;
  const { statement } = cycle;
  const first = importedOn - imports.from;
  countRates(card, imports, -1);
  imports.days = imports.days.map(([balance, paid], index) =>
    index < first ? [balance, paid] : [balance - amount, paid + payments],
  );
  imports.payments = imports.payments.filter((payment) => payment.id !== id);
  cycle.paid += payments;
  cycle.charges += payments - amount;
  countRates(card, imports, 1);
  cycle.balanceDays = imports.balanceDays;
  cycle.residualDays = imports.residualDays;
  for (const [balance, paid] of imports.days) {
    const owed = Math.max(0, balance);
    cycle.balanceDays += owed;
    if (statement && paid < getRequired(statement)) cycle.residualDays += owed;
  }
  recordDaysAgain(card, imports);
  if (!statement) return;
  cycle.repaidDays = imports.repaidDays;
  let { paid } = imports;
  for (const payment of imports.payments) {
    cycle.repaidDays += Math.min(payment.amount, Math.max(0, getRequired(statement) - paid)) * payment.days;
    paid += payment.amount;
  }
}

/**
 * Adds the days since the first import to the sums of a cycle with several rates, or subtracts them if `sign`
 * is negative.
 */
function countRates(card: CardState, imports: NonNullable<CardCycle['imports']>, sign: 1 | -1): void {
  const { rates, statement } = card.cycle;
  if (!rates) return;
  for (const [index, [balance, paid]] of imports.days.entries()) {
    const rate = Math.round(getPurchaseRate(card, imports.from + index) * THOUSANDTHS);
    const owed = Math.max(0, balance) * rate * sign;
    rates.balance += owed;
    if (statement && paid < getRequired(statement)) rates.residual += owed;
  }
  let { paid } = imports;
  for (const { amount, days } of imports.payments) {
    if (!statement) break;
    const portion = Math.min(amount, Math.max(0, getRequired(statement) - paid));
    rates.repaid += portion * sumRates(card, days) * sign;
    paid += amount;
  }
}
