import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getChunks } from '../streams.ts';
import { startS3 } from '../testing/s3.ts';
import { startStorageServer } from '../testing/server.ts';
import type { FileStore } from './file-store.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

const BUCKET = 'files';
let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbank-stores-'));
  s3 = await startS3(join(folder, 's3'), BUCKET);
});
afterAll(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

const stores: [string, () => FileStore][] = [
  ['a folder', () => createFolderStore(join(folder, randomUUID()))],
  ['an S3 service', () => createS3Store(s3.settings, randomUUID())],
];

describe.each(stores)('%s', (_name, open) => {
  test('stores files and returns ranges', async () => {
    const store = open();
    const key = randomUUID();
    const local = await localFile('0123456789');
    await store.put(key, local, 10);
    expect(existsSync(local)).toBe(false);
    expect(await getText(store, key)).toBe('0123456789');
    expect(await getText(store, key, { first: 2, last: 4 })).toBe('234');
    expect(await store.read(randomUUID())).toBeNull();
    const copy = randomUUID();
    await store.copy(key, copy);
    await store.remove([key, randomUUID()]);
    expect(await store.read(key)).toBeNull();
    expect(await getText(store, copy)).toBe('0123456789');
    await expect(store.copy(key, randomUUID())).rejects.toThrow();
  });

  test('stores an empty file and a large one', async () => {
    const store = open();
    for (const content of ['', 'x'.repeat(3_000_000)]) {
      const key = randomUUID();
      await store.put(key, await localFile(content), content.length);
      expect(await getText(store, key)).toBe(content);
    }
  });

  test('lists its files', async () => {
    const store = open();
    const keys = Array.from({ length: 5 }, () => randomUUID()).sort();
    for (const key of keys) await store.put(key, await localFile('x'), 1);
    const listed = [];
    for await (const { key, storedAt } of store.list()) {
      expect(Math.abs(Date.now() - storedAt.getTime())).toBeLessThan(60_000);
      listed.push(key);
    }
    expect(listed.sort()).toEqual(keys);
    expect(await open().list()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
  });
});

test('an S3 service refuses a wrong secret, and the error says so', async () => {
  const store = createS3Store({ ...s3.settings, secretAccessKey: 'wrong' }, 'own');
  const local = await localFile('x');
  await expect(store.put('key', local, 1)).rejects.toThrow('403 SignatureDoesNotMatch');
  await expect(store.read('key')).rejects.toThrow('403');
});

test("a bank stores its customers' files in an S3 service", async () => {
  const server = await startStorageServer({ settings: { s3: s3.settings } });
  try {
    const { client, id } = await server.customer();
    const from = client.storage.from('private');
    expect((await from.upload(`${id}/a`, new Blob(['hello']))).error).toBeNull();
    expect((await from.upload(`${id}/a`, new Blob(['world']), { upsert: true })).error).toBeNull();
    expect((await from.copy(`${id}/a`, `${id}/b`)).error).toBeNull();
    expect(await (await from.download(`${id}/b`)).data?.text()).toBe('world');
    expect(await server.filesOnDisk()).toEqual([]);
    expect((await from.remove([`${id}/a`, `${id}/b`])).data).toHaveLength(2);
    const left = await readdir(join(folder, 's3', BUCKET), { recursive: true });
    expect(left.filter((name) => name.startsWith('files-') && name.includes('object'))).toEqual([]);
  } finally {
    await server.close();
  }
});

async function localFile(content: string): Promise<string> {
  const path = join(folder, randomUUID());
  await writeFile(path, content);
  return path;
}

async function getText(store: FileStore, key: string, range?: { first: number; last: number }) {
  const body = await store.read(key, range);
  const chunks = [];
  if (body) for await (const chunk of getChunks(body)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
