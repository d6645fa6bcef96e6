import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';

const name = `migrate_${process.pid}`;
let server: postgres.Sql;
let url: string;
let folder: string;
const open: Database[] = [];

beforeAll(() => {
  server = postgres(inject('serverUrl'), { max: 1, onnotice: () => {} });
  const address = new URL(inject('serverUrl'));
  address.pathname = name;
  url = address.href;
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbank-migrations-'));
  await server.unsafe(`create database ${name} template template0`);
});
afterEach(async () => {
  for (const database of open.splice(0)) await database.close();
  await server.unsafe(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => server.end());

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

async function openHere(options: Parameters<typeof openDatabase>[1] = {}): Promise<Database> {
  const database = await openDatabase(url, { migrationsFolder: folder, connections: 1, ...options });
  open.push(database);
  return database;
}

test('parallel server starts migrate once', async () => {
  write('20300101000001_first.sql', 'create table public.first (id int); select pg_sleep(0.1);');
  write('20300101000002_second.sql', 'insert into public.first values (1);');
  const databases = await Promise.all([openHere(), openHere(), openHere()]);
  expect(await databases[0].owner`select id from public.first`).toEqual([{ id: 1 }]);
});

test('a migration is recorded like the Supabase CLI does', async () => {
  write(
    '20300101000001_first_steps.sql',
    "create table public.first (note text default 'a;b'); -- done;\nselect 1;",
  );
  write('notes.txt', 'not a migration');
  const { owner } = await openHere();
  expect(await owner`select version, name, statements from supabase_migrations.schema_migrations`).toEqual([
    {
      version: '20300101000001',
      name: 'first_steps',
      statements: ["create table public.first (note text default 'a;b')", '-- done;\nselect 1'],
    },
  ]);
});

test('a failed migration is rolled back completely, keeps earlier ones, and names its line', async () => {
  write('20300101000001_first.sql', 'create table public.first (id int);');
  write('20300101000002_second.sql', 'create table public.second (id int);\n\nselect missing;');
  await expect(openHere()).rejects.toThrow('20300101000002_second.sql:3: column "missing" does not exist');
  write('20300101000002_second.sql', 'create table public.second (id int);');
  const { owner } = await openHere();
  expect(await owner`select version from supabase_migrations.schema_migrations order by 1`).toHaveLength(2);
});

test('a migration that changed after it was applied is reported', async () => {
  write('20300101000001_first.sql', 'create table public.first (id int);');
  const messages: string[] = [];
  const warn = (text: string) => messages.push(text);
  await openHere({ warn });
  const before = messages.length;
  write('20300101000001_first.sql', 'create table public.first (id bigint);');
  await openHere({ warn });
  expect(messages.slice(before)).toEqual([
    expect.stringMatching(/^Changed after .+: 20300101000001_first\.sql$/),
  ]);
});

test('a seed fills a new database once', async () => {
  write('20300101000001_first.sql', 'create table public.first (id int);');
  write('seed.sql', 'insert into public.first values (7);');
  const seedFiles = [join(folder, 'seed.sql'), join(folder, 'absent.sql')];
  await openHere({ seedFiles });
  const { owner } = await openHere({ seedFiles });
  expect(await owner`select id from public.first`).toEqual([{ id: 7 }]);
});

test("objects that a migration creates in public have Supabase's default grants", async () => {
  write('20300101000001_first.sql', 'create table public.first (id int);');
  const { owner } = await openHere();
  expect(
    await owner`select array_agg(distinct grantee::text order by grantee::text) as roles
      from information_schema.role_table_grants where table_name = 'first' and privilege_type = 'INSERT'
      and grantee <> current_user`,
  ).toEqual([{ roles: ['anon', 'authenticated', 'service_role'] }]);
});

test('a migration can call extension functions without a schema, as in a Supabase project', async () => {
  write(
    '20300101000001_people.sql',
    `create table public.people (id uuid default uuid_generate_v4(), word text);
     insert into public.people (word) values (crypt('secret', gen_salt('bf')));`,
  );
  const { owner } = await openHere();
  const [person] = await owner`
    select word = extensions.crypt('secret', word) as is_hashed, id is not null as has_id from public.people`;
  expect(person).toEqual({ is_hashed: true, has_id: true });
});
