import { classNames } from '@/ui/class-names';

const MILESTONES = [25, 50, 75];

type GoalProgressProps = { name: string; share: number; className?: string };

/** Renders a goal's progress with a mark at each quarter. */
export function GoalProgress({ name, share, className }: GoalProgressProps) {
  const percent = Math.min(100, Math.max(0, share * 100));
  return (
    <div
      role="meter"
      aria-label={`${name}, progress toward the target`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      className={classNames('relative h-2.5 overflow-hidden rounded-full bg-sunken', className)}
    >
      <div
        className={classNames('h-full rounded-full', percent >= 100 ? 'bg-positive' : 'bg-ink')}
        style={{ width: `${percent}%` }}
      />
      {MILESTONES.map((at) => (
        <span
          key={at}
          aria-hidden
          className={classNames(
            'absolute inset-y-0 w-0.5',
            percent >= at ? 'bg-canvas opacity-70' : 'bg-line-strong',
          )}
          style={{ left: `${at}%` }}
        />
      ))}
    </div>
  );
}
