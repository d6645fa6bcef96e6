import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Segmented } from '@/ui/forms/segmented';
import { Page } from '@/ui/page';
import { Skeleton } from '@/ui/skeleton';
import { ForecastSection } from './forecast/forecast-section';

const WhatIfSection = lazy(() => import('./what-if/what-if-section'));

const PATH = '/forecasts';
const WHAT_IF_PATH = `${PATH}/what-if`;
const SECTIONS = [
  { value: 'forecast', label: 'Forecast' },
  { value: 'what-if', label: 'What if' },
] as const;

/** Renders the cash forecast and what-ifs. */
export default function ForecastsPage() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isWhatIf = pathname === WHAT_IF_PATH || pathname.startsWith(`${WHAT_IF_PATH}/`);
  const sections = (
    <Segmented
      label="Section"
      value={isWhatIf ? 'what-if' : 'forecast'}
      onValueChange={(section) => void navigate(section === 'what-if' ? WHAT_IF_PATH : PATH)}
      options={SECTIONS}
    />
  );
  return (
    <Page title="Spending Forecasts" actions={sections} docked={false}>
      {isWhatIf ? (
        <Waiting>
          <WhatIfSection />
        </Waiting>
      ) : (
        <ForecastSection />
      )}
    </Page>
  );
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <Suspense
      fallback={
        <div role="status" aria-label="Loading">
          <Skeleton className="h-14 w-64" />
          <Skeleton className="mt-10 h-64 w-full" />
        </div>
      }
    >
      {children}
    </Suspense>
  );
}
