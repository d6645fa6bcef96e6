import { fromMinor, toMinor } from '@engine/money/minor.ts';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { useState } from 'react';
import type { Account } from '@/entities/account/queries';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { formatListDate, getDay } from '@/lib/dates';
import { useIdempotentMutation } from '@/lib/request-id';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { ErrorState } from '@/ui/error-state';
import { Money } from '@/ui/money';
import { SkeletonRows } from '@/ui/skeleton';
import { explainDifference, getDifference, getSigned } from './difference';
import { type OpenRow, reconcileMutations, reconcileQueries } from './queries';

/** The statement's last day and its closing balance in major units. */
export type StatementEnd = { day: string; balance: number };

type StatementTransactionsProps = {
  account: Account;
  statement: StatementEnd;
  /** The closing balance of the last reconciled statement in major units; 0 if there is none. */
  opening: number;
  timeZone: string;
  onDone: () => void;
};

/**
 * The maximum number of visible rows, because more rows would slow down each click. The difference includes
 * checked rows that aren't visible.
 */
const SHOWN_AT_ONCE = 200;

/** Renders the unreconciled transactions and the remaining difference. */
export function StatementTransactions({
  account,
  statement,
  opening,
  timeZone,
  onDone,
}: StatementTransactionsProps) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE);
  const rows = useQuery(reconcileQueries.openRows(account.id, statement.day, timeZone));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const finish = useIdempotentMutation(reconcileMutations.finish);
  if (rows.error && !rows.data)
    return (
      <div className="mt-10">
        <ErrorState
          title="We couldn't load the transactions."
          onRetry={() => void rows.refetch()}
          busy={rows.isFetching}
        />
      </div>
    );
  if (!rows.data) return <SkeletonRows rows={8} label="Loading transactions" />;
  const all = rows.data;
  const days = getDays(all.slice(0, limit), timeZone);
  const chosen = all.filter(({ id }) => selected.has(id));
  const difference = getDifference(toMinor(statement.balance), toMinor(opening), chosen);
  const hints = explainDifference(difference, all, selected, account.currency);
  const refusal = getRefusalMessage(finish.error, account.currency);
  function toggle(ids: readonly string[], on?: boolean) {
    setSelected((before) => {
      const next = new Set(before);
      const add = on ?? !ids.every((id) => before.has(id));
      for (const id of ids)
        if (add) next.add(id);
        else next.delete(id);
      return next;
    });
  }
  function end() {
    finish.mutate(
      {
        account_id: account.id,
        statement_date: statement.day,
        statement_balance: statement.balance,
        transaction_keys: chosen.map(({ id }) => id),
      },
      {
        onSuccess: () => {
          toast.success('Balanced');
          onDone();
        },
      },
    );
  }

  return (
    <div className="mt-8">
      <div className="sticky top-14 z-10 md:top-24 border-line border-y bg-canvas py-4">
        <div className="flex flex-wrap items-center gap-x-8 gap-y-3">
          <div aria-live="polite">
            <p className="text-ink-3 text-sm">Difference</p>
            <Money amount={fromMinor(difference)} currency={account.currency} size="inline" signed />
          </div>
          <p className="text-ink-2 text-sm">
            {chosen.length.toLocaleString('en-US')} of {all.length.toLocaleString('en-US')} selected
          </p>
          <div className="ml-auto flex flex-wrap gap-2">
            <Button onClick={() => toggle(all.map(({ id }) => id))} disabled={all.length === 0}>
              {chosen.length === all.length && all.length > 0 ? 'Clear all' : 'Select all'}
            </Button>
            <Button variant="primary" disabled={difference !== 0} busy={finish.isPending} onClick={end}>
              Finish
            </Button>
          </div>
        </div>
        {selected.size > 0 && hints.length > 0 && (
          <ul aria-label="Possible causes" className="mt-3 flex flex-col gap-1 text-ink-2 text-sm">
            {hints.map(({ text, toggle: ids }) => (
              <li key={text + ids.join()} className="flex flex-wrap items-center gap-x-3">
                {text}
                {ids.length > 0 && (
                  <button
                    type="button"
                    className="min-h-8 text-link underline pointer-coarse:min-h-11"
                    onClick={() => toggle(ids)}
                  >
                    {ids.every((id) => selected.has(id)) ? 'Deselect transaction' : 'Select transaction'}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <Problem fact="We couldn't finish the reconciliation." className="mt-4">
        {refusal}
      </Problem>
      {all.length === 0 ? (
        <p className="py-8 text-ink-2">
          Every transaction through this date is reconciled.{' '}
          {difference === 0 ? '' : 'Choose a later date, or check the statement balance.'}
        </p>
      ) : (
        [...days].map(([day, own]) => (
          <TransactionDay
            key={day}
            day={day}
            rows={own}
            selected={selected}
            currency={account.currency}
            onToggle={toggle}
          />
        ))
      )}
      {all.length > limit && (
        <Button className="mt-6" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
          Show more ({(all.length - limit).toLocaleString('en-US')})
        </Button>
      )}
    </div>
  );
}

/** Groups transactions by day in chronological order. */
function getDays(rows: readonly OpenRow[], timeZone: string): Map<string, OpenRow[]> {
  const days = new Map<string, OpenRow[]>();
  for (const row of rows) {
    const day = getDay(row.date, timeZone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return days;
}

type TransactionDayProps = {
  day: string;
  rows: readonly OpenRow[];
  selected: ReadonlySet<string>;
  currency: string;
  onToggle: (ids: readonly string[]) => void;
};

/**
 * Renders a day's transactions with checkboxes. Arrow keys move between the checkboxes, and Space toggles the
 * focused checkbox.
 */
function TransactionDay({ day, rows, selected, currency, onToggle }: TransactionDayProps) {
  const ids = rows.map(({ id }) => id);
  const isAll = ids.every((id) => selected.has(id));
  return (
    <fieldset className="mt-6">
      <legend className="flex w-full items-center gap-3 border-line border-b text-ink-2 text-sm">
        <span className="flex-1">{formatListDate(day)}</span>
        {rows.length > 1 && (
          <button
            type="button"
            className="min-h-9 px-2 font-medium text-link pointer-coarse:min-h-11"
            onClick={() => onToggle(ids)}
          >
            {isAll ? 'Clear day' : 'Select day'}
          </button>
        )}
      </legend>
      {rows.map((row) => (
        <label
          key={row.id}
          className="flex min-h-12 cursor-pointer items-center gap-4 border-line border-b py-1.5 hover:bg-sunken"
        >
          <input
            type="checkbox"
            data-tick
            className="size-5 shrink-0 accent-accent"
            checked={selected.has(row.id)}
            onChange={() => onToggle([row.id])}
            onKeyDown={moveFocus}
          />
          <span className="min-w-0 flex-1 truncate">{getTitle(row)}</span>
          <Money amount={fromMinor(getSigned(row))} currency={currency} signed />
        </label>
      ))}
    </fieldset>
  );
}

const getTitle = ({ description, merchant, direction }: OpenRow) =>
  description || merchant || (direction === 'in' ? 'Money in' : 'Money out');

function moveFocus(event: KeyboardEvent<HTMLInputElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const ticks = [...document.querySelectorAll<HTMLInputElement>('input[data-tick]')];
  ticks[ticks.indexOf(event.currentTarget) + step]?.focus();
}
