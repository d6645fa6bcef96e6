import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import {
  clearNotifications,
  markAllRead,
  useIsResolved,
  useNotifications,
} from '@/entities/notification/notifications';
import { customerQueries } from '@/features/settings/queries';
import { BROWSER_TIME_ZONE, getDay, simulatedNow } from '@/lib/dates';
import { useCustomer } from '@/lib/session';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { FilterBar, useNotificationView } from './filter-bar';
import { filtered, grouped } from './grouping';
import { NotificationGroups } from './notification-groups';
import { notificationQueries } from './queries';

const PICTURE = <Bell aria-hidden className="size-10 text-ink-3" strokeWidth={1.5} />;

export default function NotificationsPage() {
  const notifications = useNotifications();
  const isSettled = useIsResolved();
  const news = useQuery(notificationQueries.news(useCustomer().id));
  const { data: me, dataUpdatedAt } = useQuery(customerQueries.me());
  const view = useNotificationView();
  const now = me ? simulatedNow(me.now, dataUpdatedAt) : new Date();
  const timeZone = me?.time_zone ?? BROWSER_TIME_ZONE;
  const shown = filtered(notifications, view.filter);
  const groups = grouped(shown, view.by, { today: getDay(now, timeZone), timeZone });
  const unread = notifications.filter(({ read }) => !read).length;
  return (
    <Page title="Notifications" className="max-w-182!" actions={<Actions count={notifications.length} />}>
      <p className="mb-5 flex flex-wrap gap-x-4 text-ink-2 text-sm">
        <span aria-live="polite" className="empty:hidden">
          {notifications.length > 0 &&
            (unread === 0 ? 'All read' : `${unread} unread of ${notifications.length}.`)}
        </span>
        <Link to="/settings/notifications" className="text-link">
          Notification settings
        </Link>
      </p>
      {news.isError && (
        <div className="mb-6">
          <ErrorState
            title="We couldn't load your notifications."
            onRetry={() => void news.refetch()}
            busy={news.isFetching}
          />
        </div>
      )}
      {!isSettled ? (
        <SkeletonRows rows={5} />
      ) : notifications.length === 0 ? (
        !news.isError && (
          <EmptyState title="No notifications" picture={PICTURE}>
            We'll notify you about low balances, card limits, upcoming payments, approved loans, and automatic
            activity.
          </EmptyState>
        )
      ) : (
        <>
          <FilterBar view={view} notifications={notifications} />
          {groups.length > 0 ? (
            <NotificationGroups groups={groups} now={now} />
          ) : (
            <EmptyState
              title={view.filter.isUnreadOnly ? 'No unread notifications' : 'No notifications of this type'}
              action={<Button onClick={() => view.choose({ kind: null, show: null })}>Show all</Button>}
            >
              {notifications.length} {notifications.length === 1 ? 'notification is' : 'notifications are'}{' '}
              hidden.
            </EmptyState>
          )}
        </>
      )}
    </Page>
  );
}

function Actions({ count }: { count: number }) {
  function clear() {
    const undo = clearNotifications();
    toast(count === 1 ? 'Notification deleted' : `${count} notifications deleted`, {
      action: { label: 'Undo', onClick: undo },
    });
  }
  return (
    <>
      <Button onClick={markAllRead} disabled={count === 0}>
        Mark all as read
      </Button>
      {count > 0 && <Button onClick={clear}>Clear all</Button>}
    </>
  );
}
