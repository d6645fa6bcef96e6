import type { Decision } from '@engine/credit/decision.ts';
import type { Reason } from '@engine/credit/reasons.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReasonList } from '@/entities/credit/reason-list';
import { formatMonths } from '@/entities/debt/data/terms';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatTextDate } from '@/lib/dates';
import { formatMinor, formatMoney } from '@/lib/money';
import { toast } from '@/lib/toast';
import { AlertBox } from '@/ui/alert-box';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Description } from '@/ui/description';
import { BackLink, TextLink } from '@/ui/link';
import { Dialog } from '@/ui/overlays/dialog';
import { Page, Section } from '@/ui/page';
import { ApplicationTimeline, formatOffer, type Me } from '../application-list';
import { getDecision, getLoanName, getState, hasOpenOffer, isWithdrawable } from '../application-state';
import { DebtShare, RateFigure } from '../apply/offer-estimate';
import { loanApplicationMutations } from '../mutations';
import { OfferComparison } from '../offer/offer-comparison';
import { type ApplicationRow, loanApplicationQueries } from '../queries';
import { WhatWouldChange } from './what-would-change';

/**
 * Renders an application's page: status, decision with reasons, offers, and changes that would improve the
 * decision.
 */
export default function ApplicationPage({ application, me }: { application: ApplicationRow; me: Me }) {
  const decide = useMutation(loanApplicationMutations.decide);
  const [withdrawing, setWithdrawing] = useState(false);
  const credit = useQuery(loanApplicationQueries.facts()).data;
  const decision = getDecision(application);
  const status = decide.isPending ? 'in_review' : application.status;
  const { label, tone } = getState(status, application.loan_type);
  const isUndecided = application.status === 'submitted' || application.status === 'in_review';
  const isOpen = hasOpenOffer(application);
  const isLine = application.loan_type === 'HOME_EQUITY';
  const canChange = isOpen || isUndecided || application.status === 'declined';

  function requestDecision() {
    decide.mutate(application.id, {
      onSuccess: (decided) =>
        toast(
          decided.status === 'approved'
            ? `Your ${isLine ? 'line of credit' : 'loan'} is approved`
            : "We've made a decision on your application",
        ),
    });
  }

  return (
    <Page
      title={getLoanName(application)}
      above={<BackLink to="/applications">Your applications</BackLink>}
      docked={isUndecided}
      actions={
        <>
          {isWithdrawable(application) && <Button onClick={() => setWithdrawing(true)}>Withdraw</Button>}
          {isUndecided && (
            <Button variant="primary" busy={decide.isPending} onClick={requestDecision}>
              Get the decision
            </Button>
          )}
        </>
      }
    >
      <article aria-label="Application" className="flex flex-col gap-10">
        <div>
          <p className="-mt-4 mb-6 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Badge tone={tone}>{label}</Badge>
            <span className="text-ink-2">
              {formatMoney(application.loan_amount)}{' '}
              {isLine ? 'credit limit' : `over ${formatMonths(application.term_months)}`}
              {application.purpose && `. ${application.purpose}`}
            </span>
          </p>
          <ApplicationTimeline application={application} timeZone={me?.time_zone} dates />
          <div aria-live="polite" className="mt-6 empty:hidden">
            <ApplicationStatus application={application} me={me} error={decide.error} />
          </div>
        </div>
        {decision && decision.offers.length > 0 && (
          <Section title="Our offers">
            {isOpen && me && (
              <p className="-mt-2 mb-4 text-ink-2">
                {formatOffer(application, me)}, on{' '}
                {formatTextDate(application.expires_at ?? '', me.time_zone)}.
              </p>
            )}
            <OfferComparison application={application} offers={decision.offers} isOpen={isOpen} />
          </Section>
        )}
        {decision && <DecisionReasons decision={decision} />}
        {canChange && credit && <WhatWouldChange application={application} credit={credit} />}
      </article>
      <WithdrawDialog application={application} open={withdrawing} onOpenChange={setWithdrawing} />
    </Page>
  );
}

type ApplicationStatusProps = { application: ApplicationRow; me: Me; error: Error | null };

