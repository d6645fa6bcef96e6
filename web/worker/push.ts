/** The content of a push notification and the path of the page that it opens. */
type Message = { title: string; body: string; path: string };

const ICON = '/icon.svg';

declare const self: ServiceWorkerGlobalScope;

/**
 * Shows push notifications, unless a page of the app is visible. A click on a notification opens its page.
 */
export function listenToPush(): void {
  self.addEventListener('push', (event) => {
    const message = messageIn(event.data);
    if (message) event.waitUntil(show(message));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(pathIn(event.notification.data)));
  });
}

async function show({ title, body, path }: Message): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  await self.registration.showNotification(title, { body, icon: ICON, badge: ICON, data: { path } });
}

async function open(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) {
    await self.clients.openWindow(path);
    return;
  }
  // Opens the page even if the browser refuses to focus the window.
  await page.focus().catch(() => page);
  await page.navigate(path).catch(() => self.clients.openWindow(path));
}

function messageIn(data: PushMessageData | null): Message | null {
  try {
    const message = data?.json() as Partial<Message> | null;
    return typeof message?.title === 'string' && typeof message.body === 'string'
      ? { title: message.title, body: message.body, path: pathIn(message) }
      : null;
  } catch {
    return null;
  }
}

/** Returns the path in the received data, or a default path of this app if the data is invalid. */
function pathIn(data: unknown): string {
  const path = typeof data === 'object' && data !== null && 'path' in data ? data.path : null;
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/notifications';
}
