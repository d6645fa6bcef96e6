import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names';

const KINDS = {
  warning: { icon: TriangleAlert, ground: 'bg-warning-soft', ink: 'text-warning' },
  negative: { icon: CircleAlert, ground: 'bg-negative-soft', ink: 'text-negative' },
  positive: { icon: CircleCheck, ground: 'bg-positive-soft', ink: 'text-positive' },
  info: { icon: Info, ground: 'bg-info-soft', ink: 'text-info' },
} as const;

type AlertBoxProps = {
  kind?: keyof typeof KINDS;
  /** The main message, in bold. */
  fact: ReactNode;
  children?: ReactNode;
  /** A link or button. */
  action?: ReactNode;
  className?: string;
};

type ProblemProps = { fact: string; className?: string; children: ReactNode };

/**
 * Renders a problem if `children` explains it. The `status` element is always present, so that screen readers
 * announce the problem when it appears.
 */
export function Problem({ fact, className, children }: ProblemProps) {
  return (
    <div role="status" className={classNames('empty:hidden', className)}>
      {children && (
        <AlertBox kind="negative" fact={fact}>
          {children}
        </AlertBox>
      )}
    </div>
  );
}

/** Renders a colored box with an icon, a fact, an explanation, and one action. */
export function AlertBox({ kind = 'warning', fact, children, action, className }: AlertBoxProps) {
  const { icon: Icon, ground, ink } = KINDS[kind];
  return (
    <div className={classNames('flex gap-3 rounded-2 p-4', ground, className)}>
      <Icon className={classNames('mt-0.5 size-5 shrink-0', ink)} />
      <div className="min-w-0">
        <strong className="font-semibold">{fact}</strong> {children} {action}
      </div>
    </div>
  );
}
