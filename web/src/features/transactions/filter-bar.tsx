import { ChevronDown, Search, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Account } from '@/features/accounts/queries';
import { classNames } from '@/ui/class-names';
import { CONTROL_CLASSES, TextInput } from '@/ui/text-input';
import { MONTHS_BACK, type Month, monthsUntil } from './months';
import type { TransactionFilter } from './queries';

const TYPING_PAUSE_MS = 250;

const TYPES = [
  { value: '', label: 'All types' },
  { value: 'DEPOSIT', label: 'Deposits' },
  { value: 'WITHDRAWAL', label: 'Withdrawals' },
  { value: 'TRANSFER', label: 'Transfers' },
  { value: 'AUTO_DEPOSIT', label: 'Auto deposits' },
] as const;

type FilterBarProps = {
  accounts: readonly Account[];
  filter: TransactionFilter;
  today: string;
  onChange: (changes: Partial<TransactionFilter>) => void;
};

/** Words, account, type and month. All of it stands in the address. */
export function FilterBar({ accounts, filter, today, onChange }: FilterBarProps) {
  const months = monthsUntil(today, MONTHS_BACK);
  const month = months.find(({ from, to }) => from === filter.from && to === filter.to);
  const isNarrowed = Object.values(filter).some(Boolean);
  return (
    <search className="flex flex-col gap-3">
      <SearchBox words={filter.words} onChange={(words) => onChange({ words })} />
      <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap">
        <Choice label="Account" value={filter.account} onValueChange={(account) => onChange({ account })}>
          <option value="">All accounts</option>
          {accounts.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="Type" value={filter.type} onValueChange={(type) => onChange({ type })}>
          {TYPES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice
          label="Month"
          value={month?.from ?? ''}
          onValueChange={(from) => onChange(rangeOf(months, from))}
        >
          <option value="">Any time</option>
          {months.map(({ from, name }) => (
            <option key={from} value={from}>
              {name}
            </option>
          ))}
        </Choice>
        {isNarrowed && (
          <button
            type="button"
            onClick={() => onChange({ account: '', type: '', words: '', from: '', to: '' })}
            className="control-height inline-flex items-center gap-1.5 rounded-2 px-3 font-medium text-sm hover:bg-sunken"
          >
            <X aria-hidden className="size-4" strokeWidth={1.5} /> Clear
          </button>
        )}
      </div>
    </search>
  );
}

function rangeOf(months: readonly Month[], from: string) {
  const chosen = months.find((month) => month.from === from);
  return { from: chosen?.from ?? '', to: chosen?.to ?? '' };
}

/** Searches a moment after the last letter, so that each keystroke is not a question to the bank. */
function SearchBox({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const [typed, setTyped] = useState(words);
  const asked = useRef(words);
  const ask = useEffectEvent(onChange);
  // Words that did not come from here, such as none after 'Clear', replace what was typed.
  useEffect(() => {
    if (words === asked.current) return;
    asked.current = words;
    setTyped(words);
  }, [words]);
  useEffect(() => {
    if (typed === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      ask(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <span className="relative block">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-3"
        strokeWidth={1.5}
      />
      <TextInput
        type="search"
        aria-label="Search transactions"
        placeholder="Search: rent, Corner Grocer …"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        className="pl-11"
      />
    </span>
  );
}

function Choice({
  label,
  value,
  onValueChange,
  children,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  children: React.ReactNode;
}) {
  return (
    <span className="relative block max-md:first:col-span-2 md:max-w-60">
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        className={classNames(
          CONTROL_CLASSES,
          'control-height appearance-none truncate py-0 pr-9',
          value && 'border-accent bg-accent-soft',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        strokeWidth={1.5}
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
      />
    </span>
  );
}
