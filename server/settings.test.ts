import { isAbsolute } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without any variable the bank runs on this machine with a database of its own', () => {
  const settings = readSettings({});
  expect(settings).toMatchObject({
    port: 3000,
    portIsChosen: false,
    host: 'localhost',
    databaseUrl: null,
    publicUrl: 'http://localhost:3000',
    publicUrlIsChosen: false,
  });
  expect(isAbsolute(settings.dataFolder)).toBe(true);
});

test('the configuration reads its variables from the environment and has defaults for the rest', () => {
  const { config, publicUrl } = readSettings({ SANDBANK_URL: 'https://bank.example/' });
  expect(publicUrl).toBe('https://bank.example');
  expect(config.auth.site_url).toBe('https://bank.example');
  expect(config.api).toMatchObject({ schemas: ['public'], max_rows: 50_000 });
  expect(config.storage.file_size_limit).toBe(20 * 1024 * 1024);
  expect(config.auth.rate_limit.token_verifications).toBeGreaterThan(0);
});

test('a variable that makes no sense is told', () => {
  expect(() => readSettings({ PORT: '70000' })).toThrow('PORT is not a port number: 70000');
  expect(() => readSettings({ SANDBANK_URL: 'bank' })).toThrow('SANDBANK_URL is not an address');
  for (const DATABASE_URL of [
    'bank',
    'mysql://localhost/bank',
    'postgres://',
    'postgres://no such host/bank',
    'postgres://localhost:99999/bank',
    'postgres://user:100%@localhost/bank',
  ])
    expect(() => readSettings({ DATABASE_URL })).toThrow('DATABASE_URL is not an address');
});
