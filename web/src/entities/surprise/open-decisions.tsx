import { dayText } from '@engine/calendar/calendar.ts';
import { fromMinor, markMinor } from '@engine/money/minor.ts';
import { describeProblem, getOpenChoices } from '@engine/simulation/surprise-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { clockQueries } from '@/entities/household/clock-queries';
import { formatTextDate } from '@/lib/dates';
import { formatMinor } from '@/lib/money';
import { Button } from '@/ui/button';
import { DecisionDialog, type OpenDecision } from './decision-dialog';
import type { DecisionKind } from './decision-text';

/** Renders the surprises that need the customer's decision. Renders nothing if there are none. */
export function OpenDecisions() {
  const { data: household } = useQuery(clockQueries.household());
  const decisions = getOpenChoices({ shocks: household?.carryover.shocks ?? [] }).flatMap(toDecision);
  return decisions.map((decision) => <Decision key={decision.id} decision={decision} />);
}

type Shock = ReturnType<typeof getOpenChoices>[number];

function toDecision({ id, choice }: Shock): OpenDecision[] {
  if (!choice) return [];
  const { name, currency = 'USD', repair, replace, late, until } = choice;
  const money = (minor: number) => formatMinor(markMinor(minor), currency);
  return [
    {
      id,
      name: name.charAt(0).toLowerCase() + name.slice(1),
      problem: describeProblem(name),
      currency,
      costs: { repair: money(repair), replace: money(replace), late: money(late) },
      amounts: {
        repair: fromMinor(markMinor(repair)),
        replace: fromMinor(markMinor(replace)),
      },
      until: formatTextDate(dayText(until)),
      decidedOn: formatTextDate(dayText(until + 1)),
    },
  ];
}

function Decision({ decision }: { decision: OpenDecision }) {
  const { problem, costs, until, decidedOn } = decision;
  const [chosen, setChosen] = useState<DecisionKind | null>(null);
  return (
    <section
      aria-label="Surprise"
      className="flex gap-3 rounded-2 border border-line-strong border-dashed p-4"
    >
      <Wrench className="mt-0.5 size-5 shrink-0 text-ink-2" />
      <div className="min-w-0">
        <h2 className="font-normal text-ink-2 text-sm">Surprise: decide by {until}</h2>
        <p className="mt-1">
          <strong className="font-semibold">{problem}</strong> A repair costs {costs.repair}, and a
          replacement costs {costs.replace}. Waiting risks an urgent replacement for {costs.late}.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button onClick={() => setChosen('repair')}>Repair for {costs.repair}</Button>
          <Button onClick={() => setChosen('replace')}>Replace for {costs.replace}</Button>
          <Button variant="ghost" onClick={() => setChosen('wait')}>
            Wait
          </Button>
        </div>
        <p className="mt-2 text-ink-2 text-sm">If you don’t decide, it’s repaired on {decidedOn}.</p>
      </div>
      {chosen && <DecisionDialog decision={decision} kind={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}
