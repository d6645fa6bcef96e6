import { fromMinor, type Minor, negateMinor, toMinor, ZERO } from '@engine/money/minor.ts';
import { useMutation } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { getRefusalMessage } from '@/entities/refusal/refusal-messages';
import { detailMutations, type Split } from '@/entities/transaction/annotation-mutations';
import { EditCategory } from '@/entities/transaction/edit-category';
import { getLeft, getShares } from '@/entities/transaction/split-parts';
import { formatMinor, formatTypedAmount, parseAmount } from '@/lib/money';
import { toast } from '@/lib/toast';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { AmountInput } from '@/ui/forms/amount-input';
import { Segmented } from '@/ui/forms/segmented';
import { toOptions } from '@/ui/forms/select-field';
import { TextInput } from '@/ui/forms/text-input';
import type { TransactionDetails } from './queries';

type Part = { key: string; categoryId: string | null; typed: string; note: string };
type Mode = 'amount' | 'percent';

const MODES = toOptions({ amount: 'By amount', percent: 'By percent' });
const MOST = 50;
/**
 * Renders the form that splits a transaction between categories. Shows the remainder while the customer
 * types. The parts must add up to the exact amount.
 */
export function SplitEditor({ row, onDone }: { row: TransactionDetails; onDone: () => void }) {
  const total = toMinor(row.amount);
  const [mode, setMode] = useState<Mode>('amount');
  const [parts, setParts] = useState<readonly Part[]>(() => getParts(row));
  const [error, setError] = useState<string>();
  const { mutate, isPending, isSuccess } = useMutation(detailMutations.split);
  const [before] = useState(() => JSON.stringify(row.splits));
  const [atFirst] = useState(() => JSON.stringify(parts));
  const [isHeld, setHeld] = useState(false);
  const isOvertaken = !isPending && !isSuccess && JSON.stringify(row.splits) !== before;
  const amounts =
    mode === 'amount' ? parts.map(({ typed }) => parseAmount(typed) ?? ZERO) : sharesIn(total, parts);
  const left = getLeft(total, amounts);
  const isWhole = left === 0 && amounts.every((amount) => amount > 0) && parts.length > 1;
  const change = (key: string, changes: Partial<Part>) =>
    setParts((all) => all.map((part) => (part.key === key ? { ...part, ...changes } : part)));

  function turn(next: Mode) {
    setParts((all) =>
      all.map((part, index) => ({ ...part, typed: retyped(amounts[index] ?? ZERO, total, next) })),
    );
    setMode(next);
  }
  function save() {
    if (!isWhole) {
      setError(parts.length < 2 ? 'Add at least 2 parts.' : formatLeft(left, row.currency));
      return;
    }
    const replaced = row.splits;
    const sent = parts.map(({ categoryId, note }, index) => ({
      category_id: categoryId,
      amount: fromMinor(amounts[index] ?? ZERO),
      note: note.trim() || null,
    }));
    mutate(
      { transaction_key: row.rowId, parts: sent },
      {
        onSuccess: () => {
          toast.success(`Split into ${sent.length} parts`, {
            action: { label: 'Undo', onClick: () => mutate({ transaction_key: row.rowId, parts: replaced }) },
          });
          onDone();
        },
        onError: (refused) => setError(getRefusalMessage(refused, row.currency) ?? undefined),
      },
    );
  }
  /** Prevents the Escape key from also closing the transaction's details. */
  function holdOn(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    if (JSON.stringify(parts) === atFirst) onDone();
    else setHeld(true);
  }
  return (
    <section aria-label="Split" className="flex flex-col gap-4" onKeyDown={holdOn}>
      <h3 className="font-semibold">Split</h3>
      <Segmented label="Split parts" value={mode} onValueChange={turn} options={MODES} />
      <ol className="flex flex-col gap-4">
        {parts.map((part, index) => (
          <li key={part.key} className="flex flex-col gap-2 border-line border-b pb-4">
            <div className="flex items-center gap-2">
              <EditCategory
                compact
                label={`Category for part ${index + 1}`}
                value={part.categoryId}
                onChange={(categoryId) => change(part.key, { categoryId })}
                className="min-w-0 flex-1"
              />
              <button
                type="button"
                aria-label={`Remove part ${index + 1}`}
                disabled={parts.length <= 2}
                onClick={() => setParts((all) => all.filter(({ key }) => key !== part.key))}
                className="-mr-2 grid size-11 shrink-0 place-items-center rounded-2 text-ink-3 hover:bg-sunken disabled:opacity-40"
              >
                <X className="size-4" />
              </button>
            </div>
            <div className="grid grid-cols-2 gap-2">
              {mode === 'amount' ? (
                <AmountInput
                  size="field"
                  aria-label={`Amount for part ${index + 1}`}
                  value={part.typed}
                  onValueChange={(typed) => change(part.key, { typed })}
                  currency={row.currency}
                />
              ) : (
                <PercentInput
                  label={`Percent for part ${index + 1}`}
                  value={part.typed}
                  onChange={(typed) => change(part.key, { typed })}
                />
              )}
              <TextInput
                aria-label={`Note for part ${index + 1}`}
                placeholder={mode === 'percent' ? formatMinor(amounts[index] ?? ZERO, row.currency) : 'Note'}
                value={part.note}
                maxLength={200}
                onChange={({ target }) => change(part.key, { note: target.value })}
              />
            </div>
            {left > 0 && (amounts[index] ?? ZERO) === 0 && mode === 'amount' && (
              <Button
                size="sm"
                className="self-start"
                onClick={() => change(part.key, { typed: retyped(left, total, 'amount') })}
              >
                Remaining: {formatMinor(left, row.currency)}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <p
        aria-live="polite"
        className={classNames('figures text-sm', left === 0 ? 'text-ink-2' : 'text-warning')}
      >
        {formatLeft(left, row.currency)}
      </p>
      <p role="status" className="text-sm text-warning empty:hidden">
        {isOvertaken &&
          'This transaction was split in another window. If you save, your parts will replace that split.'}
      </p>
      <p role="status" className="text-sm text-warning empty:hidden">
        {isHeld && "Your split isn't saved yet. Save or cancel it."}
      </p>
      {error && left !== 0 && (
        <p role="alert" className="text-negative text-sm">
          {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={isPending} onClick={save}>
          Save split
        </Button>
        <Button disabled={parts.length >= MOST} onClick={() => setParts((all) => [...all, emptyPart()])}>
          Add part
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

type PercentInputProps = { label: string; value: string; onChange: (typed: string) => void };

function PercentInput({ label, value, onChange }: PercentInputProps) {
  return (
    <span className="relative block">
      <TextInput
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        placeholder="0"
        className="figures pr-9"
        onChange={({ target }) => onChange(target.value.replace(/[^\d.]/g, '').slice(0, 6))}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-ink-3"
      >
        %
      </span>
    </span>
  );
}

const emptyPart = (): Part => ({ key: crypto.randomUUID(), categoryId: null, typed: '', note: '' });

function getParts({ splits, categoryId }: TransactionDetails): Part[] {
  if (splits.length === 0) return [{ ...emptyPart(), categoryId }, emptyPart()];
  return splits.map((split: Split) => ({
    key: crypto.randomUUID(),
    categoryId: split.category_id,
    typed: retyped(toMinor(split.amount), ZERO, 'amount'),
    note: split.note ?? '',
  }));
}

function sharesIn(total: Minor, parts: readonly Part[]): Minor[] {
  return getShares(
    total,
    parts.map(({ typed }) => (Number.isFinite(Number(typed)) ? Number(typed) : 0)),
  );
}

/** Formats an amount for the input, as money or as a percentage of the total. */
function retyped(amount: Minor, total: Minor, mode: Mode): string {
  if (amount === 0) return '';
  if (mode === 'amount') return formatTypedAmount(fromMinor(amount));
  return String(Math.round((amount / total) * 10_000) / 100);
}

function formatLeft(left: Minor, currency: string): string {
  if (left === 0) return 'The parts add up.';
  if (left > 0) return `${formatMinor(left, currency)} left to assign.`;
  return `${formatMinor(negateMinor(left), currency)} over the total.`;
}
