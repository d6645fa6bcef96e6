import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { clearEnded, useSession, wasSessionEnded } from '@/lib/session';
import { toast } from '@/lib/toast';
import { FullScreenSpinner } from '@/ui/spinner';

/** Lets customers in and sends visitors to sign in, remembering where they wanted to go. */
export function Guard() {
  const current = useSession();
  if (current.status === 'loading') return <FullScreenSpinner />;
  if (current.status === 'signed-out') return <SendToSignIn />;
  if (current.status === 'leaving') return null;
  if (current.status === 'unproven') return <SendToSecondFactor />;
  return <Outlet key={current.session.user.id} />;
}

function SendToSignIn() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    // Whose session has ended reads why, and nothing over it.
    // One id: however often this is rendered, one toast shows.
    if (!wasSessionEnded()) toast.error('Please sign in to access this page', { id: 'sign-in-first' });
  }, []);
  return <Navigate to="/auth" replace state={{ wanted: pathname + search }} />;
}

function SendToSecondFactor() {
  const { pathname, search } = useLocation();
  return <Navigate to="/auth" replace state={{ wanted: pathname + search }} />;
}

/** /auth is for visitors; who is signed in goes on to the wanted page or the dashboard. */
export function VisitorsOnly() {
  const { status } = useSession();
  const { state } = useLocation();
  useEffect(clearEnded, []);
  if (status === 'loading') return <FullScreenSpinner />;
  if (status === 'signed-in') return <Navigate to={wantedPage(state)} replace />;
  return (
    // The page comes drawn: whom this browser knows does not see it for a moment first.
    <div className="contents [[data-known]_&]:invisible">
      <Outlet />
    </div>
  );
}

/** The page that was asked for before signing in; only ever a path of this app. */
function wantedPage(state: unknown): string {
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null;
  return typeof wanted === 'string' && wanted.startsWith('/') && !wanted.startsWith('//')
    ? wanted
    : '/dashboard';
}
