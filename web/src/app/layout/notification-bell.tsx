import { Bell } from 'lucide-react';
import { useEffect, useState } from 'react';
import { markAllRead, useArrivalCount, useNotifications } from '@/entities/notification/notifications';
import { lazyPart, useLoaded } from '@/lib/bundle/use-loaded';
import { Popover } from '@/ui/overlays/popover';
import { IconButton } from './icon-button';

export const notificationList = lazyPart(() => import('./notification-list'));

/** Required by the specification. */
const MARK_READ_AFTER_MS = 3_000;

export function NotificationBell() {
  const [open, setOpen] = useState(false);
  const part = useLoaded(notificationList, open);
  const notifications = useNotifications();
  const unread = notifications.filter(({ read }) => !read).length;
  useReadAfterAWhile(open, unread > 0, useArrivalCount());
  return (
    <Popover
      open={open && Boolean(part)}
      onOpenChange={setOpen}
      trigger={
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
      }
      align="end"
      sideOffset={6}
      collisionPadding={8}
      aria-label="Notifications"
      className="w-[min(24rem,calc(100vw-1.5rem))] p-2 focus:outline-none"
    >
      {part && <part.NotificationList notifications={notifications} onFollow={() => setOpen(false)} />}
    </Popover>
  );
}

/** Marks all notifications as read three seconds after the menu opens or a notification arrives. */
function useReadAfterAWhile(open: boolean, hasUnread: boolean, arrivalCount: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notification restarts the timer.
  useEffect(() => {
    if (!open || !hasUnread) return;
    const timer = setTimeout(markAllRead, MARK_READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [open, hasUnread, arrivalCount]);
}
