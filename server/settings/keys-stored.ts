import { randomBytes } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK } from 'jose';
import type postgres from 'postgres';
import { signToken } from './keys-tokens.ts';

/** Secrets that the bank generates on its first start. */
export type StoredKeys = Awaited<ReturnType<typeof getKeys>>;

const ALGORITHM = 'ES256';
const API_KEY_LIFETIME_SECONDS = 10 * 365 * 86_400;

/** Returns the bank's keys, which all of its processes share. Creates them if they don't exist. */
export const getKeys = async (owner: postgres.Sql) => ({
  ...(await readOrCreate(owner, 'keys', createKeys)),
  ...(await readOrCreate(owner, 'opaque keys', async () => ({
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(24).toString('base64url')}`,
  }))),
});

/** Returns the keys of a bank that has been started before, or null if there are none. */
export async function readStoredKeys(owner: postgres.Sql): Promise<StoredKeys | null> {
  const [table] = await owner`select to_regclass('platform.secrets') is not null as exists`;
  if (!table?.exists) return null;
  const [keys, opaqueKeys] = [await read(owner, 'keys'), await read(owner, 'opaque keys')];
  return keys && opaqueKeys ? ({ ...keys, ...opaqueKeys } as StoredKeys) : null;
}

async function readOrCreate<T extends object>(owner: postgres.Sql, name: string, make: () => Promise<T>) {
  const stored = await read(owner, name);
  if (stored) return stored as T;
  const created = await make();
  await owner`
    insert into platform.secrets (name, value) values (${name}, ${JSON.stringify(created)}) on conflict do nothing`;
  // Another process could have created the keys first. In that case, its keys are used.
  return ((await read(owner, name)) ?? created) as T;
}

async function read(owner: postgres.Sql, name: string): Promise<object | null> {
  const [row] = await owner`select value from platform.secrets where name = ${name}`;
  return row ? JSON.parse(row.value) : null;
}

async function createKeys() {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const pair = await exportJWK(privateKey);
  pair.kid = await calculateJwkThumbprint(pair);
  const signer = { key: await importJWK(pair, ALGORITHM), algorithm: ALGORITHM, kid: pair.kid };
  const apiKey = (role: string) => signToken(signer, { iss: 'sandbank', role }, API_KEY_LIFETIME_SECONDS);
  return {
    /** The private JWK that signs tokens if the operator provides no keys. */
    pair,
    /** A secret of 32 bytes in hexadecimal, for keyed hashes. */
    secret: randomBytes(32).toString('hex'),
    anonKey: await apiKey('anon'),
    serviceKey: await apiKey('service_role'),
  };
}
