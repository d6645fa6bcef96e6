import type { User } from '@supabase/supabase-js';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { useExplanationReview } from '@/entities/household/month-review';
import { useAnnouncement } from '@/entities/notification/notifications';
import { scenarioQueries } from '@/features/scenarios/queries';
import { lazyComponent } from '@/lib/bundle/lazy';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { useStoredSet } from '@/lib/storage/use-stored-set';
import { NoticeChip, NoticeRow } from '@/ui/notice-chip';
import { StripSpace } from '@/ui/strip-space';
import { saveCopies } from '../offline/offline-copy';
import { useQueuedCalls } from '../offline/use-queued-calls';
import { queryClient } from '../query-client';
import { useLive } from '../use-live';
import { useWelcome } from '../use-welcome';
import { AfterHydration } from './after-hydration';
import { QueuedCalls } from './queued-calls';

/** Loaded separately, because visitors don't need it. */
export const ClockStrip = lazyComponent(() =>
  import('@/features/clock/clock-strip').then((module) => module.ClockStrip),
);

/** The strip for the running scenario. Loaded only for customers who have one. */
const ScenarioStrip = lazyComponent(() =>
  import('@/features/scenarios/run/scenario-strip').then((module) => module.ScenarioStrip),
);

const tours = lazyPart(() => import('@/features/tours/page-tours'));

const alerts = lazyPart(() => import('../alerts/use-alerts'));

/** Renders the parts that signed-in customers see on every page, and runs their alerts and live updates. */
export function SignedIn({ customer }: { customer: User }) {
  useWelcome();
  useEffect(() => saveCopies(queryClient, customer.id), [customer.id]);
  useQueuedCalls(customer.id);
  return (
    <>
      <Suspense fallback={<StripSpace />}>
        <ClockStrip customerId={customer.id} />
      </Suspense>
      <ScenarioEntry />
      <QueuedCalls />
      <NotificationAnnouncer />
      <ExplanationReview />
      <AfterHydration>
        <Watching customerId={customer.id} />
      </AfterHydration>
      <NoticeRow>
        {customer.is_anonymous && <DemoNotice customerId={customer.id} />}
        <AfterHydration>
          <PageTours />
        </AfterHydration>
      </NoticeRow>
    </>
  );
}

function Watching({ customerId }: { customerId: string }) {
  // Reads alerts after live changes are connected, so that no change is missed.
  const isLive = useLive(customerId);
  const part = useLoaded(alerts);
  return part && isLive ? <part.Alerts customerId={customerId} /> : null;
}

function ExplanationReview() {
  useExplanationReview(useQuery(customerQueries.me()).data);
  return null;
}

function ScenarioEntry() {
  const { data: scenarioRun } = useQuery(scenarioQueries.current());
  const { data: customer } = useQuery(customerQueries.me());
  if (!scenarioRun || !customer) return null;
  return (
    <Suspense fallback={null}>
      <ScenarioStrip scenarioRun={scenarioRun} customer={customer} />
    </Suspense>
  );
}

function PageTours() {
  const part = useLoaded(tours);
  return part ? <part.PageTours /> : null;
}

/** Renders the notice that the demo expires. The account menu shows the same after it is dismissed. */
function DemoNotice({ customerId }: { customerId: string }) {
  const [dismissed, setDismissed] = useStoredSet(customerId, 'dismissed-notices');
  if (dismissed.has('demo')) return null;
  return (
    <aside aria-label="Demo">
      <NoticeChip tone="info" dismissLabel="Dismiss the notice" onDismiss={() => setDismissed('demo', true)}>
        <span>
          <span className="max-sm:sr-only">Your </span>
          <span className="max-sm:capitalize">demo</span> expires in 24 hours.
        </span>
        <Link to="/settings/profile" className="touch-area text-link">
          Save<span className="max-sm:sr-only"> your progress</span>
        </Link>
      </NoticeChip>
    </aside>
  );
}

/** Announces notifications that arrive while a page is open, when the screen reader is idle. */
function NotificationAnnouncer() {
  const { id, text } = useAnnouncement();
  return (
    <div aria-live="polite" className="sr-only">
      {/* A new key makes screen readers announce the same text again. */}
      <p key={id}>{text}</p>
    </div>
  );
}
