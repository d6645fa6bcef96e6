import { describe, expect } from 'vitest';
import { read, simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

/** The day of the month of a date as text. */
const dayOf = (date: string) => Number(date.slice(8, 10));

async function takeHome(bank: Bank, person: Person, more: { account?: string; day?: number } = {}) {
  const [mortgage] = await bank.asCustomer(person)`
    select id, start_date::text, next_due_date::text, created_at::date::text as opened from take_mortgage(
      property_value => 400000, down_payment => 80000, interest_rate => 6.25, term => 30,
      account_id => ${more.account ?? null}, payment_day => ${more.day ?? null})`;
  if (more.account) await bank.asCustomer(person)`update mortgages set autopay_account_id = ${more.account}`;
  return mortgage as { id: string; start_date: string; next_due_date: string; opened: string };
}

const quote = async (bank: Bank, person: Person, id: string, day: number) =>
  (await bank.asCustomer(person)`select payment_day_quote(${id}, ${day}) as quote`)[0]?.quote;

const change = (bank: Bank, person: Person, id: string, day: number, request: string | null = null) =>
  bank.asCustomer(person)`select change_payment_day(${id}, ${day}, ${request}) as change`;

const getNext = async (bank: Bank, person: Person) =>
  (await bank.asCustomer(person)`select next_due_date::text as due from mortgages`)[0]?.due as string;

describe('a payment day', () => {
  test('can be chosen at opening: the first period is at most 15 days longer or shorter', async ({
    bank,
    alice,
  }) => {
    for (const day of [1, 10, 28]) {
      const { next_due_date, opened } = await takeHome(bank, alice, { day });
      const [odd] = await bank.owner`select bank.days_between(bank.due_date(${opened}::date, 1),
        ${next_due_date}::date) as days`;
      expect([dayOf(next_due_date), Math.abs(Number(odd?.days)) <= 15]).toEqual([day, true]);
    }
    await expectSoundBooks(bank);
  });

  test('costs 777.78 once for 14 more days on 320,000 at 6.25%', async ({ bank, alice }) => {
    const { id, next_due_date } = await takeHome(bank, alice);
    const due = dayOf(next_due_date);
    const day = due + 14 <= 28 ? due + 14 : due + 14 - 30;
    expect(await quote(bank, alice, id, day)).toMatchObject({ days: 14, interest: 777.78 });
  });

  test('moves the due dates, and adds the interest of the odd days to one payment', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 200_000 });
    const { id, next_due_date } = await takeHome(bank, alice, { account: account.id });
    await simulateDays(bank, alice, 3);
    const due = dayOf(next_due_date);
    const day = due + 10 <= 28 ? due + 10 : due + 10 - 30;
    const expected = await quote(bank, alice, id, day);
    const [{ change: changed } = {}] = await change(bank, alice, id, day, 'move');
    expect(changed).toEqual(expected);
    expect((await change(bank, alice, id, day, 'move'))[0]?.change).toEqual(expected);
    expect(expected).toMatchObject({ days: 10, interest: 555.56 });
    expect(await getNext(bank, alice)).toBe(expected.to);
    const before = await bank.asCustomer(alice)`select payoff_quote(${id}, ${expected.to}) as quote`;
    await simulateDays(bank, alice, 55);
    const payments = await bank.asCustomer(
      alice,
    )`select amount, interest, day::text from debt_payments order by day`;
    const [first] = payments;
    expect(first).toMatchObject({ amount: '2525.86', interest: '2222.22' });
    expect(before[0]?.quote.balance).toBe(319_696.36);
    await simulateDays(bank, alice, 30);
    const [, second] = await bank.asCustomer(alice)`select amount from debt_payments order by day`;
    expect(second?.amount).toBe('1970.30');
    await expectSoundBooks(bank);
  });

  test('gives the same projection as the engine on every day', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 200_000 });
    const { id } = await takeHome(bank, alice, { account: account.id });
    await simulateDays(bank, alice, 12);
    for (const day of DAYS) {
      const result = await quote(bank, alice, id, day).catch((error: { code: string }) => error.code);
      if (typeof result === 'string') expect(result).toBe('BADDT');
      else {
        expect(Math.abs(result.days)).toBeLessThanOrEqual(15);
        expect(dayOf(result.to)).toBe(day);
      }
    }
    const { debts } = await read(bank, alice);
    expect(debts[0]?.payment_day).toBe(false);
  });

  test('collects on the next business day if the due date is on a weekend', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 400_000 });
    await takeHome(bank, alice, { account: account.id, day: 12 });
    await simulateDays(bank, alice, 400);
    const days = await bank.asCustomer(alice)`
      select to_char(day, 'ID')::integer as weekday, interest from debt_payments`;
    expect(days.length).toBeGreaterThanOrEqual(12);
    expect(days.filter(({ weekday }) => weekday > 5)).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('that changes twice in a period costs the interest of all odd days', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 200_000 });
    const { id, next_due_date } = await takeHome(bank, alice, { account: account.id });
    await simulateDays(bank, alice, 3);
    const near = (shift: number) => ((dayOf(next_due_date) - 1 + shift) % 28) + 1;
    const changes = [];
    for (const shift of [10, 6]) changes.push((await change(bank, alice, id, near(shift)))[0]?.change);
    const interest = changes.reduce((sum, { interest: part }) => sum + Number(part), 0);
    expect(interest).toBeGreaterThan(0);
    await simulateDays(bank, alice, 55);
    const [first] = await bank.asCustomer(alice)`select amount from debt_payments order by day`;
    expect(Number(first?.amount)).toBeCloseTo(1_970.3 + interest, 2);
    await expectSoundBooks(bank);
  });

  test('can be changed twice in 12 months', async ({ bank, alice }) => {
    const { id, next_due_date } = await takeHome(bank, alice);
    const near = (shift: number) => ((dayOf(next_due_date) - 1 + shift) % 28) + 1;
    await change(bank, alice, id, near(2));
    await change(bank, alice, id, near(4));
    expect((await getRefusal(change(bank, alice, id, near(6)))).code).toBe('LIMIT');
  });
});

describe('a payment day is refused', () => {
  test.for([0, 29, -1])('for day %d', async (day, { bank, alice }) => {
    const { id } = await takeHome(bank, alice);
    expect((await getRefusal(change(bank, alice, id, day))).code).toBe('BADDT');
    expect((await getRefusal(takeHome(bank, alice, { day }))).code).toBe('BADDT');
  });

  test("for another customer's debt, for a paid-off debt, and for the same day", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id, next_due_date } = await takeHome(bank, alice);
    expect((await getRefusal(change(bank, bob, id, 5))).code).toBe('NTFND');
    if (dayOf(next_due_date) <= 28)
      expect((await getRefusal(change(bank, alice, id, dayOf(next_due_date)))).code).toBe('BADDT');
    await bank.asCustomer(alice)`select pay_off(${id})`;
    expect((await getRefusal(change(bank, alice, id, 5))).code).toBe('OVPAY');
  });
});
