import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/money';
import type { Proof } from '../mutations';
import { type Claim, getClaim, toText } from './violations';

/** The checks of the audit with their results, meanings, and findings. */
export function AuditChecks({ proof }: { proof: Proof }) {
  const found = (claim: Claim) => proof.found.filter((one) => getClaim(one) === claim).map(toText);
  const uneven = Object.values(proof.sums).some((sum) => sum !== 0);
  const sums = Object.entries(proof.sums).map(
    ([currency, sum]) => `${currency} ${formatMoney(sum, currency)}`,
  );
  return (
    <ul aria-label="Checks" className="divide-y divide-line border-line border-y">
      <ProofCheck
        isRight={!uneven && found('sums').length === 0}
        title="All entries sum to zero"
        result={sums.length > 0 ? sums.join(', ') : formatMoney(0)}
        found={found('sums')}
      >
        Every entry has at least two sides that add up to zero in each currency, so money never appears or
        disappears.
      </ProofCheck>
      <ProofCheck
        isRight={found('balances').length === 0}
        title="Each balance equals its postings"
        result={found('balances').length === 0 ? 'All equal' : 'Differences'}
        found={found('balances')}
      >
        We add up every posting again and compare the total with the balance you see, to the cent.
      </ProofCheck>
      <ProofCheck
        isRight={found('history').length === 0}
        title="Full replay matches your history"
        result={found('history').length === 0 ? 'Matches' : 'Differences'}
        found={found('history')}
      >
        We replay the ledger from the first entry and compare each balance with your history.
      </ProofCheck>
      <ProofCheck
        isRight={proof.chain_intact}
        title="No tampering"
        result={formatSeal(proof)}
        found={proof.chain_intact ? [] : ['Entries changed after an earlier check.']}
      >
        Each entry's hash includes the hash before it. Every check saves the latest hash as a fingerprint.
        Changing an old entry would break every fingerprint after it.
      </ProofCheck>
    </ul>
  );
}

function formatSeal({ chain_intact, hashes_checked }: Proof): string {
  if (!chain_intact) return "Fingerprint doesn't match";
  if (hashes_checked === 0) return 'Fingerprint saved';
  return hashes_checked === 1
    ? '1 fingerprint matches'
    : `${hashes_checked.toLocaleString('en-US')} fingerprints match`;
}

function ProofCheck({
  isRight,
  title,
  result,
  found,
  children,
}: {
  isRight: boolean;
  title: string;
  result: string;
  found: readonly string[];
  children: ReactNode;
}) {
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
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 text-ink-3 group-open:rotate-180"
            strokeWidth={1.5}
          />
        </summary>
        <div className="pb-4 pl-8 text-ink-2 text-sm">
          {found.length > 0 && (
            <ul className="mb-2 list-disc pl-4 text-negative">
              {found.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          )}
          <p className="max-w-prose">{children}</p>
        </div>
      </details>
    </li>
  );
}
