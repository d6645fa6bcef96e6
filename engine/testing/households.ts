import { addMonths, type DayNumber, type Instant, parseDay, Zone } from '../calendar/calendar.ts';
import { firstCycle, newCycle } from '../products/cards/card.ts';
import { createEmptyHousehold } from '../simulation/empty-household.ts';
import type {
  AccountState,
  AutoDepositState,
  CardState,
  DebtState,
  EngineEvent,
  GoalState,
  HouseholdState,
  ScheduledPaymentState,
  SpendingProfile,
} from '../simulation/state.ts';

/** Returns a household for tests and benchmarks, with defaults for everything that a test leaves out. */
export function household(parts: Partial<HouseholdState> & { on: string }): HouseholdState {
  const { on, ...rest } = parts;
  const timeZone = rest.timeZone ?? 'America/New_York';
  const at = new Zone(timeZone).getStart(parseDay(on));
  return { ...createEmptyHousehold({ seed: 1, timeZone, at }), ...rest };
}

export function account(id: string, balance: number, type: AccountState['type'] = 'CHECKING'): AccountState {
  return { id, name: id, type, currency: 'USD', balance, accruedMicros: 0 };
}

export function card(id: string, opened: string, parts: Partial<CardState> = {}): CardState {
  const firstDue = parseDay(opened) + 30;
  return {
    id,
    name: id,
    currency: 'USD',
    limit: 500_000,
    apr: 24,
    balance: 0,
    firstDue,
    due: firstDue,
    autopay: null,
    ...parts,
    cycle: newCycle(
      parseDay(opened),
      parts.balance ?? 0,
      firstCycle(parts.firstDue ?? firstDue, parseDay(opened)),
    ),
  };
}

export function debt(
  id: string,
  start: string,
  parts: Pick<DebtState, 'balance' | 'rate' | 'payment' | 'term'> & Partial<DebtState>,
): DebtState {
  return {
    id,
    product: 'loan',
    name: id,
    currency: 'USD',
    start: parseDay(start),
    next: 1,
    autopay: null,
    balanceDays: 0,
    countedTo: 0,
    ahead: 0,
    arrears: [],
    delinquent: 0,
    ...parts,
  };
}

export function goal(
  id: string,
  accountId: string,
  target: number,
  parts: Partial<GoalState> = {},
): GoalState {
  return {
    id,
    name: id,
    accountId,
    target,
    portion: null,
    active: true,
    reached: false,
    reachedAt: null,
    contribution: null,
    ...parts,
  };
}

export function deposit(
  id: string,
  accountId: string,
  amount: number,
  start: string,
  parts: Partial<AutoDepositState['recurrence']> & Pick<AutoDepositState, 'isPay' | 'pay'> = {},
): AutoDepositState {
  const { isPay, pay, ...recurrence } = parts;
  return {
    id,
    name: id,
    accountId,
    amount,
    ...(isPay && { isPay }),
    ...(pay && { pay }),
    recurrence: { frequency: 'MONTHLY', start: parseDay(start), minutes: 360, next: 0, ...recurrence },
  };
}

export function payment(
  id: string,
  accountId: string,
  amount: ScheduledPaymentState['amount'],
  start: string,
  parts: Partial<Omit<ScheduledPaymentState, 'recurrence'>> &
    Partial<ScheduledPaymentState['recurrence']> = {},
): ScheduledPaymentState {
  const { frequency = 'MONTHLY', minutes = 540, next = 0, end, count, paused, ...rest } = parts;
  return {
    id,
    name: id,
    accountId,
    to: { kind: 'outside', name: id },
    amount,
    weekend: 'stays',
    changed: {},
    retry: null,
    ...rest,
    recurrence: {
      frequency,
      start: parseDay(start),
      minutes,
      next,
      ...(end !== undefined && { end }),
      ...(count !== undefined && { count }),
      ...(paused && { paused }),
    },
  };
}

export function buildSpendingProfile(
  accountId: string,
  cardId: string | null,
  parts: Partial<SpendingProfile> = {},
): SpendingProfile {
  return {
    persona: 'test',
    habits: [
      {
        name: 'groceries',
        merchants: ['Corner Grocer', 'Hillside Market'],
        category: 'Food',
        chances: [300, 250, 350, 250, 350, 300, 650],
        from: 1_800,
        to: 9_000,
        hours: [9, 20],
        by: 'card',
      },
      {
        name: 'coffee',
        merchants: ['Blackbird Coffee'],
        category: 'Food',
        chances: [200, 600, 600, 600, 600, 600, 300],
        from: 300,
        to: 900,
        hours: [7, 11],
        by: 'account',
      },
    ],
    accountId,
    cardId,
    floor: 10_000,
    priceLevel: 1_000_000,
    inflation: 2.5,
    luck: true,
    ...parts,
  };
}

/** Returns local midnight at the start of a day. */
export function start(text: string, timeZone = 'America/New_York'): Instant {
  return new Zone(timeZone).getStart(parseDay(text));
}

/** Returns the day that is a number of months after a date. */
export const monthsLater = (text: string, months: number): DayNumber => addMonths(parseDay(text), months);

/** Formats an event's time, kind, description, and postings as one line of JSON, for comparisons. */
export function canonical({ at, kind, description, lines }: EngineEvent): string {
  return JSON.stringify([at, kind, description, lines]);
}

/** Returns the spending of a household that buys food for an amount every morning, as long as the money is there. */
export const buildDailyPurchases = (
  accountId: string,
  amount: number,
  parts: Partial<SpendingProfile> = {},
): SpendingProfile =>
  buildSpendingProfile(accountId, null, {
    habits: [
      {
        name: 'Food',
        merchants: ['Market'],
        category: 'Food',
        chances: [1_000, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
        from: amount,
        to: amount,
        hours: [10, 11],
        by: 'account',
      },
    ],
    inflation: 0,
    luck: false,
    ...parts,
  });
