import { RISKS } from '@engine/simulation/surprise-choices.ts';

export type DecisionKind = 'repair' | 'replace' | 'wait';

/** The costs of a decision, formatted. */
export type Costs = { repair: string; replace: string; late: string };

/** Returns the odds in words, such as `3 in 4`. */
function formatOdds(perMille: number): string {
  return `${Math.round(perMille / 250)} in 4`;
}

/** Describes what may follow each choice. `name` is the item that broke, such as `water heater`. */
export function describeRisk(kind: DecisionKind, name: string, { replace, late }: Costs): string {
  if (kind === 'replace') return `You won’t pay for this ${name} again.`;
  const { perMille, days } = RISKS[kind];
  return kind === 'repair'
    ? `About ${formatOdds(perMille)} repairs don’t last a year. Then a replacement costs ${replace}.`
    : `About ${formatOdds(perMille)} break within ${days[1]} days. Then an urgent replacement costs ${late}.`;
}
