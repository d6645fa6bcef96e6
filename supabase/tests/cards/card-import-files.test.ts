import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { type Customer, canonical, getHouseholds } from '../support/simulated-household.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

describe('imports into a card in a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { signUp, live, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

  /** Signs up a customer who imports into a new card, and then twice more. The second one is undone. */
  async function importThrice(): Promise<Customer> {
    const customer = await signUp();
    const take = async (parameters: object) =>
      (
        await customer.client
          .rpc('import_transactions', { file_name: 'card.csv', ...parameters })
          .single<{ id: string; card_id: string }>()
          .throwOnError()
      ).data;
    const { card_id } = await take({
      new_card: { name: 'Blue', credit_limit: 5000, apr: 24, begins_on: daysAgo(60), starting_balance: 900 },
      rows: [
        { day: daysAgo(50), amount: -40, description: 'Corner Books' },
        { day: daysAgo(40), amount: 100, description: 'Payment' },
      ],
    });
    const undone = await take({ card_id, rows: [{ day: daysAgo(5), amount: 300, description: 'Payment' }] });
    await take({ card_id, format: 'camt', rows: [{ day: daysAgo(5), amount: -75, description: 'Diner' }] });
    await customer.client.rpc('undo_import', { import_id: undone.id }).throwOnError();
    return customer;
  }

  it('simulate identically in sixty steps of a day and in one of sixty days', async () => {
    const original = await importThrice();
    const file = await exported(original);
    const [slow, fast] = [await signUp(), await signUp()];
    for (const household of [slow, fast])
      expect(await restore(household, { file })).toMatchObject({ status: 200 });
    const begin = Date.parse(file.clock);
    for (let day = 1; day <= 60; day += 1) await live(slow, begin + day * DAY_MS);
    for (const household of [fast, original]) await live(household, begin + 60 * DAY_MS);
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    expect(await hashOf(slow)).toBe(await hashOf(original));
    expect(canonical(await exported(slow)).statements).toEqual(canonical(await exported(fast)).statements);
    for (const household of [slow, fast, original]) expect(await violationsOf(household)).toEqual([]);
  });
});
