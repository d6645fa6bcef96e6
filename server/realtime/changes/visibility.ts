import type { Logger } from 'pino';
import { type Database, serviceCaller } from '../../database/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import { quote } from '../../lib/sql-text.ts';
import type { Identity } from '../identity.ts';
import type { TableInfo } from './catalog.ts';

/** A question for the database: can a customer see a row? `key` contains the row's primary key. */
export type Question = { facts: TableInfo; identity: Identity; key: (string | null)[]; isSeen: boolean };

const KEYS_PER_CALL = 2_000;
const CALLS_AT_ONCE = 2;
const VISIBLE_AFTER_MS = 5;
const TIMEOUT_MS = 2_000;
/**
 * Waits until transactions are visible to other transactions. The parameter is their low 32 bits.
 * The log reports a commit slightly earlier, when row rules still see the old row. Throws after two seconds.
 */
export async function waitUntilVisible(database: Database, xids: readonly number[]): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const [row] = await database.owner<
      { snapshot: string }[]
    >`select pg_current_snapshot()::text as snapshot`;
    if (row !== undefined && xids.every((xid) => isVisible(row.snapshot, xid))) return;
    if (Date.now() > deadline) throw new Error('A committed change did not become visible.');
    await new Promise((resolve) => setTimeout(resolve, VISIBLE_AFTER_MS));
  }
}

/**
 * Returns true if a transaction is visible in a snapshot `xmin:xmax:running,running`. Source: PostgreSQL
 * documentation, "Snapshot Components".
 */
export function isVisible(snapshot: string, xid: number): boolean {
  const [xmin = '', xmax = '', running = ''] = snapshot.split(':');
  // Chooses the upper bits so that the id is as close as possible to the ids in the snapshot.
  const distance = BigInt.asIntN(32, BigInt(xid) - BigInt(xmax));
  const full = BigInt(xmax) + distance;
  if (full < BigInt(xmin)) return true;
  return distance < 0n && !running.split(',').includes(full.toString());
}

/** Evaluates the tables' row rules with each customer's claims. Sends many questions in one round trip. */
export async function answerQuestions(database: Database, log: Logger, questions: readonly Question[]) {
  const calls: { facts: TableInfo; groups: Question[][] }[] = [];
  for (const ofTable of groupBy(questions, ({ facts }) => `${facts.schema}.${facts.table}`).values()) {
    let size = KEYS_PER_CALL;
    for (const group of groupBy(ofTable, ({ identity }) => identity.key).values()) {
      const facts = group[0]?.facts;
      if (facts === undefined) continue;
      if (size + group.length > KEYS_PER_CALL) {
        calls.push({ facts, groups: [] });
        size = 0;
      }
      calls.at(-1)?.groups.push(group);
      size += group.length;
    }
  }
  const work = calls.values();
  const worker = async () => {
    for (const { facts, groups } of work) await askDatabase(database, log, facts, groups);
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
}

async function askDatabase(database: Database, log: Logger, facts: TableInfo, groups: Question[][]) {
  const callers = groups.map((group) => ({
    role: group[0]?.identity.role,
    claims: group[0]?.identity.claims,
    keys: group.map(({ key }) => key),
  }));
  const answers = await database.asCaller(
    serviceCaller('GET', '/realtime/v1/websocket'),
    'select realtime.find_visible_rows(($1)[1], ($1)[2]::jsonb)::text',
    [getStatement(facts), JSON.stringify(callers)],
    { readOnly: true },
  );
  const seen: (string | null)[] = JSON.parse(answers ?? '[]');
  for (const [index, group] of groups.entries()) {
    const places = seen[index];
    if (places?.startsWith('!')) {
      log.debug({ table: facts.table, code: places.slice(1) }, 'a policy raised an error, so no row is sent');
      continue;
    }
    for (const place of places?.split(',') ?? []) {
      const question = group[Number(place) - 1];
      if (question !== undefined) question.isSeen = true;
    }
  }
}

/** Returns the statement that finds the visible rows. All names in the statement are from the catalog. */
function getStatement({ schema, table, key }: TableInfo): string {
  const conditions = key.map(
    ({ name, type }, index) => `listed.${quote(name)} = (wanted.key ->> ${index})::${type}`,
  );
  return (
    "select string_agg(wanted.place::text, ',') from jsonb_array_elements($1) with ordinality as wanted (key, place)" +
    ` where exists (select from ${quote(schema)}.${quote(table)} as listed where ${conditions.join(' and ')})`
  );
}
