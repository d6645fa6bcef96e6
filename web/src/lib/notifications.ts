import { useSyncExternalStore } from 'react';

/** In-app notifications live in memory, as specified; which ones were raised is remembered per customer. */
export type Notification = {
  id: string;
  title: string;
  message: string;
  type: 'warning' | 'info' | 'success' | 'error';
  /** ISO 8601. */
  date: string;
  read: boolean;
  /** Where its own 'View' link leads; kinds of the specification lead by their title. */
  to?: string;
};

/** Something worth telling, with the key under which it is told once. */
export type Alert = Pick<Notification, 'title' | 'message' | 'type' | 'to'> & {
  key: string;
  /** `day`: once per simulated day, `ever`: once, both kept in local storage. `session`: once per browser session. */
  once: 'day' | 'session' | 'ever';
};

const RAISED_KEY = 'sandbank-raised';
const KEYS_KEPT = 400;
/** What this page raised: where the browser keeps nothing, an alert still shows once. */
const raisedHere = new Set<string>();
let notifications: readonly Notification[] = [];
let arrivals = 0;
const listeners = new Set<() => void>();

/** Newest first by date, then by arrival. */
export function useNotifications(): readonly Notification[] {
  return useSyncExternalStore(subscribe, () => notifications);
}

/** Raises the alerts that were not raised yet for this customer on this day (`yyyy-MM-dd`, the customer's). */
export function raiseAlerts(alerts: readonly Alert[], customerId: string, day: string): void {
  for (const alert of alerts) {
    const key = alert.once === 'day' ? `${customerId} ${alert.key} ${day}` : `${customerId} ${alert.key}`;
    if (!remember(alert.once, key)) continue;
    const { title, message, type, to } = alert;
    notify({ title, message, type, ...(to && { to }) });
  }
}

export function notify({
  title,
  message,
  type,
  to,
}: Pick<Notification, 'title' | 'message' | 'type' | 'to'>): void {
  arrivals += 1;
  const arrived: Notification = {
    id: `${Date.now()}-${arrivals}`,
    title,
    message,
    type,
    date: new Date().toISOString(),
    read: false,
    ...(to && { to }),
  };
  set([arrived, ...notifications]);
}

export function markRead(id: string): void {
  set(notifications.map((each) => (each.id === id && !each.read ? { ...each, read: true } : each)));
}

export function markAllRead(): void {
  if (notifications.some(({ read }) => !read)) set(notifications.map((each) => ({ ...each, read: true })));
}

export function deleteNotification(id: string): void {
  set(notifications.filter((each) => each.id !== id));
}

export function clearNotifications(): void {
  set([]);
}

/** At sign-out: the next person at this browser sees nothing of the last one. */
export function forgetNotifications(): void {
  set([]);
  raisedHere.clear();
  for (const once of ['day', 'session'] as const) {
    try {
      storageOf(once).removeItem(RAISED_KEY);
    } catch {
      // What could not be kept need not be forgotten.
    }
  }
}

/** Where a click on a notification leads, by its title; null stays. */
export function destinationOf({ title }: Notification): string | null {
  if (title.includes('Loan Approved')) return '/loans';
  if (title.includes('Credit Limit')) return '/credit-cards';
  if (title.includes('Low Balance')) return '/dashboard';
  return null;
}

/** True the first time a key is remembered. The oldest keys are dropped on the way. */
function remember(once: Alert['once'], key: string): boolean {
  if (raisedHere.has(key)) return false;
  raisedHere.add(key);
  try {
    const storage = storageOf(once);
    const raised = raisedIn(storage);
    if (raised.includes(key)) return false;
    storage.setItem(RAISED_KEY, JSON.stringify([...raised.slice(-KEYS_KEPT), key]));
  } catch {
    // Then it is remembered for this page alone.
  }
  return true;
}

function raisedIn(storage: Storage): string[] {
  const kept: unknown = JSON.parse(storage.getItem(RAISED_KEY) ?? '[]');
  return Array.isArray(kept) ? kept : [];
}

/** Throws where the browser forbids storage. */
function storageOf(once: Alert['once']): Storage {
  return once === 'session' ? sessionStorage : localStorage;
}

function set(next: readonly Notification[]): void {
  notifications = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
