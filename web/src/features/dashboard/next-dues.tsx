import { Link } from 'react-router';
import { dayOf, daysBetween, formatDate, formatDay, relativeDay } from '@/lib/dates';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import type { Held } from './holdings';

const SHOWN = 5;

type Due = { id: string; name: string; day: string; amount: number; currency: string };

/** What falls due next, the nearest first: hollow and dashed, because it has not happened. */
export function NextDues({
  cards,
  loans,
  mortgages,
  customer,
}: Held & { customer: { now: string; time_zone: string } }) {
  const today = dayOf(customer.now, customer.time_zone);
  const dues: Due[] = [
    ...cards
      .filter(({ balance }) => balance > 0)
      .map(({ id, name, due_date, balance, currency }) => ({
        id,
        name: `${name} payment`,
        day: due_date.slice(0, 10),
        amount: balance,
        currency,
      })),
    ...loans
      .filter(({ remaining_balance }) => remaining_balance > 0)
      .map((loan) => ({
        id: loan.id,
        name: `${loan.name} payment`,
        day: loan.next_due_date ?? '',
        amount: Math.min(loan.monthly_payment, loan.remaining_balance),
        currency: loan.currency,
      })),
    ...mortgages
      .filter(({ remaining_balance }) => remaining_balance > 0)
      .map((mortgage) => ({
        id: mortgage.id,
        name: 'Mortgage payment',
        day: mortgage.next_due_date ?? '',
        amount: Math.min(mortgage.monthly_payment, mortgage.remaining_balance),
        currency: mortgage.currency,
      })),
  ]
    .filter(({ day }) => day !== '' && daysBetween(today, day) >= 0)
    .sort((one, other) => (one.day < other.day ? -1 : 1))
    .slice(0, SHOWN);
  if (dues.length === 0) return null;
  return (
    <Section
      title="Next"
      aside={
        <Link to="/scheduled-payments" className="text-accent-ink hover:underline">
          All scheduled
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
              <span className="block text-ink-3 text-sm" title={formatDate(due.day)}>
                {formatDay(due.day)}, {relativeDay(due.day, today).toLowerCase()}
              </span>
            </span>
            <Money amount={-due.amount} currency={due.currency} expected />
          </li>
        ))}
      </ol>
    </Section>
  );
}
