import type { CreditFacts } from '@engine/credit/facts.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { customerQueries } from '@/entities/customer/queries';
import { formatTextDate } from '@/lib/dates';
import { formatTypedAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { ErrorState } from '@/ui/error-state';
import { TextLink } from '@/ui/link';
import { Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { ApplicationList, type Me } from './application-list';
import { ApplicationForm } from './apply/application-form';
import { type ApplicationFields, fieldsSchema } from './apply/application-schema';
import { getYearlyIncome } from './apply/offer-estimate';
import { loanApplicationMutations } from './mutations';
import { loanApplicationQueries } from './queries';

const EMPTY: ApplicationFields = {
  step: 'what',
  applicantName: '',
  reason: '',
  purpose: 'PERSONAL',
  price: '',
  downPayment: '',
  loanAmount: '',
  termMonths: '36',
  annualIncome: '',
  employmentStatus: 'EMPLOYED',
  monthlyDebt: '0.00',
};

/**
 * Renders the customer's applications and the form to apply for a loan. The form starts empty or with the
 * saved draft.
 */
export default function LoanApplicationsPage() {
  const navigate = useNavigate();
  const draft = useQuery(loanApplicationQueries.draft());
  const facts = useQuery(loanApplicationQueries.facts());
  const me = useQuery(customerQueries.me());
  const isReady = draft.isFetchedAfterMount && draft.data !== undefined && facts.data && me.data;
  const failed = [draft, facts, me].filter(({ error, data }) => error && data === undefined);

  return (
    <Page title="Apply for a loan">
      {failed.length > 0 ? (
        <ErrorState
          title="We couldn’t load the application form."
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
          busy={failed.some(({ isFetching }) => isFetching)}
        />
      ) : !isReady ? (
        <SkeletonRows rows={5} />
      ) : (
        <ApplicationStart
          draft={draft.data}
          credit={facts.data}
          applicantName={me.data.display_name ?? ''}
          timeZone={me.data.time_zone}
          onSubmitted={(id) => {
            toast.success('Application submitted');
            void navigate(`/applications/${id}`);
          }}
        />
      )}
      <SubmittedApplications me={me.data} />
    </Page>
  );
}

/** Renders the submitted applications. The draft is in the form above. */
function SubmittedApplications({ me }: { me: Me }) {
  const query = useQuery({
    ...loanApplicationQueries.list(),
    select: (rows) => rows.filter(({ status }) => status !== 'draft'),
  });
  return (
    <Section
      title="Your applications"
      className="mt-12"
      aside={<TextLink to="/applications">Application dashboard</TextLink>}
    >
      <Loaded from={query} failure="We couldn’t load your applications." rows={2}>
        {(applications) =>
          applications.length === 0 ? (
            <p className="text-ink-2">No applications yet. After you submit one, you can track it here.</p>
          ) : (
            <ApplicationList applications={applications} me={me} />
          )
        }
      </Loaded>
    </Section>
  );
}

type ApplicationStartProps = {
  draft: { id: string; form: unknown; submitted_at: string } | null;
  credit: CreditFacts;
  applicantName: string;
  timeZone: string;
  onSubmitted: (applicationId: string) => void;
};

/** Renders the form with its initial values. Later saves of the draft don't change these values. */
function ApplicationStart({ draft, credit, applicantName, timeZone, onSubmitted }: ApplicationStartProps) {
  const withdraw = useMutation(loanApplicationMutations.withdraw);
  const [openedDraft, setOpenedDraft] = useState(draft);
  return (
    <>
      {openedDraft && (
        <p className="-mt-4 mb-6 text-ink-2">
          Your draft from {formatTextDate(openedDraft.submitted_at, timeZone)} is saved. Continue where you
          left off.{' '}
          <button
            type="button"
            className="text-link"
            disabled={withdraw.isPending}
            onClick={() => withdraw.mutate(openedDraft.id, { onSuccess: () => setOpenedDraft(null) })}
          >
            Start over
          </button>
        </p>
      )}
      <ApplicationForm
        key={openedDraft?.id ?? 'new'}
        credit={credit}
        initial={{
          ...EMPTY,
          applicantName,
          annualIncome: formatTypedAmount(getYearlyIncome(credit)),
          ...getFields(openedDraft?.form),
        }}
        onSubmitted={onSubmitted}
      />
    </>
  );
}

function getFields(form: unknown): Partial<ApplicationFields> {
  const read = fieldsSchema.partial().safeParse(form);
  return read.success ? read.data : {};
}
