import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Problem } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { TextLink } from '@/ui/link';
import { Page, useTitle } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { firstStepsMutations } from './first-steps-mutations';
import { FirstSteps } from './first-steps-section';

/** Loads the personas' descriptions separately, and only for customers who have no products. */
const PersonaChoices = lazy(() =>
  import('./persona-choices').then((module) => ({ default: module.PersonaChoices })),
);

type NewCustomer = { id: string; time_zone: string; shows_first_steps: boolean | null };

/**
 * Renders the dashboard of a customer who has no products. It first asks for a sample household or an empty
 * bank. An empty bank then shows the checklist.
 */
export function Welcome({ customer }: { customer: NewCustomer }) {
  const [isChoosing, setIsChoosing] = useState(false);
  return customer.shows_first_steps === true && !isChoosing ? (
    <EmptyBank customerId={customer.id} onChoose={() => setIsChoosing(true)} />
  ) : (
    <StartQuestion customer={customer} onEmpty={() => setIsChoosing(false)} />
  );
}

/** Renders the checklist in the place that it keeps once there is an account. */
function EmptyBank({ customerId, onChoose }: { customerId: string; onChoose: () => void }) {
  return (
    <Page title="Dashboard">
      <div className="grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <div className="max-lg:order-last">
          <h2 className="text-lg">Your bank is ready</h2>
          <p className="mt-1 max-w-100 text-ink-2">
            Open an account and add pretend money. Every transaction balances to the cent.
          </p>
          <Dunes />
          <p className="text-ink-2 text-sm">
            Prefer a bank that's already set up?{' '}
            <button type="button" className="text-link" onClick={onChoose}>
              Choose a sample household
            </button>
          </p>
        </div>
        <FirstSteps customerId={customerId} />
      </div>
    </Page>
  );
}

type StartQuestionProps = { customer: NewCustomer; onEmpty: () => void };

function StartQuestion({ customer, onEmpty }: StartQuestionProps) {
  useTitle('Dashboard');
  const { mutate, isPending, error } = useMutation(firstStepsMutations.show);
  const startEmpty = () => mutate({ customerId: customer.id, shows: true }, { onSuccess: onEmpty });
  return (
    <div className="mx-auto w-full max-w-296 px-(--gutter) pt-8 pb-24">
      <h1 className="mb-1 font-normal text-ink-3 text-sm tracking-normal">Dashboard</h1>
      <h2 className="text-2xl">Whose money do you want to manage?</h2>
      <p className="mt-2 text-ink-2">
        Start with a sample household and 2 years of history, or with an empty bank. You can switch later.
      </p>
      <div className="mt-8 grid grid-cols-1 gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <section aria-labelledby="sample-household">
          <header className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
            <h3 id="sample-household" className="text-lg">
              Sample household
            </h3>
            <Badge>Recommended</Badge>
            <p className="ml-auto text-ink-3 text-sm max-md:hidden">Net worth over 2 years, then expected</p>
          </header>
          <Suspense fallback={<SkeletonRows rows={5} />}>
            <PersonaChoices customer={customer} />
          </Suspense>
        </section>
        <section aria-labelledby="empty-bank">
          <h3 id="empty-bank" className="text-lg">
            Empty bank
          </h3>
          <p className="mt-1 text-ink-2">Open an account, add a paycheck and a bill, then fast-forward.</p>
          <Dunes />
          <Button size="lg" busy={isPending} onClick={startEmpty}>
            Start empty
          </Button>
          <Problem fact="We couldn't start an empty bank." className="mt-4">
            {error && 'Try again in a moment.'}
          </Problem>
          <p className="mt-8 text-ink-2 text-sm">
            Or play a scenario with goals, a deadline, and a few surprises.{' '}
            <TextLink to="/tips/stories">View scenarios</TextLink>
          </p>
        </section>
      </div>
    </div>
  );
}

/** Renders a picture of a sandbank that isn't there yet. */
function Dunes() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 240 56"
      className="my-6 w-60 max-w-full"
      fill="none"
      stroke="var(--ink-3)"
      strokeWidth="1.5"
      strokeDasharray="4 4"
      strokeLinecap="round"
    >
      <path d="M2 46c34 0 48-42 112-42s78 42 124 42" />
      <path d="M54 46c24 0 34-24 66-24s40 24 66 24" />
    </svg>
  );
}
