import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Navigate, useParams } from 'react-router';
import { z } from 'zod';
import { accountQueries } from '@/entities/account/queries';
import { customerQueries } from '@/entities/customer/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatCount } from '@/lib/count';
import { BROWSER_TIME_ZONE, formatTextDate, getDay } from '@/lib/dates';
import { amountField } from '@/lib/fields';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ExampleRows } from '@/ui/examples';
import { AmountField } from '@/ui/forms/amount-field';
import { TextField } from '@/ui/forms/text-field';
import { BackLink } from '@/ui/link';
import { combineQueries, Loaded } from '@/ui/loaded';
import { Money } from '@/ui/money';
import { Page, Section } from '@/ui/page';
import { SkeletonRows } from '@/ui/skeleton';
import { type Reconciliation, reconcileMutations, reconcileQueries } from './queries';
import { type StatementEnd, StatementTransactions } from './statement-transactions';

/** Renders the page that reconciles an account with a statement by checking off transactions. */
export default function ReconcilePage() {
  const { id = '' } = useParams();
  const accounts = useQuery(accountQueries.list());
  const me = useQuery(customerQueries.me());
  const history = useQuery(reconcileQueries.history(id));
  const [statement, setStatement] = useState<StatementEnd | null>(null);
  const account = accounts.data?.find((item) => item.id === id && item.user_id !== null);
  if (accounts.data && !account && !accounts.isFetching) return <Navigate to="/not-found" replace />;
  const timeZone = me.data?.time_zone ?? BROWSER_TIME_ZONE;
  const [latest] = history.data ?? [];
  return (
    <Page
      title={account ? `Reconcile ${account.name}` : 'Reconcile'}
      description="Check that your account matches your bank's statement."
      docked={false}
      above={<BackLink to={`/dashboard/accounts/${id}`}>{account?.name ?? 'Account'}</BackLink>}
    >
      <Loaded from={combineQueries(accounts, history, me)} failure="We couldn't load the account." rows={6}>
        {([, past, { now }]) =>
          account ? (
            <>
              <StatementForm
                key={latest?.id ?? 'first'}
                today={getDay(now, timeZone)}
                currency={account.currency}
                after={latest?.statement_date ?? null}
                onChange={setStatement}
              />
              {statement && (
                <StatementTransactions
                  account={account}
                  statement={statement}
                  opening={latest?.statement_balance ?? 0}
                  timeZone={timeZone}
                  onDone={() => setStatement(null)}
                />
              )}
              {(past.length > 0 || !statement) && (
                <PastReconciliations history={past} currency={account.currency} />
              )}
            </>
          ) : (
            <SkeletonRows rows={6} />
          )
        }
      </Loaded>
    </Page>
  );
}

type PastReconciliationsProps = { history: readonly Reconciliation[]; currency: string };

/** Renders reconciled statements. The last reconciliation can be undone. */
function PastReconciliations({ history, currency }: PastReconciliationsProps) {
  const undo = useMutation(reconcileMutations.undo);
  const refusal = getRefusalMessage(undo.error, currency);
  if (history.length === 0)
    return (
      <EmptyState
        title="No reconciliations yet"
        example={
          <ExampleRows
            rows={[
              { title: 'Through Oct 31', detail: '53 transactions reconciled', end: '$5,868.44' },
              { title: 'Through Sep 30', detail: '49 transactions reconciled', end: '$5,276.04' },
            ]}
          />
        }
      >
        Enter the end date and ending balance of a statement, then check off its transactions. When the
        difference is $0.00, your records are correct.
      </EmptyState>
    );
  return (
    <Section title="Past reconciliations" className="mt-12">
      <Problem fact="We couldn't undo the reconciliation." className="mb-4">
        {refusal}
      </Problem>
      <ul aria-label="Past reconciliations" className="divide-y divide-line border-line border-y">
        {history.map((entry, index) => (
          <li key={entry.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <div className="min-w-0 flex-1 basis-52">
              <p className="font-medium">Through {formatTextDate(entry.statement_date)}</p>
              <p className="text-ink-3 text-sm">{formatCount(entry.rows, 'transaction')} reconciled</p>
            </div>
            <Money amount={entry.statement_balance} currency={currency} />
            {index === 0 && (
              <Button
                size="sm"
                busy={undo.isPending}
                aria-label={`Undo the reconciliation through ${formatTextDate(entry.statement_date)}`}
                onClick={() =>
                  undo.mutate(entry.id, {
                    onSuccess: () =>
                      toast.success('Reconciliation undone. You can reconcile its transactions again.'),
                  })
                }
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type StatementFormProps = {
  today: string;
  currency: string;
  /** The last reconciled day. */
  after: string | null;
  onChange: (statement: StatementEnd | null) => void;
};

const schema = (today: string, after: string | null) =>
  z.object({
    day: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/, 'Enter the statement end date.')
      .refine((day) => day <= today, 'Choose today or an earlier date.')
      .refine(
        (day) => !after || day >= after,
        `The last reconciliation ended on ${after ? formatTextDate(after) : ''}. Choose that date or a later date.`,
      ),
    balance: amountField({ zero: true, label: 'the balance' }),
  });

type StatementFields = { day: string; balance: string };

function StatementForm({ today, currency, after, onChange }: StatementFormProps) {
  const { control, handleSubmit } = useForm<StatementFields, unknown, StatementEnd>({
    resolver: zodResolver(schema(today, after)),
    defaultValues: { day: today, balance: '' },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit(onChange)}
      className="grid max-w-200 grid-cols-1 items-start gap-5 sm:grid-cols-[1fr_1fr_auto]"
    >
      <TextField control={control} name="day" label="Statement end date" type="date" max={today} />
      <AmountField control={control} name="balance" label="Ending balance" currency={currency} />
      <Button type="submit" variant="primary" className="h-12 sm:mt-6.5">
        Compare
      </Button>
    </form>
  );
}
