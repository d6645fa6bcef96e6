import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../testing/sessions.ts';
import { forgedToken, headers, method, oddClaims, tokenHeader } from './testing/fuzz-headers.ts';
import {
  accept,
  body,
  contentType,
  encode,
  injection,
  oddText,
  preference,
  query,
  relation,
} from './testing/fuzz-requests.ts';
import { ALICE, BOB, type Library, openLibrary } from './testing/library.ts';
import { soundRequest } from './testing/valid-requests.ts';

/** The number of cases per test. `FUZZ_RUNS` overrides it. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 150);
/** The time in milliseconds after which a request counts as hanging. */
const ENDLESS_MS = 60_000;
const PATIENCE_MS = 1_200_000;

let library: Library;
let token: string;
beforeAll(async () => {
  library = await openLibrary({ config: { api: { plan_enabled: true } } });
  const { database, keys } = library.server.context;
  token = await openSession(database.owner, keys, ALICE, { lifetimeSeconds: 3600 });
});
afterAll(() => library.server.close());

type Refusal = { code: string; message: string };
const NO_REFUSAL: Refusal = { code: '', message: '' };
/**
 * SQLSTATEs of an incorrectly composed statement: syntax errors, unknown or ambiguous aliases, and missing
 * parameters.
 */
const OURS = new Set(['42601', '42P01', '42P02', '42702', '42P09', '42712']);

/**
 * Checks that a response is a success or a refusal with a code, that it isn't an internal error, and that it
 * reveals nothing about Bob.
 */
async function check(path: string, init: RequestInit = {}): Promise<Refusal> {
  const headers = new Headers(init.headers);
  headers.set('Authorization', `Bearer ${token}`);
  const sent = `${init.method ?? 'GET'} ${path} ${String(init.body ?? '')}`;
  const { response, text } = await answered(path, { ...init, headers }, sent);
  const place = `${sent}: ${response.status} ${text.slice(0, 300)}`;
  expect(response.status, place).toBeLessThan(500);
  expect(text.includes(BOB) && !sent.includes(BOB), place).toBe(false);
  if (response.status < 400 || text === '' || response.headers.has('content-encoding')) return NO_REFUSAL;
  const refusal = JSON.parse(text);
  expect(refusal, place).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  return refusal;
}

