import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { chooseEncoding, type Encoding } from './compress.ts';
import { matchesETag } from './etag.ts';
import { contentSecurityPolicy, documentHeaders } from './headers.ts';

type Variant = { body: Uint8Array<ArrayBuffer>; tag: string };
type Asset = {
  type: string;
  immutable: boolean;
  plain: Variant;
  encoded: Partial<Record<Encoding, Variant>>;
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pdf': 'application/pdf',
};
const COMPRESSED: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip' };
const HASHED = /^\/assets\/.+-[\w-]{8,}\.\w+$/;
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the built web app from memory, so that paths can't refer to files outside it. Browsers cache files
 * with a hash indefinitely and revalidate all other files. Paths that don't look like files return the app's
 * page. Returns null if the file doesn't exist.
 */
export function createStatic(folder: string): (request: Request, path: string) => Response | null {
  const assets = existsSync(folder) ? readAssets(folder) : new Map<string, Asset>();
  const page = assets.get('/index.html');
  // Prerendered pages, which visitors see before any script runs.
  const landing = assets.get('/landing.html') ?? page;
  const signIn = assets.get('/auth.html') ?? page;
  const policies = new Map([page, landing, signIn].map((asset) => [asset, getPolicies(asset)]));
  return (request, path) => {
    // The prerendered sign-in page doesn't support query parameters.
    const isSignIn = path === '/auth' && new URL(request.url).search === '';
    const result = path === '/' ? landing : isSignIn ? signIn : assets.get(decoded(path));
    const asset = result ?? (looksLikeFile(path) ? undefined : page);
    if (!asset) return null;
    return answer(request, asset, policies.get(asset)?.(request) ?? null);
  };
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, entry);
    if (COMPRESSED[extname(file)] || !statSync(file).isFile()) continue;
    const path = `/${relative(folder, file).split(sep).join('/')}`;
    const encoded: Asset['encoded'] = {};
    for (const [ending, encoding] of Object.entries(COMPRESSED))
      if (existsSync(file + ending)) encoded[encoding] = variant(file + ending);
    const type = TYPES[extname(file)] ?? 'application/octet-stream';
    assets.set(path, { type, immutable: HASHED.test(path), plain: variant(file), encoded });
  }
  return assets;
}

function variant(file: string): Variant {
  const body = new Uint8Array(readFileSync(file));
  return { body, tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function answer(request: Request, asset: Asset, policy: string | null): Response {
  const offered = (['br', 'gzip'] as const).filter((name) => asset.encoded[name]);
  const encoding = chooseEncoding(request.headers.get('accept-encoding'), offered);
  const chosen = (encoding && asset.encoded[encoding]) || asset.plain;
  const headers = new Headers([
    ['Cache-Control', asset.immutable ? FOREVER : 'no-cache'],
    ['ETag', chosen.tag],
    ['Vary', 'Accept-Encoding'],
  ]);
  if (policy) {
    for (const [name, value] of documentHeaders) headers.set(name, value);
    headers.set('Content-Security-Policy', policy);
  }
  if (matchesETag(request.headers.get('if-none-match'), chosen.tag))
    return new Response(null, { status: 304, headers });
  headers.set('Content-Type', asset.type);
  headers.set('Content-Length', String(chosen.body.byteLength));
  if (encoding) headers.set('Content-Encoding', encoding);
  return new Response(request.method === 'HEAD' ? null : chosen.body, { headers });
}

/**
 * Returns a function that chooses a page's content security policy by the requested host. Older browsers need
 * the host's WebSocket origin listed explicitly.
 */
function getPolicies(page: Asset | undefined): (request: Request) => string {
  const html = page ? Buffer.from(page.plain.body).toString('utf8') : '';
  const general = contentSecurityPolicy(html, []);
  return (request) => {
    const { host } = new URL(request.url);
    if (!/^[\w.:[\]-]+$/.test(host)) return general;
    return general.replace("connect-src 'self'", `connect-src 'self' ws://${host} wss://${host}`);
  };
}

const looksLikeFile = (path: string) =>
  path.startsWith('/assets/') || TYPES[extname(path).toLowerCase()] !== undefined;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
