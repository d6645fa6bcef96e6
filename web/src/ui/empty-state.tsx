import type { ReactNode } from 'react';
import { classNames } from './class-names';

type EmptyStateProps = {
  title: string;
  picture?: ReactNode;
  /** A drawn example of what the page will show, beside the text. */
  example?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
};

/** Renders the message for an empty list: one sentence, one picture or example, and one action. */
export function EmptyState({ title, picture, example, action, children }: EmptyStateProps) {
  return (
    <div
      className={classNames(
        'flex flex-col items-start gap-4 py-8',
        example && 'gap-x-16 gap-y-8 md:grid md:grid-cols-2 md:items-center',
      )}
    >
      <div className="flex flex-col items-start gap-4">
        {picture}
        <div className="max-w-120">
          <h2 className="text-lg">{title}</h2>
          {children && <p className="mt-1 text-ink-2">{children}</p>}
        </div>
        {action}
      </div>
      {example}
    </div>
  );
}
