import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { customerQueries } from '@/features/settings/queries';
import { simulatedNow } from '@/lib/dates';
import { deleteNotification, markAllRead, useArrivals, useNotifications } from '@/lib/notifications';
import { NotificationRow } from '@/ui/notification-row';
import { IconButton } from './icon-button';

/** Numbers of the specification. */
const SHOWN = 5;
const MARK_READ_AFTER_MS = 3_000;

export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const notifications = useNotifications();
  const { data: me, dataUpdatedAt } = useQuery(customerQueries.me());
  const now = me ? simulatedNow(me.now, dataUpdatedAt) : new Date();
  const unread = notifications.filter(({ read }) => !read).length;
  useReadAfterAWhile(open, unread > 0, useArrivals());
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton icon={Bell} label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}>
          {unread > 0 && (
            <span
              aria-hidden
              className="figures absolute top-0.5 right-0 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-negative px-1 font-semibold text-[11px] text-canvas leading-none"
            >
              {unread}
            </span>
          )}
        </IconButton>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Notifications"
          className="z-70 w-[min(24rem,calc(100vw-1rem))] animate-rise rounded-2 border border-line bg-raised p-2 shadow-2 focus:outline-none"
        >
          <div className="flex items-center justify-between gap-4 p-2">
            <h2 className="text-base">Notifications</h2>
            {unread > 0 && (
              <button type="button" onClick={markAllRead} className="text-link text-sm">
                Mark all as read
              </button>
            )}
          </div>
          {notifications.length === 0 ? (
            <p className="px-2 pt-2 pb-5 text-ink-3">No notifications</p>
          ) : (
            <ul className="flex max-h-[300px] flex-col gap-1 overflow-y-auto">
              {notifications.slice(0, SHOWN).map((notification) => (
                <NotificationRow
                  key={notification.id}
                  notification={notification}
                  now={now}
                  onDelete={() => deleteNotification(notification.id)}
                  onFollow={() => setOpen(false)}
                />
              ))}
            </ul>
          )}
          {notifications.length > SHOWN && (
            <div className="border-line border-t p-2 pt-3 text-center text-sm">
              <Link to="/notifications" onClick={() => setOpen(false)} className="text-link">
                View all {notifications.length} notifications
              </Link>
            </div>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** Marks everything read three seconds after the menu opened; an arrival starts the three seconds again. */
function useReadAfterAWhile(open: boolean, hasUnread: boolean, arrivals: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: an arrival has no other part in it than to start it again.
  useEffect(() => {
    if (!open || !hasUnread) return;
    const timer = setTimeout(markAllRead, MARK_READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [open, hasUnread, arrivals]);
}
