import { describe, expect } from 'vitest';
import { parseDay } from '../../../engine/calendar/calendar.ts';
import { computePastSaving, getOutcome } from '../../../engine/products/debts/debt-plans.ts';
import { getDay, simulateDays, takeLoan } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

type Row = Record<string, string | number | null>;

const getPayments = async (bank: Bank, person: Person, debtId: string) =>
  (await bank.asCustomer(person)`
    select number, kind, amount::float, interest::float, fees::float, principal::float, extra::float, effect
    from debt_payments where debt_id = ${debtId} order by entry_id`) as Row[];

const short = (rows: Row[]) =>
  rows.map(({ number, kind, amount, interest, extra }) => [number, kind, amount, interest, extra]);

const autopay = async (bank: Bank, person: Person, debtId: string, extra = 0, balance = 50_000) => {
  const account = await openAccount(bank, person, { balance });
  await bank.asCustomer(person)`
    update loans set autopay_account_id = ${account.id}, autopay_extra = ${extra} where id = ${debtId}`;
  return account;
};

describe('the payments of a debt', () => {
  test('list interest and principal, and mark extra payments', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    await autopay(bank, alice, id);
    await simulateDays(bank, alice, 33);
    await bank.asCustomer(alice)`select pay_extra(${id}, 1000)`;
    await bank.asCustomer(alice)`select pay_loan(${id}, 500)`;
    await simulateDays(bank, alice, 31);
    await bank.asCustomer(alice)`select pay_extra(${id}, 2000, null, 'lower')`;
    await simulateDays(bank, alice, 31);
    const rows = await getPayments(bank, alice, id);
    expect(rows.map(({ number, kind, effect }) => [number, kind, effect])).toEqual([
      [1, 'installment', null],
      [2, 'extra', 'shorten'],
      [2, 'extra', 'shorten'],
      [2, 'installment', null],
      [3, 'extra', 'lower'],
      [3, 'installment', null],
    ]);
    expect(rows[0]).toMatchObject({ amount: 888.49, interest: 100, principal: 788.49, fees: 0, extra: 0 });
    expect(rows[1]).toMatchObject({ amount: 1_000, interest: 0, principal: 1_000, extra: 1_000 });
    for (const { amount, interest, fees, principal } of rows)
      expect(Math.round((Number(interest) + Number(fees) + Number(principal)) * 100)).toBe(
        Math.round(Number(amount) * 100),
      );
  });

  test('state the extra part of autopay, also after missed installments', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const account = await autopay(bank, alice, id, 100, 988.49);
    await simulateDays(bank, alice, 33);
    await simulateDays(bank, alice, 31); // The account is empty, so the payment is missed.
    await bank.asCustomer(alice)`select deposit(${account.id}, 5000)`;
    await simulateDays(bank, alice, 31);
    await simulateDays(bank, alice, 30);
    const rows = await getPayments(bank, alice, id);
    // The third payment also covers the missed installment. A late fee of 5 percent was added after 15 days.
    expect(short(rows)).toEqual([
      [1, 'installment', 988.49, 100, 100],
      [3, 'installment', 1_876.98, expect.any(Number), 100],
      [4, 'installment', 988.49, expect.any(Number), 100],
    ]);
    expect(rows[1]?.fees).toBe(44.42);
  });

  test('made by hand count as installments up to the installment of the month plus missed ones', async ({
    bank,
    alice,
  }) => {
    const { id } = await takeLoan(bank, alice, { rate: 0, amount: 1_200 });
    const pay = (amount: number) => bank.asCustomer(alice)`select pay_loan(${id}, ${amount})`;
    await pay(60);
    await simulateDays(bank, alice, 33);
    await pay(140);
    await pay(30);
    await simulateDays(bank, alice, 31);
    await pay(250);
    expect(short(await getPayments(bank, alice, id))).toEqual([
      [1, 'installment', 60, 0, 0],
      // Covers the 100.00 installment and the 40.00 missed in the first month.
      [2, 'installment', 140, 0, 0],
      [2, 'extra', 30, 0, 30],
      [3, 'installment', 250, 0, 150],
    ]);
  });

  test('after a pause cover the interest first', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice, { rate: 60, term: 600 });
    await bank.asCustomer(alice)`select pause_debt(${id}, 3)`;
    await autopay(bank, alice, id);
    await simulateDays(bank, alice, 126);
    const [row] = await getPayments(bank, alice, id);
    // Interest of 500.00, 525.00, 551.25, and 578.81 had accrued, and the payment covered only 500.00.
    expect(row).toMatchObject({ number: 4, amount: 500, interest: 500, principal: 0, extra: 0 });
    await bank.asCustomer(alice)`select pay_extra(${id}, 2000)`;
    const [, extra] = await getPayments(bank, alice, id);
    expect(extra).toMatchObject({ interest: 1_655.06, principal: 344.94, extra: 2_000 });
  });

  test('end with the payoff or with a refinance', async ({ bank, alice }) => {
    const [first, second] = [await takeLoan(bank, alice), await takeLoan(bank, alice)];
    await simulateDays(bank, alice, 12);
    const customer = bank.asCustomer(alice);
    await customer`select pay_off(${first.id})`;
    const [row] = await customer`select refinance_offer(array[${second.id}]::uuid[], 36) as offer`;
    await customer`select accept_refinance(${row?.offer.offer_id})`;
    expect(short(await getPayments(bank, alice, first.id))).toEqual([[1, 'payoff', 10_040, 40, 10_000]]);
    expect(short(await getPayments(bank, alice, second.id))).toEqual([[1, 'refinance', 10_040, 40, 0]]);
  });

  test('state the savings of past extra payments compared with the schedule without them', async ({
    bank,
    alice,
  }) => {
    const { id, start_date } = await takeLoan(bank, alice);
    await autopay(bank, alice, id, 50);
    await simulateDays(bank, alice, 33);
    await bank.asCustomer(alice)`select pay_extra(${id}, 3000)`;
    await simulateDays(bank, alice, 340);
    const rows = await bank.asCustomer(alice)`
      select day::text, (extra * 100)::int as extra, effect, interest::float from debt_payments where debt_id = ${id} order by entry_id`;
    const [loan] = await bank.owner`select start_date::text as day from loans where id = ${id}`;
    expect(start_date).toBeDefined();
    const beginning = {
      balance: 1_000_000,
      rate: 12,
      payment: 88_849,
      term: 12,
      start: parseDay(loan?.day),
      next: 1,
    };
    const payments = rows.map(({ day, extra, effect }) => ({ day: parseDay(day), extra, effect }));
    const saved = computePastSaving(beginning, payments, parseDay(await getDay(bank, alice)));
    const paid = Math.round(rows.reduce((sum, { interest }) => sum + interest * 100, 0));
    expect(saved.interest).toBe(getOutcome(beginning).interest - paid);
    expect(saved.months).toBe(12 - rows.length + 1);
    expect(saved.interestByNow).toBe(saved.interest);
  });

  test('are visible to their owner only', async ({ bank, alice, bob }) => {
    const { id } = await takeLoan(bank, alice);
    await bank.asCustomer(alice)`select pay_loan(${id}, 10)`;
    expect(await bank.asCustomer(bob)`select from debt_payments`).toEqual([]);
    await expect(bank.asVisitor()`select from debt_payments`).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the terms of an adjustable rate', () => {
  test('are listed with caps, the next reset, and every reset so far', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    await bank.owner`update bank.clocks set seed = 7 where household_id = ${alice.id}`;
    const [home] = await customer`select * from take_mortgage(250000, 50000, 6, 30, 'variable')`;
    const getTerms = async () => (await customer`select rate_terms(${home?.id}) as terms`)[0]?.terms;
    const [due] = await bank.owner`
      select bank.due_date(start_date, 12)::text as first, bank.due_date(start_date, 24)::text as second from mortgages where id = ${home?.id}`;
    const before = {
      rate: 6,
      margin: 2,
      first_rate: 6,
      reset_every: 12,
      cap_per_reset: 2,
      cap_for_life: 5,
      highest: 11,
      lowest: 1,
      highest_next: 8,
      lowest_next: 4,
      next: 1,
      next_reset_on: due?.first,
      resets: [],
    };
    expect(await getTerms()).toMatchObject(before);
    await simulateDays(bank, alice, 3);
    expect(await getTerms()).toMatchObject(before);
    await simulateDays(bank, alice, 370);
    const terms = await getTerms();
    expect(terms).toMatchObject({ first_rate: 6, highest: 11, next: 13, next_reset_on: due?.second });
    expect(terms.resets).toHaveLength(1);
    const [reset] = terms.resets;
    const [row] =
      await customer`select interest_rate::float as rate, monthly_payment::float as payment from mortgages`;
    expect(reset).toMatchObject({ from: 6, to: row?.rate, payment_before: 1_199.1, payment: row?.payment });
    expect(terms.highest_next).toBeCloseTo(Math.min(11, row?.rate + 2), 6);
    await expect(bank.asCustomer(bob)`select rate_terms(${home?.id})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(bank.asVisitor()`select rate_terms(${home?.id})`).rejects.toMatchObject({ code: '42501' });
  });

  test('of a fixed rate say so', async ({ bank, alice }) => {
    const [home] = await bank.asCustomer(alice)`select * from take_mortgage(250000, 50000, 6, 30)`;
    expect((await bank.asCustomer(alice)`select rate_terms(${home?.id}) as terms`)[0]?.terms).toEqual({
      mortgage_id: home?.id,
      rate_type: 'fixed',
      rate: 6,
    });
  });
});
