import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; picture?: ReactNode; action?: ReactNode; children?: ReactNode };

/** Renders the message for an empty list: one sentence, one picture or example, and one action. */
export function EmptyState({ title, picture, action, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-start gap-4 py-8">
      {picture}
      <div className="max-w-120">
        <h2 className="text-lg">{title}</h2>
        {children && <p className="mt-1 text-ink-2">{children}</p>}
      </div>
      {action}
    </div>
  );
}
