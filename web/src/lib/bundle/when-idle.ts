/** The delay after the load event by which pages have read their data. */
const IDLE_AFTER_MS = 1_500;
/** The longest wait for a browser that is never idle. */
const IDLE_WITHIN_MS = 1_500;

/** Resolves when the page has loaded, the browser is idle, and there is a network. */
export function runWhenIdle(work: () => void): void {
  const whenOnline = () => {
    if (navigator.onLine) work();
    else window.addEventListener('online', work, { once: true });
  };
  const whenIdle = () => {
    // The page may be gone by now.
    if (typeof window === 'undefined') return;
    if ('requestIdleCallback' in window) requestIdleCallback(whenOnline, { timeout: IDLE_WITHIN_MS });
    else whenOnline();
  };
  const later = () => setTimeout(whenIdle, IDLE_AFTER_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
