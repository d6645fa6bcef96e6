// The attacking customer's requests. Each attack repeats one burst.
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';

/** A request from the attacker, canceled after `leavesAfterMs` if that is set. */
export type AttackRequest = { method: 'GET' | 'POST'; path: string; body?: Buffer; leavesAfterMs?: number };
export type Attack = { name: string; burst(): AttackRequest[] };

const READS = 15;
const LEAVES_AFTER_MS = 300;
const deep =
  'accounts?select=*,transactions!transactions_account_id_fkey(*,accounts!transactions_account_id_fkey(*,transactions!transactions_account_id_fkey(*)))';
const wide = `transactions?select=*,${Array.from({ length: 12 }, (_, index) => `a${index}:accounts!transactions_account_id_fkey(*)`).join(',')}`;

const restored = Buffer.from(`{"file":{"entries":[${'{"id":"x","lines":[]},'.repeat(430_000)}{}]}}`);
const tenYears = Buffer.from('{"by":"P10Y"}');
const nineYears = Buffer.from('{"by":"P9Y"}');
const demo = Buffer.from('{"time_zone":"America/New_York"}');
const question = () =>
  Buffer.from(
    JSON.stringify({
      ask: 'What if I spend $500 less a month on dining?',
      conversation: null,
      request_id: randomUUID(),
    }),
  );

export const attacks: Attack[] = [
  { name: `${READS} parallel reads of nested lists`, burst: () => reads(deep) },
  {
    name: `${READS} concurrent reads of a whole history, with each account included twelve times`,
    burst: () => reads(wide),
  },
  {
    name: '16 parallel files of 10 MB to restore',
    burst: () => Array.from({ length: 16 }, () => call('restore', restored)),
  },
  {
    name: '200 parallel fast-forwards of ten years',
    burst: () =>
      Array.from({ length: 200 }, (_, index) => call('advance', index % 2 === 0 ? tenYears : nineYears)),
  },
  {
    name: '100 parallel demo households',
    burst: () => Array.from({ length: 100 }, () => call('demo', demo)),
  },
  {
    name: '50 parallel questions to the assistant',
    burst: () => Array.from({ length: 50 }, () => call('assistant', question())),
  },
];

/** Returns concurrent reads. Half of the clients disconnect before the response. */
const reads = (path: string): AttackRequest[] =>
  Array.from({ length: READS }, () => ({
    method: 'GET',
    path: `/rest/v1/${path}`,
    ...(Math.random() < 0.5 && { leavesAfterMs: LEAVES_AFTER_MS }),
  }));

const call = (name: string, body: Buffer): AttackRequest => ({
  method: 'POST',
  path: `/functions/v1/${name}`,
  body,
});
