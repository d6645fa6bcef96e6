/** The delay after the load event. Pages have usually fetched their data by then. */
const IDLE_AFTER_MS = 1_500;
/** The longest wait if the browser is never idle. */
const IDLE_WITHIN_MS = 1_500;

/** Runs the work when the page has loaded, the browser is idle, and there is a network connection. */
export function runWhenIdle(work: () => void): void {
  const whenOnline = () => {
    if (navigator.onLine) work();
    else window.addEventListener('online', work, { once: true });
  };
  const whenIdle = () => {
    // The page may have closed in the meantime.
    if (typeof window === 'undefined') return;
    if ('requestIdleCallback' in window) requestIdleCallback(whenOnline, { timeout: IDLE_WITHIN_MS });
    else whenOnline();
  };
  const later = () => setTimeout(whenIdle, IDLE_AFTER_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
