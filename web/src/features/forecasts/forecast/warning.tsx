import { formatListDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { TextLink } from '@/ui/link';
import { Skeleton, SkeletonRows } from '@/ui/skeleton';
import type { Answer } from './calculation';

/** The lowest probability that causes a warning. Rarer events are outside the 80% band. */
const LEAST_PROBABILITY = 0.1;

type ForecastWarningProps = {
  answer: Answer;
  nameOf: (accountId: string) => string;
  /** True if another account in the same currency can cover the shortfall. */
  canMove: boolean;
};

/** Renders a warning about the account that would run out first, with one action. */
export function ForecastWarning({ answer, nameOf, canMove }: ForecastWarningProps) {
  const soonest = answer.belowZero.find(({ probability }) => probability >= LEAST_PROBABILITY);
  if (!soonest) return null;
  const { accountId, day, probability, onlyImagined } = soonest;
  const others = answer.belowZero.filter((item) => item.probability >= LEAST_PROBABILITY).length - 1;
  const name = nameOf(accountId);
  return (
    <AlertBox
      fact={
        probability === 1
          ? `${name} won't have enough money on ${formatListDate(day)}.`
          : `${name} may go below zero around ${formatListDate(day)}.`
      }
      action={
        canMove ? (
          <TextLink to={`/dashboard/move?to=${accountId}`}>Transfer money</TextLink>
        ) : (
          <TextLink to="/scheduled-payments">View scheduled payments</TextLink>
        )
      }
    >
      {probability === 1
        ? 'This happens in every simulation.'
        : `This happens in ${outOfTen(probability)} simulations.`}
      {onlyImagined && " It doesn't happen without your changes."}
      {others === 1 && ' 1 more account is also at risk.'}
      {others > 1 && ` ${others} more accounts are also at risk.`}
    </AlertBox>
  );
}

function outOfTen(probability: number): string {
  return `${Math.min(9, Math.max(1, Math.round(probability * 10)))} in 10`;
}

export function ForecastSkeleton() {
  return (
    <div role="status" aria-label="Loading your forecast">
      <div className="grid gap-x-12 gap-y-8 sm:grid-cols-3">
        {['today', 'lowest', 'below'].map((figure) => (
          <div key={figure}>
            <Skeleton className="h-4 w-32" />
            <Skeleton className="mt-3 h-10 w-44" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-10 h-72 w-full" />
      <div className="mt-12">
        <SkeletonRows rows={4} />
      </div>
    </div>
  );
}
