import type { Scenario } from '@engine/scenarios/scenario.ts';
import { type ScenarioFile, SHIPPED_SCENARIOS } from './catalog/shipped-scenarios';
import { SCENARIOS_PATH } from './scenario-paths';

/** A story on the shelf: `rowId` is its own row where the customer brought it; those of the bank have none. */
export type ScenarioEntry = ScenarioFile & { path: string; rowId: string | null };

/** The bank's stories and the customer's own, the newest own first. */
export function listScenarios(own: readonly (ScenarioFile & { id: string })[]): ScenarioEntry[] {
  return [
    ...SHIPPED_SCENARIOS.map((file) => ({ ...file, path: `${SCENARIOS_PATH}/${file.pack.id}`, rowId: null })),
    ...own.map(({ id, ...file }) => ({ ...file, path: `${SCENARIOS_PATH}/own/${id}`, rowId: id })),
  ];
}

/** The same story in the same edition: what was reached in one counts for the other. */
export const isSame = (one: Pick<Scenario, 'id'>, other: Pick<Scenario, 'id'>) => one.id === other.id;
