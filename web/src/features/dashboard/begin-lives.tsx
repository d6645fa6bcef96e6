import { PERSONAS, type Persona } from '@engine/personas.ts';
import { BriefcaseBusiness, ChevronRight, GraduationCap, House, Palette, TreePalm } from 'lucide-react';
import { useState } from 'react';
import { BeginDialog } from './begin-dialog';
import { debtWords, GLANCES, incomeWords } from './begin-glances';

const ICONS = {
  student: GraduationCap,
  young_family: House,
  freelancer: Palette,
  retiree: TreePalm,
  high_earner: BriefcaseBusiness,
} as const;

/** Five lives, each with two years behind it. Choosing one asks once more before it begins. */
export function BeginLives({ timeZone }: { timeZone: string }) {
  const [chosen, setChosen] = useState<Persona | null>(null);
  return (
    <>
      <ul aria-label="Lives" className="divide-y divide-line border-line border-y">
        {PERSONAS.map((persona) => (
          <li key={persona.id}>
            <Life persona={persona} onChoose={() => setChosen(persona)} />
          </li>
        ))}
      </ul>
      {chosen && <BeginDialog persona={chosen} timeZone={timeZone} onClose={() => setChosen(null)} />}
    </>
  );
}

function Life({ persona, onChoose }: { persona: Persona; onChoose: () => void }) {
  const Icon = ICONS[persona.id];
  const titleId = `life-${persona.id}`;
  return (
    <button
      type="button"
      aria-labelledby={titleId}
      aria-describedby={`${titleId}-words`}
      onClick={onChoose}
      className="-mx-2.5 flex w-[calc(100%+1.25rem)] items-start gap-3 rounded-2 px-2.5 py-4 text-left hover:bg-sunken"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-2" strokeWidth={1.5} />
      <span className="min-w-0 flex-1">
        <span id={titleId} className="block font-semibold">
          {persona.title}
        </span>
        <span id={`${titleId}-words`} className="mt-1 block text-ink-2">
          {persona.description}
          <span className="mt-1 block">
            <span className="text-ink-3">What is hard: </span>
            {persona.challenge}
          </span>
          <span className="figures mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <span>
              <span className="text-ink-3">Income </span>
              {incomeWords(GLANCES[persona.id])}
            </span>
            <span>
              <span className="text-ink-3">Debts </span>
              {debtWords(GLANCES[persona.id])}
            </span>
          </span>
        </span>
      </span>
      <ChevronRight aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
    </button>
  );
}
