import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { getRequestedPage } from '@/lib/navigation/requested-page';
import { clearEnded, useSession, wasSessionEnded } from '@/lib/session';
import { toast } from '@/lib/toast';
import { FullScreenSpinner } from '@/ui/spinner';

/** Admits customers and sends visitors to sign in. Remembers the page that they requested. */
export function Guard() {
  const current = useSession();
  if (current.status === 'loading') return <FullScreenSpinner />;
  if (current.status === 'signed-out') return <SendToSignIn isVisitor />;
  if (current.status === 'leaving') return null;
  if (current.status === 'unproven') return <SendToSignIn isVisitor={false} />;
  return <Outlet key={current.session.user.id} />;
}

/** Asks visitors to sign in, and signed-in customers for their second factor. */
function SendToSignIn({ isVisitor }: { isVisitor: boolean }) {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    // Customers whose session ended already see a toast with the reason. The fixed id prevents duplicate
    // toasts.
    if (isVisitor && !wasSessionEnded())
      toast.error('Please sign in to access this page', { id: 'sign-in-first' });
  }, [isVisitor]);
  return <Navigate to="/auth" replace state={{ requestedPage: pathname + search + hash }} />;
}

/**
 * Admits only visitors, for /auth. Customers continue to the page that they requested, or to the dashboard.
 */
export function VisitorsOnly() {
  const { status } = useSession();
  const { state } = useLocation();
  useEffect(clearEnded, []);
  if (status === 'loading') return <FullScreenSpinner />;
  if (status === 'signed-in') return <Navigate to={getRequestedPage(state)} replace />;
  return (
    // Hides the prerendered page, which would flash for customers who are already signed in.
    <div className="contents [[data-known]_&]:invisible">
      <Outlet />
    </div>
  );
}