function ApplicationStatus({ application, me, error }: ApplicationStatusProps) {
  const { status, ended_at, loan_id, mortgage_id, loan_type } = application;
  const isLine = loan_type === 'HOME_EQUITY';
  const day = ended_at ? formatTextDate(ended_at, me?.time_zone) : '';
  const refused = getRefusalMessage(error, 'USD');
  if (refused) return <p className="text-negative">{refused}</p>;
  const text = STATUS_MESSAGES[status];
  if (text) return <p className="max-w-152 text-ink-2">{text}</p>;
  if (status === 'withdrawn') return <p className="text-ink-2">You withdrew this application on {day}.</p>;
  if (status === 'expired')
    return (
      <p className="text-ink-2">
        The offer expired on {day}. <TextLink to="/loan-applications">Apply again</TextLink>
      </p>
    );
  if (status === 'funded')
    return (
      <AlertBox
        kind="positive"
        fact={
          isLine
            ? 'Your line of credit is open.'
            : mortgage_id
              ? 'The home is yours.'
              : 'The money is in your account.'
        }
        action={
          (loan_id ?? mortgage_id) && (
            <TextLink to={mortgage_id ? `/mortgages/${mortgage_id}` : `/loans/${loan_id}`}>
              {isLine ? 'Your line of credit' : mortgage_id ? 'Your mortgage' : 'Your loan'}
            </TextLink>
          )
        }
      >
        {isLine ? 'Opened' : 'Funded'} on {day}.
      </AlertBox>
    );
  return null;
}

const STATUS_MESSAGES: Record<string, string> = {
  submitted:
    'Your application is ready for a decision. Getting the decision adds a hard inquiry to your credit report.',
  in_review: 'We’re reviewing your application.',
  declined: 'We can’t approve this loan. See the reasons and what would change the decision below.',
  countered: 'We can’t approve the loan you requested, but we can offer other terms.',
};

const LIMIT_LABELS: Record<Reason['code'], string> = {
  debt: 'maximum',
  income: 'maximum counted',
  score: 'minimum',
  payments: 'maximum',
  collateral: 'maximum',
  amount: 'maximum',
  utilization: 'maximum for the best rate',
  history: 'minimum',
  term: 'maximum',
};

function DecisionReasons({ decision }: { decision: Decision }) {
  return (
    <Section title="Why" aside={`Credit policy ${decision.version}`}>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <ReasonList reasons={decision.reasons} limitLabels={LIMIT_LABELS} />
        <div>
          <DebtShare decision={decision} />
          <dl className="mt-5 flex flex-col gap-2.5 text-sm [&_dd]:figures [&_dd]:font-medium [&_dt]:text-ink-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
            <Description term="Requested rate">
              <RateFigure rate={decision.rate} parts={decision.rateParts} />
            </Description>
            <Description term="Credit score">{decision.score}</Description>
            <Description term="Qualifying monthly income">{formatMinor(decision.monthlyIncome)}</Description>
            <Description term="Monthly debt payments">{formatMinor(decision.monthlyDebt)}</Description>
          </dl>
        </div>
      </div>
    </Section>
  );
}

type WithdrawDialogProps = {
  application: ApplicationRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function WithdrawDialog({ application, open, onOpenChange }: WithdrawDialogProps) {
  const { mutate, isPending, error } = useMutation(loanApplicationMutations.withdraw);
  const refused = getRefusalMessage(error, 'USD');
  return (
    <Dialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="Withdraw application?"
      description={`${getLoanName(application)} for ${formatMoney(application.loan_amount)}. Your offers expire. You can apply again at any time.`}
    >
      <div className="flex flex-col gap-3">
        {refused && <p className="text-negative">{refused}</p>}
        <Button
          variant="danger"
          size="lg"
          busy={isPending}
          onClick={() =>
            mutate(application.id, {
              onSuccess: () => {
                toast.success('Application withdrawn');
                onOpenChange(false);
              },
            })
          }
        >
          Withdraw application
        </Button>
        <Button variant="ghost" onClick={() => onOpenChange(false)}>
          Keep application
        </Button>
      </div>
    </Dialog>
  );
}
