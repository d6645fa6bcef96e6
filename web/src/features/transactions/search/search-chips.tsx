import type { PartMeaning } from '@engine/search/meaning.ts';
import {
  type OperatorPart,
  printTransactionQuery,
  type QueryPart,
} from '@engine/search/transaction-query.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { withKeys } from '@/lib/keys';
import { classNames } from '@/ui/class-names';

type SearchChipsProps = {
  parts: readonly QueryPart[];
  meanings: readonly PartMeaning[];
  onChange: (query: string) => void;
  /** Puts the part into the search field and selects it. */
  onEdit: (index: number) => void;
  /** Content after the chips. */
  children?: ReactNode;
};

/** Renders the parsed parts of the query, followed by any problems. */
export function SearchChips({ parts, meanings, onChange, onEdit, children }: SearchChipsProps) {
  const problems = [...new Set(meanings.flatMap(({ problem }) => problem ?? []))];
  return (
    <>
      <div
        className={classNames('mt-3 flex-wrap items-center gap-2', parts.length === 0 ? 'hidden' : 'flex')}
      >
        <ul aria-label="Search filters" className="flex max-w-full flex-wrap gap-2">
          {withKeys([...meanings.entries()], ([, { label }]) => label).map(
            ({ key, item: [index, { label, problem }] }) => (
              <li
                key={key}
                className={classNames(
                  'flex max-w-full items-center rounded-2 border text-sm',
                  problem ? 'border-warning bg-warning-soft' : 'border-line bg-sunken',
                )}
              >
                <button
                  type="button"
                  onClick={() => onEdit(index)}
                  className="min-w-0 truncate rounded-l-2 py-1.5 pl-3 hover:text-accent-ink pointer-coarse:py-3"
                >
                  <span className="sr-only">Edit </span>
                  {getName(parts[index])}
                  {label}
                </button>
                <button
                  type="button"
                  aria-label={`Remove ${label}`}
                  onClick={() => onChange(printTransactionQuery(parts.filter((_, other) => other !== index)))}
                  className="grid shrink-0 place-items-center rounded-r-2 px-2.5 py-2 text-ink-2 hover:text-ink pointer-coarse:size-11"
                >
                  <X className="size-4" />
                </button>
              </li>
            ),
          )}
        </ul>
        {children}
      </div>
      {problems.length > 0 && (
        <ul role="status" className="mt-2 text-sm text-warning">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </>
  );
}

const NAMED = new Set<OperatorPart['name']>(['account', 'category', 'kind']);

/** Returns the operator's name if the label alone is ambiguous, or else null. */
function getName(part: QueryPart | undefined) {
  if (part?.is !== 'operator' || !NAMED.has(part.name)) return null;
  const name = part.name.charAt(0).toUpperCase() + part.name.slice(1);
  return <span className="text-ink-3">{name} </span>;
}
