import { useState } from 'react';
import { LabeledInput, LabeledSelect } from '@/ui/forms/labeled';
import { formatSpan, isDay, RANGES, type Range, type ViewChanges } from './range';

type RangeBarProps = {
  range: Range;
  today: string;
  /** Limits the page to this currency; null for all. */
  only: string | null;
  base: string;
  currencies: readonly string[];
  onChange: (changes: ViewChanges) => void;
};

export function RangeBar({ range, today, only, base, currencies, onChange }: RangeBarProps) {
  const isCustom = range.name === 'custom';
  const choices = [...new Set([...(only === null ? [] : [only]), ...currencies])];
  const isMixed = choices.some((item) => item !== base);
  return (
    <div className="grid grid-cols-2 items-end gap-x-3 gap-y-2 sm:flex sm:flex-wrap print:hidden">
      <LabeledSelect
        label="Date range"
        className="sm:w-48"
        value={range.name}
        onChange={({ target }) =>
          onChange(
            target.value === 'custom'
              ? { range: 'custom', from: range.from, to: range.to }
              : { range: target.value, from: null, to: null },
          )
        }
        options={RANGES}
      />
      {isCustom && (
        <CustomDays
          key={`${range.from} ${range.to}`}
          range={range}
          today={today}
          onChange={(from, to) => onChange({ from, to })}
        />
      )}
      {isMixed && (
        <LabeledSelect
          label="Currency"
          className="sm:w-40"
          value={only ?? ''}
          onChange={({ target }) => onChange({ currency: target.value || null })}
          options={[
            { value: '', label: `All, in ${base}` },
            ...choices.map((entry) => ({ value: entry, label: `Only ${entry}` })),
          ]}
        />
      )}
      <p className="figures col-span-full py-3 text-ink-3 text-sm">
        {!isCustom && `${formatSpan(range.from, range.to)}, `}compared with{' '}
        {formatSpan(range.beforeFrom, range.beforeTo)}
      </p>
    </div>
  );
}

type CustomDaysProps = { range: Range; today: string; onChange: (from: string, to: string) => void };

/** Renders the fields for a custom range. The page updates when the two days form a valid range. */
function CustomDays({ range, today, onChange }: CustomDaysProps) {
  const [from, setFrom] = useState(range.from);
  const [to, setTo] = useState(range.to);
  const isBackwards = isDay(from) && isDay(to) && from > to;
  function take(nextFrom: string, nextTo: string) {
    setFrom(nextFrom);
    setTo(nextTo);
    if (isDay(nextFrom) && isDay(nextTo) && nextFrom <= nextTo && nextTo <= today) onChange(nextFrom, nextTo);
  }
  return (
    <>
      <LabeledInput
        label="From"
        className="sm:w-40"
        error={isBackwards ? 'Choose a start date before the end date.' : undefined}
        type="date"
        max={today}
        value={from}
        onChange={({ target }) => take(target.value, to)}
      />
      <LabeledInput
        label="To"
        className="sm:w-40"
        type="date"
        max={today}
        value={to}
        onChange={({ target }) => take(from, target.value)}
      />
    </>
  );
}
