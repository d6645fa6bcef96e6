import type { SupabaseClient } from '@supabase/supabase-js';
import type { Instant } from '../../../engine/calendar/calendar.ts';
import { parseScenarioValue } from '../../../engine/scenarios/file.ts';
import { LARGEST_SCENARIO_FILE, type Scenario } from '../../../engine/scenarios/scenario.ts';
import { buildScenarioHousehold, getFirstDay } from '../../../engine/scenarios/start.ts';
import { forCustomers } from '../access.ts';
import { discardUpload, uploadHousehold } from '../household-uploads.ts';
import { parseTimeZone, scheduleRules } from '../load-history.ts';
import { respond } from '../responses.ts';

const DAY_MS = 86_400_000;

/**
 * Starts a scenario for the caller: `{ "pack": { … }, "time_zone": "Europe/Paris" }`. Saves the current
 * household as a checkpoint, `checkpoint_before` in the response. If another scenario is running, keeps that
 * scenario's checkpoint and starts from the same time, so that retrying doesn't move time forward.
 */
export default forCustomers(
  async ({ request, bank, mine }) => {
    const start = await readRequest(request);
    if ('problem' in start) return respond({ code: 'BADPK', message: start.problem }, 422);
    const { data: customer } = await mine
      .rpc('ensure_customer', { time_zone: start.timeZone })
      .single<{ id: string; time_zone: string }>()
      .throwOnError();
    return respond(await beginRun(bank, customer, start.pack, await getNow(mine)));
  },
  {
    statuses: { CLOCK: 409, LIMIT: 409 },
    unstorable: {
      code: 'BADPK',
      message: "The scenario contains text or numbers that Sandbank can't store.",
    },
  },
);

async function beginRun(
  bank: SupabaseClient,
  { id, time_zone: timeZone }: { id: string; time_zone: string },
  pack: Scenario,
  now: Instant,
): Promise<unknown> {
  const begins = getFirstDay(pack, now, timeZone);
  const household = buildScenarioHousehold(pack, { begins, timeZone, newId: () => crypto.randomUUID() });
  const uploadId = await uploadHousehold(bank, household);
  const { data, error } = await bank.rpc('begin_scenario_run', {
    customer_id: id,
    upload_id: uploadId,
    pack,
  });
  if (error === null) {
    await scheduleRules(bank, id);
    return data;
  }
  await discardUpload(bank, uploadId);
  throw error;
}

/**
 * Returns the caller's simulated time. If a scenario is running, returns the time before it started. The
 * result is never earlier than the real time.
 */
async function getNow(mine: SupabaseClient): Promise<Instant> {
  const { data: scenarioRun } = await mine
    .from('scenario_runs')
    .select('began_at')
    .eq('is_current', true)
    .maybeSingle<{ began_at: string }>()
    .throwOnError();
  if (scenarioRun) return Math.max(Date.now(), Date.parse(scenarioRun.began_at) - DAY_MS);
  const { data } = await mine.rpc('simulated_now').throwOnError();
  return Date.parse(data);
}

type StartRequest = { pack: Scenario; timeZone: string | null } | { problem: string };

async function readRequest(request: Request): Promise<StartRequest> {
  const body = await request.text();
  // The extra 1,000 characters cover the time zone and the quotes around the pack.
  if (body.length > LARGEST_SCENARIO_FILE + 1_000) return { problem: 'Scenario files can be up to 256 KB.' };
  let json: { pack?: unknown; time_zone?: unknown };
  try {
    json = JSON.parse(body);
  } catch {
    return { problem: 'This request has no scenario.' };
  }
  const read = parseScenarioValue(json?.pack);
  if ('problems' in read) {
    const [first] = read.problems;
    return { problem: first?.path ? `${first.path}: ${first.text}` : (first?.text ?? '') };
  }
  return { pack: read.pack, timeZone: parseTimeZone(json.time_zone) };
}
