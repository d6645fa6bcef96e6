// Checks the invariants after every crash. A confirmed request was executed exactly once. An unconfirmed
// request was executed completely or not at all.
import { createHash } from 'node:crypto';
import { type CrashBank, pause } from './bank.ts';
import { areSame, type Customer, type Expected, type Operation, perform, type Reply } from './journal.ts';
import { type History, type Problem, WORDS } from './load.ts';
import { must, send } from './requests.ts';

/** The number of concurrent requests. */
const SIDE_BY_SIDE = 8;

export async function sideBySide<T>(all: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...all];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

/**
 * Compares operations with the ledger. A completed operation must have each of its entries once, a refused
 * operation must have none, and an unanswered operation must have all or none. Returns the number of
 * unanswered operations that the bank had executed.
 */
export async function compareWithBooks(
  bank: CrashBank,
  operations: readonly Operation[],
  problem: Problem,
): Promise<number> {
  const expected = operations.flatMap(({ entries }) => entries.map(({ description }) => description));
  const booked = await getEntriesByDescription(bank, expected);
  let happened = 0;
  for (const { name, state, entries, customer } of operations) {
    if (entries.length === 0) continue;
    const matches = entries.map((entry) => booked.get(getKey(customer, entry.description)) ?? []);
    const times = matches.map(({ length }) => length);
    if (state === 'done' && times.some((count) => count !== 1))
      problem(`${name} was answered and is in the ledger ${[...new Set(times)]} times`);
    if (state === 'refused' && times.some((count) => count !== 0))
      problem(`${name} was refused but is in the ledger`);
    if (state === 'unanswered' && (new Set(times).size !== 1 || (times[0] ?? 0) > 1))
      problem(`${name} was not answered and is partly done: ${times}`);
    if (state === 'unanswered' && times[0] === 1) happened += 1;
    for (const [index, entry] of entries.entries()) {
      const [only] = matches[index] ?? [];
      if (only) compareEntry(name, entry, only, problem);
    }
  }
  return happened;
}

function compareEntry(name: string, { pages }: Expected, booked: Pages, problem: Problem): void {
  for (const [page, cents] of Object.entries(pages))
    if (booked[page] !== cents) problem(`${name} moved ${booked[page]} instead of ${cents} cents`);
}

type Pages = Record<string, number>;

const getKey = ({ id }: Pick<Customer, 'id'>, description: string) => `${id} ${description}`;

/** Returns the entries with these descriptions: their amounts by account, in cents. */
async function getEntriesByDescription(
  bank: CrashBank,
  descriptions: readonly string[],
): Promise<Map<string, Pages[]>> {
  const rows = await bank.sql()<{ household_id: string; description: string; pages: Pages }[]>`
    select e.household_id, e.description,
      (select jsonb_object_agg(p.ledger_id, (p.amount * 100)::bigint) from bank.postings p where p.entry_id = e.id) as pages
    from bank.entries e where e.description = any(${[...descriptions]})`;
  const matches = new Map<string, Pages[]>();
  for (const { household_id, description, pages } of rows) {
    const key = getKey({ id: household_id }, description);
    matches.set(key, [...(matches.get(key) ?? []), pages]);
  }
  return matches;
}

/** Checks that every ledger entry of this proof was created by one of its requests. */
export async function lookForStrangers(bank: CrashBank, history: History, problem: Problem): Promise<void> {
  const expectedTexts = new Set(history.rules.map(({ expected }) => expected.description));
  for (const { entries } of history.operations)
    for (const { description } of entries) expectedTexts.add(description);
  const rows = await bank.sql()<{ description: string }[]>`
    select description from bank.entries where description like ${`${WORDS}%`}`;
  for (const { description } of rows)
    if (!expectedTexts.has(description))
      problem(`"${description}" is in the ledger, but no request matches it`);
}

/**
 * Repeats requests and checks that they get the same responses. `compareWithBooks` then checks that each
 * request was executed once.
 */
export async function repeatRequests(operations: readonly Operation[], problem: Problem): Promise<number> {
  const repeatable = operations.filter(({ state, repeatRefusal: again, once, answer }) => {
    return state === 'done' && !again && !once && answer !== '';
  });
  await sideBySide(repeatable, async ({ name, send: ask, answer }) => {
    const { status, text } = await ask();
    if (status >= 300 || !areSame(text, answer))
      problem(`${name} got a different response, ${status}: ${text}`);
  });
  return repeatable.length;
}

/** Repeats each unanswered request with two concurrent attempts, like an impatient customer. */
export async function finish(operations: readonly Operation[], problem: Problem): Promise<void> {
  await sideBySide(
    operations.filter(({ state, once }) => state === 'unanswered' && !once),
    async (operation) => {
      const answers: Reply[] = [];
      const record = {
        ...operation,
        ask: async () => {
          const reply = await operation.send();
          answers.push(reply);
          return reply;
        },
      };
      await Promise.all([perform(operation, problem), perform(record, problem)]);
      if (operation.state === 'unanswered')
        problem(`${operation.name} gets no response, although the bank has recovered`);
      const [second] = answers;
      if (
        !operation.repeatRefusal &&
        operation.answer !== '' &&
        second &&
        !areSame(second.text, operation.answer)
      )
        problem(`${operation.name} got different responses to two identical requests: ${second.text}`);
    },
  );
}

