import { type CardStatus, getCurrentStatus } from '@engine/products/cards/card-status.ts';
import type { Rates } from '@engine/products/cards/minimum-payment-warning.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Account, accountQueries, isUsable } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE, getDay } from '@/lib/dates';
import { formatExactRate } from '@/lib/money';
import { combineQueries } from '@/ui/loaded';
import { type Card, type CardEntry, creditCardQueries, type Statement } from './queries';

/** A card with the data for all its sections. */
export type CardView = {
  card: Card;
  /** The simulated day, `yyyy-MM-dd`. */
  today: string;
  zone: string;
  /** Latest first. */
  statements: readonly Statement[];
  entries: readonly CardEntry[];
  /** The closing day of the last statement; undefined before the first one. */
  closedOn: string | undefined;
  /** Null until the engine has simulated the card. */
  status: CardStatus | null;
  accounts: readonly Account[];
};

/** Returns the rate for purchases in force today: an introductory or penalty rate, or the card's own rate. */
export const getCurrentRate = ({ status, card }: Pick<CardView, 'status' | 'card'>): number =>
  status?.rate?.apr ?? card.apr;

/** Formats the rates of a payoff estimate, such as "0% for 11 months, then 21.49%". */
export const formatPayoffRates = (rates: Rates): string =>
  typeof rates === 'number'
    ? formatExactRate(rates)
    : `${formatExactRate(rates.intro)} for ${formatCount(rates.months, 'month')}, then ${formatExactRate(rates.own)}`;

export function useCardView(card: Card) {
  const me = useQuery(customerQueries.me()).data;
  const accounts = useQuery(accountQueries.list()).data;
  const household = useQuery(clockQueries.household());
  const statements = useQuery(creditCardQueries.statements(card.id));
  const entries = useQuery(creditCardQueries.activity(card.id));
  const row = household.data;
  const status = useMemo(() => (row ? getCurrentStatus(row, card.id) : null), [row, card.id]);
  const zone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const isRead = statements.data && entries.data && !household.isPending;
  const view: CardView | undefined = isRead
    ? {
        card,
        zone,
        today: getDay(me?.now ?? new Date(), zone),
        statements: statements.data,
        entries: entries.data,
        // An imported household can have an open statement that was issued elsewhere.
        closedOn: status?.statement?.closedOn ?? statements.data[0]?.to_date,
        status,
        accounts: accounts?.filter(isUsable) ?? [],
      }
    : undefined;
  return { ...combineQueries(statements, entries), data: view };
}
