import type { Caller, Database } from '../../database/database.ts';
import type { Head, Plan } from './plan.ts';

type Query = { sql: string; parameters: (string | null)[] };

/** The result text from the database, and the estimated row count if it was requested. */
export type Outcome = { result: string; estimated: number | null };

/**
 * Runs a plan as the caller, in the request's time zone. Commits the transaction or rolls it back, as the
 * request specifies.
 */
export async function runPlan(
  database: Database,
  caller: Caller,
  plan: Plan,
  parameters: (string | null)[],
  surroundings: { searchPath: string; preRequest: string; signal: AbortSignal },
): Promise<Outcome> {
  const { preferences, media } = plan.request;
  const options = { readOnly: plan.readOnly, timeZone: preferences.timezone, ...surroundings };
  const run = ({ sql, parameters: texts }: Query) => database.asCaller(caller, sql, texts, options);
  let query: Query = { sql: plan.sql, parameters };
  if (media.plan) query = wrapInFunction('explain', { ...query, sql: explainSql(plan) });
  if (preferences.rollback) query = wrapInFunction('dry_run', query);
  const answer = run(query);
  const result = await (preferences.rollback ? answer.catch(getRolledBackReply) : answer);
  if (media.plan || !plan.estimate || !needsEstimate(plan, result ?? ''))
    return { result: result ?? '', estimated: null };
  const estimate = await run({ sql: plan.estimate, parameters });
  return { result: result ?? '', estimated: getPlannedRows(estimate) };
}

/** The SQLSTATE that a response raises to roll back its transaction. */
const ROLLED_BACK = 'RLBCK';

/**
 * Passes the statement to a database function as the last parameter. The other parameters are the statement's
 * parameters.
 */
function wrapInFunction(name: string, { sql, parameters }: Query): Query {
  const count = parameters.length;
  return {
    sql: `select platform.${name}(($1)[${count + 1}], ($1)[1:${count}])`,
    parameters: [...parameters, sql],
  };
}

function explainSql({ sql, request }: Plan): string {
  const { json = false, options = [] } = request.media.plan ?? {};
  return `explain (${[...options, `format ${json ? 'json' : 'text'}`].join(', ')}) ${sql}`;
}

/**
 * Returns the response to a request with `tx=rollback`. The error that rolled back the transaction contains
 * the response.
 */
function getRolledBackReply(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === ROLLED_BACK && typeof message === 'string') return message;
  throw error;
}

/**
 * Returns true if `count=estimated` needs the planner's estimate. Up to the maximum page size, the count is
 * exact.
 */
function needsEstimate({ request, countedTo }: Plan, result: string): boolean {
  if (request.preferences.count !== 'estimated') return true;
  const [, counted] = JSON.parse(result.slice(0, result.indexOf('\n'))) as Head;
  return typeof countedTo === 'number' && counted !== null && counted > countedTo;
}

function getPlannedRows(text: string | null): number {
  const [{ Plan: plan }] = JSON.parse(text ?? '[{"Plan":{}}]');
  return Number(plan['Plan Rows'] ?? 0);
}
