import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStatic } from './static.ts';

const page = '<!doctype html><script>theme()</script><script type="module" src="/assets/app.js"></script>';
const script = 'console.info("the app");'.repeat(50);
let folder: string;
let serve: ReturnType<typeof createStatic>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-web-'));
  const web = join(folder, 'web');
  mkdirSync(join(web, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), 'not for you');
  writeFileSync(join(web, 'index.html'), page);
  writeFileSync(join(web, 'favicon.svg'), '<svg/>');
  const file = join(web, 'assets', 'app-a1B2_c3D.js');
  writeFileSync(file, script);
  writeFileSync(`${file}.br`, brotliCompressSync(script));
  writeFileSync(`${file}.gz`, gzipSync(script));
  serve = createStatic(web);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const asset = '/assets/app-a1B2_c3D.js';
function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Response | null {
  return serve(new Request(`http://bank.test${path}`, { method, headers }), path);
}

async function getBody(response: Response | null): Promise<Buffer> {
  return Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
}

describe('a browser that requests an app file', () => {
  test('gets the best encoding it accepts', async () => {
    const brotli = get(asset, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli?.headers.get('content-encoding')).toBe('br');
    expect(brotliDecompressSync(await getBody(brotli)).toString()).toBe(script);
    const gzip = get(asset, { 'accept-encoding': 'br;q=0, GZIP ; q=0.5' });
    expect(gzip?.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await getBody(gzip)).toString()).toBe(script);
    const plain = get(asset, { 'accept-encoding': 'identity' });
    expect(plain?.headers.get('content-encoding')).toBeNull();
    expect((await getBody(plain)).toString()).toBe(script);
    for (const response of [brotli, gzip, plain]) {
      expect(response?.headers.get('vary')).toBe('Accept-Encoding');
      expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  test('caches it until it changes', async () => {
    const first = get('/favicon.svg');
    expect(first?.headers.get('cache-control')).toBe('no-cache');
    const tag = first?.headers.get('etag') ?? '';
    const repeated = get('/favicon.svg', { 'if-none-match': `"other", W/${tag}` });
    expect(repeated?.status).toBe(304);
    expect(await getBody(repeated)).toHaveLength(0);
    expect(get('/favicon.svg', { 'if-none-match': '"other"' })?.status).toBe(200);
  });

  test('gets its length by HEAD without a body', async () => {
    const response = get(asset, {}, 'HEAD');
    expect(response?.headers.get('content-length')).toBe(String(script.length));
    expect(await getBody(response)).toHaveLength(0);
  });
});

describe('a customer who opens an app address', () => {
  test('gets the page at every address, revalidated each time', async () => {
    for (const path of [
      '/',
      '/index.html',
      '/dashboard',
      '/dashboard/accounts/1',
      '/no/such/screen',
      '/%E0%A4%A',
    ]) {
      const response = get(path);
      expect(response?.status, path).toBe(200);
      expect((await getBody(response)).toString()).toBe(page);
      expect(response?.headers.get('cache-control')).toBe('no-cache');
    }
  });

  test("gets a policy that allows the page's one script by its hash", () => {
    const policy = get('/')?.headers.get('content-security-policy') ?? '';
    const hash = createHash('sha256').update('theme()').digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("connect-src 'self' ws://bank.test wss://bank.test;");
    expect(get('/')?.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });
});

test("can't reach files outside the app's folder", () => {
  const attempts = [
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/assets/%00.js',
  ];
  for (const path of attempts) expect(get(path), path).toBeNull();
});

test('gets an error instead of the page for a missing file', () => {
  for (const path of ['/assets/gone-12345678.js', '/sw.js', '/robots.txt', '/assets/'])
    expect(get(path), path).toBeNull();
});

test('gets no files from an app that has not been built', () => {
  expect(createStatic(join(folder, 'nowhere'))(new Request('http://bank.test/'), '/')).toBeNull();
});
