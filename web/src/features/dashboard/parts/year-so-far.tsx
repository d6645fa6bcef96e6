import { getRangeFlow } from '@engine/insights/flows.ts';
import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useState } from 'react';
import { formatPercent } from '@/features/analytics/figures';
import { analyticsQueries } from '@/features/analytics/queries';
import { getRange } from '@/features/analytics/range';
import { lazyComponent } from '@/lib/bundle/lazy';
import { formatAs, getDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { LineChart } from '@/ui/charts/line-chart';
import { classNames } from '@/ui/class-names';
import { TextLink } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Dialog } from '@/ui/overlays/dialog';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { getChangeSince } from '../net-worth/net-worth-figure';
import { dashboardQueries } from '../queries';

const YearReplay = lazyComponent(() =>
  import('@/entities/household/year-replay').then((module) => module.YearReplay),
);

/** A shorter time isn't worth replaying. */
const SHORTEST_REPLAY_DAYS = 60;

const THIS_YEAR = new URLSearchParams({ range: 'year' });

type YearSoFarProps = { customer: { now: string; time_zone: string; base_currency: string } };

/** Renders this simulated year's net worth and cash flow. The figures match Analytics for the same days. */
export function YearSoFar({ customer }: YearSoFarProps) {
  const today = getDay(customer.now, customer.time_zone);
  const year = formatAs(today, 'yyyy');
  const range = getRange(THIS_YEAR, today);
  const history = useQuery(dashboardQueries.netWorth());
  const flows = useQuery(analyticsQueries.flows(range, null));
  return (
    <Section title={`${year} so far`} aside={<TextLink to="/analytics?range=year">View analytics</TextLink>}>
      <Loaded from={combineQueries(history, flows)} failure="We couldn't load this year's totals." rows={3}>
        {([history, flows]) => {
          const days = history.filter(({ day }) => day >= range.from);
          // Compares with the last day of the previous year, or with the household's first day.
          const change = getChangeSince(history, days.length);
          const shown = history.slice(Math.max(0, history.length - days.length - 1));
          const flow = getRangeFlow(flows, false);
          return (
            <>
              {days.length > 1 && (
                <LineChart
                  label={`Net worth in ${year}`}
                  currency={customer.base_currency}
                  points={shown.map(({ day, amount }) => ({ day, value: amount }))}
                  height={140}
                />
              )}
              <dl className="mt-4 grid grid-cols-2 gap-x-8 gap-y-5">
                <Figure name="Net worth change">
                  <Money
                    amount={change?.by ?? 0}
                    currency={customer.base_currency}
                    signed
                    className={classNames((change?.by ?? 0) > 0 && 'text-positive')}
                  />
                </Figure>
                <Figure name="Savings rate">{flow.rate === null ? 'None' : formatPercent(flow.rate)}</Figure>
                <Figure name="Income">
                  <Money amount={flow.income} currency={customer.base_currency} />
                </Figure>
                <Figure name="Spending">
                  <Money amount={flow.spending} currency={customer.base_currency} />
                </Figure>
              </dl>
              {days.length > SHORTEST_REPLAY_DAYS && (
                <YearReplayButton year={year} days={shown} currency={customer.base_currency} />
              )}
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

type YearReplayButtonProps = ComponentProps<typeof YearReplay> & { year: string };

/** Renders the button that plays the year back in a dialog. */
function YearReplayButton({ year, ...replay }: YearReplayButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button className="mt-5 w-full" onClick={() => setIsOpen(true)}>
        <Play className="size-4" /> Play the year back
      </Button>
      <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={`Your ${year} so far`} wide>
        <Suspense fallback={<SkeletonRows rows={4} />}>
          <YearReplay {...replay} />
        </Suspense>
      </Dialog>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{name}</dt>
      <dd className="figures font-semibold">{children}</dd>
    </div>
  );
}
