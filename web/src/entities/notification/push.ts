/** Returns true if the browser supports push notifications, which arrive even when no page is open. */

const isPushPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The browser's permission for notifications. Only the customer can change it. */
export type PushPermission = NotificationPermission | 'unsupported';

export const pushPermission = (): PushPermission =>
  isPushPossible() ? Notification.permission : 'unsupported';

/**
 * Calls the listener when the customer changes the permission in the browser's settings. Some browsers don't
 * report this change.
 */
export function onPushPermission(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (subscription) => {
      if (isOver) return;
      status = subscription;
      subscription.addEventListener('change', listener);
    },
    () => {},
  );
  return () => {
    isOver = true;
    status?.removeEventListener('change', listener);
  };
}

/** Returns this browser's subscription; null if there is none. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!isPushPossible()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission and subscribes with the bank's key (base64url). Must be called from a click handler.
 * Returns null if the customer declines. Throws if the browser's push service can't be reached.
 */
export async function startPush(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.ready;
  const existing = await registration.pushManager.getSubscription();
  // A subscription with the bank's old key would receive nothing.
  if (existing && getKey(existing) !== publicKey) await existing.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser subscribed without keys.');
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** Ends this browser's subscription and returns its endpoint. */
export async function endPush(): Promise<string | null> {
  const subscription = await pushSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint ?? null;
}

function getKey({ options }: PushSubscription): string | null {
  if (!options.applicationServerKey) return null;
  const bytes = String.fromCharCode(...new Uint8Array(options.applicationServerKey));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
