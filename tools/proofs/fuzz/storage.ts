import fc from 'fast-check';
import { type Attempt, sent } from './attempts.ts';
import type { FuzzedBank } from './bank.ts';
import { brokenBody, escaped, oddNumber, oddText, oddValue } from './values.ts';

const BUCKETS = ['documents', 'fuzz', 'fuzz', 'fuzz-open', 'nowhere'];
const PREFIXES =
  'object object/public object/authenticated object/sign object/info object/info/public object/upload/sign object/list object/list-v2 object/copy object/move bucket render/image upload/resumable upload/resumable/sign cdn .'.split(
    ' ',
  );
const TYPES = [
  'text/plain',
  'text/html',
  'image/svg+xml',
  'application/json',
  'multipart/form-data; boundary=b',
  'x',
];
const MEMBERS =
  'prefix prefixes limit offset search sortBy cursor with_delimiter bucketId sourceKey destinationKey destinationBucket expiresIn paths id name public file_size_limit allowed_mime_types copyMetadata metadata __proto__ constructor'.split(
    ' ',
  );

/**
 * Generates storage API requests on two buckets. A policy gives customers full permissions on the files in
 * these buckets.
 */
export async function storageAttempts(bank: FuzzedBank): Promise<fc.Arbitrary<Attempt>> {
  await makeBuckets(bank);
  const name = fc.oneof(
    fc.constantFrom('a.txt', 'b/c.txt', 'page.html', 'drawing.svg', 'b'),
    oddText.map((text) => escaped(text).slice(0, 3000)),
    fc.constantFrom(
      '..%2f..%2fdatabase.json',
      '%2e%2e/%2e%2e/x',
      'a%2f..%2f..%2fb',
      '%5c..%5cx',
      'a%00b',
      '//x',
    ),
  );
  const place = fc
    .tuple(
      fc.constantFrom(...PREFIXES),
      fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...BUCKETS) }, oddText.map(escaped)),
      fc.oneof({ weight: 4, arbitrary: name.map((text) => `/${text}`) }, fc.constantFrom('', '/')),
      fc.oneof({ weight: 4, arbitrary: fc.constant('') }, queries()),
    )
    .map(([prefix, bucket, key, query]) => `/storage/v1/${prefix}/${bucket}${key}${query}`);
  const [first = '', second = ''] = bank.tokens;
  const sender = fc.constantFrom(first, first, first, second, bank.anonKey, bank.serviceKey, 'a.b.c', '');
  const method = fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS');
  return (
    fc
      .tuple(place, method, bodies(), headers(), fc.constantFrom(...TYPES), sender)
      // Excludes changes to buckets by the operator, who is allowed to remove these buckets.
      .filter(
        ([path, verb, , , , bearer]) =>
          !(bearer === bank.serviceKey && /\/bucket/.test(path) && verb !== 'GET'),
      )
      .map(([path, verb, body, extra, type, bearer]) => ({
        method: verb,
        path,
        headers: {
          'content-type': type,
          ...(extra as Record<string, string>),
          ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
        },
        body: verb === 'GET' || verb === 'HEAD' ? null : body,
      }))
  );
}

async function makeBuckets(bank: FuzzedBank): Promise<void> {
  for (const [id, open] of [
    ['fuzz', false],
    ['fuzz-open', true],
  ] as const)
    await sent(bank, {
      method: 'POST',
      path: '/storage/v1/bucket',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bank.serviceKey}` },
      body: JSON.stringify({ id, name: id, public: open }),
    });
  await bank.owner.unsafe(`
    drop policy if exists "customers do anything with files that odd requests are about" on storage.objects;
    create policy "customers do anything with files that odd requests are about" on storage.objects for all
      to authenticated using (bucket_id like 'fuzz%') with check (bucket_id like 'fuzz%')`);
}

function queries(): fc.Arbitrary<string> {
  const parameter = fc.constantFrom(
    'token',
    'download',
    'width',
    'limit',
    'offset',
    'sortColumn',
    'search',
    'x',
  );
  return fc.tuple(parameter, oddText).map(([key, text]) => `?${key}=${escaped(text).slice(0, 2000)}`);
}

function bodies(): fc.Arbitrary<string> {
  const knownValues = fc.constantFrom('fuzz', 'a.txt', 'b', 'name', 'asc', ['a.txt', 'b/c.txt'], {
    column: 'name',
    order: 'desc',
  });
  const json = fc
    .dictionary(fc.constantFrom(...MEMBERS), fc.oneof(oddValue, knownValues, oddNumber), { maxKeys: 5 })
    .map((fields) => JSON.stringify(fields));
  const form = fc
    .tuple(fc.constantFrom('', 'file', 'metadata', 'cacheControl'), oddText, fc.boolean())
    .map(
      ([field, text, ends]) =>
        `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${text}"\r\nContent-Type: ${text}\r\n\r\n${text}\r\n${ends ? '--b--\r\n' : ''}`,
    );
  return fc.oneof(json, json, form, brokenBody, fc.constant('some bytes'));
}

function headers() {
  const number = fc.oneof(fc.constantFrom('0', '10', '5'), oddText);
  return fc.record(
    {
      'x-upsert': fc.constantFrom('true', 'false', 'x'),
      'cache-control': oddText,
      'x-metadata': fc.oneof(
        oddText,
        fc.json().map((text) => Buffer.from(text).toString('base64')),
      ),
      range: fc.constantFrom(
        'bytes=0-1',
        'bytes=-5',
        'bytes=9-1',
        'bytes=99999999999999999999-',
        'bytes=0-0,2-3',
      ),
      'if-none-match': oddText,
      'if-modified-since': oddText,
      'if-range': oddText,
      'x-robots-tag': oddText,
      'tus-resumable': fc.constant('1.0.0'),
      'upload-length': number,
      'upload-offset': number,
      'upload-metadata': fc.oneof(
        oddText,
        fc
          .tuple(fc.constantFrom('fuzz', 'documents', 'x'), oddText)
          .map(
            ([bucket, text]) =>
              `bucketName ${base64(bucket)},objectName ${base64(text)},metadata ${base64('{"a":1}')}`,
          ),
      ),
    },
    { requiredKeys: [] },
  );
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');
