import type { User } from '@supabase/supabase-js';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/features/settings/queries';
import { storyQueries } from '@/features/stories/queries';
import { late } from '@/ui/late';
import { StripSpace } from '@/ui/strip-space';
import { useAlerts } from '../use-alerts';
import { useLive } from '../use-live';
import { useOfflineCopy } from '../use-offline-copy';
import { useWaitingCalls } from '../use-waiting-calls';
import { useWelcome } from '../use-welcome';
import { NotificationAnnouncer } from './notification-announcer';
import { WaitingCalls } from './waiting-calls';

/** A part of its own, so that a visitor does not load it. */
export const ClockStrip = late(() =>
  import('@/features/clock/clock-strip').then((module) => module.ClockStrip),
);

/** The story that is being played, for those who play one. */
const StoryStrip = late(() => import('@/features/stories/story-strip').then((module) => module.StoryStrip));

/** What runs beside every page while somebody is signed in. */
export function SignedIn({ customer }: { customer: User }) {
  useLive(customer.id);
  useWelcome();
  useOfflineCopy(customer.id);
  useWaitingCalls(customer.id);
  return (
    <>
      <Suspense fallback={<StripSpace />}>
        <ClockStrip customerId={customer.id} />
      </Suspense>
      <Story />
      <WaitingCalls />
      <NotificationAnnouncer />
      <Alerts customerId={customer.id} />
      {customer.is_anonymous && <DemoNotice />}
    </>
  );
}

/** A page that has read one thing asks for the next within this, and is waited for no longer than that. */
const ASKS_AGAIN_WITHIN_MS = 50;
const WAITED_MS = 3_000;

/** What is warned of is read after the page itself: the browser asks for few things at a time. */
function Alerts({ customerId }: { customerId: string }) {
  const [isRead, setIsRead] = useState(false);
  return isRead ? <Watching customerId={customerId} /> : <Reading onRead={setIsRead} />;
}

/** Tells once when the page has read what it shows. */
function Reading({ onRead }: { onRead: (isRead: true) => void }) {
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    if (isReading) return;
    const timer = setTimeout(() => onRead(true), ASKS_AGAIN_WITHIN_MS);
    return () => clearTimeout(timer);
  }, [isReading, onRead]);
  useEffect(() => {
    const timer = setTimeout(() => onRead(true), WAITED_MS);
    return () => clearTimeout(timer);
  }, [onRead]);
  return null;
}

function Watching({ customerId }: { customerId: string }) {
  useAlerts(customerId);
  return null;
}

function Story() {
  const { data: play } = useQuery(storyQueries.current());
  const { data: customer } = useQuery(customerQueries.me());
  if (!play || !customer) return null;
  return (
    <Suspense fallback={null}>
      <StoryStrip play={play} customer={customer} />
    </Suspense>
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
