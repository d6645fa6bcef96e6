import { type DayNumber, dayText } from '../../calendar/calendar.ts';
import type { NewEvent } from '../../simulation/run.ts';
import type { CardState } from '../../simulation/state.ts';
import { getCardProduct } from './card-catalog.ts';

/**
 * The rules for penalty rates of the CARD Act. The rate rises only if a minimum payment is more than 60 days
 * late (12 CFR 1026.55(b)(4)), 45 days after a notice (1026.9(g)). It ends after six minimum payments in a
 * row that were on time (1026.55(b)(4)(ii)).
 */
export const PENALTY = { daysLate: 60, noticeDays: 45, onTimePayments: 6 };

/** An event without the card's prefix in its key and description. */
type PenaltyEvent = Pick<NewEvent, 'key' | 'kind' | 'description' | 'facts'>;

/** Records whether a minimum payment was made on time. Applies to cards with a penalty rate only. */
export function recordDueDate(card: CardState, due: DayNumber, missing: number): void {
  const { penalty } = card;
  if (getCardProduct(card.product)?.penaltyApr === undefined) return;
  if (missing > 0)
    card.penalty = { ...penalty, missed: [...(penalty?.missed ?? []), { due, left: missing }] };
  if (card.penalty?.from !== undefined && due >= card.penalty.from)
    card.penalty.onTime = missing > 0 ? 0 : (card.penalty.onTime ?? 0) + 1;
}

/** Counts a payment toward the missed minimum payments, oldest first. */
export function payMissed(card: CardState, amount: number): void {
  const { penalty } = card;
  if (!penalty) return;
  let rest = amount;
  for (const missed of penalty.missed) {
    const paid = Math.min(rest, missed.left);
    missed.left -= paid;
    rest -= paid;
  }
  penalty.missed = penalty.missed.filter(({ left }) => left > 0);
  if (penalty.missed.length === 0 && penalty.from === undefined) delete card.penalty;
}

/** Returns the day on which a notice of the penalty rate is due if nothing is paid until then. */
export function getNoticeDay({ penalty }: CardState): DayNumber | undefined {
  const [oldest] = penalty?.missed ?? [];
  return oldest && penalty?.from === undefined ? oldest.due + PENALTY.daysLate + 1 : undefined;
}

/** Announces the penalty rate if a minimum payment is more than 60 days late. Returns the event to report. */
export function announcePenalty(card: CardState, day: DayNumber): PenaltyEvent | null {
  const noticeDay = getNoticeDay(card);
  const apr = getCardProduct(card.product)?.penaltyApr;
  const { penalty } = card;
  if (!penalty || apr === undefined || noticeDay === undefined || day < noticeDay) return null;
  penalty.from = day + PENALTY.noticeDays;
  penalty.onTime = 0;
  return {
    key: `penalty:${dayText(penalty.from)}`,
    kind: 'penalty_notice',
    description: 'rate will rise because a payment is more than 60 days late',
    facts: { from: dayText(penalty.from), apr, before: card.apr },
  };
}

/** Ends the penalty rate at the end of a cycle after six payments on time. Returns the event to report. */
export function endPenalty(card: CardState, day: DayNumber): PenaltyEvent | null {
  const { penalty } = card;
  if (!penalty || (penalty.onTime ?? 0) < PENALTY.onTimePayments) return null;
  if (penalty.missed.length > 0) card.penalty = { missed: penalty.missed };
  else delete card.penalty;
  return {
    key: `penalty_ended:${dayText(day + 1)}`,
    kind: 'penalty_ended',
    description: 'rate is back to the rate before the penalty',
    facts: { from: dayText(day + 1), apr: card.apr },
  };
}
