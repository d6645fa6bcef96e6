import { describe, expect } from 'vitest';
import { planEscrow } from '../../../engine/products/debts/escrow.ts';
import { BAD_AMOUNTS, read, simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getHistory, getRefusal, openAccount } from '../support/household.ts';

type Reserve = {
  id: string;
  balance: string;
  next_deposit: string;
  property_tax: string;
  home_insurance: string;
};

/** Opens the worked example: 320,000.00 at 6.25% with taxes of 4,200.00 and insurance of 1,680.00 a year. */
async function takeEscrowed(bank: Bank, person: Person, account: string | null = null) {
  const [mortgage] = await bank.asCustomer(person)`
    select * from take_mortgage(property_value => 400000, down_payment => 80000, interest_rate => 6.25,
      term => 30, account_id => ${account}, property_tax => 4200, home_insurance => 1680)`;
  return mortgage as { id: string; autopay_account_id: string | null; next_due_date: string };
}

const getReserves = async (bank: Bank, person: Person) =>
  [...(await bank.asCustomer(person)`select * from debt_reserves order by created_at`)] as Reserve[];

const pay = (bank: Bank, person: Person, id: string, amount: string, request: string | null = null) =>
  bank.asCustomer(person)`select * from pay_escrow(${id}, ${amount}::numeric, null, ${request})`;

describe('escrow', () => {
  test('starts with the engine’s target in every month', async ({ bank }) => {
    for (let month = 1; month <= 12; month += 1) {
      const [plan] = await bank.owner`
        select payment, target from bank.escrow_plan(4200.01, 1680, ${month}::integer)`;
      const { payment, target } = planEscrow({ tax: 4_200_01, insurance: 1_680_00 }, month);
      expect([Number(plan?.payment) * 100, Number(plan?.target) * 100].map(Math.round)).toEqual([
        payment,
        target,
      ]);
    }
  });

  test('opens with a mortgage: the initial deposit, and autopay from the same account', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 100_000 });
    const mortgage = await takeEscrowed(bank, alice, account.id);
    expect(mortgage.autopay_account_id).toBe(account.id);
    const [reserve] = await getReserves(bank, alice);
    expect(reserve).toMatchObject({
      next_deposit: '490.00',
      property_tax: '4200.00',
      home_insurance: '1680.00',
    });
    const history = await getHistory(bank, alice, account.id);
    expect(history.find(({ kind }) => kind === 'escrow_deposit')?.amount).toBe(reserve?.balance);
    const { debts } = await read(bank, alice);
    expect(debts[0]?.escrow).toMatchObject({ id: reserve?.id, tax: 4_200_00, insurance: 1_680_00 });
    await expectSoundBooks(bank);
  });

  test('comes with each installment in one entry, and doesn’t count as principal', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 100_000 });
    await takeEscrowed(bank, alice, account.id);
    const [before] = await getReserves(bank, alice);
    await simulateDays(bank, alice, 32);
    const [paid] = await bank.asCustomer(alice)`
      select amount, principal from transactions where kind = 'mortgage_payment'`;
    expect(paid).toMatchObject({ amount: '2460.30', principal: '303.63' });
    const [part] = await bank.asCustomer(alice)`select amount, principal from debt_payments`;
    expect(part).toMatchObject({ amount: '1970.30', principal: '303.63' });
    const [after] = await getReserves(bank, alice);
    const activity = await bank.asCustomer(
      alice,
    )`select kind, amount from reserve_activity order by entry_id`;
    const sum = activity.reduce((total, { amount }) => total + Math.round(Number(amount) * 100), 0);
    expect(sum).toBe(Math.round(Number(after?.balance) * 100));
    expect(activity.map(({ kind, amount }) => `${kind} ${amount}`)).toContain('mortgage_payment 490.00');
    expect(before?.id).toBe(after?.id);
    await expectSoundBooks(bank);
  });

  test('counts in net worth', async ({ bank, alice }) => {
    await takeEscrowed(bank, alice);
    const [reserve] = await getReserves(bank, alice);
    const [home] = await bank.asCustomer(alice)`
      select amount from net_worth_parts() where kind = 'property'`;
    expect(Number(home?.amount)).toBe(400_000 + Number(reserve?.balance));
  });

  test('is analyzed after a year, with a statement', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 200_000 });
    const { id } = await takeEscrowed(bank, alice, account.id);
    await simulateDays(bank, alice, 430);
    const [event] = await bank.asCustomer(alice)`
      select facts from household_events where kind = 'escrow_analysis'`;
    const [reserve] = await getReserves(bank, alice);
    expect(event?.facts).toMatchObject({ base: expect.any(Number), target: expect.any(Number) });
    expect(Number(reserve?.next_deposit)).toBeGreaterThan(0);
    const documents = await bank.asCustomer(alice)`
      select kind, about from my_documents() where kind = 'escrow_statement'`;
    expect([...documents]).toEqual([{ kind: 'escrow_statement', about: id }]);
    await expectSoundBooks(bank);
  });

  test('can be added to a mortgage once, and money can be added by hand once per request', async ({
    bank,
    alice,
  }) => {
    const [mortgage] = await bank.asCustomer(alice)`select * from take_mortgage(400000, 80000, 6.25, 30)`;
    const start = () => bank.asCustomer(alice)`select * from start_escrow(${mortgage?.id}, 4200, 1680)`;
    const [opened] = await start();
    expect(await getRefusal(start())).toMatchObject({ code: 'NOELG', detail: { reason: 'open' } });
    await pay(bank, alice, mortgage?.id, '10.50', 'add');
    await pay(bank, alice, mortgage?.id, '10.50', 'add');
    const [reserve] = await getReserves(bank, alice);
    expect(Number(reserve?.balance)).toBe(Number(opened?.balance) + 10.5);
    expect((await read(bank, alice)).changes.at(-1)).toMatchObject({ productId: reserve?.id, amount: 10_50 });
    await expectSoundBooks(bank);
  });

  test('pays out when the mortgage is deleted', async ({ bank, alice }) => {
    const { id } = await takeEscrowed(bank, alice);
    await bank.asCustomer(alice)`delete from mortgages where id = ${id}`;
    expect(await getReserves(bank, alice)).toEqual([]);
    await expectSoundBooks(bank);
  });
});

