import { dayText, parseDay, Zone } from '../../calendar/calendar.ts';
import { certainOnly } from '../../forecast/upcoming.ts';
import type { HouseholdRow } from '../../household/row.ts';
import { fromMinor, markMinor } from '../../money/minor.ts';
import { simulate } from '../../simulation/simulate.ts';
import type { CardState, EngineEvent, HouseholdState } from '../../simulation/state.ts';
import { DAYS_TO_PAY, getClosingDay, getLastDayToPay } from './card.ts';
import { getPurchaseBalance, getRate, getRequired } from './card-balances.ts';
import { getCardProduct, getIntroEnd, getNextAnnualFee } from './card-catalog.ts';
import { getDailyInterest } from './card-daily.ts';
import { PENALTY } from './card-penalty.ts';
import { getPurchaseRate } from './card-rates.ts';
import { getQuarterProgress } from './card-rewards.ts';
import { PAYMENTS_TO_GRADUATE } from './secured-card.ts';

const NOON_MINUTES = 12 * 60;

/**
 * A card's position in its billing cycle and its automatic payments. Amounts are in major units. Days are
 * `yyyy-MM-dd`.
 */
export type CardStatus = NonNullable<ReturnType<typeof getCurrentStatus>>;

export type OpenStatement = ReturnType<typeof openStatement>;

/**
 * The status of the grace period. Purchases accrue no interest before the first statement or while each
 * statement is paid in full by its due date. `open` means that the statement can still be paid in full by its
 * due date. `residual` means that the statement is paid but the previous one wasn't, so residual interest
 * follows.
 */
export type Grace = 'new' | 'open' | 'holds' | 'residual' | 'lost';

const major = (amount: number) => fromMinor(markMinor(amount));

/** Returns a card's current status; null if the engine's state doesn't contain the card. */
export function getCurrentStatus(row: HouseholdRow, cardId: string) {
  const state = { ...simulate(certainOnly(row), row.now).state, changes: [] };
  const card = state.cards.find(({ id }) => id === cardId);
  if (!card) return null;
  const { cycle } = card;
  const today = new Zone(state.timeZone).getDay(state.at);
  return {
    /** The closing day of the next statement. */
    closesOn: dayText(getClosingDay(card)),
    /** The statement to pay; null before the first one. */
    statement: cycle.statement ? openStatement(state, card, cycle.statement) : null,
    /** The balances by rate; empty if the card has only purchases. */
    balances: getBalances(card, today),
    /** The daily interest by balance; null if the card has one balance at its own rate. */
    daily: getInterestDays(card, today),
    /** The day on which a returned autopay is tried again; null if there is none. */
    retryOn: cycle.retry && card.autopay?.retries ? dayText(cycle.retry.on) : null,
    grace: getGrace(card),
    /**
     * True if the previous statement wasn't paid in full, so interest accrues until this statement is paid.
     */
    revolving: cycle.revolving,
    /** The bonus categories of this quarter; null if the card has none. */
    quarter: getQuarterProgress(card, today),
    /** The rate for purchases and when it changes; null for a card without a product. */
    rate: getRateStatus(card, today),
    /** The rewards earned since the last statement, which are credited at the next closing. */
    rewardsSoFar: major(Math.floor(Math.max(0, cycle.rewardMillis) / 1000)),
    /** True if the next late fee would be the higher fee for repeated late payments. */
    isRepeatedlyLate: cycle.cyclesSinceLateFee !== null && cycle.cyclesSinceLateFee <= 6,
  };
}

/** Returns the rate for purchases, with the days on which an introductory or penalty rate changes it. */
function getRateStatus(card: CardState, day: number) {
  const { product, opened, penalty, apr } = card;
  const terms = getCardProduct(product);
  if (!terms) return null;
  const introEnd = getIntroEnd(product, opened);
  const feeDay = getNextAnnualFee(product, opened, day);
  return {
    apr: getPurchaseRate(card, day),
    /** The rate after an introductory rate and without a penalty rate. */
    own: apr,
    introUntil: introEnd !== undefined && introEnd >= day ? dayText(introEnd) : null,
    penalty:
      penalty?.from === undefined
        ? null
        : {
            from: dayText(penalty.from),
            apr: terms.penaltyApr ?? apr,
            isApplied: day >= penalty.from,
            paymentsLeft: Math.max(0, PENALTY.onTimePayments - (penalty.onTime ?? 0)),
          },
    annualFee: feeDay === undefined ? null : { on: dayText(feeDay), amount: major(terms.annualFee) },
    /** The number of payments on time until the security deposit is returned; null if there is no deposit. */
    paymentsToDeposit: card.deposit ? Math.max(0, PAYMENTS_TO_GRADUATE - (card.onTime ?? 0)) : null,
  };
}

function getGrace({ cycle }: CardState): Grace {
  const { statement, inFull, paid, revolving } = cycle;
  if (!statement) return 'new';
  if (inFull === false) return 'lost';
  if (inFull === null && paid < getRequired(statement)) return 'open';
  return revolving ? 'residual' : 'holds';
}

