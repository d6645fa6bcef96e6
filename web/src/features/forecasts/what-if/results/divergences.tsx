import type { HouseholdRow } from '@engine/household/row.ts';
import { type Divergence, findDivergences } from '@engine/what-if/comparison.ts';
import type { Decision } from '@engine/what-if/what-if.ts';
import { useMemo } from 'react';
import { formatMinor, type Minor } from '@/lib/money';
import { getToday } from '../../forecast/days';
import { getStep } from '../apply/steps';
import { formatDecision, formatMonth } from '../decisions/decision-text';
import type { Projections } from '../simulation/projections';

type WhatIfPartingsProps = {
  decisions: readonly Decision[];
  lives: Projections;
  row: HouseholdRow;
};

/** The events in which the projections differ, and both results. */
export function WhatIfDivergences({ decisions, lives, row }: WhatIfPartingsProps) {
  const rows = useMemo(() => getRows(decisions, lives, row), [decisions, lives, row]);
  return (
    <section>
      <h3 className="mb-3 text-lg">Where the plans differ</h3>
      <table className="w-full table-fixed">
        <thead>
          <tr className="border-line border-b text-left text-ink-3 text-xs">
            <th className="w-24 py-2 pr-3 font-medium">When</th>
            <th className="py-2 pr-4 font-medium">This what-if</th>
            <th className="py-2 font-medium">Current plan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ day, branch, baseline }) => (
            <tr key={`${day}${branch}${baseline}`} className="border-line border-b align-top">
              <th scope="row" className="figures py-3 pr-3 text-left font-semibold">
                {formatMonth(day)}
              </th>
              <td className="figures py-3 pr-4">{branch}</td>
              <td className="figures py-3">{baseline}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Decisions that the events of a projection already report. */
const TOLD_BY_THEMSELVES = new Set<Decision['kind']>(['shock', 'purchase', 'buy_home', 'take_loan']);

function getRows(
  decisions: readonly Decision[],
  { branch, baseline }: Projections,
  row: HouseholdRow,
): Divergence[] {
  const { currency } = branch;
  const last = branch.points.at(-1);
  const today = getToday(row);
  const decided = decisions
    .filter(({ kind, on }) => !TOLD_BY_THEMSELVES.has(kind) && last && on <= last.day)
    .map((decision) => {
      const { title } = formatDecision(decision, row, currency);
      const step = getStep(decision, currency);
      return {
        day: Math.max(decision.on, today),
        branch: step ? `${title}: ${step.words}` : title,
        baseline: null,
      };
    });
  const worth = (life: typeof branch) =>
    `Net worth ${formatMinor((life.points.at(-1)?.netWorth ?? 0) as Minor, currency)}`;
  return [
    ...[...decided, ...findDivergences(branch, baseline)].toSorted((one, other) => one.day - other.day),
    ...(last ? [{ day: last.day, branch: worth(branch), baseline: worth(baseline) }] : []),
  ];
}