/** Runs the bank's audits of a customer's ledger, and checks that the clock matches the last entry. */
export async function proveBooks(bank: CrashBank, { id, email }: Customer, problem: Problem): Promise<void> {
  const sql = bank.sql();
  const violations =
    await sql`select * from bank.audit(${id}) union all select * from bank.audit_replay(${id})`;
  for (const violation of violations) problem(`${email}: ${JSON.stringify(violation)}`);
  const [books] = await sql`select broken_at from bank.hash_ledger(${id})`;
  if (books?.broken_at !== null)
    problem(`${email}: the ledger's hash chain is broken at ${books?.broken_at}`);
}

/** Checks that acknowledged fast-forwards happened and that no entry is later than the clock. */
export async function compareClock(
  bank: CrashBank,
  customer: Customer,
  fastForwards: readonly Operation[],
  problem: Problem,
): Promise<void> {
  const done = fastForwards.filter(
    (fastForward) => fastForward.customer === customer && fastForward.state === 'done',
  );
  const latest = Math.max(0, ...done.map(({ answer }) => Date.parse(JSON.parse(answer).to)));
  const [clock] = await bank.sql()`
    select bank.millis(k.simulated_until) as simulated_until, bank.millis(bank.now_for(${customer.id})) as now,
      k.last_entry <= (select max(e.id) from bank.entries e where e.household_id = ${customer.id}) as whole
    from bank.clocks k where k.household_id = ${customer.id}`;
  const [simulatedUntil, now] = [Number(clock?.simulated_until), Number(clock?.now)];
  if (simulatedUntil < latest || now < latest)
    problem(
      `${customer.email}: the clock is at ${now}, simulated until ${simulatedUntil}, but a fast-forward to ${latest} was acknowledged`,
    );
  if (clock?.whole !== true)
    problem(`${customer.email}: the engine has entries that the ledger doesn't have`);
}

/** Checks that every acknowledged upload is complete, and that every other upload is complete or missing. */
export async function compareFiles(
  bank: CrashBank,
  files: History['files'],
  problem: Problem,
): Promise<void> {
  await sideBySide(files, async ({ operation, path, bytes }) => {
    const answer = await fetch(`${bank.url()}/storage/v1/object/authenticated/${path}`, {
      headers: { apikey: bank.anonKey(), authorization: `Bearer ${operation.customer.token}` },
    });
    const read = Buffer.from(await answer.arrayBuffer());
    if (answer.ok ? digest(read) !== digest(bytes) : operation.state === 'done')
      problem(`${operation.name} is ${operation.state}, but reading it returns ${answer.status}`);
    else if (!answer.ok && !(await isUnknown(bank, path)))
      problem(`${operation.name} has a row but no bytes: ${answer.status}`);
  });
}

async function isUnknown(bank: CrashBank, path: string): Promise<boolean> {
  const [bucket = '', ...name] = path.split('/');
  const rows = await bank.sql()`
    select from storage.objects where bucket_id = ${bucket} and name = ${name.join('/')}`;
  return rows.length === 0;
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * Checks that no due rule has made its payment twice. If `patienceMs` is set, waits up to this time and
 * checks that every due rule has made its payment.
 */
export async function compareRules(
  bank: CrashBank,
  history: History,
  problem: Problem,
  patienceMs: number,
): Promise<{ acted: number }> {
  const rules = history.rules.filter(({ operation }) => operation.state === 'done');
  const last = Date.now() + patienceMs;
  for (;;) {
    const booked = await getEntriesByDescription(
      bank,
      rules.map(({ expected }) => expected.description),
    );
    const acted = rules.filter(({ operation, expected }) =>
      booked.has(getKey(operation.customer, expected.description)),
    );
    const waiting = await bank.sql()`
      select id from public.auto_deposits d
      where d.id = any(${rules.filter((rule) => !acted.includes(rule)).map(({ id }) => id)})
        and d.created_at < (d.start_date + d.start_time) at time zone 'UTC'`;
    if (waiting.length > 0 && Date.now() < last) {
      await pause(200);
      continue;
    }
    if (waiting.length > 0 && patienceMs > 0)
      problem(`${waiting.length} rules that were due made no payment`);
    for (const { operation, expected } of acted) {
      const matches = booked.get(getKey(operation.customer, expected.description)) ?? [];
      if (matches.length !== 1) problem(`${operation.name} made ${matches.length} payments`);
      for (const pages of matches) compareEntry(operation.name, expected, pages, problem);
    }
    return { acted: acted.length };
  }
}

/** Deletes finished rules, because a customer can have at most 200. */
export async function removeActed(bank: CrashBank, history: History): Promise<void> {
  const over = await bank.sql()<{ id: string; user_id: string }[]>`
    select id, user_id from public.auto_deposits where occurrences = 1 and next_occurrence is not null and next_at is null`;
  const customers = new Map(history.operations.map(({ customer }) => [customer.id, customer]));
  await sideBySide(over, async ({ id, user_id }) => {
    const token = customers.get(user_id)?.token ?? null;
    const headers = { prefer: 'return=representation' };
    await must(send(bank, token, `/rest/v1/auto_deposits?id=eq.${id}`, { method: 'DELETE', headers }));
  });
}
