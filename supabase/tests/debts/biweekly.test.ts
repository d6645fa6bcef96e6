import { describe, expect } from 'vitest';
import { openCard } from '../support/card-household.ts';
import { getDay, read, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

async function takeHome(bank: Bank, person: Person, hasAutopay = true) {
  const account = await openAccount(bank, person, { balance: 300_000 });
  const [mortgage] = await bank.asCustomer(person)`
    select id from take_mortgage(400000, 80000, 6.25, 30, account_id => ${account.id})`;
  if (hasAutopay) await bank.asCustomer(person)`update mortgages set autopay_account_id = ${account.id}`;
  return { id: mortgage?.id as string, account: account.id };
}

/** Opens a loan with a payment of 888.49, and autopay from an account. */
async function takeCar(bank: Bank, person: Person) {
  const account = await openAccount(bank, person, { balance: 30_000 });
  const { id } = await takeLoan(bank, person, { account: account.id });
  await bank.asCustomer(person)`update loans set autopay_account_id = ${account.id} where id = ${id}`;
  return { id, account: account.id };
}

const begin = async (bank: Bank, person: Person, id: string, days = 1, request: string | null = null) =>
  bank.asCustomer(person)`
    select * from start_biweekly(${id}, ${await getDay(bank, person, days)}::date, ${request})`;

const end = (bank: Bank, person: Person, id: string, request: string | null = null) =>
  bank.asCustomer(person)`select * from stop_biweekly(${id}, ${request})`;

describe('a biweekly plan', () => {
  test('collects half payments, pays the installment from them, and keeps sound books', async ({
    bank,
    alice,
  }) => {
    const { id, account } = await takeHome(bank, alice);
    await begin(bank, alice, id);
    expect((await read(bank, alice)).debts[0]?.biweekly).toMatchObject({ balance: 0 });
    await simulateDays(bank, alice, 40);
    const history = await getHistory(bank, alice, account);
    const halves = history.filter(({ kind }) => kind === 'biweekly_payment');
    expect(halves.map(({ amount }) => amount)).toEqual(['985.15', '985.15', '985.15']);
    const [paid] = await bank.asCustomer(alice)`select amount, interest, principal from debt_payments`;
    expect(paid).toEqual({ amount: '1970.30', interest: '1666.67', principal: '303.63' });
    const [plan] = await bank.asCustomer(alice)`select balance, kind from debt_reserves`;
    expect(plan).toEqual({ balance: '985.15', kind: 'biweekly' });
    const [half] = await bank.asCustomer(alice)`
      select principal from transactions where kind = 'biweekly_payment' limit 1`;
    expect(Number(half?.principal)).toBeCloseTo(985.15 - 833.33, 1);
    await expectSoundBooks(bank);
  });

  test('returns the held money when it stops, once per request, and can start again', async ({
    bank,
    alice,
  }) => {
    const { id, account } = await takeHome(bank, alice);
    await begin(bank, alice, id, 1, 'start');
    await begin(bank, alice, id, 1, 'start');
    await simulateDays(bank, alice, 5);
    await end(bank, alice, id, 'stop');
    await end(bank, alice, id, 'stop');
    const history = await getHistory(bank, alice, account);
    expect(history.filter(({ kind }) => kind === 'biweekly_refund').map(({ amount }) => amount)).toEqual([
      '985.15',
    ]);
    // The returned money isn't income, in searches as in budgets.
    expect([
      ...(await bank.asCustomer(alice)`select id from spending where kind = 'biweekly_refund'`),
    ]).toEqual([]);
    const found = await bank.asCustomer(alice)`
      select kind from search_transactions(${{ conditions: [{ on: 'is', what: 'income' }] }}::jsonb)`;
    expect(found.filter(({ kind }) => kind === 'biweekly_refund')).toEqual([]);
    expect((await read(bank, alice)).debts[0]?.biweekly).toBeNull();
    expect((await getRefusal(end(bank, alice, id))).code).toBe('NTFND');
    await begin(bank, alice, id);
    expect((await getRefusal(begin(bank, alice, id))).code).toBe('NOELG');
    expect([...(await bank.asCustomer(alice)`select id from debt_reserves`)]).toHaveLength(1);
    await simulateDays(bank, alice, 40);
    await expectSoundBooks(bank);
  });

  test.for([0, 15, -3])('is refused with a first day in %d days', async (days, { bank, alice }) => {
    const { id } = await takeHome(bank, alice);
    expect((await getRefusal(begin(bank, alice, id, days))).code).toBe('BADDT');
  });

  test("is refused without autopay, and for another customer's mortgage", async ({ bank, alice, bob }) => {
    const { id } = await takeHome(bank, alice, false);
    expect(await getRefusal(begin(bank, alice, id))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'autopay' },
    });
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect((await getRefusal(begin(bank, bob, id))).code).toBe('NTFND');
    expect((await getRefusal(end(bank, bob, id))).code).toBe('NTFND');
  });

  test('of a loan pays the installment from the halves, and ends with the loan', async ({ bank, alice }) => {
    const { id, account } = await takeCar(bank, alice);
    const other = await takeCar(bank, alice);
    await begin(bank, alice, id);
    await begin(bank, alice, other.id, 2);
    expect((await read(bank, alice)).debts.map(({ biweekly }) => biweekly?.balance)).toEqual([0, 0]);
    await simulateDays(bank, alice, 40);
    const history = await getHistory(bank, alice, account);
    const halves = history.filter(({ kind }) => kind === 'biweekly_payment');
    expect(halves.map(({ amount }) => amount)).toEqual(['444.25', '444.25', '444.25']);
    const [paid] = await bank.asCustomer(alice)`
      select amount, interest, principal from debt_payments where debt_id = ${id}`;
    expect(paid).toEqual({ amount: '888.49', interest: '100.00', principal: '788.49' });
    const [half] = await bank.asCustomer(alice)`
      select principal from transactions where kind = 'biweekly_payment' and account_id = ${account}
      order by date limit 1`;
    expect(half?.principal).toBe('394.25');
    await simulateDays(bank, alice, 400);
    const plans = await bank.asCustomer(alice)`
      select balance, ended_on is not null as ended from debt_reserves where loan_id is not null`;
    expect([...plans]).toEqual([
      { balance: '0.00', ended: true },
      { balance: '0.00', ended: true },
    ]);
    await expectSoundBooks(bank);
  });

  test("of a loan returns the held money once, and is refused for another customer's loan", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id, account } = await takeCar(bank, alice);
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect((await getRefusal(begin(bank, bob, id))).code).toBe('NTFND');
    await begin(bank, alice, id, 1, 'start');
    await begin(bank, alice, id, 1, 'start');
    expect((await getRefusal(begin(bank, alice, id))).code).toBe('NOELG');
    await simulateDays(bank, alice, 5);
    expect((await getRefusal(end(bank, bob, id))).code).toBe('NTFND');
    await end(bank, alice, id, 'stop');
    await end(bank, alice, id, 'stop');
    const history = await getHistory(bank, alice, account);
    expect(history.filter(({ kind }) => kind === 'biweekly_refund').map(({ amount }) => amount)).toEqual([
      '444.25',
    ]);
    await begin(bank, alice, id);
    await simulateDays(bank, alice, 20);
    await bank.asCustomer(alice)`delete from loans where id = ${id}`;
    expect([...(await bank.asCustomer(alice)`select id from debt_reserves`)]).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('that could not collect a half payment is not late, because the due date collects the rest', async ({
    bank,
    alice,
  }) => {
    const { id, account } = await takeCar(bank, alice);
    const customer = bank.asCustomer(alice);
    await begin(bank, alice, id);
    const balance = await getBalance(bank, account);
    await customer`select withdraw(${account}, ${balance})`;
    await simulateDays(bank, alice, 5);
    await customer`select deposit(${account}, ${balance})`;
    await simulateDays(bank, alice, 27);
    const failed = await customer`select event_key from household_events where kind = 'payment_failed'`;
    expect(failed.map(({ event_key: key }) => key)).toEqual([
      expect.stringContaining(`${id}:biweekly_failed:`),
    ]);
    const missed = await bank.owner`
      select sum(missed)::int as missed from bank.slips_by_month(${alice.id}, '2000-01-01')`;
    expect(missed).toEqual([{ missed: null }]);
    await customer`select pay_loan(${id}, 1000, ${account})`;
    const payments = await customer`
      select amount::float, extra::float from debt_payments order by entry_id`;
    expect([...payments]).toEqual([
      { amount: 888.49, extra: 0 },
      { amount: 1000, extra: 1000 },
    ]);
    const card = await openCard(bank, alice);
    await customer`select charge_abroad(${card.id}, 80, 'EUR', 'Hotel', 'Entertainment')`;
    const [fee] = await customer`
      select entry_id from card_activity where card_id = ${card.id} and kind = 'fee'`;
    const [facts] = await bank.owner`
      select bank.limit_facts(c, 2000, bank.now_for(c.user_id)) -> 'late' as late,
        bank.refinance_terms(c.user_id, 'loan', 48) ->> 'reasons' as reasons
      from credit_cards c where c.id = ${card.id}`;
    expect(facts).toEqual({ late: 0, reasons: expect.stringContaining('no missed payments') });
    await customer`select request_fee_waiver(${card.id}, ${fee?.entry_id})`;
    await expectSoundBooks(bank);
  });

  test('is refused for a home equity line, which bills what is due', async ({ bank, alice }) => {
    const { id } = await takeCar(bank, alice);
    await bank.owner`update loans set draw_months = 6, rate_margin = 1, rate_cap = 18 where id = ${id}`;
    expect(await getRefusal(begin(bank, alice, id))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'line' },
    });
  });
});
