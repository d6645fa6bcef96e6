import { useQuery } from '@tanstack/react-query';
import { customerQueries } from '@/entities/customer/queries';
import { NotificationRow } from '@/entities/notification/notification-row';
import { deleteNotification, markAllRead, type Notification } from '@/entities/notification/notifications';
import { simulatedNow } from '@/lib/dates';
import { TextLink } from '@/ui/link';

/** Required by the specification. */
const SHOWN = 5;

type NotificationListProps = { notifications: readonly Notification[]; onFollow: () => void };

export function NotificationList({ notifications, onFollow }: NotificationListProps) {
  const { data: me, dataUpdatedAt } = useQuery(customerQueries.me());
  const now = me ? simulatedNow(me.now, dataUpdatedAt) : new Date();
  return (
    <>
      <div className="flex items-center justify-between gap-4 p-2">
        <h2 className="text-base">Notifications</h2>
        <button type="button" onClick={markAllRead} className="text-link text-sm">
          Mark all as read
        </button>
      </div>
      {notifications.length === 0 ? (
        <p className="px-2 pt-2 pb-5 text-ink-3">No notifications</p>
      ) : (
        <ul className="max-h-[300px] divide-y divide-line overflow-y-auto">
          {notifications.slice(0, SHOWN).map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              now={now}
              onDelete={() => deleteNotification(notification.id)}
              onFollow={onFollow}
            />
          ))}
        </ul>
      )}
      {notifications.length > SHOWN && (
        <div className="border-line border-t p-2 pt-3 text-center text-sm">
          <TextLink to="/notifications" onClick={onFollow}>
            View all {notifications.length} notifications
          </TextLink>
        </div>
      )}
    </>
  );
}
