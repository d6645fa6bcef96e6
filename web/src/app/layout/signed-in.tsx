import type { User } from '@supabase/supabase-js';
import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useAlerts } from '../use-alerts';
import { useLive } from '../use-live';
import { useOfflineCopy } from '../use-offline-copy';
import { useWaitingCalls } from '../use-waiting-calls';
import { useWelcome } from '../use-welcome';
import { NotificationAnnouncer } from './notification-announcer';
import { WaitingCalls } from './waiting-calls';

/** The engine comes with it: a part of its own, so that a visitor does not load it. */
const ClockStrip = lazy(() =>
  import('@/features/clock/clock-strip').then((module) => ({ default: module.ClockStrip })),
);

/** The story that is being played, for those who play one. */
const StoryStrip = lazy(() =>
  import('@/features/stories/story-strip').then((module) => ({ default: module.StoryStrip })),
);

/** What runs beside every page while somebody is signed in. */
export function SignedIn({ customer }: { customer: User }) {
  useAlerts(customer.id);
  useLive(customer.id);
  useWelcome();
  useOfflineCopy(customer.id);
  useWaitingCalls(customer.id);
  return (
    <>
      <Suspense fallback={<div className="h-14 border-line border-b bg-surface xl:h-15" />}>
        <ClockStrip customerId={customer.id} />
      </Suspense>
      <Suspense fallback={null}>
        <StoryStrip />
      </Suspense>
      <WaitingCalls />
      <NotificationAnnouncer />
      {customer.is_anonymous && <DemoNotice />}
    </>
  );
}

function DemoNotice() {
  return (
    <aside aria-label="Demo" className="bg-info-soft px-(--gutter) py-2 text-center text-sm print:hidden">
      This is your private demo copy. It is deleted after 24 hours.{' '}
      <Link to="/settings/profile" className="text-link">
        Keep it
      </Link>
    </aside>
  );
}
