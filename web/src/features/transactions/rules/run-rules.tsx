import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { ruleQueries } from './rules-queries';
import { useRunRules } from './running';

/** Previews the effect of rules on past transactions. */
export function RulesRun({ ruleId, onDone }: { ruleId: string | null; onDone: () => void }) {
  const [withByHand, setWithByHand] = useState(false);
  const { data: effect, error, refetch } = useQuery(ruleQueries.effect(ruleId, withByHand));
  const { run, isRunning } = useRunRules();
  const fits = effect?.reduce((sum, each) => sum + each.fits, 0) ?? 0;
  const changed = effect?.reduce((sum, each) => sum + each.changed, 0) ?? 0;
  return (
    <div className="flex flex-col gap-5">
      {error ? (
        <p className="text-ink-2">
          We couldn't check past transactions.{' '}
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      ) : effect ? (
        <p aria-live="polite">
          {ruleId ? 'The rule matches' : 'Your rules match'} {fits.toLocaleString('en-US')} past{' '}
          {fits === 1 ? 'transaction' : 'transactions'}. <strong>{changed.toLocaleString('en-US')}</strong>{' '}
          would change.
        </p>
      ) : (
        <Skeleton className="h-6 w-full" />
      )}
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={withByHand}
          onChange={({ target }) => setWithByHand(target.checked)}
        />
        Also what I have categorized by hand
      </label>
      <Button
        variant="primary"
        size="lg"
        busy={isRunning}
        disabled={changed === 0}
        onClick={() => void run(ruleId, withByHand).then(onDone, () => {})}
      >
        Edit {changed.toLocaleString('en-US')} {changed === 1 ? 'transaction' : 'transactions'}
      </Button>
    </div>
  );
}
