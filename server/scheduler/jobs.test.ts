import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';

let first: TestServer;
let second: TestServer;

beforeAll(async () => {
  first = await startTestServer({ schedule: true });
  second = await startTestServer({ schedule: true, beside: first });
  await owner()`create table public.done (at timestamptz not null default clock_timestamp(), who text)`;
});
afterAll(async () => {
  await second.close();
  await first.close();
});
beforeEach(async () => {
  await owner()`delete from cron.job`;
  await owner()`truncate public.done`;
});

const owner = () => first.context.database.owner;
const PATIENCE = { timeout: 20_000, interval: 50 };

async function schedule(name: string, command: string, when = '1 second'): Promise<string> {
  const [row] = await owner()`select cron.schedule(${name}, ${when}, ${command}) as id`;
  return row?.id;
}
const getRuns = (id: string) => owner()`
  select status, return_message, start_time, end_time from cron.job_run_details where jobid = ${id} order by runid`;
/** Makes a job overdue, as if the server had been down. */
const letMiss = (id: string, time: string) => owner()`
  update platform.due_instants set last_due_at = now() - ${time}::interval where jobid = ${id}`;
const wake = () => owner()`select pg_notify('platform_wake', 'test')`;

describe('two servers over one database', () => {
  test('run each due instant of a job once', async () => {
    const id = await schedule('tick', 'insert into public.done default values');
    await expect.poll(async () => (await getRuns(id)).length, PATIENCE).toBeGreaterThanOrEqual(3);
    await owner()`select cron.unschedule('tick')`;
    const runs = await getRuns(id);
    const seconds = runs.map(({ start_time }) => Math.floor(start_time.getTime() / 1000));
    expect(new Set(seconds).size).toBe(seconds.length);
    await expect
      .poll(async () => (await owner()`select count(*)::int as count from public.done`)[0]?.count, PATIENCE)
      .toBe(runs.length);
    expect(runs[0]).toMatchObject({ status: 'succeeded', return_message: 'INSERT 1' });
  });

  test('make up for missed instants with one run', async () => {
    const id = await schedule('rare', 'insert into public.done default values', '0 0 1 1 *');
    expect(await getRuns(id)).toHaveLength(0);
    await letMiss(id, '5 years');
    await wake();
    await expect.poll(async () => (await getRuns(id))[0]?.status, PATIENCE).toBe('succeeded');
    await wake();
    // When the marker job has run, the server has checked the first job again.
    const marker = await schedule('marker', 'select 1');
    await expect.poll(async () => (await getRuns(marker)).length, PATIENCE).toBeGreaterThan(0);
    expect(await getRuns(id)).toHaveLength(1);
    expect(await owner()`select from public.done`).toHaveLength(1);
  });

  test("never overlap runs of a job, and a slow job doesn't delay others", async () => {
    const slow = await schedule('slow', 'select pg_advisory_lock(42); select pg_advisory_unlock(42)');
    const hold = await owner().reserve();
    await hold`select pg_advisory_lock(42)`;
    await expect.poll(async () => (await getRuns(slow))[0]?.status, PATIENCE).toBe('running');
    const quick = await schedule('quick', 'select 1');
    const succeeded = async () =>
      (await getRuns(quick)).filter(({ status }) => status === 'succeeded').length;
    await expect.poll(succeeded, PATIENCE).toBeGreaterThanOrEqual(2);
    expect(await getRuns(slow)).toHaveLength(1);
    await hold`select pg_advisory_unlock(42)`;
    hold.release();
    await expect.poll(async () => (await getRuns(slow))[0]?.status, PATIENCE).toBe('succeeded');
    await expect.poll(async () => (await getRuns(slow)).length, PATIENCE).toBeGreaterThan(1);
  });
});

test('record the error of a failed job and run it again', async () => {
  const id = await schedule('fails', 'select 1 / 0');
  await expect.poll(async () => (await getRuns(id)).length, PATIENCE).toBeGreaterThan(1);
  expect((await getRuns(id))[0]).toMatchObject({
    status: 'failed',
    return_message: 'ERROR:  division by zero',
  });
});

