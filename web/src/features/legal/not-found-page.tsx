import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';

export default function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="mb-6 text-ink-2">
        We couldn't find that page. It may have moved, or the link may have a typo.
      </p>
      <LinkButton variant="primary" to="/">
        Go to home page
      </LinkButton>
    </Page>
  );
}
