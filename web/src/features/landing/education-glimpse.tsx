import { roundMinor, toMinor } from '@engine/money/minor.ts';
import { useState } from 'react';
import { formatMinor } from '@/lib/money';
import { Segmented } from '@/ui/forms/segmented';

const OWED = toMinor(215_971.08);
const MONTHS = 12;
const RATES = ['4.25', '5.25', '6.25'] as const;

/** Renders a figure with its explanation and an adjustable rate. */
export function EducationGlimpse() {
  const [rate, setRate] = useState<(typeof RATES)[number]>('5.25');
  const interest = roundMinor((OWED * Number(rate)) / 100 / MONTHS);
  const parts = [
    { figure: formatMinor(OWED), word: 'balance on the 1st' },
    { figure: `${rate}%`, word: 'a year', sign: '×' },
    { figure: String(MONTHS), word: 'months', sign: '÷' },
    { figure: formatMinor(interest), word: 'interest', sign: '=' },
  ];
  return (
    <div className="rounded-3 bg-sunken p-5 md:p-6">
      <p aria-live="polite" className="mb-4 text-ink-2 text-sm">
        Why is this month's mortgage interest {formatMinor(interest)}?
      </p>
      <p className="mb-6 flex flex-wrap items-start gap-x-5 gap-y-3">
        {parts.map(({ figure, word, sign }) => (
          <span key={word} className="flex gap-5">
            {sign && <span className="text-ink-3 text-lg">{sign}</span>}
            <span>
              <span className="figures block font-semibold text-lg">{figure}</span>
              <span className="block text-ink-2 text-sm">{word}</span>
            </span>
          </span>
        ))}
      </p>
      <Segmented
        label="Mortgage rate"
        value={rate}
        onValueChange={setRate}
        options={RATES.map((percent) => ({ value: percent, label: `${percent}%` }))}
      />
    </div>
  );
}
