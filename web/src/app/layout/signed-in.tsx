import type { User } from '@supabase/supabase-js';
import { Link } from 'react-router';
import { ClockStrip } from '@/features/clock/clock-strip';
import { useAlerts } from '../use-alerts';
import { useLive } from '../use-live';
import { useWelcome } from '../use-welcome';

/** What runs beside every page while somebody is signed in. */
export function SignedIn({ customer }: { customer: User }) {
  useAlerts(customer.id);
  useLive(customer.id);
  useWelcome();
  return (
    <>
      <ClockStrip customerId={customer.id} />
      {customer.is_anonymous && <DemoNotice />}
    </>
  );
}

function DemoNotice() {
  return (
    <aside aria-label="Demo" className="bg-info-soft px-(--gutter) py-2 text-center text-sm">
      This is your private demo copy. It is deleted after 24 hours.{' '}
      <Link to="/settings" className="text-link">
        Keep it
      </Link>
    </aside>
  );
}
