import type { PersonaId } from '@engine/household/personas.ts';
import { PERSONAS, type Persona } from '@engine/household/personas.ts';
import { useMutation } from '@tanstack/react-query';
import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { isRefusal } from '@/lib/refusals';
import { requestMutation } from '@/lib/requests';
import { callServer } from '@/lib/server-functions';
import { toast } from '@/lib/toast';
import { Problem } from '@/ui/alert-box';
import { Button } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { DOCK } from '@/ui/page';
import { WorkProgress } from '@/ui/work-progress';
import { firstStepsMutations } from './first-steps-mutations';
import NET_WORTHS from './persona-net-worths.json' with { type: 'json' };

type PersonaChoicesProps = { customer: { id: string; time_zone: string } };

/** Renders five personas with two years of history, and one button that starts with the selected one. */
export function PersonaChoices({ customer }: PersonaChoicesProps) {
  const [selected, setSelected] = useState<PersonaId>('young_family');
  const start = useMutation(startHousehold);
  const checklist = useMutation(firstStepsMutations.show);
  const persona = PERSONAS.find(({ id }) => id === selected);
  async function begin() {
    const { loaded } = await start.mutateAsync({ persona: selected, time_zone: customer.time_zone });
    // If another tab has already created a household, that household stays.
    toast.success(
      loaded ? 'You now have 2 years of history.' : 'You already have accounts, so nothing changed.',
    );
    // A sample household is already set up, so it needs no checklist.
    if (loaded) await checklist.mutateAsync({ customerId: customer.id, shows: false });
  }
  return (
    <>
      <RadioGroup.Root
        aria-label="Sample households"
        value={selected}
        onValueChange={(id) => setSelected(id as PersonaId)}
        disabled={start.isPending}
      >
        {PERSONAS.map((item) => (
          <PersonaOption key={item.id} persona={item} isSelected={item.id === selected} />
        ))}
      </RadioGroup.Root>
      <div className={classNames('mt-6', DOCK)}>
        <Button
          variant="primary"
          size="lg"
          busy={start.isPending}
          onClick={() => void begin().catch(() => {})}
        >
          Start as {persona?.title}
        </Button>
      </div>
      <WorkProgress runs={start.isPending} text="Setting up 2 years of pay, bills, purchases, and interest" />
      <Problem fact="We couldn't set up this household. Nothing changed." className="mt-5">
        {start.error && (isRefusal(start.error) ? start.error.message : 'Try again in a moment.')}
      </Problem>
    </>
  );
}

type PersonaOptionProps = { persona: Persona; isSelected: boolean };

/** Renders a persona. The selected one also shows its challenge and its debts. */
function PersonaOption({ persona: { id, title, description, challenge }, isSelected }: PersonaOptionProps) {
  const glance = GLANCES[id];
  return (
    <RadioGroup.Item
      value={id}
      aria-label={title}
      aria-describedby={`household-${id}`}
      className="group -mx-3 flex w-[calc(100%+1.5rem)] items-center gap-4 border-line border-b px-3 py-3.5 text-left hover:bg-sunken data-[state=checked]:rounded-2 data-[state=checked]:border-transparent data-[state=checked]:bg-accent-soft"
    >
      <span
        aria-hidden
        className="size-5 shrink-0 rounded-full border border-line-strong bg-surface group-data-[state=checked]:border-[6px] group-data-[state=checked]:border-accent"
      />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span id={`household-${id}`} className="block text-ink-2 text-sm">
          {description}
          {isSelected && (
            <>
              {' '}
              {challenge}
              <span className="figures mt-1 block text-ink">
                <span className="text-ink-3">Debts </span>
                {formatDebt(glance)}
              </span>
            </>
          )}
          <span className="figures mt-1 block text-ink md:hidden">Income {formatIncome(glance)}</span>
        </span>
      </span>
      <NetWorthSketch {...NET_WORTHS[id]} />
      <span aria-hidden className="figures w-28 shrink-0 text-right max-md:hidden">
        <span className="block font-semibold">{formatDollars(glance.income)}</span>
        <span className="text-ink-3 text-sm">monthly income</span>
      </span>
    </RadioGroup.Item>
  );
}

const SKETCH = { width: 152, height: 44, margin: 6 };

/** Renders net worth as a small line: solid until today, then dashed. */
function NetWorthSketch({ past, next }: { past: readonly number[]; next: readonly number[] }) {
  const { width, height, margin } = SKETCH;
  const all = [...past, ...next];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const points = all.map((worth, index) => ({
    x: Math.round(margin + (index / (all.length - 1)) * (width - 2 * margin)),
    y: Math.round(height - margin - ((worth - least) / (most - least)) * (height - 2 * margin)),
  }));
  const path = (from: number, to: number) =>
    `M${points
      .slice(from, to)
      .map(({ x, y }) => `${x} ${y}`)
      .join('L')}`;
  const [today, last] = [points[past.length - 1], points.at(-1)];
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className="w-20 shrink-0 self-center md:w-38"
      fill="none"
      strokeWidth="2"
      strokeLinejoin="round"
    >
      <path d={path(0, past.length)} stroke="var(--chart-past)" />
      <path d={path(past.length - 1, all.length)} stroke="var(--chart-next)" strokeDasharray="3 3" />
      <circle cx={today?.x} cy={today?.y} r="3" fill="var(--chart-past)" />
      <circle cx={last?.x} cy={last?.y} r="3.5" fill="var(--canvas)" stroke="var(--chart-next)" />
    </svg>
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
      { name: 'Skylark Miles Card', owed: 4_000 },
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
