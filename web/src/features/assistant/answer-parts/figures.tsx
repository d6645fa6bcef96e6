import type { Figure } from '@assistant/parts.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Money } from '@/ui/money';

/** The exact figures in the answer. */
export function PartFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="divide-y divide-line border-line border-y">
      {figures.map((figure, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and figures stay in order.
          key={index}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5"
        >
          <dt className="text-ink-2">{figure.label}</dt>
          <dd className="figures ml-auto text-right font-semibold">
            {'amount' in figure ? (
              <Led to={figure.href}>
                <Money amount={figure.amount} currency={figure.currency} />
              </Led>
            ) : (
              figure.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Led({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? (
    <Link
      to={to}
      className="-my-2.5 inline-block py-2.5 underline decoration-line-strong underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  ) : (
    children
  );
}
