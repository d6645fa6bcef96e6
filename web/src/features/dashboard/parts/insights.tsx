import { dayText } from '@engine/calendar/calendar.ts';
import type { UpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { InsightList } from '@/entities/insight/insight-list';
import { formatListDate } from '@/lib/dates';
import { TextLink } from '@/ui/link';
import { Section } from '@/ui/page';
import type { useInsights } from '../use-insights';

type InsightsProps = Pick<ReturnType<typeof useInsights>, 'insights' | 'count' | 'untilPayday'>;

/** Renders up to three insights; renders nothing if there are none. */
export function Insights({ insights, count, untilPayday }: InsightsProps) {
  if (insights.length === 0) return <PaymentsCovered {...untilPayday} />;
  return (
    <Section
      title="Insights"
      aside={
        <TextLink to="/tips">
          {count > insights.length ? `View all ${count} insights` : 'Financial tips'}
        </TextLink>
      }
    >
      <InsightList label="Insights" insights={insights} isNarrow />
      <PaymentsCovered {...untilPayday} />
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
    <p className="mt-4 text-ink-3 text-sm first:mt-0">
      Your balance covers every payment due before payday ({formatListDate(dayText(payday))}).
    </p>
  );
}
