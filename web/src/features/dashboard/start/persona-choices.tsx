import type { PersonaId } from '@engine/household/personas.ts';
import { PERSONAS, type Persona } from '@engine/household/personas.ts';
import { BriefcaseBusiness, ChevronRight, GraduationCap, House, Palette, TreePalm } from 'lucide-react';
import { useState } from 'react';
import { ReplaceDialog } from '@/entities/household/replace-dialog';
import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { Review, ReviewLine } from '@/ui/forms/review';

const ICONS = {
  student: GraduationCap,
  young_family: House,
  freelancer: Palette,
  retiree: TreePalm,
  high_earner: BriefcaseBusiness,
} as const;

/** Renders five personas with two years of history. The customer must confirm a choice. */
export function PersonaChoices({ timeZone }: { timeZone: string }) {
  const [chosen, setChosen] = useState<Persona | null>(null);
  return (
    <>
      <ul aria-label="Sample households" className="divide-y divide-line border-line border-y">
        {PERSONAS.map((persona) => (
          <li key={persona.id}>
            <PersonaRow persona={persona} onChoose={() => setChosen(persona)} />
          </li>
        ))}
      </ul>
      {chosen && <StartDialog persona={chosen} timeZone={timeZone} onClose={() => setChosen(null)} />}
    </>
  );
}

function PersonaRow({ persona, onChoose }: { persona: Persona; onChoose: () => void }) {
  const Icon = ICONS[persona.id];
  const descriptionId = `household-${persona.id}`;
  return (
    <div className="relative -mx-2.5 flex items-start gap-3 rounded-2 px-2.5 py-4 hover:bg-sunken">
      <Icon className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <div className="min-w-0 flex-1">
        {/* The button covers the whole row. Its accessible name is the row's title, and its description is
            the row's text. */}
        <button
          type="button"
          aria-describedby={descriptionId}
          onClick={onChoose}
          className="text-left font-semibold after:absolute after:inset-0"
        >
          {persona.title}
        </button>
        <div id={descriptionId} className="mt-1 text-ink-2">
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
      <ChevronRight className="mt-0.5 size-5 shrink-0 text-ink-3" />
    </div>
  );
}

type StartDialogProps = { persona: Persona; timeZone: string; onClose: () => void };

function StartDialog({ persona, timeZone, onClose }: StartDialogProps) {
  const glance = GLANCES[persona.id];
  return (
    <ReplaceDialog
      title={`Start as ${persona.title}`}
      description="You'll start with this household's accounts, debts, automatic payments, and 2 years of history. From today, you decide."
      mutation={startHousehold}
      request={{ persona: persona.id, time_zone: timeZone }}
      verb="Use this household"
      working="Setting up 2 years of pay, bills, purchases, and interest"
      failed="We couldn't set up this household. Nothing changed."
      reason="Try again in a moment."
      // If another tab has already created a household, that household stays.
      done={({ loaded }) =>
        loaded ? 'You now have 2 years of history.' : 'You already have accounts, so nothing changed.'
      }
      onReplaced={() => {}}
      onClose={onClose}
    >
      <Review>
        <ReviewLine label="Income">{formatIncome(glance)}</ReviewLine>
        <ReviewLine label="Debts">{formatDebt(glance)}</ReviewLine>
        <ReviewLine label="History">Last 2 years</ReviewLine>
      </Review>
      <p className="mt-4 text-ink-2 text-sm">{persona.challenge}</p>
    </ReplaceDialog>
  );
}

/**
 * Writes two years of a persona's history into an empty household. A household that has products doesn't
 * change.
 */
const startHousehold = requestMutation(
  "We couldn't set up this household",
  (request: { persona: PersonaId; time_zone: string }) =>
    callServer<{ loaded: boolean; entries: number }>('start-household', request),
);

/** A persona's average monthly income and its debts at the start, in major units. */
type Glance = { income: number; debts: { name: string; owed: number }[] };

/**
 * Figures from the engine's simulation of these households. Card balances that are paid in full each month
 * don't count as debts.
 */
export const GLANCES: Record<PersonaId, Glance> = {
  student: { income: 1_870, debts: [{ name: 'Student loan', owed: 9_400 }] },
  young_family: {
    income: 6_700,
    debts: [
      { name: 'Mortgage', owed: 256_000 },
      { name: 'Car loan', owed: 10_500 },
      { name: 'Nest Store Card', owed: 1_500 },
    ],
  },
  freelancer: { income: 4_700, debts: [{ name: 'Equipment loan', owed: 2_650 }] },
  retiree: { income: 3_210, debts: [] },
  high_earner: {
    income: 20_400,
    debts: [
      { name: 'Mortgage', owed: 634_000 },
      { name: 'Car loan', owed: 35_300 },
      { name: 'Skylark Miles Card', owed: 3_800 },
    ],
  },
};

/** Formats a monthly income, such as `about $6,700 a month`. */
export function formatIncome({ income }: Glance): string {
  return `about ${formatDollars(income)} a month`;
}

/** Formats debts, such as `Mortgage $256,000, car loan $10,500`, or `none`. */
export function formatDebt({ debts }: Glance): string {
  if (debts.length === 0) return 'none';
  return debts.map(({ name, owed }) => `${name} ${formatDollars(owed)}`).join(', ');
}

/** Formats the rounded figures of households that don't exist yet. Actual balances are never rounded. */
const formatDollars = (amount: number) => `$${amount.toLocaleString('en-US')}`;
