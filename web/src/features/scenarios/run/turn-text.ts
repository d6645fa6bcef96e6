import { dayText } from '@engine/calendar/calendar.ts';
import type { ScenarioRun as Course, RunTurn } from '@engine/scenarios/run-state.ts';
import type { Scenario } from '@engine/scenarios/scenario.ts';
import { formatMinor, type Minor } from '@/lib/money';

/** A day with a problem or an achievement. */
type TurnTold = { key: string; day: string; words: string; isGood: boolean };

/** The turning points of a run. `words` are the scenario's own names. */
export function getTurns(
  turns: readonly (RunTurn & { words: string | null })[],
  pack: Scenario,
  course: Course,
): TurnTold[] {
  // Events after the end didn't affect the result.
  const last = course.outcome?.on ?? course.ends;
  return turns
    .filter(({ day }) => day <= last)
    .map((turn) => ({
      key: `${turn.kind} ${turn.subject}`,
      day: dayText(turn.day),
      words: toText(turn, getName(turn.subject, pack, course)),
      isGood: turn.kind === 'met' || turn.kind === 'paid_off',
    }));
}

function toText({ kind, amount, words }: RunTurn & { words: string | null }, name: string): string {
  const money = amount === undefined ? '' : ` of ${formatMinor(amount as Minor)}`;
  switch (kind) {
    case 'failed':
      return `A payment${money} failed${name && `: ${name}`}`;
    case 'late':
      return `A payment${money} was missed${name && `: ${name}`}`;
    case 'paid_off':
      return `${name || 'A debt'} was paid off`;
    case 'met':
      return `Met: ${words ?? ''}`;
    case 'missed':
      return `Missed: ${words ?? ''}`;
    case 'event':
    case 'crossed':
      return words ?? 'Event';
  }
}

/** Returns the name of a product or rule in the pack; empty for products opened during the run. */
function getName(id: string, { start }: Scenario, { ids }: Course): string {
  const own = Object.keys(ids).find((name) => ids[name] === id);
  const { accounts, cards, loans, mortgages, incomes, payments } = start;
  const named = [...accounts, ...cards, ...loans, ...mortgages, ...incomes, ...payments];
  return named.find((each) => each.id === own)?.name ?? '';
}
