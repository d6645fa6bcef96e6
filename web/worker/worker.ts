import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute, setCatchHandler } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { WAKE_TAG } from '../src/lib/offline/queue-store.ts';
import { listenToPush } from './push.ts';
import { sendQueuedCalls } from './send-waiting.ts';

declare const self: ServiceWorkerGlobalScope;
/** The files of this version. The build inserts the list. */
declare const PRECACHED: PrecacheEntry[];

const CONFIG_CACHE = 'where-the-bank-is';
const NETWORK_FIRST_FOR_MS = 3000;
/** The URLs to which the worker never responds with a page: the bank's API endpoints, and URLs of files. */
const NOT_PAGES = [/^\/(auth|rest|storage|realtime|functions|graphql|pg)\/v1\b/, /\.\w+$/];

cleanupOutdatedCaches();
precacheAndRoute(PRECACHED, { directoryIndex: '', cleanURLs: false });

// Serves the latest page, or this version's page when offline.
const cachedPage = createHandlerBoundToURL('/index.html');
registerRoute(
  new NavigationRoute(
    async (options) => {
      try {
        return await Promise.race([fetch(options.request), rejectAfterTimeout()]);
      } catch {
        return cachedPage(options);
      }
    },
    { denylist: NOT_PAGES },
  ),
);

// The bank's settings are the same for everyone, so they can be cached.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/config.json',
  new NetworkFirst({ cacheName: CONFIG_CACHE }),
);
// Caches the settings during installation. The page that installed this worker requested them before the
// worker could intercept the request. An app with built-in settings has no settings file.
self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CONFIG_CACHE)
      .then((cache) => cache.add('/config.json'))
      .catch(() => {}),
  );
});

setCatchHandler(async ({ request }) =>
  request.mode === 'navigate'
    ? ((await caches.match('/offline.html', { ignoreSearch: true })) ?? Response.error())
    : Response.error(),
);

self.addEventListener('message', ({ data }) => {
  // The customer accepted the new version.
  if ((data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
// Makes the page that installed the first version work offline before it is reloaded.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('sync', (event) => {
  const { tag } = event as ExtendableEvent & { tag: string };
  if (tag === WAKE_TAG) (event as ExtendableEvent).waitUntil(sendQueuedCalls(self.clients));
});

listenToPush();

function rejectAfterTimeout(): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('The network is not responding.')), NETWORK_FIRST_FOR_MS);
  });
}
