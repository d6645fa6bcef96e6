import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClient, startTestServer } from '../../../server/testing/server.ts';

const SCRIPT = fileURLToPath(new URL('../../../tools/scripts/operator.mjs', import.meta.url));
type CommandResult = { code: number | null; output: string };

describe("the operator's command line", () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  let customer: SupabaseClient;
  const folder = mkdtempSync(join(tmpdir(), 'sandbank-operator-'));

  beforeAll(async () => {
    server = await startTestServer({ listen: true });
    customer = getClient(server);
    const login = { email: 'ada@example.com', password: 'correct horse battery' };
    const { error } = await customer.auth.signUp(login);
    if (error) throw error;
    await customer.rpc('ensure_customer', { time_zone: 'UTC' }).throwOnError();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.close();
  });

  function operator(args: string[], { input = '', key = server.serviceKey } = {}): Promise<CommandResult> {
    const env = { ...process.env, SANDBANK_SERVICE_KEY: key, SANDBANK_URL: server.url };
    const child = spawn(process.execPath, [SCRIPT, ...args], { env });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += piece));
    child.stdin.end(input);
    return new Promise((done) => child.on('close', (code) => done({ code, output })));
  }

  async function openTicket(subject: string, more: Record<string, unknown> = {}): Promise<string> {
    const question = { subject, message: 'Where does it come from?', ...more };
    const { data } = await customer.rpc('open_ticket', question).single<{ id: string }>().throwOnError();
    return data.id;
  }

  it('lists, shows, answers, questions, resolves, and closes support tickets', async () => {
    const id = await openTicket('A fee of $30', { article: 'card-fees' });
    const name = id.slice(0, 8);
    expect((await operator(['list'])).output).toContain(`${name}  `);
    expect((await operator(['show', name])).output).toMatch(
      /^A fee of \$30\n[\s\S]*Where does it come from\?[\s\S]*"card-fees"/,
    );
    const answer = 'It is a late fee.\n\nIt is credited.';
    expect(await operator(['answer', name, '-'], { input: answer })).toEqual({
      code: 0,
      output: `${name} is answered.\n`,
    });
    expect((await operator(['list'])).output).toBe('No questions need an answer.\n');
    expect((await operator(['ask', id, 'Which', 'card?'])).output).toBe(
      `${name} is waiting for the customer.\n`,
    );
    expect((await operator(['resolve', name])).output).toBe(`${name} is resolved.\n`);
    expect((await operator(['close', name, 'Bye.'])).output).toBe(`${name} is closed.\n`);
    const { data } = await customer
      .from('ticket_messages')
      .select('author, body')
      .eq('ticket_id', id)
      .order('created_at')
      .throwOnError();
    expect(data.filter(({ author }) => author === 'operator').map(({ body }) => body)).toEqual([
      answer,
      'Which card?',
      'Bye.',
    ]);
    expect(await operator(['answer', name, 'More'])).toEqual({ code: 1, output: 'This ticket is closed.\n' });
  });

  it('exports the files of a ticket under safe names and without terminal control characters', async () => {
    const form = new FormData();
    form.set('id', crypto.randomUUID());
    form.set('name', 'Bill 2.txt');
    form.set('file', new Blob(['hello']), 'blob');
    const { data: document } = await customer.functions.invoke('upload-document', { body: form });
    const id = await openTicket('A bill', { document_ids: [document.id] });
    // Stores control characters directly, because the bank would remove them.
    await server.context.database.owner`
      update tickets set subject = ${'\u001b[2JGone\u0007\u202e'} where id = ${id}`;
    const { output } = await operator(['list']);
    expect(output).toContain('[2JGone');
    expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    expect((await operator(['show', id])).output).toContain('Attached: Bill 2.txt (5 bytes)');
    expect((await operator(['files', id, folder])).code).toBe(0);
    const [file = ''] = readdirSync(folder);
    expect(file).toBe(`${document.id.slice(0, 8)}-Bill 2.txt`);
    expect(readFileSync(join(folder, file), 'utf8')).toBe('hello');
  });

  it('explains errors in a sentence, and lists disputes and rated articles', async () => {
    for (const [args, sentence] of [
      [['show', 'ffffffff'], "We couldn't find that question."],
      [['show', 'x'], /^Enter at least the first four characters/],
      [['list', 'lost'], /^The state must be one of open/],
      [['sweep'], /^There is no command named "sweep"/],
    ] as const) {
      const { code, output } = await operator([...args]);
      expect(code).toBe(1);
      expect(output.trim()).toMatch(sentence);
    }
    expect((await operator(['list'], { key: server.anonKey })).output).toMatch(/^The bank rejected this key/);
    expect((await operator(['help'])).output).toMatch(/npm run operator -- answer/);
    expect((await operator(['disputes'])).output).toBe('No disputes are in review.\n');
    await customer.rpc('rate_article', { article: 'card-fees', helpful: false }).throwOnError();
    expect((await operator(['articles'])).output).toBe('   0 of 1    helped  card-fees\n');
  });
});
