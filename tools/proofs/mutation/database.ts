import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import openTestServer from '../../../supabase/tests/support/cluster.ts';

/** A database function with its definition and the names of the functions that it calls. */
export type MoneyFunction = { name: string; definition: string; calls: string[] };

export type MoneyDatabase = {
  serverUrl: string;
  /** The functions that move money or validate money movements. */
  functions: MoneyFunction[];
  /** Returns all direct and indirect callers of a function by name. */
  callersOf(name: string): string[];
  /** Creates another template that can be modified. */
  copyTemplate(name: string): Promise<void>;
  /**
   * Runs SQL in a template. The connection closes immediately, so that the template can be cloned. Returns
   * null, or the message if the SQL is refused.
   */
  runStatement(template: string, sql: string): Promise<string | null>;
  template: string;
  close(): Promise<void>;
};

/** Every money movement ends with a call to one of these functions. */
const ENTRIES = [
  'bank.post',
  'bank.debit_account',
  'bank.credit_account',
  'bank.pay_debt',
  'bank.post_purchase',
  'bank.write_engine_entries',
  'bank.move_engine_balances',
];
const MONEY_TABLES = [
  'accounts',
  'transactions',
  'entries',
  'postings',
  'loans',
  'mortgages',
  'credit_cards',
  'payments',
];
/** Household files are loaded, not posted. A separate test compares saved and loaded files. */
const NOT_MONEY = /^(bank\.(load|file)_|public\.(load|restore|bring|export)_household$)/;

export async function openMoneyDatabase(): Promise<MoneyDatabase> {
  const settings: Record<string, string> = {};
  const project: Pick<TestProject, 'provide'> = {
    provide: (name, value) => {
      settings[name] = String(value);
    },
  };
  const close = await openTestServer(project as TestProject);
  const { serverUrl = '', template = '' } = settings;
  const runStatement = async (database: string, text: string) => {
    const address = new URL(serverUrl);
    address.pathname = database;
    const sql = postgres(address.href, { max: 1, onnotice: () => {} });
    try {
      await sql.unsafe(text);
      return null;
    } catch (error) {
      return String(error);
    } finally {
      await sql.end({ timeout: 5 });
    }
  };
  await runStatement('postgres', "alter system set track_functions = 'all'");
  await runStatement('postgres', 'select pg_reload_conf()');
  const all = await readFunctions(serverUrl, template);
  const getCallers = (name: string) =>
    reach([name], (from) => all.filter(({ calls }) => calls.includes(from)));
  return {
    serverUrl,
    template,
    functions: moneyAmong(all, getCallers),
    callersOf: getCallers,
    runStatement,
    async copyTemplate(name) {
      const refusal = await runStatement('postgres', `create database ${name} template ${template}`);
      if (refusal) throw new Error(refusal);
    },
    close,
  };
}

type CandidateFunction = MoneyFunction & { guardsTable: boolean };

/**
 * Returns the functions that post entries directly or indirectly, the functions that they call, and the
 * triggers on money tables.
 */
function moneyAmong(all: CandidateFunction[], callersOf: (name: string) => string[]): MoneyFunction[] {
  const moneyPath = new Set(ENTRIES.flatMap((name) => [name, ...callersOf(name)]));
  const guards = new Set(
    all
      .filter(({ name }) => moneyPath.has(name))
      .flatMap(({ calls }) =>
        calls.filter((name) =>
          /^bank\.(check|lock|refuse|require|own|pay|move|settle|take|put|give)_/.test(name),
        ),
      ),
  );
  return all.filter(
    ({ name, guardsTable }) =>
      (moneyPath.has(name) || guards.has(name) || guardsTable) && !NOT_MONEY.test(name),
  );
}

async function readFunctions(serverUrl: string, template: string): Promise<CandidateFunction[]> {
  const address = new URL(serverUrl);
  address.pathname = template;
  const sql = postgres(address.href, { max: 1, onnotice: () => {} });
  const rows = await sql<{ name: string; definition: string; guards: boolean }[]>`
    select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition,
      exists (select from pg_trigger t where t.tgfoid = p.oid and t.tgrelid::regclass::text = any(
        ${MONEY_TABLES.flatMap((table) => [`public.${table}`, `bank.${table}`, table])})) as guards
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_language l on l.oid = p.prolang
    where n.nspname in ('bank', 'public') and p.prokind = 'f' and l.lanname in ('plpgsql', 'sql')
    order by 1, 2`;
  await sql.end();
  const names = new Set(rows.map(({ name }) => name));
  return rows.map(({ name, definition, guards }) => ({
    name,
    definition,
    guardsTable: guards,
    calls: [...new Set(definition.match(/\b(?:bank|public)\.[a-z_]+/g))].filter(
      (called) => called !== name && names.has(called),
    ),
  }));
}

function reach(from: string[], next: (name: string) => { name: string }[]): string[] {
  const reachable = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const { name: further } of next(name)) {
      if (reachable.has(further)) continue;
      reachable.add(further);
      open.push(further);
    }
  }
  return [...reachable];
}
