import { type About, kindOf } from '@/entities/notification/notification-kinds';
import type { Notification } from '@/entities/notification/notifications';
import { formatRecentDay, getDay } from '@/lib/dates';

export type Grouping = 'day' | 'kind';
export type Filter = { kind: About | null; isUnreadOnly: boolean };
export type Group = { key: string; title: string; notifications: Notification[] };

/** Returns the notifications that match the filters. */
export function filtered(
  notifications: readonly Notification[],
  { kind, isUnreadOnly }: Filter,
): Notification[] {
  return notifications.filter(
    (each) => (kind === null || each.kind === kind) && !(isUnreadOnly && each.read),
  );
}

/** Groups by simulated day or by kind, in order of appearance. */
export function grouped(
  notifications: readonly Notification[],
  by: Grouping,
  { today, timeZone }: { today: string; timeZone: string },
): Group[] {
  const groups = new Map<string, Group>();
  for (const each of notifications) {
    const day = getDay(each.date, timeZone);
    const key = by === 'day' ? day : each.kind;
    const title = by === 'day' ? formatRecentDay(day, today) : kindOf(each.kind).title;
    const group = groups.get(key) ?? { key, title, notifications: [] };
    group.notifications.push(each);
    groups.set(key, group);
  }
  return [...groups.values()];
}
