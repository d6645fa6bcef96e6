import { CircleAlert } from 'lucide-react';
import { formatListDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Outgoing } from './projection';

type PaymentFailureProps = {
  item: Pick<Outgoing, 'outcome' | 'short' | 'currency' | 'settledDay'>;
  /** The name of the paying account. */
  from: string;
};

/** Renders why a payment will fail or be late, such as "Will fail: $12.50 short in Everyday Checking". */
export function PaymentFailure({ item, from }: PaymentFailureProps) {
  const { outcome, short, currency, settledDay } = item;
  return (
    <span className="flex items-start gap-1.5 text-negative text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        {outcome === 'fails' ? 'Will fail' : 'Will be late'}
        {short > 0 && `: ${formatMoney(short, currency)} short in ${from}`}
        {outcome === 'late' && `, paid on ${formatListDate(settledDay)}`}
      </span>
    </span>
  );
}
