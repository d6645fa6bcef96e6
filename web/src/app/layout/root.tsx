import { useEffect, useLayoutEffect } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { finishSignOut, hasStoredSession, useSession } from '@/lib/session';
import { getScrollKey } from '@/ui/overlays/use-panel-parameter';
import { StripSpace } from '@/ui/strip-space';
import { usePageViews } from '../use-page-views';
import { OfflineBanner } from './offline-banner';
import { SessionWatch } from './session-watch';
import { SignedIn } from './signed-in';
import { TopBar } from './top-bar';

/** The public pages, which don't wait for the session. */
const PUBLIC_PATHS = ['/', '/privacy-policy', '/terms-of-service', '/not-found'];

export function Root() {
  const { pathname, key } = useLocation();
  const session = useSession({ eager: !PUBLIC_PATHS.includes(pathname) });
  usePageViews();
  useLayoutEffect(() => {
    // Notifies `load-app.js`, which records clicks until the app is hydrated.
    document.documentElement.dataset.hydrated = '';
  }, []);
  useEffect(() => {
    if (pathname === '/' && session.status === 'leaving') finishSignOut();
  }, [pathname, session.status]);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-2 focus:bg-ink focus:px-4 focus:py-2.5 focus:text-canvas"
      >
        Skip to content
      </a>
      <OfflineBanner />
      <TopBar session={session} />
      {session.status === 'loading' && hasStoredSession() && <StripSpace />}
      {session.status === 'signed-in' && <SessionWatch session={session.session} />}
      {session.status === 'signed-in' && <SignedIn customer={session.session.user} />}
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col focus:outline-none">
        <Outlet />
      </main>
      {/* Keeps the scroll position of a visitor who scrolled the prerendered landing page. */}
      {!(pathname === '/' && key === 'default') && <ScrollRestoration getKey={getScrollKey} />}
    </div>
  );
}
