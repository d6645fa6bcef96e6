import { addDays, addMonths, type Day, dayText } from './demo-books.ts';
import type { Pages } from './demo-products.ts';
import type { Household, HouseholdEntry, HouseholdGoalMovement } from './household.ts';

/** The household began to save for something so many months ago. */
const MONTHS_OF_SAVING = 10;
/** No more than this share of the savings is set aside, so that they always cover it. */
const MOST_OF_SAVINGS = 0.7;
const CONTRIBUTES_ON = 10;
const HOUR_MS = 3_600_000;

/** What was set aside of each move to the savings; the first began with money that was there. */
const PARTS = [
  { share: 0.6, begins: 0.35 },
  { share: 0.4, begins: 0 },
] as const;

type Past = { saved: number; since: string; movements: Omit<HouseholdGoalMovement, 'goal_id'>[] };

/**
 * Two goals that share the savings: each monthly move there was divided between them. Both go on by themselves, one with
 * a share of each pay, the other with an amount each month.
 */
export function goalsOf(
  page: Pages,
  entries: readonly HouseholdEntry[],
  today: Day,
  newId: () => string,
): Pick<Required<Household>, 'goals' | 'goal_movements'> {
  const since = dayText(addMonths(today, -MONTHS_OF_SAVING));
  const [emergency, trip] = PARTS.map((part) => pastOf(page, entries, since, part));
  if (!emergency || !trip) return { goals: [], goal_movements: [] };
  const [emergencyId, tripId] = [newId(), newId()];
  const savings = { account_id: page.savings.id, from_account_id: page.checking.id };
  return {
    goals: [
      {
        ...savings,
        id: emergencyId,
        name: 'Emergency fund',
        picture: 'umbrella',
        target: roundUp(emergency.saved * 1.35 + 500, 500),
        portion: emergency.saved,
        contribution: 'share_of_pay',
        contribution_percent: 3,
        priority: 1,
        created_at: emergency.since,
      },
      {
        ...savings,
        id: tripId,
        name: 'Two weeks in Lisbon',
        picture: 'plane',
        target: roundUp(trip.saved * 1.2 + 500, 100),
        target_date: dayText(addMonths(today, 9)),
        portion: trip.saved,
        contribution: 'fixed',
        contribution_amount: 150,
        frequency: 'MONTHLY',
        start_date: dayText(nextOn(today, CONTRIBUTES_ON)),
        priority: 2,
        created_at: trip.since,
      },
    ],
    goal_movements: [
      ...emergency.movements.map((movement) => ({ goal_id: emergencyId, ...movement })),
      ...trip.movements.map((movement) => ({ goal_id: tripId, ...movement })),
    ],
  };
}

/** Amounts in major units, worked out in cents. */
function pastOf(
  page: Pages,
  entries: readonly HouseholdEntry[],
  since: string,
  { share, begins }: (typeof PARTS)[number],
): Past {
  const room = Math.floor(page.savings.balance * MOST_OF_SAVINGS * share);
  const moves = entries.flatMap(({ at, description, lines }) => {
    const amount = lines.find(({ ledger }) => ledger === page.savings.id)?.amount ?? 0;
    return at >= since && description === 'To Rainy Day Savings' && amount > 0
      ? [{ at, amount: Math.round(amount * share) * 100 }]
      : [];
  });
  // The latest moves that the savings still cover.
  let sum = 0;
  const kept = moves
    .toReversed()
    .filter(({ amount }) => {
      sum += amount;
      return sum <= room * (1 - begins);
    })
    .toReversed();
  const first = new Date(Date.parse(kept[0]?.at ?? since) - HOUR_MS).toISOString();
  let saved = Math.floor((room * begins) / 10_000) * 10_000;
  const movements: Past['movements'] =
    saved > 0 ? [{ at: first, kind: 'start', amount: saved / 100, saved_after: saved / 100 }] : [];
  for (const { at, amount } of kept) {
    saved += amount;
    movements.push({
      at,
      kind: 'contribution',
      amount: amount / 100,
      saved_after: saved / 100,
      account_id: page.checking.id,
    });
  }
  return { saved: saved / 100, since: first, movements };
}

const roundUp = (amount: number, to: number) => Math.ceil(amount / to) * to;

/** The next such day of a month after today. */
function nextOn(today: Day, date: number): Day {
  let day = addDays(today, 1);
  while (day.date !== date) day = addDays(day, 1);
  return day;
}
