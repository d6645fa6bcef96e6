import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { Link } from 'react-router';
import { customerQueries } from '@/features/settings/queries';

/** Renders a line that says that the ledger balances, with a link to the proof. */
export function BooksLine() {
  const { data: books } = useQuery(customerQueries.books());
  if (!books || books.violations > 0 || books.entries === 0) return null;
  return (
    <p className="mt-6 flex gap-3 text-ink-2">
      <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.5} />
      <span>
        Your books balance.{' '}
        {books.entries === 1
          ? 'The one entry sums to $0.00.'
          : `All ${books.entries.toLocaleString('en-US')} entries sum to $0.00.`}{' '}
        <Link to="/settings/data#books" className="text-link">
          View proof
        </Link>
      </span>
    </p>
  );
}
