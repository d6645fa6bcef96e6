import { type ComponentType, type ReactNode, Suspense } from 'react';
import {
  type ClientInstrumentation,
  createBrowserRouter,
  matchRoutes,
  Navigate,
  type RouteObject,
  useLocation,
} from 'react-router';
import { lazyComponent } from '@/lib/bundle/lazy';
import { runWhenIdle } from '@/lib/bundle/when-idle';
import { hasStoredSession } from '@/lib/session';
import { navigateBelowOverlays, startBackButton } from '@/ui/overlays/back-button';
import { prepareOverlays } from '@/ui/overlays/overlays';
import { FullScreenSpinner, PageSpinner } from '@/ui/spinner';
import { PageCrash, UnexpectedError } from './crash-screens';
import { Guard, VisitorsOnly } from './guard';
import { Root } from './layout/root';
import { ClockStrip } from './layout/signed-in';

type Load = () => Promise<{ default: ComponentType }>;
type Handle = { load: () => Promise<unknown> };

/** Loads a page on demand and shows a spinner until it is ready. */
function page(path: string, load: Load, waiting: ReactNode = <PageSpinner />): RouteObject {
  const LatePage = lazyComponent(() => load().then((module) => module.default));
  return {
    path,
    element: (
      <Suspense fallback={waiting}>
        <LatePage />
      </Suspense>
    ),
    handle: { load: LatePage.load } satisfies Handle,
  };
}

const PUBLIC_ROUTES: RouteObject[] = [
  page('/', () => import('@/features/landing/landing-page'), <FullScreenSpinner />),
  { element: <VisitorsOnly />, children: [page('/auth/*', () => import('@/features/auth/auth-page'))] },
  page('/privacy-policy', () => import('@/features/legal/privacy-policy-page')),
  page('/terms-of-service', () => import('@/features/legal/terms-of-service-page')),
  page('/not-found', () => import('@/features/legal/not-found-page')),
];

/** The routes that require sign-in. Each route matches its path and any path below it. */
const GUARDED_ROUTES: RouteObject[] = [
  page('/dashboard/accounts/:id/reconcile', () => import('@/features/reconciliation/reconcile-page')),
  page('/dashboard/accounts/:id', () => import('@/features/accounts/details/account-page')),
  page('/dashboard/move', () => import('@/features/transfers/transfers-page')),
  page('/dashboard/people/*', () => import('@/features/people/people-page')),
  page('/dashboard/credit-score', () => import('@/features/credit-score/credit-score-page')),
  page('/dashboard/*', () => import('@/features/dashboard/dashboard-page')),
  page('/create-account/*', () => import('@/features/accounts/create-account-page')),
  page('/transactions/import', () => import('@/features/imports/imports-page')),
  page('/transactions/rules', () => import('@/features/transaction-rules/rules-page')),
  page('/transactions/*', () => import('@/features/transactions/transactions-page')),
  page('/auto-deposit/*', () => import('@/features/auto-deposit/auto-deposit-page')),
  page('/insurance', () => import('@/features/insurance/insurance-page')),
  page('/scheduled-payments/*', () => import('@/features/scheduled-payments/scheduled-payments-page')),
  page('/credit-cards/catalog/*', () => import('@/features/card-catalog/card-catalog-page')),
  page('/credit-cards/*', () => import('@/features/credit-cards/credit-cards-page')),
  page('/loans/*', () => import('@/features/loans/loans-page')),
  page('/mortgages/*', () => import('@/features/mortgages/mortgages-page')),
  page('/loan-applications/*', () => import('@/features/loan-applications/loan-applications-page')),
  page('/applications/*', () => import('@/features/loan-applications/applications-page')),
  page('/budgets/*', () => import('@/features/budgets/budgets-page')),
  page('/goals/*', () => import('@/features/goals/goals-page')),
  page('/analytics/financial-health', () => import('@/features/financial-health/financial-health-page')),
  page('/analytics/year-in-review/:year?', () => import('@/features/year-in-review/year-in-review-page')),
  page('/analytics/*', () => import('@/features/analytics/analytics-page')),
  page('/forecasts/*', () => import('@/features/forecasts/forecasts-page')),
  page('/documents/*', () => import('@/features/documents/documents-page')),
  page('/notifications/*', () => import('@/features/notifications/notifications-page')),
  page('/support/*', () => import('@/features/support/support-page')),
  page('/assistant/*', () => import('@/features/assistant/assistant-page')),
  page('/tips/stories/*', () => import('@/features/scenarios/scenarios-page')),
  page('/tips/*', () => import('@/features/tips/tips-page')),
  page('/settings/*', () => import('@/features/settings/settings-page')),
];

/** Redirects to the page for unknown addresses, which names this address. */
function UnknownAddress() {
  const { pathname } = useLocation();
  return <Navigate to="/not-found" replace state={{ address: pathname }} />;
}

export const ROUTES: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <UnexpectedError />,
    children: [
      {
        errorElement: <PageCrash />,
        children: [
          ...PUBLIC_ROUTES,
          { element: <Guard />, children: GUARDED_ROUTES },
          { path: '*', element: <UnknownAddress /> },
        ],
      },
    ],
  },
];

const BELOW_OVERLAYS: ClientInstrumentation = {
  router: ({ instrument }) =>
    instrument({
      navigate: async (navigate, { to }) => {
        await navigateBelowOverlays(navigate, typeof to === 'number');
      },
    }),
};

export function createRouter() {
  startFirstPage();
  startBackButton();
  return createBrowserRouter(ROUTES, { instrumentations: [BELOW_OVERLAYS] });
}

/** Starts loading the code of the requested page before the session is known. */
function startFirstPage(): void {
  startPage(window.location.pathname);
  if (hasStoredSession()) ClockStrip.load().catch(() => {});
  // Preloads sign-in and the dashboard, the pages that visitors open next.
  runWhenIdle(() => {
    prepareOverlays();
    for (const path of hasStoredSession() ? ['/dashboard'] : ['/auth', '/dashboard']) startPage(path);
  });
}

function startPage(path: string): void {
  const handle: Handle | undefined = matchRoutes(ROUTES, path)?.at(-1)?.route.handle;
  handle?.load().catch(() => {});
}
