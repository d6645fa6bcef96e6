import { expect } from 'vitest';
import { run, tablesOfCustomers } from '../support/catalog.ts';
import type { Bank, Person, Query } from '../support/harness.ts';
import { test } from '../support/harness.ts';
import { type Ids, ROUTINES, type Routine, strangeCalls } from '../support/hostile-calls.ts';
import { openAccount } from '../support/household.ts';
import { SAMPLES } from '../support/owned-records.ts';
import { findSecrets, getIds, getOwnedTables, getOwnRows, hashRows } from '../support/owned-rows.ts';

/** Creates a row for the customer in every table with customer data, and returns the ids. */
async function furnish(bank: Bank, person: Person): Promise<Ids> {
  const ids: Ids = {};
  for (const { table } of await tablesOfCustomers(bank))
    ids[table] = (await SAMPLES[table]?.(bank, person))?.id;
  const [entry] = await bank.owner`
    select max(p.entry_id)::text as id from bank.postings p join bank.ledger_accounts l on l.id = p.ledger_id
    where l.household_id = ${person.id}`;
  return { ...ids, entries: entry?.id };
}

/** Runs a call as SQL and returns the result as text, or the refusal code. */
async function getOutcome(query: Query, routine: Routine, call: Record<string, unknown>) {
  const args = routine.arguments.filter(({ name }) => name in call);
  const names = args.map(({ name }) => `"${name}" => a."${name}"`).join(', ');
  const types = args.map(({ name, type }) => `"${name}" ${type}`).join(', ') || 'nothing text';
  const text = `select to_jsonb(f) as answer from jsonb_to_record(?::text::jsonb) a(${types}), lateral public.${routine.name}(${names}) f`;
  try {
    return { answer: JSON.stringify(await run(query, text, JSON.stringify(call))), code: null };
  } catch (error) {
    const { code, message, detail } = error as { code: string; message: string; detail?: string };
    return { answer: `${message} ${detail}`, code };
  }
}

/** Errors that occur before the function runs and would make the test meaningless. */
const UNREACHED = /^(XX|42883|42804|42P18|42846)/;

test("calls of all functions with another customer's ids reveal and change nothing", async ({
  bank,
  alice,
  bob,
}) => {
  await openAccount(bank, alice, { name: 'Quillfeather', balance: '7351901.37' });
  const theirs = await furnish(bank, alice);
  const own = await furnish(bank, bob);
  const tables = await getOwnedTables(bank.owner);
  const before = await getOwnRows(bank.owner, tables, alice.id);
  const ids = getIds(before, await getOwnRows(bank.owner, tables, bob.id));
  expect(ids.length).toBeGreaterThan(100);
  const secrets = [...ids, 'Quillfeather', '7351901.37'];
  let hash = await hashRows(bank.owner, tables, alice.id);
  let answered = 0;
  for (const routine of (await run(bank.owner, ROUTINES)) as Routine[]) {
    for (const call of strangeCalls(routine, theirs, own)) {
      const sent = JSON.stringify(call);
      const { answer, code } = await getOutcome(bank.asCustomer(bob), routine, call);
      if (!routine.forCustomers) expect(code, routine.name).toBe('42501');
      expect(code ?? '', `${routine.name}(${sent})`).not.toMatch(UNREACHED);
      expect(findSecrets(answer, secrets, sent), `${routine.name}(${sent})`).toEqual([]);
      if (code !== null) continue;
      answered += 1;
      const now = await hashRows(bank.owner, tables, alice.id);
      if (now !== hash) expect(await getOwnRows(bank.owner, tables, alice.id), routine.name).toEqual(before);
      hash = now;
    }
  }
  expect(answered).toBeGreaterThan(50);
  expect(await getOwnRows(bank.owner, tables, alice.id)).toEqual(before);
});
