import { addMinor, type Minor, toMinor } from '@engine/money/minor.ts';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { formatCount } from '@/lib/count';
import { formatMinor } from '@/lib/money';
import { TextInput } from '@/ui/forms/text-input';

const ROWS = [
  { day: 'Sep 30', merchant: 'Corner Grocer', category: 'Food', amount: 64.18 },
  { day: 'Sep 29', merchant: 'Metro Pass', category: 'Transportation', amount: 72.5 },
  { day: 'Sep 26', merchant: 'Drift Music', category: 'Entertainment', amount: 10.99 },
  { day: 'Sep 22', merchant: 'Corner Grocer', category: 'Food', amount: 81.4 },
  { day: 'Sep 18', merchant: 'Bay Power', category: 'Utilities', amount: 96.48 },
  { day: 'Sep 9', merchant: 'Noodle House', category: 'Food', amount: 27.3 },
  { day: 'Sep 1', merchant: 'Harbor Street rent', category: 'Housing', amount: 1259.02 },
] as const;
const SHOWN = 4;

export function SpendingGlimpse() {
  const [text, setText] = useState('');
  const id = useId();
  const matching = ROWS.filter((row) => matches(row, text));
  const total = matching.reduce<Minor>((sum, { amount }) => addMinor(sum, toMinor(amount)), toMinor(0));
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Search this month
      </label>
      <div className="relative">
        <Search className="absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-ink-3" />
        <TextInput
          id={id}
          value={text}
          placeholder="rent"
          autoComplete="off"
          className="pl-11"
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {/* Makes the list as tall as the longest result, so that the page doesn't shift. */}
      <ul className="mt-2 min-h-56">
        {matching.slice(0, SHOWN).map(({ day, merchant, category, amount }) => (
          <li key={day} className="flex min-h-13 items-center gap-4 border-line border-b">
            <span className="figures w-14 shrink-0 text-ink-3 text-sm">{day}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">{merchant}</span>
              <span className="block text-ink-3 text-sm">{category}</span>
            </span>
            <span className="figures font-semibold">{formatMinor(toMinor(amount))}</span>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="text-ink-2 text-sm">
        {matching.length === 0
          ? 'No transactions found.'
          : `${formatCount(matching.length, 'transaction')}, ${formatMinor(total)} total.`}
      </p>
    </div>
  );
}

function matches({ merchant, category }: (typeof ROWS)[number], query: string): boolean {
  const text = `${merchant} ${category}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
