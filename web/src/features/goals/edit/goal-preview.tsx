import { formatFrequency } from '@/entities/payment/frequencies';
import { formatMoney } from '@/lib/money';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { TONES } from '../goal-text';
import { formatPace, getMonth, getOutlook, neededFor, type Prospect } from '../projection';

/** The projected date, and the contribution needed for the target date. */
export function GoalPreview({
  prospect,
  currency,
  onTake,
}: {
  prospect: Prospect | null;
  currency: string;
  /** Uses the contribution that meets the date. */
  onTake: (amount: number) => void;
}) {
  if (!prospect) return <p className="text-ink-3 text-sm">Enter a target to see when you'll reach it.</p>;
  const { reachedOn, daysEarly } = getOutlook(prospect);
  const rhythm = prospect.contribution?.frequency ?? 'MONTHLY';
  const needed = neededFor(prospect, rhythm, prospect.contribution?.start ?? null);
  const isLate =
    prospect.targetDate !== null && (daysEarly === null || formatPace(daysEarly).endsWith('late'));
  return (
    <div aria-live="polite" className="sticky bottom-0 rounded-2 bg-sunken p-4">
      <p className="text-ink-3 text-sm">You'll reach it</p>
      <p className="mt-0.5 font-semibold text-lg">
        {reachedOn ? `in ${getMonth(reachedOn)}` : 'not at this pace'}
        {daysEarly !== null && (
          <span className={classNames('ml-2 font-medium text-base', TONES[isLate ? 'late' : 'good'])}>
            {formatPace(daysEarly)}
          </span>
        )}
      </p>
      {isLate && needed !== null && needed > 0 && (
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-2 text-sm">
          {formatMoney(needed, currency)} {formatFrequency(rhythm)} would reach it on time.
          <Button size="sm" onClick={() => onTake(needed)}>
            Use {formatMoney(needed, currency)}
          </Button>
        </p>
      )}
    </div>
  );
}
