import { DAYS_A_YEAR, type DayNumber } from '../../calendar/calendar.ts';
import type { CardState } from '../../simulation/state.ts';
import { getPurchaseBalance, getRate, getRequired } from './card-balances.ts';
import { getPurchaseRate, THOUSANDTHS } from './card-rates.ts';

type DailyBalance = NonNullable<CardState['cycle']['daily']>[number];

const PERCENT = 100;

/**
 * Records each balance and its rate at the end of a day, for the table of daily interest. Leaves out days on
 * which nothing changed. Cards with one balance at their own rate need no record.
 */
export function recordDay(card: CardState, day: DayNumber): void {
  const { balances, rates, statement, paid } = card.cycle;
  if (!balances && !rates) return;
  addDay(card, {
    day,
    kind: 'purchases',
    owed: getPurchaseBalance(card),
    apr: getPurchaseRate(card, day),
    ...(statement && paid < getRequired(statement) && { open: true as const }),
  });
  for (const balance of balances ?? [])
    addDay(card, { day, kind: balance.kind, owed: balance.owed, apr: getRate(balance, card, day) });
}

function addDay({ cycle }: CardState, daily: DailyBalance): void {
  cycle.daily ??= [];
  const last = cycle.daily.findLast(({ kind }) => kind === daily.kind);
  if (last?.owed !== daily.owed || last.apr !== daily.apr || last.open !== daily.open)
    cycle.daily.push(daily);
}

/** Records the part of a statement that a payment repaid, which bears no interest in a grace period. */
export function recordRepaid({ cycle }: CardState, day: DayNumber, amount: number): void {
  if (!cycle.daily || amount <= 0) return;
  cycle.repaid = [...(cycle.repaid ?? []), { day, amount }];
}

/** Records the days since the first import again, after an import was undone. */
export function recordDaysAgain(card: CardState, imports: NonNullable<CardState['cycle']['imports']>): void {
  const { cycle } = card;
  const { statement } = cycle;
  if (!cycle.daily) return;
  const first = cycle.daily[0]?.day ?? 0;
  cycle.daily = cycle.daily.filter(({ kind, day }) => kind !== 'purchases' || day < imports.from);
  for (const [index, [balance, paid]] of imports.days.entries()) {
    const day = imports.from + index;
    if (day < first) continue;
    addDay(card, {
      day,
      kind: 'purchases',
      owed: balance,
      apr: getPurchaseRate(card, day),
      ...(statement && paid < getRequired(statement) && { open: true as const }),
    });
  }
  if (!statement) return;
  cycle.repaid = (cycle.repaid ?? []).filter(({ day }) => day < imports.from);
  let { paid } = imports;
  for (const { amount, days } of imports.payments) {
    recordRepaid(card, cycle.from + days, Math.min(amount, Math.max(0, getRequired(statement) - paid)));
    paid += amount;
  }
}

/** The interest of one balance on one day, in fractions of a minor unit. */
export type InterestDay = {
  day: DayNumber;
  kind: DailyBalance['kind'];
  owed: number;
  /** Percent per year. */
  apr: number;
  interest: number;
  /** False if the grace period waives the interest, as far as it is known. */
  isCharged: boolean;
};

/**
 * Returns the daily interest by balance since the last statement, up to and including a day, and the interest
 * on purchases before the first recorded day. Returns null if the card has one balance at its own rate.
 */
export function getDailyInterest(card: CardState, until: DayNumber) {
  const { daily, from, rates, balanceDays, residualDays, repaidDays = 0 } = card.cycle;
  const [first] = daily ?? [];
  if (!daily || !first) return null;
  const days: InterestDay[] = [];
  for (const kind of ['purchases', 'cash', 'transfer'] as const) {
    const changes = daily.filter((each) => each.kind === kind);
    for (const [index, change] of changes.entries()) {
      const end = changes[index + 1]?.day ?? until + 1;
      for (let day = change.day; day < end; day += 1) days.push(getInterestDay(card, change, day));
    }
  }
  const own = Math.round(card.apr * THOUSANDTHS);
  const total = getPurchaseRateDays(card, {
    balance: rates?.balance ?? balanceDays * own,
    residual: rates?.residual ?? residualDays * own,
    repaid: rates?.repaid ?? repaidDays * own,
  });
  const recorded = days
    .filter(({ kind, isCharged }) => kind === 'purchases' && isCharged)
    .reduce((sum, { interest }) => sum + interest, 0);
  const earlier = total / THOUSANDTHS / PERCENT / DAYS_A_YEAR - recorded;
  return {
    days: days.toSorted((left, right) => left.day - right.day),
    /** The days before the first recorded day, on which the card had only purchases at its own rate. */
    earlier: first.day > from ? { from, to: first.day - 1, interest: Math.max(0, earlier) } : null,
  };
}

/** Returns the rate-days of purchases for which interest is due, as the statement will compute them. */
function getPurchaseRateDays(
  { cycle: { statement, inFull, revolving } }: CardState,
  { balance, residual, repaid }: { balance: number; residual: number; repaid: number },
): number {
  if (!statement) return revolving ? balance : 0;
  if (inFull === false) return revolving ? balance : balance - repaid;
  return revolving ? residual : 0;
}

function getInterestDay(
  { cycle }: CardState,
  { kind, owed, apr, open }: DailyBalance,
  day: DayNumber,
): InterestDay {
  const { statement, inFull, revolving, repaid = [] } = cycle;
  const isPurchase = kind === 'purchases';
  // The part of a statement with a grace period that was repaid bears no interest before its payment, either.
  const spared =
    isPurchase && inFull === false && !revolving
      ? repaid.reduce((sum, each) => (each.day > day ? sum + each.amount : sum), 0)
      : 0;
  return {
    day,
    kind,
    owed,
    apr,
    interest:
      (Math.max(0, Math.max(0, owed) - spared) * Math.round(apr * THOUSANDTHS)) /
      THOUSANDTHS /
      PERCENT /
      DAYS_A_YEAR,
    isCharged: !isPurchase || (!statement ? revolving : inFull === false || (revolving && open === true)),
  };
}
