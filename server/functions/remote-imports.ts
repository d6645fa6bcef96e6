/** The meaning of an import that is not a project file. */
export type RemoteImport =
  | { kind: 'package'; name: string }
  /** Only types stand there: nothing is needed when it runs. */
  | { kind: 'types' }
  /** `serve` of Deno's standard library, as functions were written before `Deno.serve`. */
  | { kind: 'std-server' }
  | { kind: 'unknown' };

/** Modules of Deno's own registry that npm has under another name. */
const JSR_NAMES: Record<string, string> = { '@hono/hono': 'hono', '@zod/zod': 'zod' };

/** `<name>@<version>/<path>`; a name may have a scope. */
const PACKAGE = /^\/?((?:@[^/@]+\/)?[^/@]+)(?:@[^/]*)?(\/.*)?$/;
/** Where npm's packages are served as modules; the path there is the package's name. */
const MIRRORS = [
  /^https:\/\/esm\.sh\/(?:v\d+\/|stable\/)?([^?#]+)/,
  /^https:\/\/cdn\.jsdelivr\.net\/npm\/([^?#]+?)(?:\/\+esm)?(?:[?#]|$)/,
  /^https:\/\/(?:cdn\.skypack\.dev|unpkg\.com)\/([^?#]+)/,
];
const STD_SERVER =
  /^(?:https:\/\/deno\.land\/std(?:@[^/]+)?\/http\/(?:server|mod)\.ts|jsr:@std\/http(?:@[^/]+)?\/server)$/;

/** Reads an import by Deno's ways of naming things; null for files and for plain names of packages. */
export function remoteImport(specifier: string): RemoteImport | null {
  if (!/^(?:npm|jsr|https?):/.test(specifier)) return null;
  if (/\.d\.ts(?:[?#]|$)/.test(specifier)) return { kind: 'types' };
  if (STD_SERVER.test(specifier)) return { kind: 'std-server' };
  const path = getPath(specifier);
  const [, name, inside = ''] = (path === null ? null : PACKAGE.exec(path)) ?? [];
  if (name === undefined) return { kind: 'unknown' };
  const known = specifier.startsWith('jsr:') ? (JSR_NAMES[name] ?? name) : name;
  return { kind: 'package', name: `${known}${inside.replace(/\/$/, '')}` };
}

function getPath(specifier: string): string | null {
  if (/^(?:npm|jsr):/.test(specifier)) return specifier.slice(4);
  for (const mirror of MIRRORS) {
    const path = mirror.exec(specifier)?.[1];
    if (path !== undefined) return path;
  }
  return null;
}
