// Counts the effects of operations in the database: journal entries by kind and amounts, and rows of tables.
import type { CrashBank } from './bank.ts';
import type { Customer, Effect, Operation } from './journal.ts';
import type { Problem } from './load.ts';

/** Ended holds are deleted after 400 simulated days. */
const HOLD_DAYS = 390;

/** Counts the entries of a kind that have these amounts, in cents by account. */
export const countEntries =
  (customer: Customer, kind: string, pages: Record<string, number>): Effect =>
  async (bank) => {
    const [[first, cents] = ['', 0]] = Object.entries(pages);
    const [row] = await bank.sql()<{ count: number }[]>`
      select count(*)::integer as count from bank.postings p join bank.entries e on e.id = p.entry_id
      where p.ledger_id = ${first} and p.amount = ${cents}::numeric / 100 and e.kind = ${kind}
        and e.household_id = ${customer.id} and (
          select jsonb_object_agg(o.ledger_id, (o.amount * 100)::bigint) from bank.postings o
          where o.entry_id = e.id) @> ${bank.sql().json(pages)}`;
    return row?.count ?? 0;
  };

/** Counts the customer's rows of a table that have these values. */
export const countRows =
  (customer: Customer, table: string, values: Record<string, string | number>): Effect =>
  async (bank) => {
    const sql = bank.sql();
    const [row] = await sql<{ count: number }[]>`
      select count(*)::integer as count from ${sql(`public.${table}`)} t
      where t.user_id = ${customer.id} and to_jsonb(t) @> ${sql.json(values)}`;
    return row?.count ?? 0;
  };

/** Counts the fees that were posted at the instant of an entry with this amount. `kind` is the fee's event key. */
export const countCardFees =
  (customer: Customer, card: string, kind: string, entry: { kind: string; cents: number }): Effect =>
  async (bank) => {
    const [row] = await bank.sql()<{ count: number }[]>`
      select count(*)::integer as count from bank.postings p join bank.entries e on e.id = p.entry_id
        join bank.entries f on f.household_id = e.household_id and f.at = e.at and f.kind = 'fee'
          and f.event_key like ${`${kind}_fee:%`}
      where p.ledger_id = ${card} and p.amount = ${-entry.cents}::numeric / 100 and e.kind = ${entry.kind}
        and e.household_id = ${customer.id}`;
    return row?.count ?? 0;
  };

/** Counts the CDs whose opening deposit has this amount, in cents. */
export const countCertificates =
  (customer: Customer, cents: number): Effect =>
  async (bank) => {
    const [row] = await bank.sql()<{ count: number }[]>`
      select count(*)::integer as count from public.certificates c
        join bank.postings p on p.ledger_id = c.account_id and p.amount = ${cents}::numeric / 100
        join bank.entries e on e.id = p.entry_id and e.kind = 'cd_opened'
      where c.user_id = ${customer.id}`;
    return row?.count ?? 0;
  };

/** Counts purchases in another currency by their merchant, and checks that the fee is part of them. */
export const countForeignPurchases =
  (customer: Customer, merchant: string): Effect =>
  async (bank) => {
    const [row] = await bank.sql()<{ purchases: number; fees: number }[]>`
      select count(*)::integer as purchases, count(f.id)::integer as fees from bank.entries e
        left join bank.entries f on f.household_id = e.household_id and f.at = e.at and f.kind = 'fee'
          and f.event_key like 'foreign_fee:%'
      where e.household_id = ${customer.id} and e.merchant = ${merchant}`;
    return row?.purchases === row?.fees ? (row?.purchases ?? 0) : -1;
  };

/**
 * Counts the holds with this amount. Returns null once the bank could have deleted the hold, because it keeps
 * ended holds for 400 days.
 */
export const countHolds =
  (customer: Customer, kind: 'authorization' | 'deposit', cents: number): Effect =>
  async (bank, operation) => {
    const [row] = await bank.sql()<{ count: number; is_old: boolean }[]>`
      select count(*)::integer as count, coalesce(bank.now_for(${customer.id})
        > ${operation.beganAt ?? null}::timestamptz + make_interval(days => ${HOLD_DAYS}), false) as is_old
      from public.holds h
      where h.user_id = ${customer.id} and h.kind = ${kind} and h.amount = ${cents}::numeric / 100`;
    return row?.is_old ? null : (row?.count ?? 0);
  };

/**
 * Compares operations with their effects. A completed operation must have each effect once, a refused one
 * none, and an unanswered one all or none. Returns the number of unanswered operations that had happened.
 */
export async function compareEffects(
  bank: CrashBank,
  operations: readonly Operation[],
  problem: Problem,
): Promise<number> {
  let happened = 0;
  for (const operation of operations) {
    const { name, state, effects = [], customer } = operation;
    const counts = await Promise.all(effects.map((effect) => effect(bank, operation)));
    const times = counts.filter((count) => count !== null);
    if (times.length === 0) continue;
    const described = `${name} of ${customer.email}`;
    if (state === 'done' && times.some((count) => count !== 1))
      problem(`${described} was answered, but its effects are there ${times} times`);
    if (state === 'refused' && times.some((count) => count !== 0))
      problem(`${described} was refused, but its effects are there ${times} times`);
    if (state === 'unanswered' && (new Set(times).size !== 1 || ![0, 1].includes(times[0] ?? 0)))
      problem(`${described} was not answered and is partly done: ${times}`);
    if (state === 'unanswered' && times[0] === 1) happened += 1;
  }
  return happened;
}
