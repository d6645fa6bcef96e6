import { useEffect } from 'react';
import { ANALYTICS_URL, loadEnvironment } from '@/lib/environment';
import { onPageTitle } from '@/lib/page-title';

/** Reports path (without query) and title of each view; not when the browser asks not to be tracked. */
export function usePageViews(): void {
  useEffect(() => {
    if (asksNotToBeTracked()) return;
    let lastPath = '';
    // A page that is still loading has the title of the one before: it counts when it sets its own.
    return onPageTitle((title) => {
      const { pathname } = window.location;
      if (pathname === lastPath) return;
      lastPath = pathname;
      void report(pathname, title);
    });
  }, []);
}

function asksNotToBeTracked(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean };
  return doNotTrack === '1' || globalPrivacyControl === true;
}

async function report(path: string, title: string): Promise<void> {
  try {
    const { url, anonKey } = await loadEnvironment();
    const answer = await fetch(ANALYTICS_URL ?? `${url}/rest/v1/page_views`, {
      method: 'POST',
      keepalive: true,
      headers: { 'content-type': 'application/json', apikey: anonKey, prefer: 'return=minimal' },
      body: JSON.stringify({ path, title }),
    });
    // An answer that nobody reads counts as a failed request in the browser's network panel.
    await answer.text();
  } catch {
    // A view that is not counted harms nobody.
  }
}
