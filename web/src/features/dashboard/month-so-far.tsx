import { useQuery } from '@tanstack/react-query';
import { formatAs } from '@/lib/dates';
import { Bar } from '@/ui/bar';
import { Money } from '@/ui/money';
import { Section } from '@/ui/page';
import { dashboardQueries } from './queries';

/** What came in and what went out this month. */
export function MonthSoFar({ customer }: { customer: { now: string; time_zone: string } }) {
  const { data: flows } = useQuery(dashboardQueries.monthFlow());
  if (!flows || flows.length === 0) return null;
  const day = Number(formatAs(customer.now, 'd', customer.time_zone));
  return (
    <Section title={`${formatAs(customer.now, 'MMMM', customer.time_zone)} so far`} aside={`day ${day}`}>
      <div className="flex flex-col gap-5">
        {flows.map(({ currency, money_in, money_out, left_out }) => {
          const most = Math.max(money_in, money_out, 0.01);
          return (
            <div key={currency} className="flex flex-col gap-3">
              <Flow name="In" amount={money_in} share={money_in / most} currency={currency} />
              <Flow name="Out" amount={money_out} share={money_out / most} currency={currency} />
              {left_out.length > 0 && (
                <p className="text-ink-3 text-sm">
                  Without what is in {left_out.join(' and ')}: there is no rate.
                </p>
              )}
            </div>
          );
        })}
      </div>
    </Section>
  );
}

function Flow({
  name,
  amount,
  share,
  currency,
}: {
  name: string;
  amount: number;
  share: number;
  currency: string;
}) {
  return (
    <div className="grid grid-cols-[2.5rem_1fr_auto] items-center gap-3">
      <span>{name}</span>
      <Bar label={`Money ${name.toLowerCase()} this month, ${currency}`} share={share} />
      <Money amount={amount} currency={currency} size="balance" className="min-w-28 text-right" />
    </div>
  );
}
