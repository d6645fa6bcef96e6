import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { createFunctions } from './functions.ts';

/** A project that was written for Supabase's runtime, not for this server. */
const PROJECT: Record<string, string> = {
  'std/index.ts': `
    import { serve } from 'https://deno.land/std@0.168.0/http/server.ts';
    import 'jsr:@supabase/functions-js/edge-runtime.d.ts';
    serve(async (request: Request): Promise<Response> => new Response('std ' + (await request.text())));`,
  'names/index.ts': `
    import { createClient as byNpm } from 'npm:@supabase/supabase-js@2';
    import { createClient as byJsr, type SupabaseClient } from 'jsr:@supabase/supabase-js@2';
    import { createClient as byMirror } from 'https://esm.sh/@supabase/supabase-js@2.39.3?target=deno';
    import { createClient as byCdn } from 'https://cdn.jsdelivr.net/npm/@supabase/supabase-js@2/+esm';
    import { createClient } from '@supabase/supabase-js';
    import { Hono } from 'jsr:@hono/hono@4';
    import { cors } from 'npm:hono@4/cors';
    import { Buffer } from 'node:buffer';
    const client: SupabaseClient = byMirror(Deno.env.get('SUPABASE_URL')!, Deno.env.get('SUPABASE_ANON_KEY')!);
    const app = new Hono().use(cors());
    app.get('/names', (c) => c.json({
      same: [byJsr, byMirror, byCdn, createClient].every((one) => one === byNpm),
      client: typeof client.from,
      text: Buffer.from('kept').toString(),
    }));
    Deno.serve(app.fetch);`,
  'deno.json': `{
    // Deno allows comments and trailing commas.
    "imports": {
      "greeting": "./_shared/greeting.ts",
      "shared/": "./_shared/",
      "zod": "npm:zod@4",
    },
  }`,
  '_shared/greeting.ts': `
    import words from './words.json' with { type: 'json' };
    export enum Tone { Kind = 'kind' }
    export const greeting = (tone: Tone): string => words[tone];`,
  '_shared/words.json': '{ "kind": "good morning" }',
  'mapped/index.ts': `
    import { z } from 'zod';
    import { greeting } from 'greeting';
    import { Tone } from 'shared/greeting.ts';
    Deno.serve(() => new Response(greeting(z.enum(Tone).parse('kind'))));`,
  'alone/index.ts': `import { word } from 'greeting'; Deno.serve(() => new Response(word));`,
  'alone/deno.json': '{ "imports": { "greeting": "./own.ts" } }',
  'alone/own.ts': `export const word: string = 'my own';`,
  'chosen/main.ts': `import { word } from 'greeting'; Deno.serve(() => new Response(word));`,
  'chosen/names.json': '{ "imports": { "greeting": "../alone/own.ts" } }',
  'waits/index.ts': `
    Deno.serve(() => {
      EdgeRuntime.waitUntil(Promise.resolve());
      return new Response('begun');
    });`,
  'remote/index.ts': `
    import { render } from 'https://deno.land/x/somebody@1.0.0/mod.ts';
    Deno.serve(() => new Response(render()));`,
  'absent/index.ts': `
    import absent from 'npm:a-package-that-nobody-installed@1';
    Deno.serve(() => new Response(absent));`,
  'misspelled/index.ts': 'Deno.serve(() => new Response(;',
};

let server: TestServer;
const supabase = mkdtempSync(join(tmpdir(), 'another project '));
const functionsFolder = join(supabase, 'functions');

beforeAll(async () => {
  for (const [path, text] of Object.entries(PROJECT)) write(path, text);
  server = await startTestServer({
    settings: { functionsFolder },
    config: {
      functions: {
        chosen: {
          enabled: true,
          verify_jwt: true,
          entrypoint: './functions/chosen/main.ts',
          import_map: './functions/chosen/names.json',
        },
      },
    },
  });
});
afterAll(async () => {
  await server.close();
  rmSync(supabase, { recursive: true });
});

function write(path: string, text: string): void {
  const file = join(functionsFolder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const call = (name: string, init: RequestInit = {}) =>
  server.fetch(`${server.url}/functions/v1/${name}`, {
    ...init,
    headers: { authorization: `Bearer ${server.anonKey}` },
  });

describe("another project's function", () => {
  test("can use Deno's standard library as it was", async () => {
    const response = await call('std', { method: 'POST', body: 'serves' });
    expect(await response.text()).toBe('std serves');
  });

  test('can import installed packages by every name that Deno supports', async () => {
    const response = await call('names');
    expect(await response.json()).toEqual({ same: true, client: 'function', text: 'kept' });
  });

  test('resolves its own import map before the shared one', async () => {
    expect(await (await call('mapped')).text()).toBe('good morning');
    expect(await (await call('alone')).text()).toBe('my own');
  });

  test('starts at the entry point and import map of config.toml', async () => {
    expect(await (await call('chosen')).text()).toBe('my own');
  });

  test('may continue after its response', async () => {
    expect(await (await call('waits')).text()).toBe('begun');
  });

  test('is loaded once per server, and again after a fix', async () => {
    const routes = createFunctions(server.context);
    const headers = { authorization: `Bearer ${server.anonKey}` };
    expect(await (await routes.request('/std', { headers })).text()).toBe('std ');
    expect((await call('misspelled')).status).toBe(503);
    write('misspelled/index.ts', "Deno.serve(() => new Response('mended'));");
    expect(await (await call('misspelled')).text()).toBe('mended');
  });
});

describe('an unresolvable import', () => {
  test.each([
    ['remote', 'https://deno.land/x/somebody@1.0.0/mod.ts'],
    ['absent', 'npm:a-package-that-nobody-installed@1'],
  ])('is reported to the caller of the %s function', async (name, address) => {
    const response = await call(name);
    const { code, message } = await response.json();
    expect([response.status, code]).toEqual([503, 'BOOT_ERROR']);
    expect(message).toContain(address);
    expect(message).not.toContain(supabase);
  });
});
