import { describe, expect } from 'vitest';
import { openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks } from '../support/household.ts';

type Day = { day: string; balance: number; interest: number; in_grace: boolean };

const getDays = async (bank: Bank, person: Person, cardId: string): Promise<Day[]> =>
  (
    await bank.asCustomer(person)`
      select day::text, balance::float8, interest::float8, in_grace from card_interest_days(${cardId})`
  ).map((row) => row as Day);

/** Simulates to the next closing, and returns the interest days as of its last day. */
async function liveToClose(bank: Bank, person: Person, cardId: string): Promise<Day[]> {
  const count = async () =>
    (await bank.owner`select count(*)::int as count from card_statements where card_id = ${cardId}`)[0]
      ?.count;
  const before = await count();
  for (;;) {
    const days = await getDays(bank, person, cardId);
    await simulateDays(bank, person, 1);
    if ((await count()) > before) return days;
  }
}

const chargedBy = (days: Day[]) =>
  days.filter(({ in_grace }) => !in_grace).reduce((sum, { interest }) => sum + interest, 0);

/** Expects the statement to charge the sum of the daily interest, up to rounding. */
async function expectCharged(bank: Bank, cardId: string, days: Day[]) {
  expect(Math.abs((await lastInterest(bank, cardId)) - chargedBy(days))).toBeLessThan(0.01);
}

const lastInterest = async (bank: Bank, cardId: string) =>
  Number(
    (
      await bank.owner`select interest from card_statements where card_id = ${cardId} order by to_date desc limit 1`
    )[0]?.interest,
  );

describe("the interest of a card's open cycle", () => {
  test('is shown for each day since the card was opened, and is zero before the first statement', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice, { limit: 5000, apr: 36.5 });
    const customer = bank.asCustomer(alice);
    await customer`select charge_credit_card(${id}, 1000)`;
    await simulateDays(bank, alice, 2);
    await customer`select pay_credit_card(${id}, 400)`;
    const days = await getDays(bank, alice, id);
    expect(days.map(({ balance, interest, in_grace }) => [balance, interest, in_grace])).toEqual([
      [1000, 1, true],
      [1000, 1, true],
      [600, 0.6, true],
    ]);
    const [today] = await customer`select simulated_now()::date::text as day`;
    expect(days.at(-1)?.day).toBe(today?.day);
    await expectSoundBooks(bank);
  });

  test('equals the charge on the next statement, cycle after cycle: none, all, residual, none', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('America/New_York')`;
    const { id } = await openCard(bank, alice, { limit: 5000, apr: 24 });
    await customer`select charge_credit_card(${id}, 900)`;
    await liveToClose(bank, alice, id);
    const beforeDue = await getDays(bank, alice, id);
    expect(beforeDue.every(({ in_grace }) => in_grace)).toBe(true);
    // The first statement isn't paid in full, so the whole second cycle accrues interest.
    const second = await liveToClose(bank, alice, id);
    expect(second.every(({ in_grace }) => !in_grace)).toBe(true);
    expect(second.length).toBeGreaterThanOrEqual(28);
    await expectCharged(bank, id, second);
    expect(await lastInterest(bank, id)).toBeGreaterThan(15);
    // The second statement is paid in full on the tenth day, so interest accrues until then.
    await simulateDays(bank, alice, 9);
    const [owed] = await customer`select balance from credit_cards where id = ${id}`;
    await customer`select pay_credit_card(${id}, ${owed?.balance})`;
    const third = await liveToClose(bank, alice, id);
    expect(third.filter(({ in_grace }) => !in_grace).length).toBeGreaterThanOrEqual(9);
    expect(third.at(-1)).toMatchObject({ balance: 0, interest: 0, in_grace: true });
    await expectCharged(bank, id, third);
    expect(await lastInterest(bank, id)).toBeGreaterThan(0);
    // The third statement is also paid in full, so the grace period returns.
    const [remaining] = await customer`select balance from credit_cards where id = ${id}`;
    await customer`select pay_credit_card(${id}, ${remaining?.balance})`;
    await customer`select charge_credit_card(${id}, 100)`;
    const fourth = await liveToClose(bank, alice, id);
    await expectCharged(bank, id, fourth);
    await expectSoundBooks(bank);
  });

  test('excludes the portion repaid by the due date when a statement with a grace period is paid in part', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('America/New_York')`;
    const { id } = await openCard(bank, alice, { limit: 5000, apr: 24 });
    await customer`select charge_credit_card(${id}, 900)`;
    await liveToClose(bank, alice, id);
    await simulateDays(bank, alice, 9);
    await customer`select pay_credit_card(${id}, 600)`;
    await customer`select charge_credit_card(${id}, 50)`;
    const days = await liveToClose(bank, alice, id);
    expect(days.every(({ in_grace }) => !in_grace)).toBe(true);
    // 300.00 of the statement isn't repaid in time, so it accrues interest from the first day. The other
    // 600.00 accrues no interest.
    expect(days[0]).toMatchObject({ balance: 900, interest: Number(((300 * 0.24) / 365).toFixed(4)) });
    expect(days.at(-1)).toMatchObject({ balance: 350, interest: Number(((350 * 0.24) / 365).toFixed(4)) });
    await expectCharged(bank, id, days);
    await expectSoundBooks(bank);
  });

  test('is private to the owner, and zero for a closed card', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice);
    await expect(getDays(bank, bob, id)).rejects.toMatchObject({ code: 'NTFND' });
    await expect(bank.asVisitor()`select card_interest_days(${id})`).rejects.toMatchObject({ code: '42501' });
    expect(await getDays(bank, alice, id)).toHaveLength(1);
    await bank.asCustomer(alice)`select close_credit_card(${id})`;
    expect(await getDays(bank, alice, id)).toEqual([]);
    await expectSoundBooks(bank);
  });
});
