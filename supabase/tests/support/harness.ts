import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import postgres from 'postgres';
import { test as base, inject } from 'vitest';

/** A signed-in customer, or another caller. */
export type Person = { id: string; email: string; claims?: Record<string, unknown> };

type Rows = Record<string, ReturnType<JSON['parse']>>[];
/** A query as a tagged template with bound values. Returns the rows. */
export type Query = (text: TemplateStringsArray, ...values: unknown[]) => Promise<Rows>;

export type Bank = {
  /** Runs queries as a customer: role authenticated, with row-level security. */
  asCustomer(person: Person): Query;
  /** Runs queries as a visitor: role anon. */
  asVisitor(): Query;
  /** Runs queries as the server's functions do: role service_role. */
  asService(): Query;
  /** Runs queries as the owner of the migrations, without row-level security. */
  owner: Query;
  openCustomer(name: string): Promise<Person>;
};

export type CommittedBank = Bank & {
  /** Creates customers whose work is committed, on their own connections. */
  openCustomers(count: number): Promise<Person[]>;
  sql: postgres.Sql;
  close(): Promise<void>;
};

/** Clones the migrated template into a new database. */
export async function cloneDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const server = inject('serverUrl');
  // Copies the files. Writing the copy to the write-ahead log, the default, takes twice as long.
  await onServer(server, (sql) =>
    sql.unsafe(`create database ${name} template ${inject('template')} strategy file_copy`),
  );
  const url = new URL(server);
  url.pathname = name;
  return {
    url: url.href,
    drop: () => onServer(server, (sql) => dropped(sql, name)),
  };
}

/** Retries, because a replication connection that has just ended keeps the database in use for a moment. */
async function dropped(sql: postgres.Sql, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await sql.unsafe(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== OBJECT_IN_USE || tries === MOST_TRIES) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}

const OBJECT_IN_USE = '55006';
const MOST_TRIES = 50;
const PAUSE_MS = 100;

/**
 * Opens a bank whose queries commit and run in parallel, for race and property tests. Close the bank at the
 * end.
 */
export async function openCommittedBank(connections = 8): Promise<CommittedBank> {
  const clone = await cloneDatabase();
  const sql = postgres(clone.url, { max: connections, onnotice: () => {} });
  const bank = getBank(committing(sql));
  return {
    ...bank,
    sql,
    openCustomers: (count) =>
      Promise.all(Array.from({ length: count }, (_, index) => bank.openCustomer(`customer-${index + 1}`))),
    async close() {
      await sql.end({ timeout: 5 });
      await clone.drop();
    },
  };
}

type WorkerFixtures = { $worker: { workerBank: { sql: postgres.Sql; alice: Person; bob: Person } } };
type TestFixtures = { $test: { bank: Bank; alice: Person; bob: Person } };

/**
 * Vitest's `test` with a bank. Each worker has a database, and each test runs in a transaction that is rolled
 * back. A refused statement leaves the transaction usable, and deferred constraints are checked after each
 * statement.
 */
export const test = base.extend<WorkerFixtures & TestFixtures>({
  workerBank: [
    async ({}, use) => {
      const clone = await cloneDatabase();
      const sql = postgres(clone.url, { max: 1, onnotice: () => {} });
      const bank = getBank(committing(sql));
      await use({ sql, alice: await bank.openCustomer('alice'), bob: await bank.openCustomer('bob') });
      await sql.end({ timeout: 5 });
      await clone.drop();
    },
    { scope: 'worker' },
  ],
  bank: async ({ workerBank: { sql } }, use) => {
    await sql`begin`;
    await use(getBank(inTransaction(sql)));
    await sql`rollback`;
  },
  alice: async ({ workerBank }, use) => use(workerBank.alice),
  bob: async ({ workerBank }, use) => use(workerBank.bob),
});

function getBank(as: As): Bank {
  const owner = as(null, {});
  return {
    asCustomer: ({ id, email, claims }) =>
      as('authenticated', {
        sub: id,
        email,
        role: 'authenticated',
        aud: 'authenticated',
        aal: 'aal1',
        session_id: id,
        is_anonymous: false,
        ...claims,
      }),
    asVisitor: () => as('anon', { role: 'anon' }),
    asService: () => as('service_role', { role: 'service_role' }),
    owner,
    async openCustomer(name) {
      const person = { id: randomUUID(), email: `${name}@example.com` };
      await owner`
        insert into auth.users (id, aud, role, email, email_confirmed_at, created_at, updated_at)
        values (${person.id}, 'authenticated', 'authenticated', ${person.email}, now(), now(), now())`;
      await owner`insert into bank.confirmed_addresses (user_id, address) values (${person.id}, ${person.email})`;
      return person;
    },
  };
}

type As = (role: string | null, claims: object) => Query;

/** Runs each query in its own transaction. */
function committing(sql: postgres.Sql): As {
  return (role, claims) =>
    async (text, ...values) =>
      getRows(
        await sql.begin(async (transaction) => {
          if (role) await become(transaction, role, claims);
          return transaction(text, ...(values as never[]));
        }),
      );
}

/** Runs queries one after another in the open transaction, each after a savepoint. */
function inTransaction(sql: postgres.Sql): As {
  let last: Promise<unknown> = Promise.resolve();
  const once =
    (role: string | null, claims: object): Query =>
    async (text, ...values) => {
      await sql`savepoint statement`;
      try {
        if (role) await become(sql, role, claims);
        const rows = await sql(text, ...(values as never[]));
        await sql.unsafe(
          'savepoint checks; set constraints all immediate; rollback to checks; release checks',
        );
        if (role)
          await sql.unsafe(
            "select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)",
          );
        await sql`release statement`;
        return getRows(rows);
      } catch (error) {
        await sql`rollback to statement`;
        await sql`release statement`;
        throw error;
      }
    };
  return (role, claims) =>
    (text, ...values) => {
      const next = last.then(() => once(role, claims)(text, ...values));
      last = next.catch(() => {});
      return next;
    };
}

const become = (sql: postgres.Sql | postgres.TransactionSql, role: string, claims: object) =>
  sql`select set_config('role', ${role}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;

const getRows = (rows: Iterable<unknown>) => [...rows] as Rows;

async function onServer(url: string, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