describe('escrow refuses', () => {
  test.for(BAD_AMOUNTS)('a deposit of %s', async (amount, { bank, alice }) => {
    const { id } = await takeEscrowed(bank, alice);
    expect((await getRefusal(pay(bank, alice, id, amount))).code).toBe('BADAM');
  });

  test.for([
    ['0', '0'],
    ['-1', '0'],
    ['NaN', '5'],
    ['5', '0.001'],
  ])('bills of %s and %s', async ([tax, insurance], { bank, alice }) => {
    const { code } = await getRefusal(bank.asCustomer(alice)`
      select take_mortgage(400000, 80000, 6.25, 30, property_tax => ${tax}::numeric,
        home_insurance => ${insurance}::numeric)`);
    expect(code).toBe('BADAM');
    expect([...(await bank.asCustomer(alice)`select id from mortgages`)]).toEqual([]);
  });

  test("another customer's mortgage, and writes by the customer", async ({ bank, alice, bob }) => {
    const { id } = await takeEscrowed(bank, alice);
    expect((await getRefusal(pay(bank, bob, id, '5'))).code).toBe('NTFND');
    const theft = bank.asCustomer(bob)`select start_escrow(${id}, 1, 1)`;
    expect((await getRefusal(theft)).code).toBe('NTFND');
    expect(await getReserves(bank, bob)).toEqual([]);
    const write = bank.asCustomer(alice)`update debt_reserves set balance = 1`;
    expect((await getRefusal(write)).code).toBe('42501');
  });

  test('an initial deposit above the available balance, and nothing is opened', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 80_000 });
    expect((await getRefusal(takeEscrowed(bank, alice, account.id))).code).toBe('INSUF');
    expect([...(await bank.asCustomer(alice)`select id from mortgages`)]).toEqual([]);
  });
});
