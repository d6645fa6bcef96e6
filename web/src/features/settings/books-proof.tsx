import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { formatDate } from '@/lib/dates';
import { AlertBox } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Skeleton } from '@/ui/skeleton';
import { customerQueries } from './queries';

/** The proof of double entry for the customer's own books: every entry sums to zero, every balance to its postings. */
export function BooksProof() {
  const { data: books, error, refetch, isFetching } = useQuery(customerQueries.books());
  if (error && !books) {
    return (
      <ErrorState title="Your books could not be read." onRetry={() => void refetch()} busy={isFetching} />
    );
  }
  if (!books) return <Skeleton className="h-14 w-full max-w-120" />;
  return (
    <div className="flex max-w-170 flex-col items-start gap-4">
      {books.violations === 0 ? (
        <div className="flex gap-3">
          <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" strokeWidth={1.5} />
          <p>
            <strong className="font-semibold">Your books balance.</strong>{' '}
            <span className="text-ink-2">
              {books.entries === 0
                ? 'There is nothing in them yet.'
                : `All ${books.entries.toLocaleString('en-US')} entries${books.first_at ? ` since ${formatDate(books.first_at)}` : ''}, ${books.postings.toLocaleString('en-US')} postings in all, sum to $0.00, and each balance equals its postings.`}
            </span>
          </p>
        </div>
      ) : (
        <AlertBox kind="negative" fact={`${books.violations} entries do not add up.`}>
          This should never happen. Please tell the operator of this bank.
        </AlertBox>
      )}
      <Button onClick={() => void refetch()} busy={isFetching}>
        Check again
      </Button>
    </div>
  );
}
