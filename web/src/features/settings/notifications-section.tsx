import { type ComponentType, lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

type Loaded = { NotificationSettings: ComponentType };

// The notification preferences belong to the notifications feature.
const [load] = Object.values(import.meta.glob<Loaded>('../notifications/notification-settings.tsx'));
const Rules = load && lazy(async () => ({ default: (await load()).NotificationSettings }));

/** Renders the notification settings. */
export function NotificationsSection() {
  return (
    <div>
      <Section title="Notifications">
        {Rules ? (
          <Suspense fallback={<SkeletonRows rows={4} />}>
            <Rules />
          </Suspense>
        ) : (
          <p className="max-w-170 text-ink-2">
            We notify you about low balances, card limits, due payments, and application decisions. See them
            all under{' '}
            <Link to="/notifications" className="text-link">
              Notifications
            </Link>
            .
          </p>
        )}
      </Section>
    </div>
  );
}
