import type { ReactNode } from 'react';
import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import { Badge } from '@/ui/badge';
import { Money } from '@/ui/money';
import type { Outcome, Why } from '../queries';

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

const OUTCOME_LABELS: Record<Outcome, string> = {
  posted: 'Posted',
  duplicate: 'Duplicate',
  overdraws: 'Overdraft',
  before: 'Too early',
  future: 'In the future',
  too_much: 'Above maximum',
  left_out: 'Skipped',
  unreadable: 'Unreadable',
};

const OUTCOME_TONES: Record<Outcome, 'quiet' | 'positive' | 'warning' | 'negative'> = {
  posted: 'positive',
  duplicate: 'quiet',
  overdraws: 'warning',
  before: 'warning',
  future: 'warning',
  too_much: 'warning',
  left_out: 'quiet',
  unreadable: 'negative',
};

/** Returns why a line wasn't posted; null if it was. */
function formatReason(outcome: Outcome, why: Why, currency: string): string | null {
  switch (outcome) {
    case 'posted':
      return null;
    case 'duplicate':
      return formatDuplicate(why);
    case 'overdraws':
      return `This would overdraw the account. You'd have ${formatMoney(why.available ?? 0, currency)}, ${formatMoney(why.short ?? 0, currency)} short.`;
    case 'before':
      return `The account opened on ${formatTextDate(why.opened ?? '')}.`;
    case 'future':
      return `Today is ${formatTextDate(why.today ?? '')}.`;
    case 'too_much':
      return 'This deposit would put the account above the maximum balance.';
    case 'left_out':
      return 'You skipped it.';
    case 'unreadable':
      return why.problem ?? "We couldn't read it.";
  }
}

function formatDuplicate({ by, day, file, line }: Why): string {
  const from = file ? `, from ${file}` : '';
  if (by === 'name')
    return `Here already on ${formatTextDate(day ?? '')}: the bank gave it the same reference${from}.`;
  if (by === 'same') return `Here already: same day, amount and words${from}.`;
  if (by === 'alike')
    return `It looks like a row that is here already: same day and amount, similar words${from}.`;
  return `Twice in this file: see line ${line ?? ''}.`;
}
