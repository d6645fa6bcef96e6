import { ArrowLeftRight, CircleHelp, Compass, LayoutDashboard, ReceiptText } from 'lucide-react';
import { useLocation } from 'react-router';
import { ScenarioCover } from '@/entities/scenario/scenario-cover';
import { hasStoredSession } from '@/lib/session';
import { LinkButton } from '@/ui/link';
import { Page } from '@/ui/page';
import { ActionRow } from '@/ui/row-list';
import { findLikelyPage } from './likely-page';

/** The seed of the hills in the picture, which depend on the id. */
const PICTURE = { id: 'page-not-found', difficulty: 'easy' } as const;

const CUSTOMER_PAGES = [
  { to: '/transactions', icon: ReceiptText, title: 'Transactions', detail: 'Find a payment or a purchase' },
  { to: '/dashboard/move', icon: ArrowLeftRight, title: 'Transfer money', detail: 'Between your accounts' },
  { to: '/tips/stories', icon: Compass, title: 'Scenarios', detail: 'Manage someone else’s money' },
  { to: '/support', icon: CircleHelp, title: 'Customer support', detail: 'Search the help articles' },
] as const;

const VISITOR_PAGES = [
  { to: '/auth', icon: LayoutDashboard, title: 'Sign in', detail: 'Open your bank, or try the demo' },
] as const;

/** Renders the page for unknown addresses, with the page that the address probably means. */
export default function NotFoundPage() {
  const { state } = useLocation();
  const address: string | undefined = state?.address;
  const isCustomer = hasStoredSession();
  const likely = isCustomer && address ? findLikelyPage(address) : null;
  const main = likely ?? (isCustomer ? DASHBOARD : HOME);
  return (
    <Page title="Page not found">
      <div className="grid grid-cols-1 items-start gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <p className="max-w-prose text-ink-2">
            {address ? (
              <>
                There is no page at <strong className="font-semibold wrap-anywhere">{address}</strong>. It may
                have moved, or the link may have a typo.
              </>
            ) : (
              "We couldn't find that page. It may have moved, or the link may have a typo."
            )}
          </p>
          <LinkButton variant="primary" to={main.to} className="mt-5 mb-8">
            {main.label}
          </LinkButton>
          <ul aria-label="Other pages" className="divide-y divide-line border-line border-y">
            {(isCustomer ? CUSTOMER_PAGES : VISITOR_PAGES).map(({ icon: Icon, ...row }) => (
              <ActionRow key={row.to} icon={<Icon className="size-5" />} {...row} />
            ))}
          </ul>
        </div>
        <ScenarioCover scenario={PICTURE} className="w-full" />
      </div>
    </Page>
  );
}

const HOME = { to: '/', label: 'Go to home page' };
const DASHBOARD = { to: '/dashboard', label: 'Go to dashboard' };
