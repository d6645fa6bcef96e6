import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
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

test('another project is served by naming its folder', () => {
  const project = mkdtempSync(join(tmpdir(), 'sandbank-project-'));
  mkdirSync(join(project, 'supabase'));
  writeFileSync(join(project, 'supabase', 'config.toml'), '[auth]\nsite_url = "https://other.example"');
  const { config, projectFolder, functionsFolder, migrationsFolder, seedFiles } = readSettings({
    SUPABASE_WORKDIR: project,
  });
  rmSync(project, { recursive: true });
  expect(config.auth).toMatchObject({ site_url: 'https://other.example', minimum_password_length: 6 });
  expect(projectFolder).toBe(project);
  expect([functionsFolder, migrationsFolder, ...seedFiles]).toEqual(
    ['functions', 'migrations', 'seed.sql'].map((name) => join(project, 'supabase', name)),
  );
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