/** Returns the daily interest of the days that are over, in major units with fractions of a cent. */
function getInterestDays(card: CardState, today: number) {
  const dailyInterest = getDailyInterest(card, today - 1);
  if (!dailyInterest) return null;
  const { days, earlier } = dailyInterest;
  return {
    days: days.map(({ day, owed, interest, ...rest }) => ({
      ...rest,
      day: dayText(day),
      owed: major(owed),
      interest: interest / 100,
    })),
    earlier: earlier && {
      from: dayText(earlier.from),
      to: dayText(earlier.to),
      interest: earlier.interest / 100,
    },
  };
}

/** Returns a card's purchases, cash advances, and transfers with their rates, in major units and percent. */
function getBalances(card: CardState, day: number) {
  const { balances = [] } = card.cycle;
  if (balances.length === 0) return [];
  return [
    {
      kind: 'purchases' as const,
      owed: major(getPurchaseBalance(card)),
      apr: getPurchaseRate(card, day),
      until: null,
    },
    ...balances.map((balance) => ({
      kind: balance.kind,
      owed: major(balance.owed),
      apr: getRate(balance, card, day),
      /** The last day of a promotional rate. */
      until: balance.until !== undefined && balance.until >= day ? dayText(balance.until) : null,
    })),
  ];
}

function openStatement(
  state: HouseholdState,
  card: CardState,
  statement: NonNullable<CardState['cycle']['statement']>,
) {
  const { paid, inFull } = card.cycle;
  const minimumLeft = Math.max(0, statement.minimum - paid);
  const zone = new Zone(state.timeZone);
  const passed = zone.getStart(getLastDayToPay(statement) + 1);
  const events = inFull === null && passed > state.at ? simulate(state, passed).events : [];
  return {
    balance: major(statement.balance),
    minimum: major(statement.minimum),
    due: dayText(statement.due),
    /** The last day on which a payment is on time. Later than the due date if banks are closed then. */
    payBy: dayText(getLastDayToPay(statement)),
    closedOn: dayText(statement.closedOn),
    /** The payments and credits since the statement closed. */
    paid: major(paid),
    /** The unpaid part of the statement balance. `minimumLeft` is the unpaid part of the minimum payment. */
    left: major(Math.max(0, statement.balance - paid)),
    /** The amount that avoids interest on purchases. It leaves out balances at a promotional rate. */
    toAvoidInterest: major(Math.max(0, getRequired(statement) - paid)),
    minimumLeft: major(minimumLeft),
    /** True if the statement was paid in full by its due date; null until that date. */
    inFull,
    /** The automatic payments through the due date. */
    upcoming: getUpcoming(events, card.id, zone),
    /** The next statement's interest if the customer pays the minimum or the full balance on the due date. */
    interestAfterMinimum: major(interestAfter(state, card, minimumLeft, zone)),
    interestAfterAll: major(interestAfter(state, card, Math.max(0, statement.balance - paid), zone)),
  };
}

function getUpcoming(events: readonly EngineEvent[], cardId: string, zone: Zone) {
  const payments = events.flatMap((event) => {
    const line = event.lines?.find(({ ledger, amount }) => ledger === cardId && amount > 0);
    if (!line) return [];
    return [{ day: dayText(zone.getDay(event.at)), amount: major(line.amount), name: event.description }];
  });
  const returned = events.some(({ kind, subject }) => kind === 'payment_failed' && subject === cardId);
  return { payments, returned, fee: major(sumCharges(events, 'fee', cardId)) };
}

/** Returns the current cycle's interest, in minor units, if only this amount is paid on the due date. */
function interestAfter(state: HouseholdState, card: CardState, amount: number, zone: Zone): number {
  const { statement } = card.cycle;
  if (!statement) return 0;
  const at = Math.max(state.at, zone.at(statement.due, NOON_MINUTES));
  const alone: HouseholdState = {
    ...state,
    cards: [{ ...card, autopay: null }],
    scheduledPayments: [],
    changes: amount > 0 ? [{ at, productId: card.id, amount, kind: 'card_payment' }] : [],
  };
  const closed = zone.getStart(getClosingDay(card) + 1);
  return sumCharges(simulate(alone, Math.max(closed, state.at)).events, 'interest', card.id);
}

/** Returns the fees or the interest on a card, in minor units. */
function sumCharges(events: readonly EngineEvent[], charge: 'fee' | 'interest', cardId: string): number {
  return events
    .filter(({ kind, subject }) => kind === charge && subject === cardId)
    .reduce((sum, { lines = [] }) => sum - (lines.find(({ ledger }) => ledger === cardId)?.amount ?? 0), 0);
}

/** Returns the first closing day of a card that the engine hasn't simulated yet. */
export function firstClosing(dueDate: string): string {
  return dayText(parseDay(dueDate) - DAYS_TO_PAY);
}
