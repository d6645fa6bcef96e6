/** So long after the page has loaded, it has read what it shows. */
const CALM_AFTER_MS = 1_500;
/** A browser that is never idle is not waited for longer. */
const IDLE_WITHIN_MS = 1_500;

/** Once the page stands, the browser has nothing else to do, and there is a network. */
export function runWhenIdle(work: () => void): void {
  const whenOnline = () => {
    if (navigator.onLine) work();
    else window.addEventListener('online', work, { once: true });
  };
  const whenIdle = () => {
    // The page may have gone meanwhile.
    if (typeof window === 'undefined') return;
    if ('requestIdleCallback' in window) requestIdleCallback(whenOnline, { timeout: IDLE_WITHIN_MS });
    else whenOnline();
  };
  const later = () => setTimeout(whenIdle, CALM_AFTER_MS);
  if (document.readyState === 'complete') later();
  else window.addEventListener('load', later, { once: true });
}
