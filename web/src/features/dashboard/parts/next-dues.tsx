import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { tourAnchor } from '@/entities/tour/tour-anchor';
import type { ForecastSummary } from '@/features/forecasts/forecast-summary';
import { PaymentFailure } from '@/features/scheduled-payments/payment-failure';
import type { Outgoing } from '@/features/scheduled-payments/projection';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { daysBetween, formatListDate, getDay, relativeDay } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import type { Held } from '../net-worth/holdings';

const SHOWN = 5;

/** The number of days that the list looks ahead. */
const DAYS_AHEAD = 35;

/** `amount` is positive for incoming money. `account` is the customer's account that pays or receives it. */
type Due = {
  id: string;
  name: string;
  day: string;
  amount: number;
  currency: string;
  account?: string;
  isPay?: boolean;
  /** Set if the payment will fail or be late. */
  failure?: Outgoing;
};

const projectionPart = lazyPart(() => import('@/features/scheduled-payments/projection'));

type NextDuesProps = Held & {
  customer: { now: string; time_zone: string };
  /** The forecast of each account's balance; null until it is computed. */
  forecast: Pick<ForecastSummary, 'accounts' | 'noModel'> | null;
};

/**
 * Renders upcoming movements, soonest first. Outlines are dashed because the movements haven't happened yet.
 */
export function NextDues({ customer, forecast, ...held }: NextDuesProps) {
  const household = useQuery(clockQueries.household()).data;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const zone = customer.time_zone;
  const today = getDay(customer.now, zone);
  const projection = useLoaded(projectionPart, Boolean(household));
  const failing = useMemo(
    () =>
      household && projection
        ? projection
            .projectPayments(household, DAYS_AHEAD)
            .outgoing.filter(({ outcome }) => outcome === 'fails' || outcome === 'late')
        : [],
    [household, projection],
  );
  const byItself = useMemo(
    () =>
      (household && projected ? projected.upcomingOf(household, DAYS_AHEAD) : []).map(
        ({ key, at, ...item }) => ({ ...item, id: key, day: getDay(new Date(at), zone) }),
      ),
    [household, projected, zone],
  );
  const settled = new Set(failing.map(({ settledKey }) => settledKey));
  const listed: Due[] = [
    ...byItself.filter(({ id }) => !settled.has(id)),
    ...failing.map((failure) => ({ ...failure, id: failure.key, amount: -failure.amount, failure })),
    ...byHand(held),
  ];
  const dues = listed
    .filter(({ day }) => day !== '' && daysBetween(today, day) >= 0)
    .sort((left, right) => (left.day < right.day ? -1 : 1))
    .slice(0, SHOWN);
  if (dues.length === 0) return null;
  const leaves = getBalancesAfter(
    dues.filter(({ failure }) => !failure),
    forecast?.accounts ?? [],
  );
  const getAccountName = (id: string) => household?.accounts.find((account) => account.id === id)?.name;
  return (
    <Section
      title="Upcoming"
      headerRef={tourAnchor('upcoming')}
      aside={<TextLink to="/scheduled-payments">View all</TextLink>}
    >
      <ol className="relative ml-1.5 border-chart-1 border-l border-dashed">
        {dues.map((due) => (
          <li key={due.id} className="relative flex items-baseline justify-between gap-4 py-2.5 pl-5">
            <span
              aria-hidden
              className={classNames(
                'absolute top-4.5 -left-[5px] size-2.5 rounded-full border-2 border-chart-1',
                due.isPay ? 'bg-chart-1' : 'bg-canvas',
              )}
            />
            <span className="min-w-0">
              <span className="block font-medium">{due.name}</span>
              <span className="block text-ink-3 text-sm">
                {formatListDate(due.day)}, {relativeDay(due.day, today).toLowerCase()}
              </span>
              {due.failure && (
                <PaymentFailure
                  item={due.failure}
                  from={getAccountName(due.failure.accountId) ?? 'your account'}
                />
              )}
            </span>
            <span className="shrink-0 text-right max-sm:max-w-1/2">
              <Money amount={due.amount} currency={due.currency} signed expected />
              {leaves.has(due.id) && (
                <span className="figures block text-ink-3 text-sm">leaves {leaves.get(due.id)}</span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {leaves.size > 0 && !forecast?.noModel && (
        <p className="mt-2 pl-6.5 text-ink-3 text-sm">Balances include estimated everyday spending.</p>
      )}
      <p className="mt-2 pl-6.5 text-sm">
        <TextLink to="/forecasts">View cash forecast</TextLink>
      </p>
    </Section>
  );
}

/**
 * Returns the forecast balance of the account at the end of each movement's day, by the movement's id. Only the
 * last movement of an account on a day has a balance. Names the account if the movements use several.
 */
export function getBalancesAfter(
  dues: readonly Pick<Due, 'id' | 'day' | 'account'>[],
  accounts: Pick<ForecastSummary, 'accounts'>['accounts'],
): Map<string, string> {
  const last = new Map(dues.map((due) => [`${due.account} ${due.day}`, due.id]));
  const isOneAccount = new Set(dues.flatMap(({ account }) => account ?? [])).size === 1;
  return new Map(
    dues.flatMap(({ id, day, account }) => {
      const own = accounts.find((item) => item.id === account);
      const value = own?.days.find((item) => item.day === day)?.value;
      if (!own || value === undefined || last.get(`${account} ${day}`) !== id) return [];
      return [[id, formatMoney(value, own.currency) + (isOneAccount ? '' : ` in ${own.name}`)]];
    }),
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
