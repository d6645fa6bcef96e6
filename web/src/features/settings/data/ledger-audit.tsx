import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatTextDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Skeleton } from '@/ui/skeleton';
import { customerMutations, type Proof } from '../mutations';
import { customerQueries } from '../queries';
import { AuditChecks } from './audit-checks';
import { CopyHash } from './copy-hash';

/** The audit of the customer's ledger, with its checks on request. */
export function LedgerAudit({ timeZone }: { timeZone: string | undefined }) {
  const { data: books, error, refetch, isFetching } = useQuery(customerQueries.books());
  const { mutate: prove, isPending } = useMutation(customerMutations.prove);
  // Keeps the last audit while the next one runs.
  const [proof, setProof] = useState<Proof>();
  if (error && !books) {
    return (
      <ErrorState title="We couldn't load your books." onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!books) return <Skeleton className="h-14 w-full max-w-120" />;
  const wrong = proof ? proof.found.length + (proof.chain_intact ? 0 : 1) : books.violations;
  return (
    <div className="flex max-w-170 flex-col items-start gap-5">
      {wrong === 0 ? (
        <div className="flex gap-3">
          <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" strokeWidth={1.5} />
          <p>
            <strong className="font-semibold">Your books balance.</strong>{' '}
            <span className="text-ink-2">
              {books.entries === 0
                ? 'No entries yet.'
                : `${books.entries === 1 ? 'The one entry' : `All ${books.entries.toLocaleString('en-US')} entries`}${books.first_at ? ` since ${formatTextDate(books.first_at, timeZone)}` : ''}, ${books.postings.toLocaleString('en-US')} postings ${books.entries === 1 ? 'sums' : 'sum'} to $0.00, and each balance equals its postings.`}
            </span>
          </p>
        </div>
      ) : (
        <AlertBox kind="negative" fact={`${wrong} ${wrong === 1 ? "item doesn't" : "items don't"} add up.`}>
          This should never happen. Please contact the operator of this server.
        </AlertBox>
      )}
      <Button onClick={() => prove(undefined, { onSuccess: setProof })} busy={isPending}>
        {isPending ? 'Reading every entry…' : proof ? 'Check again' : 'Check all entries'}
      </Button>
      <div role="status" aria-label="Ledger check" className="w-full empty:hidden">
        {proof && <WholeProof proof={proof} timeZone={timeZone} />}
      </div>
    </div>
  );
}

function WholeProof({ proof, timeZone }: { proof: Proof; timeZone: string | undefined }) {
  const span =
    proof.first_at && proof.last_at
      ? `${formatTextDate(proof.first_at, timeZone)} to ${formatTextDate(proof.last_at, timeZone)}`
      : 'No entries';
  return (
    <>
      <AuditChecks proof={proof} />
      <dl className="figures mt-4 flex flex-wrap gap-x-10 gap-y-3">
        <Fact term="Entries">{proof.entries.toLocaleString('en-US')}</Fact>
        <Fact term="Postings">{proof.postings.toLocaleString('en-US')}</Fact>
        <Fact term="Date range">{span}</Fact>
        {proof.entries > 0 && (
          <Fact term="Ledger hash">
            <CopyHash hash={proof.hash} />
          </Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-sm">{term}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
