import { dayText } from '@engine/calendar/calendar.ts';
import type { UpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { InsightList } from '@/entities/insight/insight-list';
import { getInsights } from '@/entities/insight/insight-text';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatListDate, getDay } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/page';
import { dashboardQueries } from './queries';

const NOTHING_AHEAD: UpcomingUntilPayday = { payday: null, shortfalls: [] };

/** Renders up to three insights; renders nothing if there are none. */
export function Insights({ customer }: { customer: { now: string; time_zone: string } }) {
  const stored = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const projected = useLoaded(upcomingPart, Boolean(household));
  const outlook = useMemo(
    () =>
      household && projected
        ? projected.paydayOutlook(projected.stateOf(household), household.now)
        : NOTHING_AHEAD,
    [household, projected],
  );
  // Renders nothing until all insights are known. Otherwise, a more important insight could replace a visible
  // one moments later.
  if (!stored || household === undefined || (household && projected === undefined)) return null;
  const insights = getInsights(
    stored.rows,
    outlook.shortfalls,
    stored.dismissed,
    getDay(customer.now, customer.time_zone),
  );
  if (insights.length === 0) return <PaymentsCovered {...outlook} />;
  return (
    <Section title="Insights" className="mt-10" aside={<TextLink to="/tips">Financial Tips</TextLink>}>
      <InsightList label="Insights" insights={insights} />
      <PaymentsCovered {...outlook} />
    </Section>
  );
}

/**
 * Renders a message that the balance covers all payments until payday. Renders nothing if there is a
 * shortfall or no payday.
 */
function PaymentsCovered({ payday, shortfalls }: UpcomingUntilPayday) {
  if (payday === null || shortfalls.length > 0) return null;
  return (
    <p className="mt-4 text-ink-3 text-sm">
      Your balance covers every payment due before payday ({formatListDate(dayText(payday))}).
    </p>
  );
}
