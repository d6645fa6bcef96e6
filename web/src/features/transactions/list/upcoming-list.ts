import type { Upcoming } from '@engine/forecast/upcoming.ts';
import type { TransactionConditions } from '@engine/search/meaning.ts';

/** An upcoming payment or deposit as the listed account or card sees it, in major units. */
export type UpcomingRow = Pick<Upcoming, 'key' | 'name' | 'kind' | 'category' | 'amount' | 'currency'> & {
  day: string;
  /** The name of the paying account or card, or the receiving one of a deposit. */
  from: string;
  /** The name of the receiving account or card of a transfer between the customer's own; otherwise null. */
  to: string | null;
  /** The balance after the event. */
  balance: number;
};

/**
 * Returns the upcoming events that a search for accounts and days includes, soonest first. Other searches
 * include none, because the bank's search can't match upcoming events.
 */
export function listUpcomingRows(
  upcoming: readonly Upcoming[],
  { conditions, sort }: TransactionConditions,
  getDay: (at: number) => string,
): UpcomingRow[] {
  if (sort !== 'date' || conditions.some(({ on, not }) => not || (on !== 'place' && on !== 'day'))) return [];
  const places = conditions.find((condition) => condition.on === 'place')?.ids;
  // The page lists pending purchases separately.
  return upcoming.flatMap((event) => {
    if (event.isPending) return [];
    const day = getDay(event.at);
    const isIncluded = conditions.every(
      (condition) =>
        condition.on !== 'day' || ((condition.from ?? day) <= day && day <= (condition.to ?? day)),
    );
    const from = event.effects[event.account];
    const [otherId, to] = Object.entries(event.effects).find(([id]) => id !== event.account) ?? [];
    const isListed = (id: string | undefined) => id !== undefined && (!places || places.includes(id));
    const listed = isListed(event.account) ? from : isListed(otherId) ? to : undefined;
    if (!isIncluded || !from || !listed) return [];
    const { key, name, kind, category } = event;
    return [{ ...listed, key, name, kind, category, day, from: from.name, to: to?.name ?? null }];
  });
}
