import { describe, expect } from 'vitest';
import { getDay, getQuote, simulateDays, takeLoan } from '../support/debt-household.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

describe('a payment pause', () => {
  test('skips as many installments as it has months, while interest accrues', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 20_000 });
    const { id } = await takeLoan(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`update loans set autopay_account_id = ${account.id} where id = ${id}`;
    const [row] = await customer`select pause_debt(${id}, 2) as answer`;
    const [dues] = await bank.owner`
      select bank.due_date(start_date, 1)::text as first, bank.due_date(start_date, 2)::text as second,
        bank.due_date(start_date, 3)::text as third from loans where id = ${id}`;
    expect(row?.answer).toEqual({
      debt_id: id,
      paused_on: await getDay(bank, alice),
      paused_until: dues?.second,
      first_skipped: dues?.first,
      next_payment: dues?.third,
    });
    const events = await simulateDays(bank, alice, 95);
    const posted = events.filter(({ kind }) => kind === 'interest' || kind === 'loan_payment');
    expect(
      posted.map(({ kind, lines }) => [
        kind,
        Math.abs(lines?.find(({ ledger }) => ledger === id)?.amount ?? 0),
      ]),
    ).toEqual([
      ['interest', 10_000],
      ['interest', 10_100],
      ['interest', 10_201],
      ['loan_payment', 88_849],
    ]);
    expect(await customer`select past_due, paused_on::text from loans where id = ${id}`).toEqual([
      { past_due: '0.00', paused_on: row?.answer.paused_on },
    ]);
    expect(
      await customer`select kind from household_events where subject = ${id} and kind like 'debt_%'`,
    ).toEqual([{ kind: 'debt_paused' }]);
    await expectSoundBooks(bank);
  });

  test('is granted once in twelve months, and not during a pause', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice, { term: 600, rate: 0 });
    const customer = bank.asCustomer(alice);
    const today = await getDay(bank, alice);
    const pause = () => customer`select pause_debt(${id})`;
    await pause();
    expect(await getRefusal(pause())).toMatchObject({ code: 'NOPAU', detail: { reason: 'paused' } });
    const account = await openAccount(bank, alice, { balance: 20_000 });
    await customer`update loans set autopay_account_id = ${account.id} where id = ${id}`;
    await simulateDays(bank, alice, 100);
    expect(await getRefusal(pause())).toMatchObject({ code: 'NOPAU', detail: { reason: 'too_soon' } });
    await simulateDays(bank, alice, 267);
    await pause();
    const [row] = await customer`select paused_on::text as on from loans where id = ${id}`;
    expect(row?.on > today).toBe(true);
    await expectSoundBooks(bank);
  });

  test('is not granted for a paid-off debt or at 90 days past due', async ({ bank, alice }) => {
    const [done, late] = [await takeLoan(bank, alice, { amount: 5 }), await takeLoan(bank, alice)];
    const customer = bank.asCustomer(alice);
    await customer`select pay_off(${done.id})`;
    expect(await getRefusal(customer`select pause_debt(${done.id})`)).toMatchObject({
      detail: { reason: 'owes_nothing' },
    });
    await simulateDays(bank, alice, 125);
    expect(await getRefusal(customer`select pause_debt(${late.id})`)).toMatchObject({
      code: 'NOPAU',
      detail: { reason: 'past_due' },
    });
  });

  test('ends early on request', async ({ bank, alice }) => {
    const [home] = await bank.asCustomer(alice)`select * from take_mortgage(120000, 20000, 6, 10)`;
    const customer = bank.asCustomer(alice);
    await customer`select pause_debt(${home?.id}, 3)`;
    await simulateDays(bank, alice, 33);
    const [row] = await customer`select resume_debt(${home?.id}) as answer`;
    const [due] =
      await bank.owner`select bank.due_date(start_date, 2)::text as second from mortgages where id = ${home?.id}`;
    expect(row?.answer).toEqual({ debt_id: home?.id, paused_until: null, next_payment: due?.second });
    expect(await getRefusal(customer`select resume_debt(${home?.id})`)).toEqual({
      code: 'NOPAU',
      detail: { reason: 'not_paused' },
    });
    const events = await simulateDays(bank, alice, 31);
    expect(events.filter(({ kind }) => kind === 'payment_missed')).toHaveLength(1);
    expect(await getRefusal(customer`select pause_debt(${home?.id})`)).toMatchObject({
      detail: { reason: 'too_soon' },
    });
  });

  test("is refused for zero or too many months and for other customers' debts", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await takeLoan(bank, alice);
    for (const months of [0, -1, 4, null])
      await expect(bank.asCustomer(alice)`select pause_debt(${id}, ${months})`).rejects.toMatchObject({
        code: 'BADTM',
      });
    for (const [attempt, code] of [
      [() => bank.asCustomer(bob)`select pause_debt(${id})`, 'NTFND'],
      [() => bank.asCustomer(bob)`select resume_debt(${id})`, 'NTFND'],
      [() => bank.asVisitor()`select pause_debt(${id})`, '42501'],
      [() => bank.asVisitor()`select resume_debt(${id})`, '42501'],
      [() => bank.asCustomer(alice)`update loans set paused_until = '2199-01-01' where id = ${id}`, '42501'],
      [() => bank.asCustomer(alice)`update loans set paused_on = null where id = ${id}`, '42501'],
    ] as const)
      await expect(attempt()).rejects.toMatchObject({ code });
    expect(await getQuote(bank, alice, id)).toMatchObject({ next: 1 });
  });

  test('is granted once per request and schedules the engine', async ({ bank, alice }) => {
    const { id } = await takeLoan(bank, alice);
    const getVersion = async () =>
      (await bank.owner`select rules_version from bank.clocks where household_id = ${alice.id}`)[0]
        ?.rules_version;
    const before = await getVersion();
    const pause = (months: number) =>
      bank.asCustomer(alice)`select pause_debt(${id}, ${months}, 'hard') as answer`;
    expect(await pause(2)).toEqual(await pause(2));
    expect(await getVersion()).not.toBe(before);
    await expect(pause(1)).rejects.toMatchObject({ code: 'RQDIF' });
  });
});
