import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSettings } from './settings.ts';

test('without any variable the bank runs locally with its own database', () => {
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

test('the configuration reads environment variables and has defaults for the rest', () => {
  const { config, publicUrl } = readSettings({ SANDBANK_URL: 'https://bank.example/' });
  expect(publicUrl).toBe('https://bank.example');
  expect(config.auth.site_url).toBe('https://bank.example');
  expect(config.api).toMatchObject({ schemas: ['public'], max_rows: 50_000 });
  expect(config.storage.file_size_limit).toBe(20 * 1024 * 1024);
  expect(config.auth.rate_limit.token_verifications).toBeGreaterThan(0);
});

describe('another project', () => {
  let project: string;
  beforeEach(() => {
    project = realpathSync(mkdtempSync(join(tmpdir(), 'sandbank-project-')));
    mkdirSync(join(project, 'supabase', 'seeds'), { recursive: true });
  });
  afterEach(() => rmSync(project, { recursive: true, force: true }));

  const read = (config: string, environment: Record<string, string> = {}) => {
    writeFileSync(join(project, 'supabase', 'config.toml'), config);
    return readSettings({ SUPABASE_WORKDIR: project, ...environment });
  };

  test("is served by naming its folder, without the bank's web app", () => {
    writeFileSync(join(project, 'supabase', 'seed.sql'), '');
    const settings = read('[auth]\nsite_url = "https://other.example"');
    expect(settings.config.auth).toMatchObject({
      site_url: 'https://other.example',
      minimum_password_length: 6,
    });
    expect(settings).toMatchObject({ projectFolder: project, isBank: false, webFolder: null, notes: [] });
    const { functionsFolder, migrationsFolder, seedFiles } = settings;
    expect([functionsFolder, migrationsFolder, ...seedFiles]).toEqual(
      ['functions', 'migrations', 'seed.sql'].map((name) => join(project, 'supabase', name)),
    );
  });

  test('has its own data folder outside of it, unless the operator names one', () => {
    const other = mkdtempSync(join(tmpdir(), 'sandbank-project-'));
    mkdirSync(join(other, 'supabase'));
    const folders = [project, other].map((folder) => readSettings({ SUPABASE_WORKDIR: folder }).dataFolder);
    rmSync(other, { recursive: true });
    expect(new Set([...folders, readSettings({}).dataFolder]).size).toBe(3);
    for (const folder of folders) expect(folder.startsWith(project)).toBe(false);
    expect(read('', { SANDBANK_DATA: '/tmp/chosen' }).dataFolder).toBe('/tmp/chosen');
  });

  test('is refused if its folder is missing or contains no project', () => {
    expect(() => readSettings({ SUPABASE_WORKDIR: join(project, 'absent') })).toThrow(
      'absent, which is not a folder',
    );
    rmSync(join(project, 'supabase'), { recursive: true });
    expect(() => readSettings({ SUPABASE_WORKDIR: project })).toThrow(
      "doesn't contain a folder named supabase",
    );
  });

  test('lists its seed files by glob, sorted, each once, and names globs without a match', () => {
    for (const file of ['b.sql', 'a.sql', 'c.txt'])
      writeFileSync(join(project, 'supabase', 'seeds', file), '');
    const { seedFiles, notes } = read(
      '[db.seed]\nsql_paths = ["./seeds/b.sql", "seeds/*.sql", "./more/*.sql"]',
    );
    expect(seedFiles).toEqual(['b.sql', 'a.sql'].map((file) => join(project, 'supabase', 'seeds', file)));
    expect(notes).toEqual(['supabase/config.toml: no seed file matches ./more/*.sql.']);
  });

  test("gets one line for each enabled setting that isn't supported, and for each misspelled one", () => {
    const { notes } = read(`
      [api]
      port = 54321
      [db.pooler]
      enabled = false
      [storage.image_transformation]
      enabled = true
      [auth]
      minimum_pasword_length = 8
      [auth.emial]
      enable_confirmations = true
      [auth.oauth_server]
      enabled = true
      [auth.third_party.clerk]
      enabled = true
      domain = "clerk.example"
      [auth.web3.solana]
      enabled = false
      [auth.captcha]
      enabled = false
      [autth]
      [zzz]
    `);
    expect(notes).toEqual([
      'supabase/config.toml: [storage.image_transformation] is enabled but has no effect: image transformation is not supported.',
      'supabase/config.toml: auth.minimum_pasword_length is unknown and ignored. Did you mean auth.minimum_password_length?',
      'supabase/config.toml: [auth.emial] is unknown and ignored. Did you mean [auth.email]?',
      expect.stringContaining('[auth.oauth_server] is enabled but has no effect'),
      expect.stringContaining('[auth.third_party.clerk] is enabled but has no effect'),
      'supabase/config.toml: [autth] is unknown and ignored. Did you mean [auth]?',
      'supabase/config.toml: [zzz] is unknown and ignored.',
    ]);
  });

  test('does not start with a captcha or a hook, which are unsafe to ignore', () => {
    for (const name of ['captcha', 'hook.before_user_created', 'hook.custom_access_token'])
      expect(() => read(`[auth.${name}]\nenabled = true`)).toThrow(
        `[auth.${name}] is enabled in supabase/config.toml but is not supported`,
      );
    expect(read('[auth.hook.send_sms]\nenabled = false').notes).toEqual([]);
  });
});

test("the bank's own configuration has no setting without effect", () => {
  expect(readSettings({}).notes).toEqual([]);
});

test('an invalid variable is reported', () => {
  expect(() => readSettings({ PORT: '70000' })).toThrow('PORT is not a valid port number: 70000');
  expect(() => readSettings({ SANDBANK_URL: 'bank' })).toThrow('SANDBANK_URL is not a valid URL');
  for (const DATABASE_URL of [
    'bank',
    'mysql://localhost/bank',
    'postgres://',
    'postgres://no such host/bank',
    'postgres://localhost:99999/bank',
    'postgres://user:100%@localhost/bank',
  ])
    expect(() => readSettings({ DATABASE_URL })).toThrow('DATABASE_URL must have the form');
});
