import { createStore, useStore } from '@/lib/storage/create-store';
import type { About } from './notification-kinds';
import { deleteMarks, type Mark, type Marks, marksUntil, readMarks, saveMarks } from './notification-marks';
import { deleteRaised, saveRaised } from './raised-notifications';

/**
 * An in-app notification. The specification requires that notifications are kept in memory and not stored in
 * the bank. The browser stores which notifications were read or deleted, so that a reload doesn't reset them.
 */
export type Notification = {
  id: string;
  kind: About;
  title: string;
  message: string;
  type: 'warning' | 'info' | 'success' | 'error';
  /** The simulated instant, ISO 8601. */
  date: string;
  read: boolean;
  /** The target of the "View" link. For the specification's kinds, the target is derived from the title. */
  to?: string;
};

type NotificationText = Pick<Notification, 'kind' | 'title' | 'message' | 'type' | 'to'>;

/** An alert. Its key ensures that it is shown only once. */
export type Alert = NotificationText & {
  key: string;
  /**
   * `day` shows the alert once per simulated day (local storage). `session` shows it once per browser
   * session.
   */
  once: 'day' | 'session';
};

/** A past event, which is derived from the ledger on each load and always has the same `id`. */
export type Notice = NotificationText & {
  id: string;
  /** The simulated instant (ISO 8601) of the event. If null, the time of the first display is used. */
  at: string | null;
};

type Moment = {
  /** The customer's simulated day, `yyyy-MM-dd`. */
  day: string;
  /** The customer's simulated time, ISO 8601. */
  now: string;
};
type Shown = Notification & { arrival: number; isNotice: boolean };

/** On the first visit, events from this period count as new. */
const RECENT_MS = 7 * 86_400_000;

let customer: string | null = null;
const shown = createStore<readonly Shown[]>([]);
const arrivalCount = createStore(0);
/** True once the initial notifications are shown. Only later notifications are announced. */
const isResolved = createStore(false);
const announcement = createStore({ id: 0, text: '' });

/** Returns the notifications, sorted by date and then by arrival, newest first. */
export const useNotifications = (): readonly Notification[] => useStore(shown);

/** Returns true once all notifications from the initial page load are shown. */
export const useIsResolved = () => useStore(isResolved);

/** Returns the number of notifications that have arrived so far. */
export const useArrivalCount = () => useStore(arrivalCount);

/** Returns the latest notification's text for screen readers, with a new id each time. */
export const useAnnouncement = () => useStore(announcement);

/**
 * Raises new alerts and replaces the displayed notifications. Skips notifications that the customer has
 * deleted.
 */
export function notify(
  { alerts, notices }: { alerts: readonly Alert[]; notices: readonly Notice[] },
  customerId: string,
  { day, now }: Moment,
): void {
  const before = customerId === customer ? shown.get() : [];
  customer = customerId;
  const shownById = new Map(before.map((notification) => [notification.id, notification]));
  const raised = alerts.flatMap((alert) => raisedAlert(alert, customerId, { day, now }, shownById) ?? []);
  const next = [
    ...before.filter(({ isNotice }) => !isNotice),
    ...raised,
    ...getNotices(notices, customerId, now, shownById),
  ];
  announce(next.filter(({ id, read }) => !shownById.has(id) && !read));
  set(next);
}

/**
 * Returns a new alert, or restores an alert that a reload removed from the page. A restored alert keeps its
 * date and read status. Returns null if the alert is already shown or was deleted.
 */
function raisedAlert(
  { key, once, ...message }: Alert,
  customerId: string,
  { day, now }: Moment,
  shownById: ReadonlyMap<string, Shown>,
): Shown | null {
  const id = once === 'day' ? `${key} ${day}` : key;
  const isNew = saveRaised(once, `${customerId} ${id}`);
  const marks = readMarks(customerId);
  if (isNew) saveMarks(customerId, { ...marks, alertMarks: { ...marks.alertMarks, [id]: { at: now } } });
  else if (shownById.has(id)) return null;
  const mark: Mark | undefined = isNew ? { at: now } : marks.alertMarks[id];
  if (!mark || mark.gone) return null;
  return { ...arrive(message, id, mark.at), read: mark.read ?? false, isNotice: false };
}

