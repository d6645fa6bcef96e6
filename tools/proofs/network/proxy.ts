// A proxy that simulates a bad network: it cuts, delays, duplicates, and reorders requests.
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Chance } from '../chance.ts';
import { pause } from '../crash/bank.ts';

/** The faults that can affect a money request. The fault determines whether the bank receives the request. */
const FAULTS = {
  'cut before it is sent': cutBefore,
  'cut in the middle of the request': cutInRequest,
  'cut once it is sent': cutOnceSent,
  'cut before the answer': (exchange: Exchange) => answerPart(exchange, 0),
  'cut in the middle of the answer': (exchange: Exchange) => answerPart(exchange, 0.5),
  'cut after the answer': (exchange: Exchange) => answerPart(exchange, 1),
  'slow both ways': slow,
  'a few bytes at a time': dripped,
  'sent twice at once': twice,
  'sent again later': againLater,
  'cut, and delivered later': deliveredLater,
  'overtaken by later ones': held,
  'answered by a gateway in between': (exchange: Exchange) => gateway(exchange, true),
  'a gateway that does not reach the bank': (exchange: Exchange) => gateway(exchange, false),
} as const;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

type Exchange = {
  client: Socket;
  request: Buffer;
  chance: Chance;
  /** Opens a connection to the bank. */
  open(): Socket;
};

export type BadNetwork = {
  url: string;
  /** Returns the fault for a money request by its id, or null if there is none. */
  decide: (requestId: string) => Fault | null;
  counts: Map<Fault, number>;
  /** Resolves when all delayed requests have been delivered. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

const REQUEST_ID = /^POST \/rest\/v1\/rpc\/.*"request_id":"([^"]+)"/s;
const LATER_MS = { least: 200, most: 3000 };
const SLOW_MS = { least: 20, most: 700 };

/** Starts the proxy. It is started before the bank, because its address is the bank's public URL. */
export async function startBadNetwork(bankPort: number, chance: Chance): Promise<BadNetwork> {
  const sockets = new Set<Socket>();
  const underWay = new Set<Promise<void>>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // Cut connections are expected to fail at both ends.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const network: BadNetwork = {
    url: '',
    decide: () => null,
    counts: new Map(),
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server: Server = createServer((client) => {
    keep(client);
    readRequests(client, (request) => {
      const exchange = { client, request, chance, open: () => keep(connect(bankPort, '127.0.0.1')) };
      const [, id] = REQUEST_ID.exec(request.toString('latin1')) ?? [];
      const fault = id ? network.decide(id) : null;
      if (fault) network.counts.set(fault, (network.counts.get(fault) ?? 0) + 1);
      const work = deliver(exchange, fault).catch(() => {
        client.destroy();
      });
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  network.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return network;
}

async function deliver(exchange: Exchange, fault: Fault | null): Promise<void> {
  await (fault ? FAULTS[fault](exchange) : answerPart(exchange, 1, false));
}

/**
 * Reads complete requests, one per connection, so that the end of the connection marks the end of the
 * response.
 */
function readRequests(client: Socket, onRequest: (request: Buffer) => void): void {
  let buffered = Buffer.alloc(0);
  client.on('data', (bytes) => {
    buffered = Buffer.concat([buffered, bytes]);
    for (;;) {
      const end = buffered.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = buffered.toString('latin1', 0, end);
      const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
      if (buffered.length < end + 4 + length) return;
      const body = buffered.subarray(end + 4, end + 4 + length);
      const closing = `${head.replace(/\r\nconnection: [^\r]*/i, '')}\r\nConnection: close\r\n\r\n`;
      onRequest(Buffer.concat([Buffer.from(closing, 'latin1'), body]));
      buffered = buffered.subarray(end + 4 + length);
    }
  });
}

/** Sends a request over its own connection and returns the response. */
async function forwardRequest({ open, request }: Exchange): Promise<Buffer> {
  const bank = open();
  bank.write(request);
  const parts: Buffer[] = [];
  for await (const part of bank) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function answerPart(exchange: Exchange, part: number, cut = true): Promise<void> {
  const answer = await forwardRequest(exchange);
  exchange.client.write(answer.subarray(0, Math.floor(answer.length * part)));
  // Waits before the cut, because cutting a connection discards buffered data.
  if (cut && part === 1) await pause(5);
  if (cut) exchange.client.resetAndDestroy();
  else exchange.client.end();
}

async function cutBefore({ client }: Exchange): Promise<void> {
  client.resetAndDestroy();
}

async function cutInRequest({ client, open, request, chance }: Exchange): Promise<void> {
  const bank = open();
  bank.write(request.subarray(0, chance.between(1, request.length - 1)));
  await pause(chance.between(0, 20));
  bank.resetAndDestroy();
  client.resetAndDestroy();
}

/** Cuts the connection once the request is sent. The bank may or may not detect the cut. */
async function cutOnceSent(exchange: Exchange): Promise<void> {
  const { client, open, request, chance } = exchange;
  client.resetAndDestroy();
  if (chance.fraction() < 0.5) return void (await forwardRequest(exchange));
  const bank = open();
  bank.write(request);
  await pause(chance.between(0, 20));
  bank.resetAndDestroy();
}

async function slow(exchange: Exchange): Promise<void> {
  const { client, chance } = exchange;
  await pause(chance.between(SLOW_MS.least, SLOW_MS.most));
  const answer = await forwardRequest(exchange);
  await pause(chance.between(SLOW_MS.least, SLOW_MS.most));
  client.end(answer);
}

async function dripped({ client, open, request, chance }: Exchange): Promise<void> {
  const bank = open();
  for (let at = 0; at < request.length; ) {
    const next = at + chance.between(1, 200);
    bank.write(request.subarray(at, next));
    at = next;
    await pause(chance.between(0, 15));
  }
  for await (const part of bank) client.write(part as Buffer);
  client.end();
}

async function twice(exchange: Exchange): Promise<void> {
  const answers = [forwardRequest(exchange), forwardRequest(exchange)];
  exchange.client.end(await Promise.race(answers));
  await Promise.all(answers);
}

async function againLater(exchange: Exchange): Promise<void> {
  exchange.client.end(await forwardRequest(exchange));
  await pause(exchange.chance.between(LATER_MS.least, LATER_MS.most));
  await forwardRequest(exchange);
}

/** Delivers the request later. By then, the customer may have retried, continued, or closed the page. */
async function deliveredLater(exchange: Exchange): Promise<void> {
  exchange.client.resetAndDestroy();
  await pause(exchange.chance.between(LATER_MS.least, LATER_MS.most));
  await forwardRequest(exchange);
}

async function held(exchange: Exchange): Promise<void> {
  await pause(exchange.chance.between(LATER_MS.least, LATER_MS.most));
  exchange.client.end(await forwardRequest(exchange));
}

async function gateway(exchange: Exchange, reaches: boolean): Promise<void> {
  if (reaches) await forwardRequest(exchange);
  const body = '<html><body>Bad gateway</body></html>';
  const status = reaches ? '502 Bad Gateway' : '504 Gateway Timeout';
  exchange.client.end(
    `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
}
