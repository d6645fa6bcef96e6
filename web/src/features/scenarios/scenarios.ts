import type { Pack } from '@engine/scenarios/scenario.ts';
import { type PackFile, SHIPPED_PACKS } from './catalog/shipped-scenarios';
import { STORIES_PATH } from './scenario-paths';

/** A story on the shelf: `rowId` is its own row where the customer brought it; those of the bank have none. */
export type Story = PackFile & { path: string; rowId: string | null };

/** The bank's stories and the customer's own, the newest own first. */
export function storiesOf(own: readonly (PackFile & { id: string })[]): Story[] {
  return [
    ...SHIPPED_PACKS.map((file) => ({ ...file, path: `${STORIES_PATH}/${file.pack.id}`, rowId: null })),
    ...own.map(({ id, ...file }) => ({ ...file, path: `${STORIES_PATH}/own/${id}`, rowId: id })),
  ];
}

/** The same story in the same edition: what was reached in one counts for the other. */
export const isSame = (one: Pick<Pack, 'id'>, other: Pick<Pack, 'id'>) => one.id === other.id;
