import type { Part } from '@assistant/parts.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/**
 * Explains an answer: how the question was understood, and the search or rule behind it. Collapsed at first.
 */
export function PartHow({ understood, query, href, rule }: Extract<Part, { kind: 'how' }>) {
  return (
    <details className="text-sm">
      <summary className="-my-1 flex min-h-8 w-fit items-center text-ink-3 underline decoration-dashed underline-offset-4 hover:text-ink pointer-coarse:min-h-11">
        How we got this
      </summary>
      <dl className="mt-2 flex flex-col gap-2 border-line border-l pl-4">
        <Line name="Understood as">{understood}</Line>
        {query && (
          <Line name="Searched for">
            {href ? (
              <Link
                to={href}
                className="inline-block min-h-6 break-words py-0.5 underline underline-offset-4 pointer-coarse:py-2.5"
              >
                {query}
              </Link>
            ) : (
              <code className="break-words">{query}</code>
            )}
          </Line>
        )}
        {rule && <Line name="Reckoned by">{rule}</Line>}
        {!query && href && (
          <Line name="Stands in">
            <Link
              to={href}
              className="inline-block min-h-6 py-0.5 underline underline-offset-4 pointer-coarse:py-2.5"
            >
              your ledger
            </Link>
          </Line>
        )}
      </dl>
    </details>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="whitespace-pre-line break-words">{children}</dd>
    </div>
  );
}
