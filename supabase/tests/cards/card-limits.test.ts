import { describe, expect } from 'vitest';
import { NO_AMOUNTS, openCard, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

async function earn(bank: Bank, person: Person, amount: number, category = 'Salary') {
  const account = await openAccount(bank, person);
  await bank.asCustomer(person)`
    insert into transactions (account_id, amount, type, date, category_id)
    select ${account.id}, ${amount}, 'DEPOSIT', now(), id from categories where name = ${category} and user_id is null`;
}

const requestLimit = (
  bank: Bank,
  person: Person,
  cardId: string,
  limit: number | string,
  request: string | null = null,
) => bank.asCustomer(person)`select * from request_credit_limit(${cardId}, ${limit}::numeric, ${request})`;

const getLimit = async (bank: Bank, cardId: string) =>
  Number((await bank.owner`select credit_limit from credit_cards where id = ${cardId}`)[0]?.credit_limit);

/** Records a missed payment in the past. */
const missed = (bank: Bank, person: Person, ago: string) => bank.owner`
  insert into household_events (user_id, at, kind, description, event_key)
  values (${person.id}, now() - ${ago}::interval, 'payment_missed', 'Missed', ${crypto.randomUUID()})`;

describe('a request for a higher limit', () => {
  test('is granted within the income of 90 days, with its numbers as reasons', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000, balance: 100 });
    await openCard(bank, alice, { limit: 500 });
    await earn(bank, alice, 2500);
    const [request] = await requestLimit(bank, alice, id, 2000);
    expect(request).toMatchObject({
      card_id: id,
      requested: '2000.00',
      granted: '2000.00',
      previous: '1000.00',
      decision: 'approved',
      policy: 'limits-1',
      facts: { income: 2500, other_limits: 500, used: 10, late: 0, days_since_raise: null },
    });
    expect(request?.reasons).toEqual([
      "You're using 10% of your limit. We raise limits only at 80% utilization or lower.",
      'You had no late payments in the last 12 months.',
      "Your total card limits can't exceed your income over 90 days, which was $2,500.00. Your other cards have limits totaling $500.00.",
      'A single increase can raise your limit to no more than $2,000.00.',
    ]);
    expect(await getLimit(bank, id)).toBe(2000);
    const customer = bank.asCustomer(alice);
    await customer`select charge_credit_card(${id}, 1900)`;
    expect(await customer`select kind, description, facts from household_events`).toEqual([
      {
        kind: 'limit_decided',
        description: 'Blue now has a limit of $2,000.00',
        facts: { decision: 'approved', requested: 200_000, granted: 200_000, previous: 100_000 },
      },
    ]);
    await expectSoundBooks(bank);
  });

  test('is granted in part where the step or the income ends', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000 });
    const second = await openCard(bank, alice, { limit: 500 });
    await earn(bank, alice, 3190);
    expect((await requestLimit(bank, alice, id, 5000))[0]).toMatchObject({
      decision: 'countered',
      granted: '2000.00',
    });
    expect((await requestLimit(bank, alice, second.id, 1000))[0]).toMatchObject({ decision: 'approved' });
    const third = await openCard(bank, alice, { limit: 100 });
    expect((await requestLimit(bank, alice, third.id, 200))[0]).toMatchObject({
      decision: 'declined',
      granted: '100.00',
    });
    await earn(bank, alice, 10, 'Gift');
    await earn(bank, alice, 10, 'Interest');
    await passTime(bank, alice, '89 days');
    const [repeated] = await requestLimit(bank, alice, id, 2100);
    expect(repeated).toMatchObject({ decision: 'declined', facts: { days_since_raise: 89, income: 3190 } });
    expect(repeated?.reasons).toContain('Your last increase was 89 days ago. You can get one every 90 days.');
    await passTime(bank, alice, '2 days');
    expect((await requestLimit(bank, alice, id, 2100))[0]).toMatchObject({
      decision: 'declined',
      facts: { income: 0 },
    });
    await expectSoundBooks(bank);
  });

  test('lists only adverse reasons when it is not granted in full', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000 });
    await earn(bank, alice, 2500);
    expect((await requestLimit(bank, alice, id, 2400))[0]).toMatchObject({
      decision: 'countered',
      granted: '2000.00',
      reasons: ['A single increase can raise your limit to no more than $2,000.00.'],
    });
    expect((await requestLimit(bank, alice, id, 2400))[0]).toMatchObject({
      decision: 'declined',
      reasons: ['Your last increase was today. You can get one every 90 days.'],
    });
    await passTime(bank, alice, '1 day');
    expect((await requestLimit(bank, alice, id, 2600))[0]?.reasons).toEqual([
      'Your last increase was 1 day ago. You can get one every 90 days.',
      "Your total card limits can't exceed your income over 90 days, which was $2,500.00. Your other cards have limits totaling $0.00.",
    ]);
    await expectSoundBooks(bank);
  });

  test('suffers from late payments of the last 12 months', async ({ bank, alice }) => {
    const cards = [
      await openCard(bank, alice, { limit: 1000 }),
      await openCard(bank, alice, { limit: 1000 }),
      await openCard(bank, alice, { limit: 1000 }),
    ] as const;
    await earn(bank, alice, 100_000);
    await missed(bank, alice, '13 months');
    expect((await requestLimit(bank, alice, cards[0].id, 2000))[0]).toMatchObject({ decision: 'approved' });
    await missed(bank, alice, '11 months');
    const [second] = await requestLimit(bank, alice, cards[1].id, 2000);
    expect(second).toMatchObject({ decision: 'countered', granted: '1200.00' });
    expect(second?.reasons).toEqual(
      expect.arrayContaining([
        'You had 1 late payment in the last 12 months.',
        'A single increase can raise your limit to no more than $1,250.00.',
      ]),
    );
    await missed(bank, alice, '1 day');
    const [third] = await requestLimit(bank, alice, cards[2].id, 1100);
    expect(third).toMatchObject({ decision: 'declined', granted: '1000.00' });
    expect(third?.reasons).toContain(
      'You had 2 late payments in the last 12 months. We allow 1 late payment.',
    );
    await expectSoundBooks(bank);
  });

  test('is declined while utilization is above four fifths', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000, balance: 810 });
    await earn(bank, alice, 100_000);
    expect((await requestLimit(bank, alice, id, 1500))[0]).toMatchObject({
      decision: 'declined',
      facts: { used: 81 },
    });
    await bank.asCustomer(alice)`select pay_credit_card(${id}, 10)`;
    expect((await requestLimit(bank, alice, id, 1500))[0]).toMatchObject({
      decision: 'approved',
      facts: { used: 80 },
    });
    await expectSoundBooks(bank);
  });
});

