import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { Account } from '@/entities/account/queries';
import { formatMinor, type Minor } from '@/lib/money';
import { Button } from '@/ui/button';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Money } from '@/ui/money';

type MoveReceiptProps = {
  source: Account;
  target: Account;
  sent: Minor;
  onBack: () => void;
  onAnother: () => void;
};

/** Shows the new balances and an undo button. */
export function MoveReceipt({ source, target, sent, onBack, onAnother }: MoveReceiptProps) {
  return (
    <div className="flex flex-col gap-5">
      <div role="status" className="flex items-center gap-3">
        <CircleCheck aria-hidden className="size-7 shrink-0 text-positive" strokeWidth={1.5} />
        <h2 className="text-lg">
          {formatMinor(sent, source.currency)} transferred to {target.name}
        </h2>
      </div>
      <Review>
        {[source, target].map((account) => (
          <ReviewLine
            key={account.id}
            label={
              <Link to={`/dashboard/accounts/${account.id}`} className="text-link">
                {account.name}
              </Link>
            }
          >
            <Money amount={account.balance} currency={account.currency} />
          </ReviewLine>
        ))}
      </Review>
      <Button asChild variant="primary" size="lg">
        <Link to="/dashboard">Done</Link>
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="ghost" onClick={onAnother}>
          New transfer
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Undo transfer
        </Button>
      </div>
    </div>
  );
}
