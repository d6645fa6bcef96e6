import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { Page } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { Application } from './application';
import { loanApplicationQueries } from './queries';

/** What was applied for, and what became of it. */
export default function ApplicationsPage() {
  const { data: applications, error, refetch, isFetching } = useQuery(loanApplicationQueries.list());
  const apply = (
    <Button asChild variant="primary">
      <Link to="/loan-applications">Apply for a loan</Link>
    </Button>
  );
  return (
    <Page title="Loan applications" actions={applications && applications.length > 0 && apply}>
      {error && !applications ? (
        <ErrorState
          title="Your applications could not be read."
          onRetry={() => void refetch()}
          busy={isFetching}
        />
      ) : !applications ? (
        <SkeletonRows rows={3} />
      ) : applications.length === 0 ? (
        <EmptyState title="You have not applied for a loan." action={apply}>
          The bank decides by your income and what you already owe, and says why.
        </EmptyState>
      ) : (
        applications.map((application) => <Application key={application.id} application={application} />)
      )}
    </Page>
  );
}
