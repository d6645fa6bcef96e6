import { parseDay } from './calendar.ts';
import { DAYS_TO_PAY, minimumPayment, rewardRate, TAKES_REWARD_BACK } from './card-life.ts';
import { addDays, addMonths, type Day, dayIn, dayText } from './demo-books.ts';
import type { HouseholdEntry, HouseholdStatement } from './household.ts';
import type { Memory } from './household-row.ts';

/** One movement of a card: minor units, above zero for what is owed more. */
type Movement = { day: string; kind: string; amount: number; category: string | undefined };

/** Rewards in major units. */
export type CardPast = {
  id: string;
  statements: HouseholdStatement[];
  rewards: number;
  memory: Memory['cards'][string];
};

/**
 * The statements a card would have been sent, by the engine's own rules, and the cycle in whose middle it stands today.
 * `due` is the due date of the statement that is open.
 */
export function cardPastOf(
  card: { id: string },
  entries: readonly HouseholdEntry[],
  { opened, due, today, timeZone, revolves }: CardDays,
): CardPast {
  const movements = movementsOf(card.id, entries, timeZone);
  const statements: HouseholdStatement[] = [];
  let [from, opening, minimum, millis, earned] = [opened, 0, 0, 0, 0];
  const months = (due.year - opened.year) * 12 + due.month - opened.month + 1;
  for (let back = months; back >= 0; back -= 1) {
    const dueOn = addMonths(due, -back);
    const to = addDays(dueOn, -DAYS_TO_PAY);
    if (dayText(to) < dayText(opened)) continue;
    const sums = sumsOf(movements, dayText(from), dayText(to));
    const closing = opening + sums.charges - sums.paid + sums.interest + sums.fees;
    millis += sums.rewardMillis;
    const rewards = Math.floor(Math.max(0, millis) / 1000);
    millis -= rewards * 1000;
    earned += rewards;
    minimum = minimumPayment(closing, sums.interest, sums.fees);
    statements.push({
      card_id: card.id,
      from_date: dayText(from),
      to_date: dayText(to),
      due_date: dayText(dueOn),
      opening_balance: opening / 100,
      charges: sums.charges / 100,
      payments: sums.paid / 100,
      interest: sums.interest / 100,
      fees: sums.fees / 100,
      closing_balance: closing / 100,
      minimum_payment: minimum / 100,
      rewards: rewards / 100,
    });
    [from, opening] = [addDays(to, 1), closing];
  }
  const sums = sumsOf(movements, dayText(from), dayText(today));
  const [first, now, firstDue] = [from, today, due].map((day) => parseDay(dayText(day))) as [
    number,
    number,
    number,
  ];
  let [balanceDays, residualDays, paid] = [0, 0, 0];
  for (let day = first, at = from; day < now; day += 1, at = addDays(at, 1)) {
    const soFar = sumsOf(movements, dayText(from), dayText(at));
    const owed = Math.max(0, opening + soFar.charges - soFar.paid + soFar.interest + soFar.fees);
    paid = soFar.paid;
    balanceDays += owed;
    if (paid < opening) residualDays += owed;
  }
  return {
    id: card.id,
    statements,
    rewards: earned / 100,
    memory: {
      firstDue,
      due: firstDue,
      cycle: {
        from: first,
        balanceDays,
        residualDays,
        revolving: revolves,
        statement: {
          balance: opening,
          minimum,
          due: firstDue,
          closedOn: firstDue - DAYS_TO_PAY,
        },
        paid: sums.paid,
        inFull: null,
        fees: sums.fees,
        interest: sums.interest,
        cyclesSinceLateFee: null,
        rewardMillis: millis + sums.rewardMillis,
        opening,
        charges: sums.charges,
        number: 1,
      },
    },
  };
}

export type CardDays = { opened: Day; due: Day; today: Day; timeZone: string; revolves: boolean };

function movementsOf(cardId: string, entries: readonly HouseholdEntry[], timeZone: string): Movement[] {
  return entries.flatMap(({ at, kind, category, lines }) =>
    lines
      .filter(({ ledger }) => ledger === cardId)
      .map(({ amount }) => ({
        day: dayText(dayIn(Date.parse(at), timeZone)),
        kind,
        amount: -Math.round(amount * 100),
        category,
      })),
  );
}

function sumsOf(movements: readonly Movement[], from: string, to: string) {
  const sums = { charges: 0, paid: 0, interest: 0, fees: 0, rewardMillis: 0 };
  for (const { day, kind, amount, category } of movements) {
    if (day < from || day > to) continue;
    if (kind === 'interest') sums.interest += amount;
    else if (kind === 'fee') sums.fees += amount;
    else if (amount < 0) sums.paid -= amount;
    else sums.charges += amount;
    const isPurchase = amount > 0 && kind !== 'interest' && kind !== 'fee';
    if (isPurchase || TAKES_REWARD_BACK.has(kind)) sums.rewardMillis += amount * rewardRate(category) * 10;
  }
  return sums;
}
