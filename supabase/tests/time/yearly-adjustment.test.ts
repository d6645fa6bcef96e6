import { describe, expect } from 'vitest';
import { simulateDays } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

describe('a rule with a yearly adjustment', () => {
  test('has its amount raised by the bank on the anniversary of its first day', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const { id } = await openAccount(bank, alice, { balance: '90000' });
    await customer`
      insert into auto_deposits (account_id, name, amount, frequency, start_date, yearly_adjustment, yearly_percent)
      values (${id}, 'Pay', 1000, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 1, 'fixed', 3.5)`;
    await customer`
      insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date, yearly_adjustment)
      values (${id}, 'Rent', 'Landlord', 1000, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 1, 'inflation')`;
    await simulateDays(bank, alice, 360);
    const amounts = async () =>
      await customer`select amount::float from auto_deposits union all select amount::float from scheduled_payments`;
    expect(await amounts()).toEqual([{ amount: 1000 }, { amount: 1000 }]);
    await simulateDays(bank, alice, 10);
    const [pay, rent] = await amounts();
    expect(pay?.amount).toBe(1035);
    expect(rent?.amount).toBeGreaterThan(1022);
    expect(rent?.amount).toBeLessThan(1028);
    const [last] =
      await customer`select amount::float from transactions where kind = 'auto_deposit' order by date desc limit 1`;
    expect(last?.amount).toBe(1035);
    await expectSoundBooks(bank);
  });

  test('is refused without a valid percentage and for amounts that a card determines', async ({
    bank,
    alice,
  }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const { id } = await openAccount(bank, alice);
    const insert = (adjustment: string | null, percent: number | null) => customer`
      insert into auto_deposits (account_id, name, amount, frequency, start_date, yearly_adjustment, yearly_percent)
      values (${id}, 'Pay', 1000, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 1, ${adjustment}, ${percent})`;
    for (const [adjustment, percent] of [
      ['fixed', null],
      ['inflation', 3],
      [null, 3],
      ['fixed', 0],
      ['fixed', 51],
      ['often', null],
    ] as const)
      expect(await getRefusal(insert(adjustment, percent))).toMatchObject({ code: '23514' });
  });
});
