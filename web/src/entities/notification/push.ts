/** Messages of the bank to this browser while no page of it is open. */

const isPushPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The browser's permission for notifications. Only the customer can change it. */
export type PushPermission = NotificationPermission | 'unsupported';

export const pushPermission = (): PushPermission =>
  isPushPossible() ? Notification.permission : 'unsupported';

/** Hears when the customer allows or forbids it in the browser's settings, where the browser tells. */
export function onPushPermission(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  navigator.permissions?.query({ name: 'notifications' }).then(
    (known) => {
      if (isOver) return;
      status = known;
      known.addEventListener('change', listener);
    },
    () => {},
  );
  return () => {
    isOver = true;
    status?.removeEventListener('change', listener);
  };
}

/** The subscription of this browser; null where there is none. */
export async function pushSubscription(): Promise<PushSubscription | null> {
  if (!isPushPossible()) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Asks for permission, so only on a press, and subscribes with the bank's key (base64url). Null when it was not given.
 * Throws when the browser's push service cannot be reached.
 */
export async function startPush(
  publicKey: string,
): Promise<{ endpoint: string; p256dh: string; auth: string } | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const registration = await navigator.serviceWorker.ready;
  const kept = await registration.pushManager.getSubscription();
  // Subscribed under another key of the bank, it would never be heard again.
  if (kept && getKey(kept) !== publicKey) await kept.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error('The browser subscribed without keys.');
  return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
}

/** Ends the subscription of this browser and gives its endpoint; the push service then knows it no more. */
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
