/** Registers the service worker; that it cannot be registered is only logged. */
export function registerServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return;
  window.addEventListener('load', () => {
    navigator.serviceWorker.register('/sw.js').catch((error: unknown) => {
      console.error('The service worker could not be registered.', error);
    });
  });
}