test("run a job with its role's rights", async () => {
  const [row] = await owner()`
    insert into cron.job (jobname, schedule, command, username)
    values ('weak', '1 second', 'insert into public.done (who) select current_user', 'anon') returning jobid`;
  await owner()`grant insert on public.done to anon`;
  await expect.poll(async () => (await getRuns(row?.jobid))[0]?.status, PATIENCE).toBe('succeeded');
  expect((await owner()`select distinct who from public.done`)[0]?.who).toBe('anon');
  await owner()`select cron.alter_job(${row?.jobid}, command := 'select * from cron.job')`;
  const last = async () => (await getRuns(row?.jobid)).at(-1)?.return_message;
  await expect.poll(last, PATIENCE).toContain('permission denied for schema cron');
});

test('run a job of several statements in one transaction', async () => {
  const id = await schedule('both', 'insert into public.done default values; select 1 / 0');
  await expect.poll(async () => (await getRuns(id))[0]?.status, PATIENCE).toBe('failed');
  expect(await owner()`select from public.done`).toHaveLength(0);
});

test('cancel and record running jobs at the end, and the next server records runs of a killed one', async () => {
  const base = await startTestServer();
  const { owner: sql } = base.context.database;
  await sql`delete from cron.job`;
  const [job] = await sql`select cron.schedule('long', '1 second', 'select pg_sleep(600)') as id`;
  const runs = () => sql`select status, return_message from cron.job_run_details order by runid`;
  const ended = { status: 'failed', return_message: 'The server stopped while the job was running.' };
  const server = await startTestServer({ schedule: true, beside: base });
  await expect.poll(async () => (await runs())[0]?.status, PATIENCE).toBe('running');
  await server.close();
  expect(await runs()).toEqual([ended]);

  await sql`select cron.unschedule(${job?.id}::bigint)`;
  await sql`update cron.job_run_details set status = 'running'`;
  await (await startTestServer({ schedule: true, beside: base })).close();
  expect(await runs()).toEqual([ended]);
  await base.close();
});

test('schedule, change, pause, and unschedule jobs like pg_cron', async () => {
  const id = await schedule('nightly', 'select 1', '0 3 * * *');
  expect(await schedule('nightly', 'select 2', '0 4 * * *')).toBe(id);
  await owner()`select cron.alter_job(job_id := ${id}, active := false)`;
  const [job] = await owner()`select * from cron.job`;
  expect(job).toMatchObject({
    schedule: '0 4 * * *',
    command: 'select 2',
    active: false,
    jobname: 'nightly',
  });
  const [unnamed] = await owner()`select cron.schedule('*/5 * * * *', 'select 3') as id`;
  expect((await owner()`select cron.unschedule(${unnamed?.id}::bigint) as done`)[0]?.done).toBe(true);
  expect((await owner()`select cron.unschedule('nightly') as done`)[0]?.done).toBe(true);
  await expect(owner()`select cron.unschedule('nightly')`).rejects.toThrow(
    'could not find valid entry for job',
  );
});

test.each([
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '* * 0 * *',
  '* * * 13 *',
  '* * * * 8',
  '60 seconds',
  '0 seconds',
  'a * * * *',
  '5-1 * * * *',
  '*/0 * * * *',
  '5/2 * * * *',
  '$ * * * *',
  '* * * * * *',
  '',
  '@reboot',
])('refuse the schedule "%s"', async (when) => {
  await expect(schedule('wrong', 'select 1', when)).rejects.toThrow(`invalid schedule: ${when}`);
});

test.each([
  '0-59/15 0,12 1-7 jan-mar MON-FRI',
  '0 0 $ * *',
  '59 seconds',
  '1 second',
  '@daily',
  '  5 4 * * sun ',
])('accept the schedule "%s"', async (when) => {
  await schedule('right', 'select 1', when);
  expect((await owner()`select schedule from cron.job where jobname = 'right'`)[0]?.schedule).toBe(when);
});

test.each(['anon', 'authenticated', 'service_role'])(
  '%s can access neither jobs nor requests nor secrets',
  async (role) => {
    const requested = [
      'select 1 from cron.job',
      "select cron.schedule('* * * * *', 'select 1')",
      "select net.http_get('http://localhost')",
      'select 1 from net._http_response',
      'select 1 from vault.decrypted_secrets',
      "select vault.create_secret('x')",
    ];
    for (const statement of requested)
      await expect(
        owner().begin(async (sql) => {
          await sql`select set_config('role', ${role}, true)`;
          await sql.unsafe(statement);
        }),
        statement,
      ).rejects.toMatchObject({ code: '42501' });
  },
);
