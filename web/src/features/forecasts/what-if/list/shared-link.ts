import { fromWhatIfFile } from '@engine/what-if/file.ts';
import type { WhatIf } from '@engine/what-if/what-if.ts';

/** A what-if from a link; `missing` is the reason why it cannot start. */
type Handed = Pick<WhatIf, 'name' | 'decisions'> & { missing: string | null };

/** The branch that an address brings along, as the assistant does: `/forecasts/what-if?branch={"name":…,"decisions":…}`. */
export function readSharedWhatIf(text: string): Handed {
  const branch = fromWhatIfFile(read(text));
  return branch
    ? { ...branch, missing: null }
    : { name: '', decisions: [], missing: "This link doesn't contain a what-if we can read." };
}

function read(text: string): unknown {
  try {
    return { id: crypto.randomUUID(), ...JSON.parse(text) };
  } catch {
    return null;
  }
}
