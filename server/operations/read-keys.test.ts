import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { cloneDatabase } from '../../supabase/tests/support/harness.ts';
import { readSettings } from '../settings/settings.ts';
import { startBankProcess } from '../testing/bank-process.ts';
import { readKeys } from './read-keys.ts';

let home: string;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'sandbank keys '));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function clientWith(url: string, key: string) {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}

describe('the keys command', () => {
  test('prints the keys of a running bank, and the same ones when it is stopped', {
    timeout: 60_000,
  }, async () => {
    const settings = readSettings({ SANDBANK_DATA: join(home, 'data') });
    const bank = await startBankProcess({ SANDBANK_DATA: settings.dataFolder });
    try {
      const { url, databaseUrl, keys } = await readKeys(settings);
      expect(url).toBe(bank.url);
      const owner = postgres(databaseUrl, { max: 1, onnotice: () => {} });
      expect([...(await owner`select count(*)::int from public.accounts`)]).toEqual([{ count: 0 }]);
      await owner.end();
      for (const key of [keys.serviceKey, keys.secretKey])
        expect((await clientWith(url, key).auth.admin.listUsers()).error).toBeNull();
      for (const key of [keys.anonKey, keys.publishableKey])
        expect((await clientWith(url, key).auth.signInAnonymously()).error).toBeNull();
      await bank.end('SIGTERM');
      const later = await readKeys(settings);
      expect(later).toEqual({ url: 'http://localhost:3000', databaseUrl, keys });
    } finally {
      await bank.end('SIGTERM');
    }
  });

  test("prints the keys of the operator's database with the configured address", async () => {
    const clone = await cloneDatabase();
    try {
      const settings = readSettings({
        DATABASE_URL: clone.url,
        SANDBANK_URL: 'https://bank.example',
        SUPABASE_AUTH_SECRET_KEY: 'sb_secret_chosen-by-the-operator',
      });
      const { url, keys } = await readKeys(settings);
      expect(url).toBe('https://bank.example');
      expect(keys.secretKey).toBe('sb_secret_chosen-by-the-operator');
      expect(keys.publishableKey).toMatch(/^sb_publishable_/);
    } finally {
      await clone.drop();
    }
  });

  test('explains missing keys in one sentence', async () => {
    const folder = join(home, 'nothing');
    await expect(readKeys(readSettings({ SANDBANK_DATA: folder }))).rejects.toThrow('no bank in');
    await expect(readKeys(readSettings({ DATABASE_URL: 'postgres://127.0.0.1:1/nothing' }))).rejects.toThrow(
      'Failed to read the keys from the database (ECONNREFUSED)',
    );
    const clone = await cloneDatabase();
    const owner = postgres(clone.url, { max: 1 });
    try {
      await owner`delete from platform.secrets`;
      await expect(readKeys(readSettings({ DATABASE_URL: clone.url }))).rejects.toThrow(
        'contains no keys yet',
      );
    } finally {
      await owner.end();
      await clone.drop();
    }
  });
});
