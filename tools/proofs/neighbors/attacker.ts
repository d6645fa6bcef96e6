// The attacking customer's program. It sends bursts until its parent process requests the response counts. It
// runs in a separate process, so that it doesn't delay the measured customer's timer.
import { Agent, request } from 'node:http';
import { type AttackRequest, attacks } from './attacks.ts';

/** The bank's URL, the attacker's headers, and the index of the attack. */
export type Orders = { url: string; headers: Record<string, string>; attack: number };
/** Request counts by status. `left` counts canceled requests, and `closed` counts broken connections. */
export type Outcomes = Record<string, number>;

/** The time after which the first bursts have reached the bank. */
const UNDER_WAY_MS = 500;

const outcomes: Outcomes = {};
const agent = new Agent({ keepAlive: true });

process.on('message', (message: Orders | 'end') => {
  if (message === 'end') process.send?.(outcomes, () => process.exit(0));
  else void run(message);
});

async function run({ url, headers, attack }: Orders): Promise<never> {
  setTimeout(() => process.send?.('under way'), UNDER_WAY_MS);
  for (;;) {
    const burst = attacks[attack]?.burst() ?? [];
    await Promise.all(
      burst.map(async (attack) => {
        const outcome = await send(url, headers, attack);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }),
    );
  }
}

/**
 * Sends a request and resolves when its connection has closed. Doesn't use fetch, because in Node 20 an
 * aborted response body may never end. This happens if a compressed body is aborted between its last byte and
 * the end of decompression.
 */
function send(
  url: string,
  headers: Record<string, string>,
  { method, path, body, leavesAfterMs }: AttackRequest,
): Promise<string> {
  return new Promise((resolve) => {
    let outcome = 'closed';
    const more = body ? { 'content-type': 'application/json', 'content-length': body.byteLength } : {};
    const sent = request(
      `${url}${path}`,
      { method, agent, headers: { ...headers, 'accept-encoding': 'gzip', ...more } },
      (response) => {
        response.on('error', () => {});
        response.once('end', () => {
          outcome = String(response.statusCode);
        });
        response.resume();
      },
    );
    const leave = () => {
      outcome = 'left';
      sent.destroy();
    };
    const timer = leavesAfterMs === undefined ? undefined : setTimeout(leave, leavesAfterMs);
    sent.on('error', () => {});
    sent.once('close', () => {
      clearTimeout(timer);
      resolve(outcome);
    });
    sent.end(body);
  });
}
