// Asks as fast as it is answered. It shares the cores with what it measures, so it does as little as possible: requests
// are bytes made beforehand, and of an answer only its status and its length are read.
import { connect, type Socket } from 'node:net';

export type Wanted = { path: string; method: 'GET' | 'POST'; token?: string; body?: object };
export type Load = { rate: number; p50: number; p99: number; failed: number; answered: number };

/** Stands in a body for a number that is another in each request. */
export const NUMBER = '0123456789';
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * Keeps so many connections busy for so long, each with one request at a time and each beginning with another of them.
 * Latencies in milliseconds; what is not answered with 2xx or is cut has failed.
 */
export async function load(
  address: string,
  wanted: readonly Wanted[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { hostname, port, host } = new URL(address);
  const requests = wanted.map((one) => getBytes(one, host));
  const latencies: number[] = [];
  let failed = 0;
  const began = performance.now();
  const ends = began + seconds * 1_000;
  const keepBusy = (first: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let next = first;
      let asked = 0;
      const ask = () => {
        asked = performance.now();
        if (asked >= ends) return void socket.end(resolve);
        socket.write(numbered(requests[next % requests.length] ?? Buffer.alloc(0)));
        next += 1;
      };
      whenAnswered(socket, (isGood) => {
        latencies.push(performance.now() - asked);
        if (!isGood) failed += 1;
        ask();
      });
      socket.once('connect', ask);
      socket.once('error', () => {
        failed += 1;
        resolve();
      });
    });
  await Promise.all(
    Array.from({ length: connections }, (_, index) =>
      keepBusy(Math.floor((index * requests.length) / connections)),
    ),
  );
  const took = (performance.now() - began) / 1_000;
  latencies.sort((one, other) => one - other);
  const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
  return { rate: latencies.length / took, p50: at(0.5), p99: at(0.99), failed, answered: latencies.length };
}

let sent = 0;

/** The request with the next number in its place. */
function numbered(request: Buffer): Buffer {
  const place = request.indexOf(NUMBER);
  if (place < 0) return request;
  sent += 1;
  const copy = Buffer.from(request);
  copy.write(String(sent).padStart(NUMBER.length, '0'), place, 'latin1');
  return copy;
}

function getBytes({ path, method, token, body }: Wanted, host: string): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** Calls back for each whole answer, with whether its status is 2xx. */
function whenAnswered(socket: Socket, answered: (isGood: boolean) => void): void {
  let kept: Buffer | null = null;
  socket.on('data', (data: Buffer) => {
    const all = kept === null ? data : Buffer.concat([kept, data]);
    const isWhole = wholeIn(all);
    kept = isWhole ? null : all;
    // The status stands behind `HTTP/1.1 `.
    if (isWhole) answered(all[9] === 0x32);
  });
}

function wholeIn(answer: Buffer): boolean {
  const end = answer.indexOf(HEAD_END);
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(answer.toString('latin1', 0, end)) ?? [];
  if (length === undefined) return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  return answer.length >= end + HEAD_END.length + Number(length);
}
