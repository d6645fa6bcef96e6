import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { daysBetween, formatListDate, getDay, relativeDay } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import type { Held } from './net-worth/holdings';

const SHOWN = 5;

/** The number of days that the list looks ahead. */
const DAYS_AHEAD = 35;

/** `amount` is positive for incoming money. */
type Due = { id: string; name: string; day: string; amount: number; currency: string };

/**
 * Renders upcoming movements, soonest first. Outlines are dashed because the movements haven't happened yet.
 */
export function NextDues({ customer, ...held }: Held & { customer: { now: string; time_zone: string } }) {
  const household = useQuery(clockQueries.household()).data;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const zone = customer.time_zone;
  const today = getDay(customer.now, zone);
  const byItself = useMemo(
    () =>
      (household && projected ? projected.upcomingOf(household, DAYS_AHEAD) : []).map(
        ({ key, at, name, amount, currency }) => ({
          id: key,
          name,
          day: getDay(new Date(at), zone),
          amount,
          currency,
        }),
      ),
    [household, projected, zone],
  );
  const dues = [...byItself, ...byHand(held)]
    .filter(({ day }) => day !== '' && daysBetween(today, day) >= 0)
    .sort((left, right) => (left.day < right.day ? -1 : 1))
    .slice(0, SHOWN);
  if (dues.length === 0) return null;
  return (
    <Section
      title="Upcoming"
      aside={
        <Link to="/scheduled-payments" className="text-accent-ink hover:underline">
          View all
        </Link>
      }
    >
      <ol className="relative ml-1.5 border-chart-1 border-l border-dashed">
        {dues.map((due) => (
          <li key={due.id} className="relative flex items-baseline justify-between gap-4 py-2.5 pl-5">
            <span
              aria-hidden
              className="absolute top-4.5 -left-[5px] size-2.5 rounded-full border-2 border-chart-1 bg-canvas"
            />
            <span className="min-w-0">
              <span className="block truncate font-medium">{due.name}</span>
              <span className="block text-ink-3 text-sm">
                {formatListDate(due.day)}, {relativeDay(due.day, today).toLowerCase()}
              </span>
            </span>
            <Money amount={due.amount} currency={due.currency} signed expected />
          </li>
        ))}
      </ol>
      <p className="mt-2 pl-6.5 text-sm">
        <TextLink to="/forecasts">View cash forecast</TextLink>
      </p>
    </Section>
  );
}

/** Returns the payments that the customer must make manually. */
function byHand({ cards, loans, mortgages }: Held): Due[] {
  const cardPayments = cards.map((card) => ({
    ...card,
    day: card.due_date.slice(0, 10),
    payment: card.balance,
    isAutomatic: card.autopay !== null,
  }));
  const debtPayments = [...loans, ...mortgages].map((debt) => ({
    ...debt,
    day: debt.next_due_date ?? '',
    payment: Math.min(debt.monthly_payment, debt.remaining_balance),
    isAutomatic: debt.autopay_account_id !== null,
  }));
  return [...cardPayments, ...debtPayments]
    .filter(({ payment, isAutomatic }) => payment > 0 && !isAutomatic)
    .map(({ payment, name, ...due }) => ({ ...due, name: `${name} payment`, amount: -payment }));
}
