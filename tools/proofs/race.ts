import { chanceFrom } from './chance.ts';
import type { Proof } from './proof.ts';
import { SCENES } from './race/scenes.ts';
import { type Answered, differing, type Scene, type Setting } from './race/setting.ts';
import { type ServedBank, withServedBank } from './served-bank.ts';

const ROUNDS = 20;
const SEED = 20_261_122;
/**
 * The number of scenes that run at the same time, so that customers of different scenes also wait for each
 * other.
 */
const LANES = 2;

type SceneResult = {
  requests: number;
  done: number;
  refused: Map<string, number>;
  faults: Map<string, number>;
};

export const proof: Proof = {
  name: 'race',
  title: 'Customers who do everything at the same time, on two servers',
  async run({ rounds = ROUNDS, seed = SEED, log }) {
    const result: SceneResult = { requests: 0, done: 0, refused: new Map(), faults: new Map() };
    await withServedBank({ servers: 2, durable: true }, async (bank) => {
      const lanes = Array.from({ length: LANES }, (_, lane) => chanceFrom(seed + lane));
      await Promise.all(
        lanes.map(async (chance, lane) => {
          for (let round = lane; round < rounds; round += LANES) {
            for (const [name, stage] of Object.entries(SCENES)) {
              const fault = await scenarioRun(bank, await stage({ bank, chance }), { bank, chance }, result);
              if (fault) note(result.faults, `${name}, round ${round}: ${fault}`);
            }
            log(`round ${round + 1}: ${result.requests} requests, ${result.faults.size} faults`);
          }
        }),
      );
      const violations = await bank.owner`select * from bank.audit() limit 5`;
      if (violations.length > 0) note(result.faults, `audit violations: ${JSON.stringify(violations)}`);
      const [sum] = await bank.owner`select coalesce(sum(amount), 0)::text as sum from bank.postings`;
      if (Number(sum?.sum) !== 0) note(result.faults, `the postings sum to ${sum?.sum}`);
    });
    return {
      tried: `${rounds} rounds of ${Object.keys(SCENES).length} scenes, ${result.requests} requests to two servers (seed ${seed})`,
      outcome:
        result.faults.size > 0
          ? listed(result.faults, 10)
          : `nothing lost, nothing twice, ledger balanced: ${result.done} done, refused: ${listed(result.refused)}`,
      ok: result.faults.size === 0,
    };
  },
};

const note = (counts: Map<string, number>, what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
const listed = (counts: Map<string, number>, most = 100) =>
  [...counts]
    .slice(0, most)
    .map(([what, count]) => `${what} (${count})`)
    .join(', ');

/**
 * Sends all requests at the same time, in random order and to alternating servers. Returns a description of
 * the fault, or null if there is none.
 */
async function scenarioRun(
  bank: ServedBank,
  scene: Scene,
  { chance }: Setting,
  result: SceneResult,
): Promise<string | null> {
  const order = scene.attempts
    .map((attempt) => ({ attempt, at: chance.fraction() }))
    .sort((left, right) => left.at - right.at);
  const answered = await Promise.all(
    order.map(async ({ attempt }, index): Promise<Answered> => {
      const { customer, path, body } = attempt;
      return { ...attempt, answer: await bank.send(customer, index, 'POST', path, body) };
    }),
  );
  for (const { path, answer } of answered) {
    result.requests += 1;
    if (answer.code === null) result.done += 1;
    else note(result.refused, answer.code);
    if (answer.code !== null && !isRefusal(answer))
      note(result.faults, `${path}: ${answer.status} ${answer.code} ${answer.message}`);
  }
  return (
    differing(answered) ??
    (await lost(bank, scene, answered)) ??
    (await scene.checkResponses?.(answered)) ??
    null
  );
}

/** Returns true for an expected refusal, as opposed to an internal failure. */
const isRefusal = ({ status, code }: Answered['answer']) =>
  status >= 400 && status < 500 && /^[A-Z]{5}$/.test(code ?? '');

/** Checks that the final balance equals the initial balance plus all acknowledged amounts. */
async function lost(
  bank: ServedBank,
  { before }: Scene,
  answered: readonly Answered[],
): Promise<string | null> {
  const counted = new Set<string>();
  const expected = new Map(before);
  for (const { moves, once, answer } of answered) {
    if (answer.code !== null || (once && counted.has(once))) continue;
    if (once) counted.add(once);
    for (const [id, cents] of Object.entries(moves ?? {}))
      if (expected.has(id)) expected.set(id, (expected.get(id) ?? 0) + cents);
  }
  const rows = await bank.owner`
    select id, (balance * 100)::bigint::text as cents from accounts where id = any(${[...before.keys()]})
    union all select id, (-balance * 100)::bigint::text from credit_cards where id = any(${[...before.keys()]})`;
  const wrong = rows.filter(({ id, cents }) => Number(cents) !== expected.get(id));
  return wrong.length === 0 && rows.length === before.size
    ? null
    : `${JSON.stringify(wrong)} instead of ${JSON.stringify([...expected])}`;
}
