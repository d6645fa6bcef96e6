import { type About, getNotificationKind } from '@/entities/notification/notification-kinds';
import type { Notification } from '@/entities/notification/notifications';
import { formatRecentDay, getDay } from '@/lib/dates';

export type Grouping = 'day' | 'kind';
export type Filter = { kind: About | null; isUnreadOnly: boolean };
export type Group = { key: string; title: string; notifications: Notification[] };

export function filtered(
  notifications: readonly Notification[],
  { kind, isUnreadOnly }: Filter,
): Notification[] {
  return notifications.filter(
    (item) => (kind === null || item.kind === kind) && !(isUnreadOnly && item.read),
  );
}

/** Groups notifications by simulated day or by kind. The groups are in order of first appearance. */
export function grouped(
  notifications: readonly Notification[],
  by: Grouping,
  { today, timeZone }: { today: string; timeZone: string },
): Group[] {
  const groups = new Map<string, Group>();
  for (const entry of notifications) {
    const day = getDay(entry.date, timeZone);
    const key = by === 'day' ? day : entry.kind;
    const title = by === 'day' ? formatRecentDay(day, today) : getNotificationKind(entry.kind).title;
    const group = groups.get(key) ?? { key, title, notifications: [] };
    group.notifications.push(entry);
    groups.set(key, group);
  }
  return [...groups.values()];
}
