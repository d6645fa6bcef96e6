import { useEffect } from 'react';
import { ANALYTICS_URL, loadEnvironment } from '@/lib/environment';
import { pageTitle } from '@/lib/navigation/page-title';

/**
 * Reports the path (without query) and title of each page view, unless the browser asks not to be tracked.
 */
export function usePageViews(): void {
  useEffect(() => {
    if (isTrackingRefused()) return;
    let lastPath = '';
    // Waits for the page's own title, because a loading page still has the previous one.
    return pageTitle.subscribe(() => {
      const { pathname } = window.location;
      if (pathname === lastPath) return;
      lastPath = pathname;
      void report(pathname, pageTitle.get());
    });
  }, []);
}

function isTrackingRefused(): boolean {
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
    // Reads the response, because browsers report unread responses as failed requests.
    await answer.text();
  } catch {
    // Ignores failures, because page views are optional.
  }
}
