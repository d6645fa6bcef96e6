import { Bell } from 'lucide-react';
import { clearNotifications, markAllRead, useNotifications } from '@/lib/notifications';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { NotificationRow } from '@/ui/notification-row';
import { Page } from '@/ui/page';

export default function NotificationsPage() {
  const notifications = useNotifications();
  const unread = notifications.filter(({ read }) => !read).length;
  const actions = notifications.length > 0 && (
    <>
      <Button onClick={markAllRead} disabled={unread === 0}>
        Mark all as read
      </Button>
      <Button onClick={clearNotifications}>Clear all</Button>
    </>
  );
  return (
    <Page title="Notifications" actions={actions}>
      <p aria-live="polite" className="mb-4 text-ink-2 text-sm">
        {notifications.length > 0 &&
          (unread === 0 ? 'All read.' : `${unread} unread of ${notifications.length}.`)}
      </p>
      {notifications.length === 0 ? (
        <EmptyState
          title="No notifications"
          picture={<Bell aria-hidden className="size-10 text-ink-3" strokeWidth={1.5} />}
        >
          When a balance falls below $100.00, a card nears its limit, a payment is due within three days or a
          loan is approved, you read it here.
        </EmptyState>
      ) : (
        <ul className="flex max-w-170 flex-col gap-1">
          {notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} />
          ))}
        </ul>
      )}
    </Page>
  );
}
