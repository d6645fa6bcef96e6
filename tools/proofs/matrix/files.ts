import { run } from '../../../supabase/tests/support/catalog.ts';
import type { RequestRecorder } from './asking.ts';
import type { MatrixBank } from './bank.ts';
import type { Caller, Resident } from './people.ts';

/** A one-pixel image. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Uploads one of the owner's files to every bucket, as a caller who has permission. */
export async function keepFiles(
  bank: MatrixBank,
  { id, token, ids }: Resident,
): Promise<Map<string, string>> {
  const places = new Map<string, string>();
  for (const { id: bucket, allowed_mime_types: types } of await bank.bank
    .owner`select * from storage.buckets`) {
    const name = `${id}/${bucket === 'documents' ? ids.documents : 'picture'}`;
    const type = types?.includes('image/png') === false ? types[0] : 'image/png';
    const headers = { apikey: bank.keys.anonKey, authorization: `Bearer ${token}`, 'content-type': type };
    const place = `${bank.url}/storage/v1/object/${bucket}/${name}`;
    const own = await fetch(place, { method: 'POST', headers, body: PICTURE });
    await own.text();
    if (!own.ok) {
      const byBank = { ...headers, authorization: `Bearer ${bank.keys.serviceKey}` };
      await (await fetch(place, { method: 'POST', headers: byBank, body: PICTURE })).text();
    }
    places.set(bucket, name);
  }
  return places;
}

/** Tries every route of the storage API on every bucket with the name of the owner's file. */
export async function tryFiles(
  bank: MatrixBank,
  requests: RequestRecorder,
  owner: Resident,
  stranger: Resident,
  callers: readonly Caller[],
): Promise<void> {
  const places = await keepFiles(bank, owner);
  await keepFiles(bank, stranger);
  await requests.recordState();
  for (const [bucket, name] of places) {
    if ((await readBy(bank, owner, bucket, name)) !== 200)
      requests.report(`the owner cannot read a file in ${bucket}`);
    if ((await readBy(bank, stranger, bucket, `${stranger.id}/x`)) === 200)
      requests.report(`${bucket} has what is not there`);
  }
  for (const caller of callers) {
    for (const [bucket, name] of places)
      for (const { method, path } of bank.storageRoutes) {
        const place = getAddress(path, bucket, name);
        const { headers, body } = getContent(method, path, bucket, name, owner, stranger);
        const isWord = /^\/(status|version|cdn)|^OPTIONS/.test(path) || method === 'OPTIONS';
        // Strangers can list buckets and files, so only the response's content is checked.
        const forbidden = !isWord && /:name|\*|resumable\/:|resumable\/sign\/:/.test(path);
        const answer = await requests.send(caller, {
          ...{ surface: 'files', method, path: `/storage/v1${place}`, headers, body },
          forbidden,
        });
        if (answer.text.includes(PICTURE.toString('latin1').slice(0, 8)))
          requests.report(`${caller.name}: ${method} ${path} returns the file`);
        if (caller.kind === 'void' && answer.status < 400 && !isWord)
          requests.report(
            `${caller.name}: ${method} ${path} succeeds: ${answer.status} ${answer.text.slice(0, 200)}`,
          );
      }
    for (const [bucket, name] of places)
      if ((await readBy(bank, owner, bucket, name)) !== 200)
        requests.report(`${caller.name} removed a file from ${bucket}`);
    await requests.checkUnchanged(`files: ${caller.name}`);
  }
  const [buckets] = await run(
    bank.bank.owner,
    'select count(*)::int as count, count(*) filter (where public)::int as open from storage.buckets',
  );
  if (buckets?.count !== places.size || buckets.open !== 0) requests.report('the buckets have changed');
}

const getAddress = (path: string, bucket: string, name: string) =>
  path
    .replace(/:name\{\.\+\}/, name)
    .replace(/\*$/, `${bucket}/${name}`)
    .replace(/:bucket/, bucket)
    .replace(/^\/bucket\/:id/, `/bucket/${bucket}`)
    .replace(/:id$/, Buffer.from(`${bucket}/${name}`).toString('base64url'));

function getContent(
  method: string,
  path: string,
  bucket: string,
  name: string,
  owner: Resident,
  stranger: Resident,
): { headers?: Record<string, string>; body?: unknown } {
  if (method === 'GET' || method === 'OPTIONS') return {};
  if (path.includes('resumable')) {
    const word = (text: string) => Buffer.from(text).toString('base64');
    const metadata = `bucketName ${word(bucket)},objectName ${word(name)},contentType ${word('image/png')}`;
    const headers = {
      'tus-resumable': '1.0.0',
      'x-upsert': 'true',
      'upload-length': '5',
      'upload-metadata': metadata,
    };
    const patch = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    return method === 'PATCH' ? { headers: patch, body: 'Probe' } : { headers };
  }
  if (path.includes('/list')) return { body: { prefix: `${owner.id}/`, limit: 100, with_delimiter: false } };
  if (path.includes('/sign')) return { body: { expiresIn: 60, paths: [name] } };
  if (path.endsWith('/move') || path.endsWith('/copy'))
    return {
      body: {
        ...{ bucketId: bucket, sourceKey: name, destinationBucket: 'avatars' },
        destinationKey: `${stranger.id}/${crypto.randomUUID()}`,
      },
    };
  if (path.startsWith('/bucket')) return { body: { id: 'open', name: 'open', public: true } };
  if (method === 'DELETE') return { body: { prefixes: [name] } };
  return { headers: { 'content-type': 'image/png', 'x-upsert': 'true' }, body: new Uint8Array(PICTURE) };
}

async function readBy(bank: MatrixBank, { token }: Resident, bucket: string, name: string): Promise<number> {
  const headers = { apikey: bank.keys.anonKey, authorization: `Bearer ${token}` };
  const answer = await fetch(`${bank.url}/storage/v1/object/authenticated/${bucket}/${name}`, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
