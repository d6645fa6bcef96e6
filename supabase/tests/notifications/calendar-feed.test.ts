import { convertIcsCalendar, type IcsCalendar } from 'ts-ics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { listCalendarEvents } from '../../../engine/forecast/calendar-events.ts';
import { getClient, startTestServer, type TestServer } from '../../../server/testing/server.ts';
import { readHouseholds } from '../../functions/households.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

describe('a calendar address', () => {
  let server: TestServer;

  const lines: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ onLog: (line) => lines.push(line) });
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo } = getHouseholds(() => server);
  const read = (secret: string, method = 'GET') =>
    server.fetch(`${server.url}/functions/v1/calendar/${secret}.ics`, { method });
  const create = async ({ client }: Customer, includesAmounts = true): Promise<string> =>
    (await client.rpc('create_calendar_feed', { includes_amounts: includesAmounts }).throwOnError()).data;
  const parse = (text: string): IcsCalendar => convertIcsCalendar(undefined, text);

  it('serves the upcoming payments of its customer to a program of another author', async () => {
    const customer = await signUpWithDemo(Date.now() - 3 * DAY_MS);
    const response = await read(await create(customer));
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    const calendar = parse(await response.text());
    const [household] = await readHouseholds(getClient(server, { key: server.serviceKey }), [customer.id]);
    if (!household) throw new Error('The household is missing.');
    const events = listCalendarEvents(household, 120);
    expect(events.length).toBeGreaterThan(20);
    expect(
      calendar.events?.map(({ uid, start }) => [uid, start.date.toISOString().slice(0, 10), start.type]),
    ).toEqual(events.map(({ key, day }) => [`${key}@sandbank`, day, 'DATE']));
    for (const { summary } of calendar.events ?? []) expect(summary).toMatch(/ \(simulated\)$/);
    expect(calendar.events?.some(({ summary }) => /, −\$[\d,]+\.\d\d \(simulated\)$/.test(summary))).toBe(
      true,
    );
  });

  it('leaves out amounts if the customer chose so', async () => {
    const customer = await signUpWithDemo(Date.now() - 3 * DAY_MS);
    expect(await (await read(await create(customer, false))).text()).not.toMatch(/[$€£]/);
  });

  it('is empty for a customer without accounts', async () => {
    const response = await read(await create(await signUp()));
    expect(parse(await response.text()).events ?? []).toEqual([]);
  });

  it('stops working when it is replaced or removed, or when the customer is suspended', async () => {
    const customer = await signUp();
    const first = await create(customer);
    const second = await create(customer);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    await sql()`update auth.users set banned_until = now() + interval '1 day' where id = ${customer.id}`;
    expect((await read(second)).status).toBe(404);
    await sql()`update auth.users set banned_until = null where id = ${customer.id}`;
    await customer.client.rpc('remove_calendar_feed').throwOnError();
    const response = await read(second);
    expect([response.status, await response.text()]).toEqual([404, 'This calendar address no longer works.']);
  });

  it('is shown without its secret, with its last read', async () => {
    const customer = await signUp();
    const mine = async () => (await customer.client.rpc('my_calendar_feed').throwOnError()).data;
    expect(await mine()).toEqual([]);
    const secret = await create(customer);
    expect(await mine()).toEqual([{ created_at: expect.any(String), read_at: null, includes_amounts: true }]);
    await read(secret);
    expect(await mine()).toEqual([
      { created_at: expect.any(String), read_at: expect.any(String), includes_amounts: true },
    ]);
    expect(JSON.stringify(await sql()`select * from bank.calendar_feeds`)).not.toContain(secret);
  });

  it('never appears in the log', async () => {
    const secret = await create(await signUp());
    lines.length = 0;
    for (const method of ['GET', 'HEAD', 'POST']) await read(secret, method);
    await server.fetch(`${server.url}/functions/v1/%63alendar/${secret.toUpperCase()}.ics`);
    expect(lines.join('')).toContain('/functions/v1/calendar/secret.ics');
    expect(lines.join('').toLowerCase()).not.toContain(secret);
  });

  it('refuses guesses, other methods, customers who call its function, and more than 60 reads an hour', async () => {
    const customer = await signUp();
    const secret = await create(customer);
    const guesses = ['', 'x', '0'.repeat(64), secret.slice(1), `${secret}'`, secret.toUpperCase()];
    for (const guess of guesses) expect((await read(guess)).status, guess).toBe(404);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await read(secret, method)).status).toBe(405);
    const { error } = await customer.client.rpc('read_calendar_feed', { secret });
    expect(error?.code).toBe('42501');
    await sql()`update bank.calendar_feeds set reads = 59, read_at = now() where user_id = ${customer.id}`;
    expect([(await read(secret)).status, (await read(secret)).status]).toEqual([200, 429]);
  });
});
