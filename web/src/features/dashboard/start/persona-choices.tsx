import { PERSONAS, type Persona } from '@engine/household/personas.ts';
import { BriefcaseBusiness, ChevronRight, GraduationCap, House, Palette, TreePalm } from 'lucide-react';
import { useState } from 'react';
import { formatDebt, formatIncome, GLANCES } from './household-glances';
import { StartDialog } from './start-dialog';

const ICONS = {
  student: GraduationCap,
  young_family: House,
  freelancer: Palette,
  retiree: TreePalm,
  high_earner: BriefcaseBusiness,
} as const;

/** Five personas with two years of history. Choosing one asks for confirmation. */
export function PersonaChoices({ timeZone }: { timeZone: string }) {
  const [chosen, setChosen] = useState<Persona | null>(null);
  return (
    <>
      <ul aria-label="Sample households" className="divide-y divide-line border-line border-y">
        {PERSONAS.map((persona) => (
          <li key={persona.id}>
            <Projection persona={persona} onChoose={() => setChosen(persona)} />
          </li>
        ))}
      </ul>
      {chosen && <StartDialog persona={chosen} timeZone={timeZone} onClose={() => setChosen(null)} />}
    </>
  );
}

function Projection({ persona, onChoose }: { persona: Persona; onChoose: () => void }) {
  const Icon = ICONS[persona.id];
  const wordsId = `life-${persona.id}`;
  return (
    <div className="relative -mx-2.5 flex items-start gap-3 rounded-2 px-2.5 py-4 hover:bg-sunken">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-2" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        {/* The button covers the row. The title names it, and the text describes it. */}
        <button
          type="button"
          aria-describedby={wordsId}
          onClick={onChoose}
          className="text-left font-semibold after:absolute after:inset-0"
        >
          {persona.title}
        </button>
        <div id={wordsId} className="mt-1 text-ink-2">
          <p>{persona.description}</p>
          <p className="mt-1">
            <span className="text-ink-3">The challenge: </span>
            {persona.challenge}
          </p>
          <p className="figures mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
            <span>
              <span className="text-ink-3">Income </span>
              {formatIncome(GLANCES[persona.id])}
            </span>
            <span>
              <span className="text-ink-3">Debts </span>
              {formatDebt(GLANCES[persona.id])}
            </span>
          </p>
        </div>
      </div>
      <ChevronRight aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" strokeWidth={1.5} />
    </div>
  );
}
