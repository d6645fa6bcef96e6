import { useMutation, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, CircleAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '@/lib/count';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { CopyText } from '@/ui/copy-button';
import { Description } from '@/ui/description';
import { Loaded } from '@/ui/loaded';
import { Skeleton } from '@/ui/skeleton';
import { type LedgerAuditResult, ledgerMutations } from './mutations';
import { type LedgerSummary, ledgerQueries } from './queries';
import { type Claim, getClaim, toText } from './violations';

/** Renders the ledger audit. The full checks run when the customer requests them. */
export function LedgerAudit({ timeZone }: { timeZone: string | undefined }) {
  return (
    <Loaded
      from={useQuery(ledgerQueries.summary())}
      failure="We couldn't load your books."
      placeholder={<Skeleton className="h-14 w-full max-w-120" />}
    >
      {(ledger) => <LedgerStatus ledger={ledger} timeZone={timeZone} />}
    </Loaded>
  );
}

function LedgerStatus({ ledger, timeZone }: { ledger: LedgerSummary; timeZone: string | undefined }) {
  const { mutate: startAudit, isPending } = useMutation(ledgerMutations.audit);
  // Keeps the last audit while a new audit runs.
  const [audit, setAudit] = useState<LedgerAuditResult>();
  const wrong = audit ? audit.found.length + (audit.chain_intact ? 0 : 1) : ledger.violations;
  return (
    <div className="flex max-w-170 flex-col items-start gap-5">
      {wrong === 0 ? (
        <div className="flex gap-3">
          <ShieldCheck className="mt-0.5 size-5 shrink-0 text-positive" />
          <p>
            <strong className="font-semibold">Your books balance.</strong>{' '}
            <span className="text-ink-2">
              {ledger.entries === 0
                ? 'No entries yet.'
                : `${formatCount(ledger.entries, 'entry', 'entries')} with ${ledger.postings.toLocaleString('en-US')} postings${ledger.first_at ? ` since ${formatTextDate(ledger.first_at, timeZone)}` : ''} ${ledger.entries === 1 ? 'sums' : 'sum'} to $0.00, and each balance equals its postings.`}
            </span>
          </p>
        </div>
      ) : (
        <AlertBox kind="negative" fact={`${formatCount(wrong, "item doesn't", "items don't")} add up.`}>
          This should never happen. Please contact the operator of this server.
        </AlertBox>
      )}
      <Button onClick={() => startAudit(undefined, { onSuccess: setAudit })} busy={isPending}>
        {isPending ? 'Checking all entries…' : audit ? 'Check again' : 'Check all entries'}
      </Button>
      <div role="status" aria-label="Ledger check" className="w-full empty:hidden">
        {audit && <AuditResult audit={audit} timeZone={timeZone} />}
      </div>
    </div>
  );
}

const SHOWN_HASH_DIGITS = 12;

function AuditResult({ audit, timeZone }: { audit: LedgerAuditResult; timeZone: string | undefined }) {
  const span =
    audit.first_at && audit.last_at
      ? `${formatTextDate(audit.first_at, timeZone)} to ${formatTextDate(audit.last_at, timeZone)}`
      : 'No entries';
  const hashStart = audit.hash.slice(0, SHOWN_HASH_DIGITS);
  return (
    <>
      <AuditChecks audit={audit} />
      <dl className="figures mt-4 flex flex-wrap gap-x-10 gap-y-3 [&_dd]:font-medium [&_dt]:text-ink-3 [&_dt]:text-sm">
        <Description term="Entries">{audit.entries.toLocaleString('en-US')}</Description>
        <Description term="Postings">{audit.postings.toLocaleString('en-US')}</Description>
        <Description term="Date range">{span}</Description>
        {audit.entries > 0 && (
          <Description term="Ledger hash">
            <CopyText
              text={audit.hash}
              label={`Copy hash starting with ${hashStart}`}
              copiedLabel="Hash copied"
              className="-mx-1 min-h-6 px-1 pointer-coarse:min-h-11"
            >
              {hashStart}…
            </CopyText>
          </Description>
        )}
      </dl>
    </>
  );
}

function AuditChecks({ audit }: { audit: LedgerAuditResult }) {
  const findProblems = (claim: Claim) => audit.found.filter((value) => getClaim(value) === claim).map(toText);
  const uneven = findProblems('sums');
  const unequal = findProblems('balances');
  const changed = findProblems('history');
  const sums = Object.entries(audit.sums).map(
    ([currency, sum]) => `${currency} ${formatMoney(sum, currency)}`,
  );
  return (
    <ul aria-label="Checks" className="divide-y divide-line border-line border-y">
      <AuditCheck
        isRight={uneven.length === 0 && Object.values(audit.sums).every((sum) => sum === 0)}
        title="All entries sum to zero"
        result={sums.length > 0 ? sums.join(', ') : formatMoney(0)}
        found={uneven}
        text="Every entry has at least two sides that add up to zero in each currency, so money never appears or disappears."
      />
      <AuditCheck
        title="Each balance equals its postings"
        result={unequal.length === 0 ? 'All equal' : 'Differences'}
        found={unequal}
        text="We add up every posting again and compare the total with the balance you see, to the cent."
      />
      <AuditCheck
        title="Full replay matches your history"
        result={changed.length === 0 ? 'Matches' : 'Differences'}
        found={changed}
        text="We replay the ledger from the first entry and compare each balance with your history."
      />
      <AuditCheck
        title="No tampering"
        result={formatHashResult(audit)}
        found={audit.chain_intact ? [] : ['Entries changed after an earlier check.']}
        text="Each entry's hash includes the hash before it. Every check saves the latest hash as a fingerprint. Changing an old entry would break every fingerprint after it."
      />
    </ul>
  );
}

function formatHashResult({ chain_intact, hashes_checked }: LedgerAuditResult): string {
  if (!chain_intact) return "Fingerprint doesn't match";
  if (hashes_checked === 0) return 'Fingerprint saved';
  return hashes_checked === 1
    ? '1 fingerprint matches'
    : `${hashes_checked.toLocaleString('en-US')} fingerprints match`;
}

type AuditCheckProps = {
  isRight?: boolean;
  title: string;
  result: string;
  found: readonly string[];
  text: string;
};

function AuditCheck({ title, result, found, text, isRight = found.length === 0 }: AuditCheckProps) {
  const Icon = isRight ? Check : CircleAlert;
  return (
    <li>
      <details className="group" open={!isRight}>
        <summary className="flex min-h-13 cursor-pointer items-center gap-3 py-2.5 marker:content-none [&::-webkit-details-marker]:hidden">
          <Icon
            aria-label={isRight ? 'Passed' : 'Failed'}
            className={isRight ? 'size-5 shrink-0 text-positive' : 'size-5 shrink-0 text-negative'}
            strokeWidth={1.5}
          />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-6">
            <span className="font-medium">{title}</span>
            <span className="figures text-ink-2 text-sm">{result}</span>
          </span>
          <ChevronDown className="size-5 shrink-0 text-ink-3 group-open:rotate-180" />
        </summary>
        <div className="pb-4 pl-8 text-ink-2 text-sm">
          {found.length > 0 && (
            <ul className="mb-2 list-disc pl-4 text-negative">
              {found.map((violation) => (
                <li key={violation}>{violation}</li>
              ))}
            </ul>
          )}
          <p className="max-w-prose">{text}</p>
        </div>
      </details>
    </li>
  );
}
