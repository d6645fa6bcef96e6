/** The kind of an import that is not a project file. */
export type RemoteImport =
  | { kind: 'package'; name: string }
  /** A module that contains only types. It isn't needed at run time. */
  | { kind: 'types' }
  /** `serve` from Deno's standard library, the predecessor of `Deno.serve`. */
  | { kind: 'std-server' }
  | { kind: 'unknown' };

/** Packages in Deno's registry that have a different name on npm. */
const JSR_NAMES: Record<string, string> = { '@hono/hono': 'hono', '@zod/zod': 'zod' };

/** Matches `<name>@<version>/<path>`. Names can have a scope. */
const PACKAGE = /^\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/;
/** Sites that serve npm packages as modules, with the package's name in the URL. */
const MIRRORS = [
  /^https:\/\/esm\.sh\/(?:v\d+\/|stable\/)?([^?#]+)/,
  /^https:\/\/cdn\.jsdelivr\.net\/npm\/([^?#]+?)(?:\/\+esm)?(?:[?#]|$)/,
  /^https:\/\/(?:cdn\.skypack\.dev|unpkg\.com)\/([^?#]+)/,
];
const STD_SERVER =
  /^(?:https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/(?:server|mod)\.ts|jsr:@std\/http(?:@[^/]+)?\/server)$/;

/** Parses Deno's import specifiers. Returns null for files and plain package names. */
export function parseRemoteImport(specifier: string): RemoteImport | null {
  if (!/^(?:npm|jsr|https?):/.test(specifier)) return null;
  if (/\.d\.ts(?:[?#]|$)/.test(specifier)) return { kind: 'types' };
  if (STD_SERVER.test(specifier)) return { kind: 'std-server' };
  const path = getPath(specifier);
  const [, name, inside = ''] = (path === null ? null : PACKAGE.exec(path)) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  const npmName = specifier.startsWith('jsr:') ? (JSR_NAMES[name] ?? name) : name;
  return { kind: 'package', name: `${npmName}${inside.replace(/\/$/, '')}` };
}

function getPath(specifier: string): string | null {
  if (/^(?:npm|jsr):/.test(specifier)) return specifier.slice(4);
  for (const mirror of MIRRORS) {
    const path = mirror.exec(specifier)?.[1];
    if (path !== undefined) return path;
  }
  return null;
}
