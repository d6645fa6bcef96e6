import { formatListDate, formatTextDate } from '@/lib/dates';
import { Review, ReviewLine } from '@/ui/forms/review';
import { Money } from '@/ui/money';
import { checkpointMutations } from '../time/checkpoint-mutations';
import { ResetDialog } from '../time/reset-dialog';
import type { FileContents } from './household-file';

export type Import = { name: string; file: object; contents: FileContents };

const MOST_ACCOUNTS_SHOWN = 5;

/** Previews a file and the effect of its import. */
export function ImportDialog({ chosen, onClose }: { chosen: Import; onClose: () => void }) {
  const { name, file, contents } = chosen;
  const { accounts, clock, timeZone, cards, debts, rules, entries, firstAt } = contents;
  const others = [count(cards, 'card'), count(debts, 'loan'), count(rules, 'rule')].filter(Boolean);
  return (
    <ResetDialog
      title="Import this bank?"
      mutation={checkpointMutations.takeIn}
      wish={{ file }}
      verb="Import bank"
      working="Saving your bank and importing the file"
      done="Bank imported"
      failed="We couldn't import the file."
      onClose={onClose}
    >
      <p className="mb-3 break-words text-ink-2 text-sm">{name}</p>
      <Review>
        <ReviewLine label="New date">{formatListDate(clock, timeZone)}</ReviewLine>
        {accounts.slice(0, MOST_ACCOUNTS_SHOWN).map((account) => (
          <ReviewLine key={account.id} label={account.name}>
            <Money amount={account.balance} currency={account.currency} />
          </ReviewLine>
        ))}
        {accounts.length > MOST_ACCOUNTS_SHOWN && (
          <ReviewLine label="More accounts">{accounts.length - MOST_ACCOUNTS_SHOWN}</ReviewLine>
        )}
        {others.length > 0 && <ReviewLine label="Also">{others.join(', ')}</ReviewLine>}
        <ReviewLine label="Ledger entries">
          {entries.toLocaleString('en-US')}
          {firstAt && ` since ${formatTextDate(firstAt, timeZone)}`}
        </ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">
        We'll save your current bank as a checkpoint, then import and check the file. If the file doesn't
        balance, nothing changes.
      </p>
    </ResetDialog>
  );
}

const count = (number: number, word: string) =>
  number === 0 ? '' : `${number.toLocaleString('en-US')} ${word}${number === 1 ? '' : 's'}`;
