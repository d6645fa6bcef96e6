// `npm run licenses`: writes docs/licenses.md. Fails if a license is not permitted.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, fail, installMissingPackages, ROOT } from './prepare.mjs';

checkNode();
await installMissingPackages();
const { register } = await import('tsx/esm/api');
register();
const { getDependencies, getRefused, licensesPage } = await import('./licenses.ts');

const dependencies = getDependencies(JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')));
const refused = getRefused(dependencies);
for (const { name, version, license } of refused) console.error(`${name} ${version}: ${license}`);
if (refused.length > 0) fail('These licenses are not permitted.');

const target = join(ROOT, 'docs', 'licenses.md');
writeFileSync(target, licensesPage(dependencies, await packagesInBrowser()));
console.info(`Wrote docs/licenses.md: ${dependencies.length} packages, every license permitted.`);

/** Builds the web app and its service worker, and returns the names of the packages in the bundles. */
async function packagesInBrowser() {
  const { build } = await import('vite');
  const { build: buildScript } = await import('esbuild');
  const names = new Set();
  const note = (path) => {
    const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1];
    if (name) names.add(name);
  };
  await build({
    root: join(ROOT, 'web'),
    configFile: join(ROOT, 'web', 'vite.config.ts'),
    logLevel: 'error',
    build: { write: false },
    plugins: [
      {
        name: 'collect bundled packages',
        generateBundle(_, bundle) {
          for (const part of Object.values(bundle))
            if (part.type === 'asset') for (const file of part.originalFileNames) note(`/${file}`);
            else
              for (const [id, { renderedLength }] of Object.entries(part.modules))
                if (renderedLength > 0) note(id);
        },
      },
    ],
  });
  const { metafile } = await buildScript({
    entryPoints: [join(ROOT, 'web', 'worker', 'worker.ts')],
    bundle: true,
    write: false,
    metafile: true,
    define: { PRECACHED: '[]', 'process.env.NODE_ENV': '"production"' },
  });
  for (const { inputs } of Object.values(metafile.outputs))
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) if (bytesInOutput > 0) note(`/${path}`);
  return names;
}
