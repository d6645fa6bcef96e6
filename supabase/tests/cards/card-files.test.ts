import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import {
  type Customer,
  canonical,
  getHouseholds,
  type HouseholdJson,
} from '../support/simulated-household.ts';

describe('cards in a household file', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, live, hashOf, violationsOf, exported, restore } = getHouseholds(() => server);

  /**
   * Signs up a customer with a card, a virtual card, and disputes that are won and lost on three different
   * days.
   */
  async function contest(): Promise<Customer & { card: string }> {
    const customer = await signUp();
    const { client } = customer;
    const { data: card } = await client
      .from('credit_cards')
      .insert({ name: 'Blue', credit_limit: 900, apr: 19.9 })
      .select()
      .single()
      .throwOnError();
    const charge = async () =>
      (
        await client
          .rpc('charge_credit_card', { card_id: card.id, amount: 40, merchant: 'Grocer', category: 'Food' })
          .single<{ last_entry: number }>()
          .throwOnError()
      ).data.last_entry;
    for (const reason of ['duplicate', 'wrong_amount', 'not_received', 'fraud', 'other'])
      await client
        .rpc('open_dispute', {
          card_id: card.id,
          entry_id: await charge(),
          amount: reason === 'wrong_amount' ? 10 : 40,
          reason,
        })
        .throwOnError();
    await client.rpc('create_virtual_card', { card_id: card.id, name: 'Trial' }).throwOnError();
    return { ...customer, card: card.id };
  }

  const getEnds = async ({ client }: Customer) =>
    (
      await client
        .from('disputes')
        .select('reason, status, decide_on, outcome')
        .order('opened_at')
        .throwOnError()
    ).data;

  it('simulate identically in sixty steps of a day and in one of sixty days, disputes included', async () => {
    const original = await contest();
    const file = await exported(original);
    expect(file.disputes.map(({ entry, status }: HouseholdJson) => [entry, status])).toEqual(
      [1, 3, 5, 7, 9].map((entry) => [entry, 'in_review']),
    );
    const [slow, fast] = [await signUp(), await signUp()];
    for (const household of [slow, fast])
      expect(await restore(household, { file })).toMatchObject({ status: 200 });
    const hidden = ({ id }: Customer) => sql()`
      select d.reason, o.outcome, o.explanation from bank.dispute_outcomes o join disputes d on d.id = o.dispute_id
      where d.user_id = ${id} order by d.opened_at`;
    expect(await hidden(slow)).toEqual(await hidden(original));
    const begin = Date.parse(file.clock);
    for (let day = 1; day <= 60; day += 1) await live(slow, begin + day * DAY_MS);
    for (const household of [fast, original]) await live(household, begin + 60 * DAY_MS);
    expect(await hashOf(slow)).toBe(await hashOf(fast));
    expect(await hashOf(slow)).toBe(await hashOf(original));
    expect(await getEnds(slow)).toEqual(await getEnds(fast));
    expect(await getEnds(slow)).toEqual(await getEnds(original));
    expect((await getEnds(slow))?.map(({ reason, status }) => [reason, status])).toEqual([
      ['duplicate', 'lost'],
      ['wrong_amount', 'won'],
      ['not_received', 'lost'],
      ['fraud', 'lost'],
      ['other', 'lost'],
    ]);
    for (const household of [slow, fast, original]) expect(await violationsOf(household)).toEqual([]);
    const [first, second] = [canonical(await exported(slow)), canonical(await exported(fast))];
    expect(first.disputes).toEqual(second.disputes);
    expect(first.statements).toEqual(second.statements);
    expect(first.household_events).toEqual(second.household_events);
  });

  it('are restored from a checkpoint with their numbers, with later decisions in review again', async () => {
    const customer = await contest();
    const numbers = async () =>
      sql()`
        select card_number from credit_cards where user_id = ${customer.id}
        union all select card_number from virtual_cards where user_id = ${customer.id}`;
    const before = [await numbers(), await getEnds(customer), await hashOf(customer)];
    const { data: secrets } = await customer.client
      .rpc('reveal_card_details', { card_id: customer.card })
      .throwOnError();
    const { data: checkpoint } = await customer.client
      .rpc('save_checkpoint', { name: 'Before' })
      .single<{ id: string }>()
      .throwOnError();
    await customer.client.functions.invoke('advance', { body: { by: 'P2M' } });
    expect((await getEnds(customer))?.map(({ status }) => status)).not.toContain('in_review');
    expect(await restore(customer, { checkpoint_id: checkpoint.id })).toMatchObject({ status: 200 });
    expect([await numbers(), await getEnds(customer), await hashOf(customer)]).toEqual(before);
    const { data: card } = await customer.client.from('credit_cards').select('id').single().throwOnError();
    expect(
      (await customer.client.rpc('reveal_card_details', { card_id: card?.id }).throwOnError()).data,
    ).toEqual(secrets);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('that dispute charges of other cards are refused', async () => {
    const file = await exported(await contest());
    const stranger = await signUp();
    for (const entry of [2, 99]) {
      const disputes = [{ ...file.disputes[0], entry }];
      expect(await restore(stranger, { file: { ...file, disputes } })).toMatchObject({
        status: 422,
        body: { code: 'HOUSE' },
      });
    }
    expect((await stranger.client.from('disputes').select('id').throwOnError()).data).toEqual([]);
  });
});
