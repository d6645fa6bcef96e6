import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { FullScreenSpinner, PageSpinner } from '@/ui/spinner';
import { PageCrash, UnexpectedError } from './crash-screens';
import { Guard, VisitorsOnly } from './guard';
import { Root } from './layout/root';

type Load = () => Promise<{ default: ComponentType }>;

const loadAuth: Load = () => import('@/features/auth/auth-page');
const loadDashboard: Load = () => import('@/features/dashboard/dashboard-page');

/** A page loads on demand, with a spinner meanwhile. */
function page(load: Load, waiting: ReactNode = <PageSpinner />): ReactNode {
  const LazyPage = lazy(load);
  return (
    <Suspense fallback={waiting}>
      <LazyPage />
    </Suspense>
  );
}

const PUBLIC_ROUTES: RouteObject[] = [
  { path: '/', element: page(() => import('@/features/landing/landing-page'), <FullScreenSpinner />) },
  { element: <VisitorsOnly />, children: [{ path: '/auth/*', element: page(loadAuth) }] },
  { path: '/privacy-policy', element: page(() => import('@/features/legal/privacy-policy-page')) },
  { path: '/terms-of-service', element: page(() => import('@/features/legal/terms-of-service-page')) },
  { path: '/not-found', element: page(() => import('@/features/legal/not-found-page')) },
];

/** Each matches the path itself or any subpath. */
const GUARDED_ROUTES: RouteObject[] = [
  {
    path: '/dashboard/accounts/:id/reconcile',
    element: page(() => import('@/features/imports/reconcile-page')),
  },
  { path: '/dashboard/accounts/:id', element: page(() => import('@/features/accounts/account-page')) },
  { path: '/dashboard/move', element: page(() => import('@/features/transfers/transfers-page')) },
  { path: '/dashboard/people/*', element: page(() => import('@/features/people/people-page')) },
  {
    path: '/dashboard/credit-score',
    element: page(() => import('@/features/credit-score/credit-score-page')),
  },
  { path: '/dashboard/*', element: page(loadDashboard) },
  { path: '/create-account/*', element: page(() => import('@/features/accounts/create-account-page')) },
  { path: '/transactions/import', element: page(() => import('@/features/imports/imports-page')) },
  { path: '/transactions/rules', element: page(() => import('@/features/transactions/rules-page')) },
  { path: '/transactions/*', element: page(() => import('@/features/transactions/transactions-page')) },
  { path: '/auto-deposit/*', element: page(() => import('@/features/auto-deposit/auto-deposit-page')) },
  {
    path: '/scheduled-payments/*',
    element: page(() => import('@/features/scheduled-payments/scheduled-payments-page')),
  },
  { path: '/credit-cards/*', element: page(() => import('@/features/credit-cards/credit-cards-page')) },
  { path: '/loans/*', element: page(() => import('@/features/loans/loans-page')) },
  { path: '/mortgages/*', element: page(() => import('@/features/mortgages/mortgages-page')) },
  {
    path: '/loan-applications/*',
    element: page(() => import('@/features/loan-applications/loan-applications-page')),
  },
  { path: '/applications/*', element: page(() => import('@/features/loan-applications/applications-page')) },
  { path: '/budgets/*', element: page(() => import('@/features/budgets/budgets-page')) },
  { path: '/goals/*', element: page(() => import('@/features/goals/goals-page')) },
  { path: '/analytics/*', element: page(() => import('@/features/analytics/analytics-page')) },
  { path: '/forecasts/*', element: page(() => import('@/features/forecasts/forecasts-page')) },
  { path: '/documents/*', element: page(() => import('@/features/documents/documents-page')) },
  { path: '/notifications/*', element: page(() => import('@/features/notifications/notifications-page')) },
  { path: '/support/*', element: page(() => import('@/features/support/support-page')) },
  { path: '/assistant/*', element: page(() => import('@/features/assistant/assistant-page')) },
  { path: '/tips/stories/*', element: page(() => import('@/features/stories/stories-page')) },
  { path: '/tips/*', element: page(() => import('@/features/tips/tips-page')) },
  { path: '/settings/*', element: page(() => import('@/features/settings/settings-page')) },
];

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
          { path: '*', element: <Navigate to="/not-found" replace /> },
        ],
      },
    ],
  },
];

export function createRouter() {
  preloadFirstPages();
  return createBrowserRouter(ROUTES);
}

/** Signing in and the dashboard are where people go first: their code is there before they press. */
function preloadFirstPages(): void {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 500));
  whenIdle(() => {
    for (const load of [loadAuth, loadDashboard]) load().catch(() => {});
  });
}
