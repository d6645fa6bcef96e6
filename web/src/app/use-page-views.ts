import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { ANALYTICS_URL, loadEnvironment } from '@/lib/environment';

/** Titles are set by the page itself, after the path has changed. */
const TITLE_STANDS_AFTER_MS = 400;

/** Reports path (without query) and title of each view; not when the browser asks not to be tracked. */
export function usePageViews(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (asksNotToBeTracked()) return;
    const timer = setTimeout(() => void report(pathname, document.title), TITLE_STANDS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
}

function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

async function report(path: string, title: string): Promise<void> {
  try {
    const { url, anonKey } = await loadEnvironment();
    await fetch(ANALYTICS_URL ?? `${url}/rest/v1/page_views`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', apikey: anonKey, prefer: 'return=minimal' },
      body: JSON.stringify({ path, title }),
    });
  } catch {
    // A view that is not counted harms nobody.
  }
}
