import { queryFor } from '@engine/search/transaction-query.ts';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatTextDate } from '@/lib/dates';
import { classNames } from '@/ui/class-names';

export type DetailProps = {
  zone: string;
  /** Called when the customer opens the details of a line. */
  onDetails: () => void;
  /** Called when the customer follows a link. */
  onLeave: () => void;
};

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8">
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

export const Chevron = () => (
  <ChevronDown className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
);

type PostingProps = Pick<DetailProps, 'zone' | 'onLeave'> & {
  posting: { at: number; description: string };
  /** The page to open. The default is a search for the description. */
  to?: string | undefined;
  isProblem?: boolean;
  children: ReactNode;
};

/** Renders a posting's day, its description as a link, and its amount. */
export function Posting({
  posting: { at, description },
  to,
  isProblem = false,
  zone,
  onLeave,
  children,
}: PostingProps) {
  return (
    <li className="flex items-baseline gap-2 py-1 md:gap-3">
      <span className="figures w-13.5 shrink-0 text-ink-3 text-sm md:w-28">
        {formatTextDate(new Date(at), zone)}
      </span>
      <Link
        to={to ?? queryFor(description)}
        onClick={onLeave}
        className={classNames(
          'wrap-break-word min-w-0 flex-1 hover:underline',
          isProblem ? 'text-negative' : 'text-ink-2',
        )}
      >
        {description}
      </Link>
      {children}
    </li>
  );
}
