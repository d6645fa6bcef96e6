// Sends requests as fast as the server responds. The client shares the processor with the server, so it does
// little work: requests are prepared bytes, and only the status and length of responses are read.
import { connect, type Socket } from 'node:net';

export type LoadRequest = { path: string; method: 'GET' | 'POST'; token?: string; body?: object };
export type Load = { rate: number; p50: number; p99: number; failed: number; answered: number };

/** A placeholder in a request body for a number that is different in each request. */
export const NUMBER = '0123456789';
const HEAD_END = Buffer.from('\r\n\r\n');
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/**
 * Keeps a number of connections busy with one request at a time. Latencies are in milliseconds. Responses
 * other than 2xx and broken connections count as failures.
 */
export async function load(
  address: string,
  loadRequests: readonly LoadRequest[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const { hostname, port, host } = new URL(address);
  const requests = loadRequests.map((loadRequest) => getBytes(loadRequest, host));
  const latencies: number[] = [];
  let failed = 0;
  const began = performance.now();
  const ends = began + seconds * 1_000;
  const keepBusy = (first: number) =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname).setNoDelay();
      let next = first;
      let sentAt = 0;
      const sendNext = () => {
        sentAt = performance.now();
        if (sentAt >= ends) return void socket.end(resolve);
        socket.write(numbered(requests[next % requests.length] ?? Buffer.alloc(0)));
        next += 1;
      };
      whenAnswered(socket, (isGood) => {
        latencies.push(performance.now() - sentAt);
        if (!isGood) failed += 1;
        sendNext();
      });
      socket.once('connect', sendNext);
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
  const elapsed = (performance.now() - began) / 1_000;
  latencies.sort((left, right) => left - right);
  const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10;
  return {
    rate: latencies.length / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    failed,
    answered: latencies.length,
  };
}

let sent = 0;

/** Returns the request with the next number. */
function numbered(request: Buffer): Buffer {
  const place = request.indexOf(NUMBER);
  if (place < 0) return request;
  sent += 1;
  const copy = Buffer.from(request);
  copy.write(String(sent).padStart(NUMBER.length, '0'), place, 'latin1');
  return copy;
}

function getBytes({ path, method, token, body }: LoadRequest, host: string): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `host: ${host}`,
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(body ? ['content-type: application/json', `content-length: ${Buffer.byteLength(text)}`] : []),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text}`);
}

/** Calls `answered` for each complete response. Passes true if the status is 2xx. */
function whenAnswered(socket: Socket, answered: (isGood: boolean) => void): void {
  let incomplete: Buffer | null = null;
  socket.on('data', (data: Buffer) => {
    const all = incomplete === null ? data : Buffer.concat([incomplete, data]);
    const isWhole = wholeIn(all);
    incomplete = isWhole ? null : all;
    // Byte 9 is the first digit of the status code, after `HTTP/1.1 `. 0x32 is the digit 2.
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
