import type { Upcoming } from '@engine/forecast/upcoming.ts';
import type { TransactionConditions } from '@engine/search/meaning.ts';

/** An upcoming payment or deposit as the listed account or card sees it, in major units. */
export type UpcomingRow = Pick<Upcoming, 'key' | 'name' | 'kind' | 'category' | 'amount' | 'currency'> & {
  day: string;
  from: string;
  /** The receiving account or card of a transfer between the customer's products; otherwise null. */
  to: string | null;
  /** The balance after the event. */
  balance: number;
};

/**
 * Returns the upcoming events that a search for accounts and days includes, soonest first. Other searches
 * include none, because upcoming events have no category, tags, or notes yet.
 */
export function listUpcomingRows(
  upcoming: readonly Upcoming[],
  { conditions, sort }: TransactionConditions,
  getDay: (at: number) => string,
): UpcomingRow[] {
  if (sort !== 'date' || conditions.some(({ on, not }) => not || (on !== 'place' && on !== 'day'))) return [];
  const places = conditions.find((condition) => condition.on === 'place')?.ids;
  return upcoming.flatMap((event) => {
    const day = getDay(event.at);
    const isIncluded = conditions.every(
      (condition) =>
        condition.on !== 'day' || ((condition.from ?? day) <= day && day <= (condition.to ?? day)),
    );
    const [from, ...others] = Object.keys(event.effects).toSorted(
      (left, right) => Number(left !== event.account) - Number(right !== event.account),
    );
    const listed = places ? [from, ...others].find((id) => id && places.includes(id)) : from;
    const effect = event.effects[listed ?? ''];
    if (!isIncluded || !from || !effect) return [];
    const { key, name, kind, category } = event;
    return [{ ...effect, key, name, kind, category, day, from, to: others[0] ?? null }];
  });
}
