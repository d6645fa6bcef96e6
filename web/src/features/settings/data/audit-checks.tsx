import { Check, ChevronDown, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/lib/money';
import type { Proof } from '../mutations';
import { type Claim, claimOf, wordsOf } from './violations';

/** Each check of the proof with its result; it opens to what the check means, and to what it found. */
export function ProofChecks({ proof }: { proof: Proof }) {
  const found = (claim: Claim) => proof.found.filter((one) => claimOf(one) === claim).map(wordsOf);
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
        Money does not appear or vanish: what one page gets, another gives. Every entry has at least two
        sides, and their sum is zero in each currency; so is the sum of the whole book.
      </ProofCheck>
      <ProofCheck
        isRight={found('balances').length === 0}
        title="Each balance equals its postings"
        result={found('balances').length === 0 ? 'All equal' : 'Differences'}
        found={found('balances')}
      >
        What your accounts, cards, loans and mortgages show is added up once more, posting by posting, and
        compared to the cent.
      </ProofCheck>
      <ProofCheck
        isRight={found('history').length === 0}
        title="Playing it from the beginning gives your history"
        result={found('history').length === 0 ? 'Same' : 'Differences'}
        found={found('history')}
      >
        The books are played again from the first entry. After every movement the balance must be the one that
        your history shows beside it.
      </ProofCheck>
      <ProofCheck
        isRight={proof.chain_intact}
        title="Nothing was changed afterwards"
        result={sealWords(proof)}
        found={proof.chain_intact ? [] : ['The books before an earlier check are not what they were then.']}
      >
        Each entry is hashed together with the hash before it, so the last hash stands for the whole book.
        Every check keeps it as a seal. Were an old entry altered, the seals after it would no longer fit.
      </ProofCheck>
    </ul>
  );
}

function sealWords({ chain_intact, seals }: Proof): string {
  if (!chain_intact) return 'A seal is broken';
  if (seals === 0) return 'First seal set';
  return seals === 1 ? '1 seal fits' : `${seals.toLocaleString('en-US')} seals fit`;
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
