import type { DigestLine } from '@engine/simulation/digest.ts';
import { useQuery } from '@tanstack/react-query';
import {
  describeOpenDistribution,
  distributionQuery,
  getOpenAmount,
  type RequiredDistribution,
} from '@/entities/account/required-distributions';
import { clockQueries } from '@/entities/household/clock-queries';
import { getDisputePath, isMissing, refundQueries } from '@/entities/refund/queries';
import { LateReturn, useLateReturns } from '@/features/documents/late-return';
import { formatMoney } from '@/lib/money';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';
import { Part } from './digest-part';
import { getIncreasePath, PROBLEMS } from './problems';

/** The groups of events that resolve an earlier problem of the same debt or rule. */
const RESOLVED_BY: Partial<Record<DigestLine['group'], readonly DigestLine['group'][]>> = {
  missed: ['cured', 'repaid'],
  delinquent: ['cured', 'repaid'],
  pay_missed: ['pay'],
  decision: ['surprise_outcome'],
};

type NeedsYouProps = { lines: readonly DigestLine[]; today: string; onLeave: () => void };

/** Renders the unresolved problems, increases, late returns, required distributions, and missing refunds. */
export function NeedsYou({ lines, today, onLeave }: NeedsYouProps) {
  const isResolved = (group: DigestLine['group'], { subject, at }: DigestLine['items'][number]) =>
    lines.some(
      (line) =>
        RESOLVED_BY[group]?.includes(line.group) &&
        line.items.some((item) => item.subject === subject && item.at > at),
    );
  const problems = lines.flatMap((line) => {
    const next = PROBLEMS[line.group];
    return next && !line.items.every((item) => isResolved(line.group, item)) ? [{ ...line, next }] : [];
  });
  const increases = usePendingIncreases(lines);
  const lateReturns = useLateReturns(today);
  const distributions = useOpenDistributions();
  const missingRefunds = useQuery(refundQueries.open()).data?.filter(isMissing) ?? [];
  const others = lateReturns.length + distributions.length + missingRefunds.length;
  if (problems.length + increases.length + others === 0) return null;
  return (
    <Part title="Needs you">
      <ul className="flex flex-col gap-2">
        {problems.map(({ group, text, items, next }) => (
          <li key={group}>
            <AlertBox
              fact={`${text}:`}
              action={
                <TextLink to={next.to} onClick={onLeave}>
                  {next.label}
                </TextLink>
              }
            >
              {describeLatest(items)}
            </AlertBox>
          </li>
        ))}
        {lateReturns.map((year) => (
          <li key={year}>
            <LateReturn year={year} onLeave={onLeave} />
          </li>
        ))}
        {missingRefunds.map(({ id, merchant, amount, currency, purchaseKey }) => (
          <li key={id}>
            <AlertBox
              fact={`A refund of ${formatMoney(amount, currency)}${merchant ? ` from ${merchant}` : ''} didn't arrive.`}
              action={
                purchaseKey && (
                  <TextLink to={getDisputePath(purchaseKey)} onClick={onLeave}>
                    Dispute the purchase
                  </TextLink>
                )
              }
            />
          </li>
        ))}
        {increases.map(({ key, subject, description }) => (
          <li key={key}>
            <AlertBox
              kind="info"
              fact={`${description}.`}
              action={
                <TextLink to={getIncreasePath(subject)} onClick={onLeave}>
                  Keep the amount or cancel
                </TextLink>
              }
            />
          </li>
        ))}
        {distributions.map((distribution) => (
          <li key={`${distribution.account_id}:${distribution.tax_year}`}>
            <AlertBox
              kind={distribution.missed > 0 ? 'negative' : 'info'}
              fact={describeOpenDistribution(distribution)}
              action={
                <TextLink to="/dashboard/move" onClick={onLeave}>
                  Transfer money
                </TextLink>
              }
            />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** Returns the required minimum distributions that still have an amount to withdraw. */
function useOpenDistributions(): RequiredDistribution[] {
  const { data = [] } = useQuery(distributionQuery());
  return data.filter((distribution) => getOpenAmount(distribution) > 0);
}

/** Returns the announced increases of bills that are still ahead. */
function usePendingIncreases(lines: readonly DigestLine[]): DigestLine['items'] {
  const { data: household } = useQuery(clockQueries.household());
  const announced = lines.find(({ group }) => group === 'increase')?.items ?? [];
  const latest = new Map(announced.map((item) => [item.subject, item]));
  return [...latest.values()].filter(({ subject = '' }) => household?.carryover.bills?.[subject]?.next);
}

/** The most names in a summary of unfavorable events. */
const MOST_NAMES = 3;

/** The end of a description that repeats the label of its group. */
const REPEATED =
  /(?: payment failed| payment is due| was returned| could(?: not|n't) be (?:paid|filled))?\.?$/;

/**
 * Names the latest unfavorable events, once for each debt or rule: `Rent, Gym, Tide Card autopay, and 10
 * more.`
 */
function describeLatest(items: DigestLine['items']): string {
  const latest = new Map(items.map(({ subject, key, description }) => [subject ?? key, description]));
  const names = [...latest.values()].map((description) => description.replace(REPEATED, ''));
  const more = names.length - MOST_NAMES;
  return more > 0 ? `${names.slice(0, MOST_NAMES).join(', ')}, and ${more} more.` : `${names.join(', ')}.`;
}
