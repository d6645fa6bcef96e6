import { type DayNumber, dayText, Zone } from '../calendar/calendar.ts';
import type { HouseholdRow } from '../household/row.ts';
import { fromMinor, markMinor } from '../money/minor.ts';
import { getClosingDay } from '../products/cards/card.ts';
import { getRequired } from '../products/cards/card-balances.ts';
import { getCardProduct, getNextAnnualFee } from '../products/cards/card-catalog.ts';
import type { CardState } from '../simulation/state.ts';
import { simulateUpcoming } from './upcoming.ts';

/** An all-day event in the customer's calendar. */
export type CalendarEvent = {
  /** Identifies the event while its date or amount changes. */
  key: string;
  /** `yyyy-MM-dd`. */
  day: string;
  title: string;
  /** In major units and positive in the customer's favor; null if the event has no amount. */
  amount: number | null;
  currency: string;
};

/**
 * Returns the household's upcoming payments, income, statement days, and due dates without autopay, earliest
 * first.
 */
export function listCalendarEvents(row: HouseholdRow, days: number): CalendarEvent[] {
  const zone = new Zone(row.time_zone);
  const today = zone.getDay(row.now);
  const last = today + days;
  const { state, upcoming } = simulateUpcoming(row, days);
  const expected = upcoming.map(({ key, at, name, amount, currency }) => ({
    ...{ key, title: name, amount, currency },
    day: dayText(zone.getDay(at)),
  }));
  const cardDays = state.cards.flatMap((card) => listCardDays(card, today, last));
  return [...expected, ...cardDays, ...listDueDates(row, today, last)].sort(
    (left, right) => left.day.localeCompare(right.day) || left.key.localeCompare(right.key),
  );
}

/**
 * Returns the statement days and annual fees of a card, and the due date of a statement that autopay doesn't
 * pay.
 */
function listCardDays(card: CardState, today: DayNumber, last: DayNumber): CalendarEvent[] {
  const { id, name, currency, cycle } = card;
  const events = listAnnualFees(card, today, last);
  for (let month = 0; getClosingDay(card, month) <= last; month += 1) {
    const day = dayText(getClosingDay(card, month));
    events.push({ key: `statement:${id}:${day}`, day, title: `${name} statement`, amount: null, currency });
  }
  const { statement, paid } = cycle;
  const owed = statement ? getRequired(statement) - paid : 0;
  if (statement && owed > 0 && !card.autopay && statement.due <= last) {
    const amount = -fromMinor(markMinor(owed));
    const day = dayText(statement.due);
    events.push({ key: `due:${id}:${day}`, day, title: `${name} payment due`, amount, currency });
  }
  return events;
}

/** Returns the annual fees that a card is charged through a day. */
function listAnnualFees(card: CardState, today: DayNumber, last: DayNumber): CalendarEvent[] {
  const { id, name, currency, product, opened } = card;
  const amount = -fromMinor(markMinor(getCardProduct(product)?.annualFee ?? 0));
  const events: CalendarEvent[] = [];
  let feeDay = getNextAnnualFee(product, opened, today);
  while (feeDay !== undefined && feeDay <= last) {
    const day = dayText(feeDay);
    events.push({ key: `annual_fee:${id}:${day}`, day, title: `${name} annual fee`, amount, currency });
    feeDay = getNextAnnualFee(product, opened, feeDay + 1);
  }
  return events;
}

/**
 * Returns the next due date of each loan and mortgage that autopay doesn't pay and whose payments aren't paused.
 * The bill of a line of credit depends on its balance until then, so it has no amount.
 */
function listDueDates({ debts }: HouseholdRow, today: DayNumber, last: DayNumber): CalendarEvent[] {
  return debts
    .filter(({ autopay_account_id: autopay, balance }) => !autopay && balance > 0)
    .filter(({ paused_until: pausedUntil, next_due_date: day }) => !pausedUntil || pausedUntil < day)
    .map(({ id, name, currency, payment, line, next_due_date: day }) => ({
      ...{ key: `due:${id}:${day}`, day, title: `${name} payment due`, currency },
      amount: line ? null : -fromMinor(markMinor(payment)),
    }))
    .filter(({ day }) => day >= dayText(today) && day <= dayText(last));
}
