import { lazy, Suspense } from 'react';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';

const NotificationSettings = lazy(() =>
  import('@/features/notifications/notification-settings').then(({ NotificationSettings }) => ({
    default: NotificationSettings,
  })),
);

export function NotificationsSection() {
  return (
    <Section title="Notifications">
      <Suspense fallback={<SkeletonRows rows={4} />}>
        <NotificationSettings />
      </Suspense>
    </Section>
  );
}
