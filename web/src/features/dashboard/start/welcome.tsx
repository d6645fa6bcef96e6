import { lazy, Suspense } from 'react';
import { LinkButton } from '@/ui/link';
import { Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { FirstSteps } from './first-steps-section';

/** Loads the personas' descriptions separately, and only for customers who have no products. */
const PersonaChoices = lazy(() =>
  import('./persona-choices').then((module) => ({ default: module.PersonaChoices })),
);

type WelcomeProps = { customer: { id: string; time_zone: string }; showsSteps: boolean };

/** Renders the start page of a new customer, who can open a first account or choose a persona. */
export function Welcome({ customer, showsSteps }: WelcomeProps) {
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-2">
      <div>
        <Shore />
        <h2 className="mt-4 text-lg">Your bank is ready.</h2>
        <p className="mt-1 max-w-120 text-ink-2">
          Open your first account and add pretend money. Every transaction balances to the cent.
        </p>
        {showsSteps ? (
          <FirstSteps customerId={customer.id} className="mt-8" />
        ) : (
          <LinkButton to="/create-account" variant="primary" size="lg" className="mt-5">
            Open account
          </LinkButton>
        )}
      </div>
      <Section title="Or start with a sample household">
        <p className="mb-4 text-ink-2">Start with 2 years of history already filled in.</p>
        <Suspense fallback={<SkeletonRows rows={5} />}>
          <PersonaChoices timeZone={customer.time_zone} />
        </Suspense>
      </Section>
    </div>
  );
}

/** Renders a picture of a sandbank at low tide. */
function Shore() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 320 120"
      className="w-80 max-w-full"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M20 84c44 0 62-52 140-52s96 52 140 52" stroke="var(--ink)" />
      <path d="M64 84c30 0 44-30 96-30s66 30 96 30" stroke="var(--line-strong)" />
      <path d="M108 84c16 0 26-12 52-12s36 12 52 12" stroke="var(--line-strong)" />
      <path
        d="M20 104c12 0 12-7 24-7s12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7 12-7 24-7 12 7 24 7"
        stroke="var(--accent)"
        strokeDasharray="5 5"
      />
    </svg>
  );
}