/** Returns the notices with their read status. Notifications that are already on screen keep their text. */
function getNotices(
  notices: readonly Notice[],
  customerId: string,
  now: string,
  shownById: ReadonlyMap<string, Shown>,
): Shown[] {
  const before = readMarks(customerId);
  const { seen, ...marks } = marksUntil(before, now);
  // On the first visit, recent notifications count as unseen.
  const seenUntil = seen ?? new Date(Date.parse(now) - RECENT_MS).toISOString();
  const alertMarks: Marks['alertMarks'] = { ...marks.alertMarks };
  const left: Shown[] = [];
  for (const { id, at, ...message } of notices.toReversed()) {
    const mark = alertMarks[id] ?? { at: at ?? now };
    alertMarks[id] = mark;
    if (mark.gone) continue;
    const read = mark.read ?? isSeen(at, seenUntil);
    left.push({ ...(shownById.get(id) ?? { ...arrive(message, id, mark.at), isNotice: true }), read });
  }
  const after = { seen: seenUntil, alertMarks };
  if (JSON.stringify(before) !== JSON.stringify(after)) saveMarks(customerId, after);
  return left;
}

const isSeen = (at: string | null, seen: string) => at !== null && Date.parse(at) <= Date.parse(seen);

function arrive({ to, ...message }: NotificationText, id: string, date: string) {
  arrivalCount.set(arrivalCount.get() + 1);
  return { ...message, ...(to && { to }), id, date, read: false, arrival: arrivalCount.get() };
}

export const markRead = (id: string) => mark([id], true);
export const markUnread = (id: string) => mark([id], false);

export function markAllRead(): void {
  const unread = shown
    .get()
    .filter(({ read }) => !read)
    .map(({ id }) => id);
  if (unread.length > 0) mark(unread, true);
}

function mark(ids: readonly string[], read: boolean): void {
  const next = shown
    .get()
    .map((notification) =>
      ids.includes(notification.id) && notification.read !== read ? { ...notification, read } : notification,
    );
  remember(ids, { read }, next);
  set(next);
}

/** Deletes a notification. Returns a function that restores it. */
export function deleteNotification(id: string): () => void {
  return remove(shown.get().filter((notification) => notification.id === id));
}

/** Deletes all notifications. Returns a function that restores them. */
export function clearNotifications(): () => void {
  return remove(shown.get());
}

function remove(removed: readonly Shown[]): () => void {
  const from = customer;
  const ids = removed.map(({ id }) => id);
  const next = shown.get().filter(({ id }) => !ids.includes(id));
  remember(ids, { gone: true }, next);
  set(next);
  return () => {
    // Doesn't restore notifications of a customer who has signed out.
    if (from !== customer) return;
    const back = [...shown.get().filter(({ id }) => !ids.includes(id)), ...removed];
    remember(ids, { gone: false }, back);
    set(back);
  };
}

/**
 * Marks this customer's notifications as read or deleted. If no notification is unread, all notifications up
 * to the newest count as seen.
 */
function remember(
  ids: readonly string[],
  change: { read?: boolean; gone?: boolean },
  next: readonly Shown[],
): void {
  if (customer === null) return;
  const { seen, alertMarks } = readMarks(customer);
  const changed = { ...alertMarks };
  for (const id of ids) if (changed[id]) changed[id] = { ...changed[id], ...change };
  const isAllSeen = next.every(({ isNotice, read }) => !isNotice || read);
  const newest = Object.values(changed).map(({ at }) => at);
  saveMarks(customer, { seen: isAllSeen ? getLatest(seen, newest) : seen, alertMarks: changed });
}

const getLatest = (seen: string | null, instants: readonly string[]) =>
  [...instants, ...(seen === null ? [] : [seen])].toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ??
  null;

/** Marks the initial notifications as shown. From then on, new notifications are announced. */
export function resolve(): void {
  if (!isResolved.get()) isResolved.set(true);
}

function announce(arrived: readonly Shown[]): void {
  const [first] = arrived;
  if (!isResolved.get() || !first) return;
  const text =
    arrived.length === 1
      ? `New notification: ${first.title}. ${first.message}`
      : `${arrived.length} new notifications.`;
  announcement.set({ id: announcement.get().id + 1, text });
}

/** Clears the notifications at sign-out, so that the next person who uses this browser doesn't see them. */
export function forgetNotifications(): void {
  customer = null;
  isResolved.set(false);
  announcement.set({ id: announcement.get().id + 1, text: '' });
  deleteMarks();
  deleteRaised();
  set([]);
}

/** Returns the link for a notification's title; null if there is none. */
export function getDestination({ title }: Pick<Notification, 'title'>): string | null {
  if (title.includes('Loan Approved')) return '/loans';
  if (title.includes('Credit Limit')) return '/credit-cards';
  if (title.includes('Low Balance')) return '/dashboard';
  return null;
}

function set(next: readonly Shown[]): void {
  shown.set(next.toSorted((a, b) => Date.parse(b.date) - Date.parse(a.date) || b.arrival - a.arrival));
}
