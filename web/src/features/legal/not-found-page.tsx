import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { Page } from '@/ui/page';

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="mb-6 text-ink-2">
        We couldn't find that page. It may have moved, or the link may have a typo.
      </p>
      <Button asChild variant="primary">
        <Link to="/">Go to home page</Link>
      </Button>
    </Page>
  );
}
