import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customerQueries } from '@/entities/customer/queries';
import { clockQueries } from '@/entities/household/clock-queries';
import { SURPRISE_LEVELS, type SurpriseLevel, surpriseLevelMutations } from '@/entities/surprise/levels';
import { type PastSurprise, surpriseQueries } from '@/entities/surprise/queries';
import { formatTextDate } from '@/lib/dates';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { Segmented } from '@/ui/forms/segmented';
import { Money } from '@/ui/money';
import { SurpriseOdds } from './surprise-odds';

const SAVED: Record<SurpriseLevel, string> = {
  off: 'Surprises turned off',
  some: 'Some surprises starting next month',
  many: 'Many surprises starting next month',
};

/** Renders the number of surprises. `preset` is the realism preset that the current settings match. */
export function Surprises({ preset }: { preset: string }) {
  const [isChanged, setIsChanged] = useState(false);
  const { data: household } = useQuery(clockQueries.household());
  const { mutate, isPending } = useMutation(surpriseLevelMutations.set);
  const { surprises: level = 'off', surpriseChoices: hasChoices, returns } = household?.carryover ?? {};
  const save = (next: SurpriseLevel) =>
    mutate(next, {
      onSuccess: () => {
        setIsChanged(true);
        toast.success(SAVED[next]);
      },
    });
  return (
    <div>
      <h3 className="font-semibold">Surprises</h3>
      <p className="mt-1 mb-4 max-w-170 text-ink-2">
        Unexpected repairs, medical bills, accidents, windfalls, card fraud, market drops, or a job loss. Some
        ask you to decide within four days. Some purchases are returned, and 1 refund in 20 doesn’t arrive. If
        you restore a checkpoint, the same surprises happen again.
      </p>
      <SurpriseOdds level={level} household={household} />
      {household === null ? (
        <p className="text-ink-2">Open an account first.</p>
      ) : (
        <Segmented
          label="Surprises"
          value={level}
          onValueChange={(next) => next !== level && save(next)}
          options={SURPRISE_LEVELS}
          className={isPending ? 'max-w-80 opacity-50' : 'max-w-80'}
        />
      )}
      <p aria-live="polite" className="mt-2 text-ink-2 text-sm empty:hidden">
        {isChanged && `Your realism is now ${preset}.`}
      </p>
      {level !== 'off' && !(hasChoices && returns) && (
        <p className="mt-3 flex max-w-170 flex-wrap items-center gap-3 text-ink-2 text-sm">
          {hasChoices
            ? 'Your surprises don’t include returned purchases yet.'
            : 'Your surprises don’t include accidents, home repairs, or decisions yet.'}
          <Button size="sm" busy={isPending} onClick={() => save(level)}>
            Add new surprises
          </Button>
        </p>
      )}
      <PastSurprises />
    </div>
  );
}

/** Lists the surprises of the last 12 months with their costs. Renders nothing if there were none. */
function PastSurprises() {
  const { data: past = [] } = useQuery(surpriseQueries.past());
  const zone = useQuery(customerQueries.me()).data?.time_zone;
  if (past.length === 0) return null;
  return (
    <section aria-label="Surprises in the last 12 months" className="mt-5 max-w-170">
      <h4 className="mb-1 font-semibold text-sm">In the last 12 months</h4>
      <ul className="divide-y divide-line border-line border-y text-sm">
        {past.map((surprise) => (
          <li key={surprise.surprise} className="flex items-baseline gap-3 py-2">
            <span className="figures w-13.5 shrink-0 text-ink-3">
              {formatTextDate(surprise.happened_at, zone)}
            </span>
            <span className="min-w-0 flex-1">{describe(surprise)}</span>
            {surprise.cost !== 0 && (
              <span className="shrink-0 text-right">
                <Money amount={-surprise.cost} currency={surprise.currency} signed size="small" />
                <span className="block text-ink-3 text-xs">{describeAmount(surprise)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns what the amount of a surprise is, such as `paid` or `in benefits`. */
function describeAmount({ kind, cost }: PastSurprise): string {
  if (kind === 'job_loss') return 'in benefits';
  if (kind === 'market_fall') return 'in value';
  return cost > 0 ? 'paid' : 'received';
}

const CHOICES: Record<string, string> = {
  repair: 'Repaired.',
  replace: 'Replaced.',
  wait: 'You waited.',
};

/** Returns what happened and, if there was a choice, what was chosen. */
function describe({ description, chosen }: PastSurprise): string {
  const [happened = '', decide] = description.split(/(?<=\.) /);
  return chosen && decide?.startsWith('Decide') ? `${happened} ${CHOICES[chosen]}` : description;
}
