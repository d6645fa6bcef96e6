import type { CreditFacts } from '@engine/credit/facts.ts';
import { CREDIT_LINE } from '@engine/credit/terms.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { getKnownIncome, getTypedIncome, type KnownIncome } from '@/entities/credit/applicant';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { TextLink } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Page, Section } from '@/ui/page';
import { ApplicationList, type Me } from './application-list';
import { ApplicationForm } from './apply/application-form';
import { draftSchema, EMPTY } from './apply/application-schema';
import { loanApplicationMutations } from './mutations';
import { loanApplicationQueries } from './queries';

/**
 * Renders the customer's applications and the form to apply for a loan. The form starts empty or with the
 * saved draft.
 */
export default function LoanApplicationsPage() {
  const navigate = useNavigate();
  const draft = useQuery(loanApplicationQueries.draft());
  const facts = useQuery(loanApplicationQueries.facts());
  const me = useQuery(customerQueries.me());
  const household = useQuery(clockQueries.household());
  // A cached draft from an earlier visit can be outdated.
  const freshDraft = { ...draft, data: draft.isFetchedAfterMount ? draft.data : undefined };

  return (
    <Page title="Apply for a loan">
      <Loaded
        from={combineQueries(freshDraft, facts, me, household)}
        failure="We couldn’t load the application form."
        rows={5}
      >
        {([saved, credit, customer, row]) => (
          <ApplicationStart
            draft={saved}
            credit={credit}
            income={getKnownIncome(credit, row)}
            applicantName={customer.display_name ?? ''}
            timeZone={customer.time_zone}
            onSubmitted={(id) => {
              toast.success('Application submitted');
              void navigate(`/applications/${id}`);
            }}
          />
        )}
      </Loaded>
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

/** The first fields of an application for a home equity line of credit, to which a mortgage's page links. */
const LINE_PURPOSE = { step: 'amount', purpose: 'HOME_EQUITY', termMonths: String(CREDIT_LINE.months) };

type ApplicationStartProps = {
  draft: { id: string; form: unknown; submitted_at: string } | null;
  credit: CreditFacts;
  income: KnownIncome | null;
  applicantName: string;
  timeZone: string;
  onSubmitted: (applicationId: string) => void;
};

/** Renders the form with its initial values. Later saves of the draft don't change these values. */
function ApplicationStart({
  draft,
  credit,
  income,
  applicantName,
  timeZone,
  onSubmitted,
}: ApplicationStartProps) {
  const withdraw = useMutation(loanApplicationMutations.withdraw);
  const [openedDraft, setOpenedDraft] = useState(draft);
  const homeId = useSearchParams()[0].get('home');
  const saved = draftSchema.safeParse(openedDraft?.form).data;
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
        income={income}
        initial={{
          ...EMPTY,
          annualIncome: getTypedIncome(income),
          ...saved,
          applicantName: saved?.applicantName || applicantName,
          ...(homeId && { ...LINE_PURPOSE, homeId }),
        }}
        onSubmitted={onSubmitted}
      />
    </>
  );
}
