import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, dayText, type Instant, parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, getHouseholds } from '../support/simulated-household.ts';

/** Each day begins 25 hours earlier in the east than in the west. */
const [EAST, WEST] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const HOUR_MS = 3_600_000;

describe('a change of the time zone', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());
  const { sql, signUp, live, violationsOf } = getHouseholds(() => server);

  /** The last day of the month after next. */
  const monthEnd = addMonths(parseDay(`${new Date().toISOString().slice(0, 8)}01`), 3) - 1;

  async function openHousehold(zone: string): Promise<Customer & { card: string }> {
    const customer = await signUp();
    const { client, id } = customer;
    await client.from('customers').update({ time_zone: zone }).eq('id', id).throwOnError();
    const open = async (name: string, type: string, initial_balance: number) =>
      (
        await client
          .rpc('open_account', { name, type, initial_balance })
          .single<{ id: string }>()
          .throwOnError()
      ).data.id;
    const checking = await open('Everyday', 'CHECKING', 20_000);
    await open('Rainy Day', 'SAVINGS', 10_000);
    const pay = { account_id: checking, name: 'Salary', amount: 1000, frequency: 'DAILY' };
    const start_date = new Date(Date.now() + 48 * HOUR_MS).toISOString().slice(0, 10);
    await client
      .from('auto_deposits')
      .insert({ ...pay, start_date })
      .throwOnError();
    const { data: card } = await client
      .from('credit_cards')
      .insert({ name: 'Blue', credit_limit: 5000, apr: 20 })
      .select()
      .single()
      .throwOnError();
    const autopay = { autopay: 'fixed', autopay_account_id: checking, autopay_amount: 30 };
    await client.from('credit_cards').update(autopay).eq('id', card.id).throwOnError();
    await client
      .rpc('charge_credit_card', { card_id: card.id, amount: 900, merchant: 'Shop', category: 'Food' })
      .throwOnError();
    return { ...customer, card: card.id };
  }

  const travel = ({ client, id }: Customer, time_zone: string) =>
    client.from('customers').update({ time_zone }).eq('id', id).throwOnError();

  const getEntries = async ({ id }: Customer, kind: string) =>
    (
      await sql()`select description from bank.entries where household_id = ${id} and kind = ${kind} order by id`
    ).length;

  /** Returns the number of days that have begun in a time zone between a start date and an instant. */
  const daysUntil = (zone: string, to: Instant, start: string) => new Zone(zone).getDay(to) - parseDay(start);

  for (const [from, to] of [
    [EAST, WEST],
    [WEST, EAST],
    ['Europe/Berlin', 'America/New_York'],
    ['America/New_York', 'Asia/Tokyo'],
  ] as const)
    it(`from ${from} to ${to} around the end of a month pays interest, autopay, and pay once per day`, async () => {
      for (const hours of [-14, -3, 1, 11]) {
        const customer = await openHousehold(from);
        const moved = new Zone(from).getStart(monthEnd + 1) + hours * HOUR_MS;
        await live(customer, moved);
        await travel(customer, to);
        const end = new Zone(to).getStart(monthEnd + 40);
        for (const at of [moved + HOUR_MS, moved + 30 * HOUR_MS, end]) await live(customer, at);
        const [{ start } = { start: '' }] = await sql()`
          select min(start_date)::text as start from auto_deposits where user_id = ${customer.id}`;
        expect(await getEntries(customer, 'auto_deposit'), `${hours} hours`).toBe(daysUntil(to, end, start));
        const months = await sql()`
          select count(*)::int as count, count(distinct event_key)::int as keys from bank.entries
          where household_id = ${customer.id} and kind = 'interest' and description like 'Rainy Day%'`;
        // Interest is posted for the current month, the next month, the month in which the customer travels,
        // and the month after it.
        expect(months[0], `${hours} hours`).toEqual({ count: 4, keys: 4 });
        const failed = await sql()`
          select * from household_events where user_id = ${customer.id} and kind = 'payment_missed'`;
        expect([...failed], `${hours} hours`).toEqual([]);
        expect(await violationsOf(customer)).toEqual([]);
      }
    }, 120_000);

  it('on the due date of a card runs autopay once, in either direction', async () => {
    for (const [from, to, minutes] of [
      ['Europe/Berlin', 'America/New_York', 9 * 60 + 30],
      ['America/New_York', 'Asia/Tokyo', 8 * 60],
    ] as const) {
      const customer = await openHousehold(from);
      const [{ due } = { due: '' }] = await sql()`
        select due_date::text as due from credit_cards where id = ${customer.card}`;
      const second = addMonths(parseDay(due), 1);
      const moved = new Zone(from).at(second, minutes);
      await live(customer, moved);
      await travel(customer, to);
      await live(customer, moved + 40 * HOUR_MS);
      const [paid] = await sql()`
        select count(*)::int as count from bank.entries where household_id = ${customer.id} and event_key = ${`${customer.card}:autopay:${dayText(second)}`}`;
      expect(paid, `${from} to ${to}`).toEqual({ count: 1 });
      expect(await violationsOf(customer)).toEqual([]);
    }
  }, 60_000);
});
