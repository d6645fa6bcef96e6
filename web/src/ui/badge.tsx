import type { ReactNode } from 'react';
import { classNames } from './class-names';

const TONES = {
  quiet: 'bg-sunken text-ink-2',
  positive: 'bg-positive-soft text-positive',
  warning: 'bg-warning-soft text-warning',
  negative: 'bg-negative-soft text-negative',
  info: 'bg-info-soft text-info',
} as const;

/** Renders a one-word status. */
export function Badge({ tone = 'quiet', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'inline-flex items-center rounded-full px-2.5 py-0.5 font-medium text-sm',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
