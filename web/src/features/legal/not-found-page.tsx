import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="mb-6 text-ink-2">
        There is no page at this address. It may have moved, or the link may be mistyped.
      </p>
      <Button asChild variant="primary">
        <Link to="/">Go to the start</Link>
      </Button>
    </Page>
  );
}
