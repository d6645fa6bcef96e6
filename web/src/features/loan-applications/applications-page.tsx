import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { DebtTabs } from '@/entities/debt/debt-tabs';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { LinkButton } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { PageSpinner } from '@/ui/spinner';
import { ApplicationList } from './application-list';
import { loanApplicationQueries } from './queries';

const ApplicationPage = lazy(() => import('./details/application-page'));
const AcceptPage = lazy(() => import('./offer/accept-page'));

/** Renders the list of applications, the application in the URL, or its agreement. */
export default function ApplicationsPage() {
  const { '*': path = '' } = useParams();
  const [chosenId, part, offer] = path.split('/');
  const query = useQuery(loanApplicationQueries.list());
  const applications = query.data;
  const me = useQuery(customerQueries.me()).data;
  const chosen = applications?.find(({ id, status }) => id === chosenId && status !== 'draft');
  if (chosen)
    return (
      <Suspense fallback={<PageSpinner />}>
        {part === 'accept' ? (
          <AcceptPage key={offer} application={chosen} offerIndex={Number(offer)} me={me} />
        ) : (
          <ApplicationPage key={chosen.id} application={chosen} me={me} />
        )}
      </Suspense>
    );
  const hasDraft = applications?.some(({ status }) => status === 'draft');
  const apply = (
    <LinkButton variant="primary" to="/loan-applications">
      {hasDraft ? 'Continue draft' : 'Apply for a loan'}
    </LinkButton>
  );
  return (
    <Page
      title="Loan applications"
      actions={applications && applications.length > 0 && apply}
      tabs={<DebtTabs current="/applications" />}
    >
      <Loaded from={query} failure="We couldn’t load your applications." rows={3}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState
              title="No loan applications yet"
              action={apply}
              example={
                <ExampleRows
                  rows={[
                    { title: 'Application sent', detail: 'Car loan, 5 years', end: '$18,000.00' },
                    { title: 'Decision', detail: 'Based on income, debts, and score', end: 'Approved' },
                    { title: 'Your offer', detail: '$350.00 a month', end: '6.4% APR' },
                  ]}
                />
              }
            >
              We base decisions on your income, debts, and credit score, and we explain each one.
            </EmptyState>
          ) : (
            // The line below the tabs is also the line above the first application.
            <div className="-mt-8 [&_article:first-child]:border-t-0">
              <ApplicationList applications={loaded} me={me} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}
