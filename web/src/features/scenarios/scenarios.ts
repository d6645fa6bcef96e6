import type { Scenario } from '@engine/scenarios/scenario.ts';
import { type ScenarioFile, SHIPPED_SCENARIOS } from './catalog/shipped-scenarios';
import { SCENARIOS_PATH } from './scenario-paths';

/** A scenario in the catalog. `rowId` is its row if the customer imported it. */
export type ScenarioEntry = ScenarioFile & { path: string; rowId: string | null };

/** The bank's scenarios and the customer's own, newest own first. */
export function listScenarios(own: readonly (ScenarioFile & { id: string })[]): ScenarioEntry[] {
  return [
    ...SHIPPED_SCENARIOS.map((file) => ({ ...file, path: `${SCENARIOS_PATH}/${file.pack.id}`, rowId: null })),
    ...own.map(({ id, ...file }) => ({ ...file, path: `${SCENARIOS_PATH}/own/${id}`, rowId: id })),
  ];
}

/** Returns true for the same scenario in the same edition, whose results count for each other. */
export const isSame = (one: Pick<Scenario, 'id'>, other: Pick<Scenario, 'id'>) => one.id === other.id;
