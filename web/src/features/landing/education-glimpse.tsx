const PARTS = [
  { figure: '$215,971.08', word: 'owed on the 1st' },
  { figure: '5.25%', word: 'a year', sign: '×' },
  { figure: '12', word: 'months', sign: '÷' },
  { figure: '$944.87', word: 'interest', sign: '=' },
] as const;

/** A figure that explains itself. */
export function EducationGlimpse() {
  return (
    <div className="rounded-3 bg-sunken p-5 md:p-6">
      <p className="mb-4 text-ink-2 text-sm">Why is the interest of this mortgage $944.87?</p>
      <p className="flex flex-wrap items-start gap-x-5 gap-y-3">
        {PARTS.map((part) => (
          <span key={part.word} className="flex gap-5">
            {'sign' in part && <span className="text-ink-3 text-lg">{part.sign}</span>}
            <span>
              <span className="figures block font-semibold text-lg">{part.figure}</span>
              <span className="block text-ink-2 text-sm">{part.word}</span>
            </span>
          </span>
        ))}
      </p>
    </div>
  );
}
