import { runWhenIdle } from '@/lib/bundle/when-idle';
import { toast } from '@/lib/toast';

/** The interval at which an open page checks for a new version. */
const LOOKED_FOR_EVERY_MS = 60 * 60_000;

/**
 * Registers the service worker, which downloads the whole app, after the page has rendered. Logs failures.
 */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  runWhenIdle(() => void register());
}

async function register(): Promise<void> {
  try {
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox('/sw.js');
    workbox.addEventListener('waiting', () => {
      toast.info('A new version of Sandbank is ready.', {
        id: 'new-version',
        duration: Number.POSITIVE_INFINITY,
        action: { label: 'Reload', onClick: () => workbox.messageSkipWaiting() },
      });
    });
    workbox.addEventListener('controlling', ({ isUpdate }) => isUpdate && window.location.reload());
    await workbox.register({ immediate: true });
    setInterval(() => void workbox.update().catch(() => {}), LOOKED_FOR_EVERY_MS);
  } catch (error) {
    console.error("We couldn't register the service worker.", error);
  }
}
