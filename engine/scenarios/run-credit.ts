import { addMonths, type DayNumber, dayText, parseDay } from '../calendar/calendar.ts';
import type { CreditFacts, CreditLine } from '../credit/facts.ts';
import { getCreditScore } from '../credit/score.ts';
import type { NewEvent } from '../simulation/run.ts';
import type { CardState, HouseholdState } from '../simulation/state.ts';
import type { RunCredit, ScenarioRun } from './run-state.ts';

const MONTH_LATE = 30;
const MAX_LATE_PAYMENTS = 90;

/** Returns the empty credit record of a new scenario run. */
export const noCredit = (): RunCredit => ({ lines: {}, dues: [], inquiries: [] });

/**
 * Records which cards and debts exist at the end of a day. Also records the due dates that have passed for
 * each debt.
 */
export function recordCredit(state: HouseholdState, { credit, begins }: ScenarioRun, day: DayNumber): void {
  for (const { id } of state.cards) credit.lines[id] ??= { kind: 'card', opened: day };
  for (const { id, product, start, next } of state.debts) {
    const line = credit.lines[id];
    if (!line) {
      // Products from the start of the scenario count as opened on its first day.
      credit.lines[id] = { kind: product, opened: Math.max(begins, start), next };
      continue;
    }
    for (let due = line.next ?? next; due < next; due += 1) noteDue(credit, id, addMonths(start, due), 0);
    line.next = next;
  }
}

/**
 * Records a statement whose due date has passed. Each consecutive missed payment raises the delinquency by
 * one month.
 */
export function recordStatement(credit: RunCredit, { id, cycle: { statement, paid } }: CardState): void {
  if (!statement || statement.minimum <= 0) return;
  const mine = credit.dues.filter(({ line }) => line === id);
  const missed = mine.length - 1 - mine.findLastIndex(({ daysLate }) => daysLate === 0);
  const daysLate =
    paid >= statement.minimum ? 0 : Math.max(1, Math.min(MAX_LATE_PAYMENTS, MONTH_LATE * missed));
  noteDue(credit, id, statement.due, daysLate);
}

/** Records a missed installment, or the next delinquency mark of an earlier one. */
export function recordMissedPayment(credit: RunCredit, { key, kind, subject, facts }: NewEvent): void {
  const day = facts?.[kind === 'delinquent' ? 'since' : 'due'];
  if (!subject || typeof day !== 'string' || !(key.includes(':missed:') || kind === 'delinquent')) return;
  const days = facts?.['days'];
  noteDue(credit, subject, parseDay(day), typeof days === 'number' ? days : 1);
}

function noteDue({ dues }: RunCredit, line: string, on: DayNumber, daysLate: number): void {
  const recorded = dues.find((due) => due.line === line && due.on === on);
  if (recorded) recorded.daysLate = Math.max(recorded.daysLate, daysLate);
  else dues.push({ line, on, daysLate });
}

/** Returns the credit score at the end of a day according to the bank's model. */
export function scoreAt(state: HouseholdState, { credit, begins }: ScenarioRun, day: DayNumber): number {
  const products = new Map([...state.cards, ...state.debts].map((product) => [product.id, product]));
  const limits = new Map(state.cards.map(({ id, limit }) => [id, limit]));
  const today = dayText(day + 1);
  const facts: CreditFacts = {
    today,
    currency: 'USD',
    since: dayText(begins),
    lines: Object.entries(credit.lines).map(
      ([id, { kind, opened }]): CreditLine => ({
        id,
        kind,
        name: '',
        opened: dayText(opened),
        closed: products.has(id) ? null : today,
        rate: 0,
        balance: products.get(id)?.balance ?? 0,
        limit: limits.get(id) ?? 0,
        payment: 0,
        months: [],
      }),
    ),
    payments: credit.dues
      .filter(({ on }) => on <= day)
      .map(({ line, on, daysLate }) => ({ lineId: line, on: dayText(on), daysLate })),
    inquiries: credit.inquiries.map(({ on, kind }) => ({ on: dayText(on), text: '', kind })),
    income: [],
  };
  return getCreditScore(facts).score;
}
