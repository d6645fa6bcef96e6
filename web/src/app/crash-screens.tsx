import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';

/** Renders the error screen of a page. The shell around the page stays visible. */
export function PageCrash() {
  const error = useRouteError();
  useEffect(() => {
    console.error('A page failed', error);
    toast.error('Something went wrong loading this page', { id: 'page-crash' });
  }, [error]);
  return (
    <Page title="Something went wrong">
      <p className="mb-6 text-ink-2">We're having trouble loading this page.</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Try again
      </Button>
    </Page>
  );
}

/** Renders the error screen of the shell itself. */
export function UnexpectedError() {
  const error = useRouteError();
  useEffect(() => {
    console.error('The app failed', error);
  }, [error]);
  return (
    <Page title="Unexpected Application Error!">
      <p className="mb-6 text-ink-2">Something went wrong. Your money is safe.</p>
      <Button variant="primary" onClick={() => window.location.assign('/')}>
        Reload Sandbank
      </Button>
    </Page>
  );
}
