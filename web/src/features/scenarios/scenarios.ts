import { type Scenario, scenario } from '@engine/scenarios/scenario.ts';
import { SCENARIOS_PATH } from '@/entities/scenario/scenario-run';

/** A scenario with the exact text of its file. */
export type ScenarioFile = { pack: Scenario; text: string };

const TEXTS = import.meta.glob<string>('../../../../content/scenarios/*.json', {
  eager: true,
  query: '?raw',
  import: 'default',
});

/** Difficulties from easiest to hardest. Scenarios are sorted by difficulty, then by title. */
const STEPS: readonly Scenario['difficulty'][] = ['easy', 'medium', 'hard'];

/** The scenarios that come with the bank. */
export const SHIPPED_SCENARIOS: readonly ScenarioFile[] = Object.values(TEXTS)
  .map((text) => ({ text, pack: scenario.parse(JSON.parse(text)) }))
  .toSorted(
    ({ pack: item }, { pack: other }) =>
      STEPS.indexOf(item.difficulty) - STEPS.indexOf(other.difficulty) ||
      item.title.localeCompare(other.title),
  );

/**
 * A scenario in the catalog. `rowId` is the id of the imported scenario's row; null for the bank's scenarios.
 */
export type ScenarioEntry = ScenarioFile & { path: string; rowId: string | null };

/** Returns the bank's scenarios, followed by the customer's imported scenarios. */
export function listScenarios(own: readonly (ScenarioFile & { id: string })[]): ScenarioEntry[] {
  return [
    ...SHIPPED_SCENARIOS.map((file) => ({ ...file, path: `${SCENARIOS_PATH}/${file.pack.id}`, rowId: null })),
    ...own.map(({ id, ...file }) => ({ ...file, path: `${SCENARIOS_PATH}/own/${id}`, rowId: id })),
  ];
}