describe('a request for a lower limit', () => {
  test('is always granted, down to the balance', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000, balance: 300.5 });
    await bank.asCustomer(alice)`update credit_cards set frozen = true where id = ${id}`;
    expect((await requestLimit(bank, alice, id, 400))[0]).toMatchObject({
      decision: 'approved',
      granted: '400.00',
    });
    const [lower] = await requestLimit(bank, alice, id, 200);
    expect(lower).toMatchObject({ decision: 'countered', granted: '300.50' });
    expect(lower?.reasons).toEqual([
      "We always approve a lower limit, as long as it isn't below your balance of $300.50.",
    ]);
    expect((await requestLimit(bank, alice, id, 100))[0]).toMatchObject({
      decision: 'declined',
      granted: '300.50',
    });
    expect(await getLimit(bank, id)).toBe(300.5);
    await expectSoundBooks(bank);
  });
});

describe('any limit request', () => {
  test('is decided once, for its owner, about a valid amount', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice, { limit: 1000 });
    expect(await requestLimit(bank, alice, id, 900, 'one')).toEqual(
      await requestLimit(bank, alice, id, 900, 'one'),
    );
    await expect(requestLimit(bank, alice, id, 800, 'one')).rejects.toMatchObject({ code: 'RQDIF' });
    for (const amount of NO_AMOUNTS)
      await expect(requestLimit(bank, alice, id, amount), amount).rejects.toMatchObject({ code: 'BADAM' });
    await expect(requestLimit(bank, bob, id, 500)).rejects.toMatchObject({ code: 'NTFND' });
    await expect(bank.asVisitor()`select request_credit_limit(${id}, 500)`).rejects.toMatchObject({
      code: '42501',
    });
    expect(await getLimit(bank, id)).toBe(900);
    const customer = bank.asCustomer(alice);
    expect(await customer`select from card_limit_requests`).toHaveLength(1);
    for (const attempt of [
      customer`update card_limit_requests set granted = 9999`,
      customer`delete from card_limit_requests`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    await expectSoundBooks(bank);
  });

  test('is limited to fifty a year', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 1000 });
    for (let times = 0; times < 50; times += 1) await requestLimit(bank, alice, id, 900 - times);
    await expect(requestLimit(bank, alice, id, 10)).rejects.toMatchObject({ code: 'LIMIT' });
    await passTime(bank, alice, '366 days');
    expect((await requestLimit(bank, alice, id, 10))[0]).toMatchObject({ decision: 'approved' });
    await expectSoundBooks(bank);
  });
});
