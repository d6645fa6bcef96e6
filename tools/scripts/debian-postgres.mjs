import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the bin folder of Debian's PostgreSQL 15 or later, or null if it isn't installed. */
export function newestDebianPostgres() {
  const home = '/usr/lib/postgresql';
  if (!existsSync(home)) return null;
  const versions = readdirSync(home)
    .filter((version) => Number(version) >= 15 && existsSync(join(home, version, 'bin', 'postgres')))
    .sort((a, b) => Number(b) - Number(a));
  return versions[0] ? join(home, versions[0], 'bin') : null;
}
