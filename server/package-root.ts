import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findPackageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("No package.json was found in the server's parent folders.");
    folder = parent;
  }
  return folder;
}

/** The folder with package.json, both for the sources (tsx) and for the bundle in dist/server. */
export const packageRoot = findPackageRoot();
