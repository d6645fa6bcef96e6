import type { Plugin } from 'vite';
import { SCHEMA_FILE } from '../engine/household/file-upgrade.ts';
import { buildHouseholdSchema } from '../tools/scripts/household-schema.ts';

/** Adds the JSON Schema of household files to the web application. */
export function householdSchema(): Plugin {
  return {
    name: 'household-schema',
    apply: 'build',
    generateBundle() {
      const source = JSON.stringify(buildHouseholdSchema());
      this.emitFile({ type: 'asset', fileName: SCHEMA_FILE, source });
    },
  };
}
