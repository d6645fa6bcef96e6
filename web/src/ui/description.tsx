import type { ReactNode } from 'react';

/** Renders a term of a description list with its value. */
export function Description({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
