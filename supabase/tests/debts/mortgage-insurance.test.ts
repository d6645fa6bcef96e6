import { describe, expect } from 'vitest';
import { monthlyPremium } from '../../../engine/products/debts/mortgage-insurance.ts';
import { read, simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getHistory, getRefusal, openAccount } from '../support/household.ts';

/** Opens the worked example: 332,500.00 at 6.25% on a home of 350,000.00. */
async function takeInsured(bank: Bank, person: Person, { term = 30, down = 17_500, rate = '0.6' } = {}) {
  const [mortgage] = await bank.asCustomer(person)`
    select * from take_mortgage(property_value => 350000, down_payment => ${down}, interest_rate => 6.25,
      term => ${term}, pmi_rate => ${rate}::numeric)`;
  return mortgage as { id: string; pmi_rate: string; pmi_ended_on: string | null };
}

const remove = (bank: Bank, person: Person, id: string, request: string | null = null) =>
  bank.asCustomer(person)`select * from remove_pmi(${id}, ${request})`;

describe('mortgage insurance', () => {
  test('has the premium of the engine, and is missing without a rate', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    await bank.asCustomer(alice)`select take_mortgage(350000, 17500, 6.25, 30)`;
    const { debts } = await read(bank, alice);
    expect(debts.find((debt) => debt.id === id)?.insurance).toEqual({
      premium: monthlyPremium(332_500_00, 0.6),
      borrowed: 332_500_00,
      value: 350_000_00,
    });
    expect(debts.find((debt) => debt.id !== id)?.insurance).toBeNull();
  });

  test('is paid by autopay on its own line', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 10_000 });
    const { id } = await takeInsured(bank, alice);
    await bank.asCustomer(alice)`update mortgages set autopay_account_id = ${account.id} where id = ${id}`;
    await simulateDays(bank, alice, 35);
    const lines = (await getHistory(bank, alice, account.id)).map(({ kind, amount }) => [kind, amount]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ['mortgage_payment', '2047.26'],
        ['pmi', '166.25'],
      ]),
    );
    await expectSoundBooks(bank);
  });

  test.for([
    ['0', 17_500, 'BADRT'],
    ['-1', 17_500, 'BADRT'],
    ['5.1', 17_500, 'BADRT'],
    ['NaN', 17_500, 'BADRT'],
    ['0.6', 70_000, 'BADFM'],
  ] as const)('at %s%% with %d down is refused with %s', async ([rate, down, code], { bank, alice }) => {
    expect((await getRefusal(takeInsured(bank, alice, { rate, down }))).code).toBe(code);
  });

  test('cannot be changed by a raw table call', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    const { code } = await getRefusal(
      bank.asCustomer(alice)`update mortgages set pmi_ended_on = now()::date where id = ${id}`,
    );
    expect(code).toBe('42501');
  });
});

describe('the removal of mortgage insurance', () => {
  test('is refused above 80% of the original value, with the figures', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'balance', percent: 95, balance: 332_500, highest: 280_000 },
    });
  });

  test('is refused at 83.8%: the balance after 96 payments', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    await bank.asCustomer(alice)`select pay_extra(${id}, 39166.09)`;
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'balance', percent: 83.8, balance: 293_333.91, highest: 280_000 },
    });
  });

  test('is granted once at 80% by the actual balance, and stops the premiums', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    await bank.asCustomer(alice)`select pay_extra(${id}, 52500)`;
    const [removed] = await remove(bank, alice, id, 'ask');
    expect(removed?.pmi_ended_on).not.toBeNull();
    expect((await remove(bank, alice, id, 'ask'))[0]).toMatchObject({ id });
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'none' },
    });
    const events = await simulateDays(bank, alice, 35);
    expect(events.filter(({ key }) => key.includes(':pmi:'))).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('is refused after a late payment, and with a home that lost value', async ({ bank, alice }) => {
    const { id } = await takeInsured(bank, alice);
    await bank.asCustomer(alice)`select pay_extra(${id}, 60000)`;
    await bank.owner`update mortgages set current_value = 349999 where id = ${id}`;
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({ detail: { reason: 'home_value' } });
    await bank.owner`insert into household_events (user_id, at, kind, description, subject, event_key, facts)
      values (${alice.id}, bank.now_for(${alice.id}), 'delinquent', 'late', ${id}, 'late', '{"days": 30}')`;
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({ detail: { reason: 'late' } });
    await bank.owner`update mortgages set past_due = 5 where id = ${id}`;
    expect(await getRefusal(remove(bank, alice, id))).toMatchObject({ detail: { reason: 'past_due' } });
  });

  test("is refused for another customer's mortgage", async ({ bank, alice, bob }) => {
    const { id } = await takeInsured(bank, alice);
    expect((await getRefusal(remove(bank, bob, id))).code).toBe('NTFND');
  });
});
