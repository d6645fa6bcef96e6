import { dayText } from '@engine/calendar/calendar.ts';
import type { UpcomingUntilPayday } from '@engine/forecast/payday.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useMemo } from 'react';
import { Explain } from '@/entities/explanation/explain';
import { clockQueries } from '@/entities/household/clock-queries';
import { upcomingPart } from '@/entities/household/upcoming-part';
import { getInsights, type Insight } from '@/entities/insight/insight-text';
import { useLoaded } from '@/lib/bundle/use-loaded';
import { formatListDate, getDay } from '@/lib/dates';
import { requestMutation } from '@/lib/requests';
import { supabase } from '@/lib/supabase';
import { toast } from '@/lib/toast';
import { LinkButton, TextLink } from '@/ui/link';
import { Section } from '@/ui/page';
import { dashboardQueries } from './queries';

const NOTHING_AHEAD: UpcomingUntilPayday = { payday: null, shortfalls: [] };

/** Returns true once the number of insights is known, so that content below them is not pushed down. */
export function useInsightsKnown(): boolean {
  const found = useQuery(dashboardQueries.insights());
  const household = useQuery(clockQueries.household());
  const projected = useLoaded(upcomingPart, Boolean(household.data));
  if (found.isError || household.isError) return true;
  return (
    Boolean(found.data) && (household.data === null || (Boolean(household.data) && projected !== undefined))
  );
}

/** Up to three insights; nothing without any. */
export function Insights({ customer }: { customer: { now: string; time_zone: string } }) {
  const found = useQuery(dashboardQueries.insights()).data;
  const household = useQuery(clockQueries.household()).data;
  const dismiss = useMutation(insightMutations.dismiss);
  const bringBack = useMutation(insightMutations.bringBack);
  const projected = useLoaded(upcomingPart, Boolean(household));
  const outlook = useMemo(
    () =>
      household && projected
        ? projected.paydayOutlook(projected.stateOf(household), household.now)
        : NOTHING_AHEAD,
    [household, projected],
  );
  // Waits for all, so that a more important one doesn't displace another a moment later.
  if (!found || household === undefined || (household && projected === undefined)) return null;
  const insights = getInsights(
    found.rows,
    outlook.shortfalls,
    found.dismissed,
    getDay(customer.now, customer.time_zone),
  );
  const putAway = async ({ key }: Insight) => {
    await dismiss.mutateAsync(key);
    toast.success('Insight dismissed', {
      action: { label: 'Undo', onClick: () => void bringBack.mutateAsync(key) },
    });
  };
  if (insights.length === 0) return <Covered {...outlook} />;
  return (
    <Section title="Insights" className="mt-10" aside={<TextLink to="/tips">Financial Tips</TextLink>}>
      <ul aria-label="Insights" className="divide-y divide-line border-line border-y">
        {insights.map((insight) => (
          <li key={insight.key} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3.5">
            <p className="min-w-0 flex-1 basis-80">
              {insight.fact} <strong className="figures font-semibold">{insight.amount}</strong>
              <span className="mt-0.5 block text-ink-3 text-sm">
                <Explain
                  title="Why you're seeing this"
                  formula={insight.why}
                  inputs={insight.inputs}
                  postings={insight.rows}
                >
                  Why am I seeing this?
                </Explain>
              </span>
            </p>
            <span className="flex items-center gap-2">
              <LinkButton to={insight.action.to} size="sm">
                {insight.action.words}
              </LinkButton>
              <button
                type="button"
                aria-label={`Dismiss: ${insight.fact}`}
                title="Dismiss"
                disabled={dismiss.isPending}
                onClick={() => void putAway(insight).catch(() => {})}
                className="grid size-8 place-items-center rounded-1 text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
              >
                <X className="size-4" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <Covered {...outlook} />
    </Section>
  );
}

/** Answers the most common question: will the money last until payday? */
function Covered({ payday, shortfalls }: UpcomingUntilPayday) {
  if (payday === null || shortfalls.length > 0) return null;
  return (
    <p className="mt-4 text-ink-3 text-sm">
      Your balance covers every payment due before payday ({formatListDate(dayText(payday))}).
    </p>
  );
}

const insightMutations = {
  /** Dismisses the insight on all devices. */
  dismiss: requestMutation("We couldn't dismiss this insight. Try again.", (key: string) =>
    supabase
      .from('insight_dismissals')
      .upsert({ key }, { onConflict: 'user_id,key', ignoreDuplicates: true }),
  ),
  bringBack: requestMutation("We couldn't restore this insight. Try again.", (key: string) =>
    supabase.from('insight_dismissals').delete().eq('key', key),
  ),
};
