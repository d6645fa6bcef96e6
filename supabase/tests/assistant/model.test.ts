import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { type Conversation, openConversation } from '../support/assistant.ts';

type Message = { role: string; content: string | null };
type Sent = { model: string; messages: Message[]; tools: { function: { name: string } }[] };
type Said = {
  content?: string;
  tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
};

const uses = (name: string, values: object): Said => ({
  tool_calls: [{ id: 'call-1', type: 'function', function: { name, arguments: JSON.stringify(values) } }],
});

/** Starts a scripted language model on a local port. */
async function scriptedModel() {
  const script: Said[] = [];
  const sent: { body: Sent; authorization: string | undefined }[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      sent.push({ body: JSON.parse(text), authorization: request.headers.authorization });
      const message = script.shift();
      response.writeHead(message ? 200 : 500, { 'content-type': 'application/json' });
      response.end(
        JSON.stringify(message ? { choices: [{ message: { role: 'assistant', ...message } }] } : {}),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    script,
    sent,
    url: `http://127.0.0.1:${port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const SETTINGS = ['ASSISTANT_MODEL_URL', 'ASSISTANT_MODEL_KEY', 'ASSISTANT_MODEL'] as const;
const STRANGE = 'Zorble the frumious bandersnatch of my finances';

describe("the operator's language model", () => {
  let model: Awaited<ReturnType<typeof scriptedModel>>;
  let server: TestServer;
  let talker: Conversation;
  let checking: string;

  beforeAll(async () => {
    model = await scriptedModel();
    [process.env.ASSISTANT_MODEL_URL, process.env.ASSISTANT_MODEL_KEY, process.env.ASSISTANT_MODEL] = [
      model.url,
      'a-key',
      'small',
    ];
    server = await startTestServer();
    talker = await openConversation(server);
    const { data } = await talker.client
      .rpc('open_account', { name: 'Checking', type: 'CHECKING', currency: 'USD', initial_balance: 1234.5 })
      .single<{ id: string; account_number: string }>()
      .throwOnError();
    checking = data.id;
    await talker.client
      .rpc('open_account', { name: 'Savings', type: 'SAVINGS', currency: 'USD' })
      .throwOnError();
  });
  afterAll(async () => {
    for (const name of SETTINGS) delete process.env[name];
    await server.close();
    await model.close();
  });

  it("is asked only where no intent matches, and its sentence appears with the tools' figures", async () => {
    await talker.ask('What is my net worth?');
    expect(model.sent).toEqual([]);
    model.script.push(uses('balance', { of: 'checking' }), { content: 'Checking holds $1,234.50.' });
    const reply = await talker.ask(STRANGE);
    expect(reply.text).toBe('Checking holds $1,234.50.');
    expect(reply.parts).toContainEqual({
      kind: 'figures',
      figures: [expect.objectContaining({ label: 'Checking', amount: 1234.5 })],
    });
    const [first] = model.sent;
    expect(first?.authorization).toBe('Bearer a-key');
    expect(first?.body.model).toBe('small');
    expect(
      first?.body.tools.map((tool) => tool.function.name).some((name) => /confirm|undo/.test(name)),
    ).toBe(false);
    // Before a tool call, the model receives names but no amounts, email addresses, keys, or ids.
    expect(JSON.stringify(first?.body.messages)).not.toMatch(/1234|@|a-key|[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  it('is replaced by the standard answer when it names an amount that no tool returned', async () => {
    model.script.push(uses('balance', { of: 'checking' }), {
      content: 'Checking holds $1,234.50, about $41 a day.',
    });
    const reply = await talker.ask(`${STRANGE} again`);
    expect(reply.text).not.toContain('41');
    expect(reply.parts.some((part) => part.kind === 'figures')).toBe(false);
  });

  it('can propose but not confirm', async () => {
    model.script.push(uses('propose_transfer', { from: 'Checking', to: 'Savings', amount: 34.5 }), {
      content: 'Shall I move $34.50 from Checking to Savings?',
    });
    const { proposal } = await talker.ask(`${STRANGE} once more`);
    expect(proposal).toMatchObject({ kind: 'transfer', state: 'proposed' });
    const balance = async () =>
      (await talker.client.from('accounts').select('balance').eq('id', checking).single().throwOnError()).data
        ?.balance;
    expect(await balance()).toBe(1234.5);
    await talker.confirm(proposal?.id ?? '');
    expect(await balance()).toBe(1200);
  });

  it('that fails changes nothing', async () => {
    const reply = await talker.ask(`${STRANGE} at last`);
    expect(reply.events.at(-1)).toMatchObject({ event: 'done' });
    expect(reply.text).not.toBe('');
  });
});

/** Starts a server that always streams, in pieces that break names and arguments, and without ids. */
async function streamingModel() {
  const script: object[][] = [];
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const delta of script.shift() ?? [])
        response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\r\n\r\n`);
      response.end('data: {"choices":[],"usage":{"total_tokens":9}}\n\ndata: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    script,
    url: `http://127.0.0.1:${port}/api/v2/chat/completions`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

describe('a language model that streams its tool calls', () => {
  let model: Awaited<ReturnType<typeof streamingModel>>;
  let server: TestServer;
  let talker: Conversation;

  beforeAll(async () => {
    model = await streamingModel();
    process.env.ASSISTANT_MODEL_URL = model.url;
    server = await startTestServer();
    talker = await openConversation(server);
    for (const [name, balance] of [
      ['Checking', 812.4],
      ['Savings', 90],
    ] as const)
      await talker.client
        .rpc('open_account', { name, type: 'CHECKING', currency: 'USD', initial_balance: balance })
        .throwOnError();
  });
  afterAll(async () => {
    delete process.env.ASSISTANT_MODEL_URL;
    await server.close();
    await model.close();
  });

  it('receives the results of all its tool calls, and its reply is verified', async () => {
    model.script.push(
      [
        { role: 'assistant', content: null },
        { tool_calls: [{ index: 0, function: { name: 'bal', arguments: '' } }] },
        { tool_calls: [{ index: 0, function: { name: 'anc', arguments: '{"of": "Che' } }] },
        { tool_calls: [{ index: 0, function: { name: 'e', arguments: 'cki' } }] },
        { tool_calls: [{ index: 1, id: 'b', function: { name: 'balance', arguments: '{"of":' } }] },
        { tool_calls: [{ index: 0, function: { arguments: 'ng"}' } }] },
        { tool_calls: [{ index: 1, function: { arguments: '"Savings"}' } }] },
      ],
      [{ content: 'Checking has $812.40 ' }, { content: 'and Savings has $90.00.' }],
    );
    const reply = await talker.ask(STRANGE);
    expect(reply.text).toBe('Checking has $812.40 and Savings has $90.00.');
    const labels = reply.parts.flatMap((part) =>
      part.kind === 'figures' ? part.figures.map(({ label }) => label) : [],
    );
    expect(labels).toEqual(['Checking', 'Savings']);
  });

  it('falls back to the standard answer when the stream is cut off', async () => {
    model.script.push([
      { tool_calls: [{ index: 0, function: { name: 'balance', arguments: '{"of": "Che' } }] },
    ]);
    const reply = await talker.ask(`${STRANGE} again`);
    expect(reply.events.at(-1)).toMatchObject({ event: 'done' });
    expect(reply.text).not.toBe('');
    expect(reply.parts.some(({ kind }) => kind === 'figures')).toBe(false);
  });
});
