import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Database } from '@/lib/database.types';
import { formatDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { isRefusal } from '@/lib/refusals';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Money } from '@/ui/money';
import { decisionOf, LOAN_TYPES } from './application-schema';
import { loanApplicationMutations } from './mutations';

type Row = Database['public']['Tables']['loan_applications']['Row'];

const STATES: Record<string, { word: string; tone: 'quiet' | 'positive' | 'negative' | 'info' }> = {
  submitted: { word: 'Submitted', tone: 'info' },
  approved: { word: 'Approved', tone: 'positive' },
  declined: { word: 'Declined', tone: 'negative' },
};

/** One application: amount, state, and the reasons of the decision. */
export function Application({ application }: { application: Row }) {
  const { mutate, isPending } = useMutation(loanApplicationMutations.decide);
  const [refusal, setRefusal] = useState<string>();
  const state = STATES[application.status] ?? { word: application.status, tone: 'quiet' as const };
  const type = LOAN_TYPES.find(({ value }) => value === application.loan_type)?.label ?? 'Loan';
  const decision = decisionOf(application.decision);
  function decide() {
    mutate(application.id, {
      onSuccess: ({ status }) =>
        toast(status === 'approved' ? 'Your loan is approved' : 'Your application is decided'),
      onError: (error) => isRefusal(error) && setRefusal(error.message),
    });
  }
  return (
    <article
      aria-label={`Application of ${formatDate(application.submitted_at)}`}
      className="border-line border-t py-7"
    >
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <h2 className="flex flex-wrap items-center gap-3 text-lg">
            <Money amount={application.loan_amount} size="inline" /> {type}{' '}
            <Badge tone={state.tone}>{state.word}</Badge>
          </h2>
          <p className="mt-1 text-ink-2">
            {application.term_months} months, submitted {formatDate(application.submitted_at)}
            {application.decided_at && `, decided ${formatDate(application.decided_at)}`}.
            {application.purpose && ` ${application.purpose}`}
          </p>
        </div>
        {application.status === 'submitted' && (
          <Button busy={isPending} onClick={decide}>
            Get the decision
          </Button>
        )}
      </div>
      {refusal && <p className="mt-3 text-negative">{refusal}</p>}
      {decision && (
        <div className="mt-4 max-w-170">
          <p className="text-ink-2">
            {decision.rate.toLocaleString('en-US')}% a year, {formatMoney(decision.monthly_payment)} a month
            {decision.debt_to_income !== null &&
              `, ${percent(decision.debt_to_income)} of your income for all debts (the limit is ${percent(decision.limit)})`}
            .
          </p>
          <ul className="mt-2 list-disc pl-5">
            {decision.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      )}
    </article>
  );
}

function percent(share: number): string {
  return `${(Math.round(share * 1000) / 10).toLocaleString('en-US')}%`;
}
