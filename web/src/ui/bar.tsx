import { classNames } from './class-names';

type BarProps = {
  label: string;
  /** The filled share, from 0 to 1. Values above 1 fill the bar. */
  share: number;
  /** The share that is still expected, drawn as a dashed box after the filled part. Makes the bar taller. */
  expected?: number;
  /** The position of the target mark, from 0 to 1. */
  mark?: number;
  tone?: 'ink' | 'warning' | 'negative' | 'accent';
  className?: string;
};

const TONES = { ink: 'bg-ink', warning: 'bg-chart-2', negative: 'bg-negative', accent: 'bg-accent' } as const;

export function Bar({ label, share, expected, mark, tone = 'ink', className }: BarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={classNames(
        'relative',
        expected === undefined ? 'h-2 rounded-full bg-sunken' : 'flex h-4 gap-0.5',
        className,
      )}
    >
      <div
        className={classNames(
          'h-full shrink-0',
          expected === undefined ? 'rounded-full' : 'rounded-1',
          TONES[tone],
        )}
        style={{ width: `${percent}%` }}
      />
      {expected !== undefined && expected > 0 && (
        <div
          aria-hidden
          className="h-full min-w-0 rounded-1 border border-line-strong border-dashed"
          style={{ width: `${expected * 100}%` }}
        />
      )}
      {mark !== undefined && (
        <div
          aria-hidden
          className="absolute -inset-y-1 w-0.5 bg-ink ring-2 ring-canvas"
          style={{ left: `${mark * 100}%` }}
        />
      )}
    </div>
  );
}