/** Returns the response. If there is none, throws an error that contains the request. */
async function answered(path: string, init: RequestInit, sent: string) {
  let timer: NodeJS.Timeout | undefined;
  const endless = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer to ${sent}`)), ENDLESS_MS);
  });
  const answer = async () => {
    const response = await library.request(path, init);
    return { response, text: await response.text() };
  };
  return Promise.race([answer(), endless]).finally(() => clearTimeout(timer));
}

test(
  'no query causes a server error in a read',
  async () => {
    await fc.assert(
      fc.asyncProperty(relation, query, preference, accept, async (path, search, prefer, media) => {
        await check(path + search, { headers: { Prefer: prefer, Accept: media } });
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

test(
  'every valid combination of query parameters becomes a valid statement',
  async () => {
    await fc.assert(
      fc.asyncProperty(soundRequest, preference, accept, async (path, prefer, media) => {
        const { code, message } = await check(path, { headers: { Prefer: prefer, Accept: media } });
        const isOurs = OURS.has(code) && !message.includes('tsquery');
        expect(isOurs, `${path} ${media}: ${code} ${message}`).toBe(false);
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

test(
  'no body causes a server error in a write or call',
  async () => {
    const method = fc.constantFrom('POST', 'PATCH', 'PUT', 'DELETE', 'POST');
    const request = fc.record({
      path: relation,
      search: query,
      method,
      body,
      contentType,
      preference,
      accept,
    });
    await fc.assert(
      fc.asyncProperty(request, async (entry) => {
        const headers = { 'Content-Type': entry.contentType, Prefer: entry.preference, Accept: entry.accept };
        await check(entry.path + entry.search, { method: entry.method, body: entry.body, headers });
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

test(
  'no header causes a server error',
  async () => {
    const request = fc.record({ path: relation, search: query, method, headers, body });
    await fc.assert(
      fc.asyncProperty(request, async (item) => {
        const hasBody = /^(POST|PATCH|PUT|DELETE)$/.test(item.method);
        const init = { method: item.method, headers: item.headers };
        await check(item.path + item.search, hasBody ? { ...init, body: item.body } : init);
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

test(
  "no token causes a server error or reveals another customer's data",
  async () => {
    const { keys } = library.server.context;
    const signed = oddClaims.map((claims) => ({ sign: claims }));
    const forged = forgedToken.chain(tokenHeader).map((header) => ({ header }));
    const genuine = tokenHeader(token).map((header) => ({ header }));
    await fc.assert(
      fc.asyncProperty(relation, fc.oneof(signed, forged, genuine), async (path, one) => {
        const header =
          'header' in one ? one.header : `Bearer ${await keys.sign(one.sign, 3600).catch(() => '')}`;
        const response = await library.request(path, { key: '', headers: { Authorization: header } });
        const text = await response.text();
        const place = `${path} ${JSON.stringify(one)}: ${response.status} ${text.slice(0, 300)}`;
        expect(response.status, place).toBeLessThan(500);
        const isService = 'sign' in one && one.sign.role === 'service_role';
        if (!isService) expect(text.includes(BOB), place).toBe(false);
      }),
      { numRuns: RUNS },
    );
  },
  PATIENCE_MS,
);

/** Returns queries that contain a string at each position that accepts text. */
function positions(text: string): string[] {
  const code = encode(text);
  const queries = [
    ...[code, `id:${code}`, `${code}:id`, `id::${code}`, `facts->${code}`, `facts->>${code}`].map(
      (item) => `select=${item}`,
    ),
    ...[`tags!${code}(id)`, `${code}(id)`, `...${code}(id)`, `id.${code}()`].map((item) => `select=${item}`),
    ...[
      `eq.${code}`,
      code,
      `like.${code}`,
      `fts(${code}).x`,
      `in.(${code})`,
      `in.("${code}")`,
      `is.${code}`,
    ].map((filter) => `title=${filter}`),
    ...[
      `${code}=eq.1`,
      `labels=cs.{${code}}`,
      `facts->>${code}=eq.1`,
      `or=(title.eq.${code})`,
      `or=(${code}.eq.1)`,
    ],
    ...[
      `order=${code}`,
      `order=id.${code}`,
      `limit=${code}`,
      `offset=${code}`,
      `tags.order=${code}&select=tags(*)`,
    ],
  ];
  return [
    ...queries.map((item) => `books?${item}`),
    `rpc/echo_text?value=${code}`,
    `rpc/add?${code}=1`,
    `rpc/${code}`,
    code,
  ];
}

test(
  'no value becomes part of a statement',
  async () => {
    const authors = () => library.service.from('authors').select('*', { count: 'exact', head: true });
    const before = await authors();
    await fc.assert(
      fc.asyncProperty(fc.oneof(injection, oddText), async (text) => {
        for (const path of positions(text)) await check(path);
        const row = JSON.stringify({ [text]: text });
        const headers = { 'Content-Type': 'application/json' };
        await check(`tags?on_conflict=${encode(text)}&columns=${encode(text)}`, {
          method: 'POST',
          body: row,
          headers,
        });
        await check('rpc/add', { method: 'POST', body: row, headers });
        await check('books', { headers: { 'Accept-Profile': encode(text), Range: encode(text) } });
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    );
    expect((await authors()).count).toBe(before.count);
  },
  PATIENCE_MS,
);

test('large and deep requests are answered or refused', async () => {
  const listed = (count: number, item: (index: number) => string) =>
    Array.from({ length: count }, (_, n) => item(n)).join(',');
  await check(`books?select=id&id=in.(${listed(20_000, String)})`);
  await check(`books?or=(${listed(3000, (id) => `id.eq.${id}`)})`);
  await check(`books?or=${'(or'.repeat(5000)}`);
  await check(`books?or=(${'and('.repeat(5000)}id.eq.1${')'.repeat(5001)}`);
  await check(`books?select=${'author_id('.repeat(5000)}id${')'.repeat(5000)}`);
  await check(`books?select=${listed(300, (n) => `a${n}:tags(name)`)}`);
  await check(`books?select=facts${'->a'.repeat(5000)}`);
  await check(`books?${Array.from({ length: 600 }, () => 'id=eq.1').join('&')}`);
  const rows = JSON.stringify(
    Array.from({ length: 5000 }, (_, id) => ({ id: id + 10_000, name: `tag ${id}` })),
  );
  await check('tags', { method: 'POST', body: rows, headers: { 'Content-Type': 'application/json' } });
});
