import type { ReactNode } from 'react';
import type { ApplicationRow } from '../queries';

/** Renders a numbered clause of an agreement. */
export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li>
      <h2 className="inline font-semibold text-base">{title}.</h2> <span>{children}</span>
    </li>
  );
}

/** Returns the version of the credit policy that decided an application. */
export function getPolicy({ decision }: ApplicationRow): string {
  return typeof decision === 'object' && decision !== null && 'version' in decision
    ? String(decision.version)
    : '';
}
