import { formatTextDate } from '@/lib/dates';
import { formatMoney } from '@/lib/money';
import type { Outcome, Why } from '../queries';

export const OUTCOME_LABELS: Record<Outcome, string> = {
  posted: 'Posted',
  duplicate: 'Duplicate',
  overdraws: 'Overdraft',
  before: 'Too early',
  future: 'In the future',
  too_much: 'Above maximum',
  left_out: 'Skipped',
  unreadable: 'Unreadable',
};

export const OUTCOME_TONES: Record<Outcome, 'quiet' | 'positive' | 'warning' | 'negative'> = {
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
export function formatReason(outcome: Outcome, why: Why, currency: string): string | null {
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
