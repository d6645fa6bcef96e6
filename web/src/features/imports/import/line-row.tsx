import type { ReactNode } from 'react';
import { formatTextDate } from '@/lib/dates';
import { Badge } from '@/ui/badge';
import { Money } from '@/ui/money';
import type { Outcome, Why } from '../queries';
import { formatReason, OUTCOME_LABELS, OUTCOME_TONES } from './outcome-text';

type LineRowProps = {
  line: number;
  day: string | null;
  /** In major units, negative for money out; null if unreadable. */
  amount: number | null;
  words: string;
  outcome: Outcome;
  why: Why;
  currency: string;
  action?: ReactNode;
};

/** A line of a file with its outcome and reason. */
export function LineRow({ line, day, amount, words, outcome, why, currency, action }: LineRowProps) {
  const reason = formatReason(outcome, why, currency);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="truncate font-medium">{words || 'No description'}</p>
        <p className="text-ink-3 text-sm">
          Line {line} · {day ? formatTextDate(day) : 'no date'}
          {reason && <span className="text-ink-2"> · {reason}</span>}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        {outcome !== 'posted' && <Badge tone={OUTCOME_TONES[outcome]}>{OUTCOME_LABELS[outcome]}</Badge>}
        {amount !== null && <Money amount={amount} currency={currency} signed />}
        {action}
      </div>
    </li>
  );
}
