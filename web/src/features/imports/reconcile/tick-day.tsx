import type { KeyboardEvent } from 'react';
import { formatListDate } from '@/lib/dates';
import { fromMinor } from '@/lib/money';
import { Money } from '@/ui/money';
import { getSigned } from './difference';
import type { OpenRow } from './reconcile-queries';

type TickDayProps = {
  day: string;
  rows: readonly OpenRow[];
  ticked: ReadonlySet<string>;
  currency: string;
  onToggle: (ids: readonly string[]) => void;
};

/** A day's transactions with checkboxes. Arrow keys move between them, and Space checks one. */
export function TickDay({ day, rows, ticked, currency, onToggle }: TickDayProps) {
  const ids = rows.map(({ id }) => id);
  const isAll = ids.every((id) => ticked.has(id));
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
            {isAll ? 'Untick the day' : 'Tick the day'}
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
            checked={ticked.has(row.id)}
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
