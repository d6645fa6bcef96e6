import { describe, expect } from 'vitest';
import { rateWithPoints } from '../../../engine/products/debts/apr.ts';
import { simulateDays } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

/** Opens a mortgage of 320,000.00 at 6.25% over 30 years with the fees of the worked example. */
const takeMortgage = async (
  bank: Bank,
  person: Person,
  account: string | null,
  { points = 3200 as number | string, request = null as string | null } = {},
) =>
  (
    await bank.asCustomer(person)`
      select * from take_mortgage(property_value => 400000, down_payment => 80000, interest_rate => 6.25,
        term => 30, account_id => ${account}, origination_fee => 995, underwriting_fee => 850,
        points_fee => ${points}::numeric, request_id => ${request})`
  )[0];

describe('the fees of a new loan', () => {
  test('are paid by the account that receives the loan', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 50 });
    const [loan] = await bank.asCustomer(alice)`
      select * from take_loan(amount => 15600, interest_rate => 6.4, name => 'Car', term => 48,
        account_id => ${id}, origination_fee => 250)`;
    expect(loan).toMatchObject({ origination_fee: '250.00', underwriting_fee: null, amount: '15600.00' });
    expect(await getBalance(bank, id)).toBe('15400.00');
    const [fee, proceeds] = await getHistory(bank, alice, id);
    expect(fee).toMatchObject({ kind: 'fee', amount: '250.00', description: 'Loan fees: Car' });
    expect(proceeds).toMatchObject({ kind: 'loan_proceeds', amount: '15600.00' });
    await expectSoundBooks(bank);
  });

  test('are missing if none are given, or if they are zero', async ({ bank, alice }) => {
    const [loan] = await bank.asCustomer(alice)`
      select * from take_loan(amount => 100, interest_rate => 5, name => 'Car', term => 12, origination_fee => 0)`;
    expect(loan).toMatchObject({ origination_fee: null, underwriting_fee: null });
  });

  test('can be recorded later without moving money', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [loan] = await customer`
      insert into loans (name, amount, interest_rate, term) values ('Car', 1000, 5, 12) returning id`;
    const [saved] = await customer`
      update loans set origination_fee = 25.004 where id = ${loan?.id} returning *`;
    expect(saved).toMatchObject({ origination_fee: '25.00', remaining_balance: '1000.00' });
    await expectSoundBooks(bank);
  });

  test.for([
    ['-1', 'BADAM'],
    ['NaN', 'BADAM'],
    ['1000000000', 'BADAM'],
    ['1000', 'BADFM'],
  ] as const)('of %s are refused with %s', async ([fee, code], { bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 5 });
    const customer = bank.asCustomer(alice);
    await expectRefusal(
      bank,
      code,
      [id],
      () => customer`
        select take_loan(amount => 1000, interest_rate => 5, name => 'Car', term => 12, account_id => ${id},
          origination_fee => ${fee}::numeric)`,
    );
  });
});

describe('the fees of a new mortgage', () => {
  test('are paid with the down payment, once', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 90_000 });
    const mortgage = await takeMortgage(bank, alice, id, { request: 'home' });
    expect(mortgage).toMatchObject({
      origination_fee: '995.00',
      underwriting_fee: '850.00',
      points_fee: '3200.00',
      monthly_payment: '1970.30',
    });
    expect(await takeMortgage(bank, alice, id, { request: 'home' })).toMatchObject({ id: mortgage?.id });
    expect(await getBalance(bank, id)).toBe('4955.00');
    await expectSoundBooks(bank);
  });

  test('are refused if the account cannot pay them', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 85_000 });
    await expectRefusal(bank, 'INSUF', [id], () => takeMortgage(bank, alice, id));
  });

  test('move no money without an account', async ({ bank, alice }) => {
    expect(await takeMortgage(bank, alice, null)).toMatchObject({ points_fee: '3200.00' });
    await expectSoundBooks(bank);
  });
});

describe('points in a refinance offer', () => {
  const offerFor = async (bank: Bank, person: Person, id: string, points: number, purpose = 'mortgage') =>
    (
      await bank.asCustomer(person)`
        select refinance_offer(array[${id}]::uuid[], 240, ${purpose}, ${points}) as offer`
    )[0]?.offer;

  test('cost 1% of the new loan each, and lower the rate as in the engine', async ({ bank, alice }) => {
    const mortgage = await takeMortgage(bank, alice, null);
    await simulateDays(bank, alice, 5);
    const plain = await offerFor(bank, alice, mortgage?.id, 0);
    expect(plain).toMatchObject({ points: null, points_fee: null });
    for (const points of [0.25, 1, 4]) {
      const offer = await offerFor(bank, alice, mortgage?.id, points);
      expect(offer.rate).toBe(rateWithPoints(plain.rate, points));
      expect(offer.points_fee).toBeCloseTo((offer.amount * points) / 100, 1);
      expect(offer.fee).toBeCloseTo(plain.fee + offer.points_fee, 6);
      expect(offer.amount).toBeCloseTo(offer.payoff + offer.fee, 6);
    }
  });

  test('become fees of the new mortgage', async ({ bank, alice }) => {
    const mortgage = await takeMortgage(bank, alice, null);
    const offer = await offerFor(bank, alice, mortgage?.id, 1);
    const [row] = await bank.asCustomer(alice)`select accept_refinance(${offer.offer_id}) as debt`;
    expect(row?.debt).toMatchObject({
      points_fee: offer.points_fee,
      origination_fee: offer.payoff / 100,
      interest_rate: offer.rate,
      loan_amount: offer.amount,
    });
    await expectSoundBooks(bank);
  });

  test.for([-1, 4.25, 0.1, 5])('of %d are refused', async (points, { bank, alice }) => {
    const mortgage = await takeMortgage(bank, alice, null);
    expect((await getRefusal(offerFor(bank, alice, mortgage?.id, points))).code).toBe('BADTY');
  });

  test('are refused for a loan', async ({ bank, alice }) => {
    const [loan] = await bank.asCustomer(alice)`select (take_loan(1000, 5, 'Car', 12)).id`;
    expect((await getRefusal(offerFor(bank, alice, loan?.id, 1, 'loan'))).code).toBe('BADTY');
  });
});
