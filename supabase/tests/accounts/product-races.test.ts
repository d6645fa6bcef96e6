import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyStep, openCard, owedOn, planStep, simulateDays } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getOutcomes, openAccount, settle } from '../support/household.ts';

let bank: CommittedBank;
let people: Person[];
beforeAll(async () => {
  bank = await openCommittedBank(8);
  people = await bank.openCustomers(9);
});
afterAll(() => bank.close());

async function nextPerson() {
  const person = people.pop();
  if (!person) throw new Error('no customer');
  const customer = bank.asCustomer(person);
  await customer`select ensure_customer('America/New_York')`;
  return { person, customer };
}

const countEntries = async ({ id }: Person, kind: string) =>
  (
    await bank.owner`
      select count(*)::int as count from bank.entries where household_id = ${id} and kind = ${kind}`
  )[0]?.count as number;

describe('a CD that is closed by several requests', () => {
  async function openCertificate(atMaturity = 'renew') {
    const { person, customer } = await nextPerson();
    const { id } = await openAccount(bank, person, { balance: 12_000 });
    const [cd] = await customer`
      select id from open_cd(${id}, 10000, 3, at_maturity => ${atMaturity}, payout_account_id => ${id})`;
    return { person, customer, checking: id, cd: cd?.id as string };
  }

  it('is paid out once', async () => {
    const { customer, person, checking, cd } = await openCertificate();
    const [quote] = await customer`select penalty::float, payout::float from quote_cd_withdrawal(${cd})`;
    const outcomes = await getOutcomes(
      8,
      () => customer`select withdraw_from_cd(${cd}, ${checking}, penalty => ${quote?.penalty}::numeric)`,
    );
    expect(outcomes).toEqual([...Array(7).fill('CLOSD'), 'done']);
    expect(await getBalance(bank, cd)).toBe('0.00');
    expect(Number(await getBalance(bank, checking))).toBe(2_000 + quote?.payout);
    expect(await countEntries(person, 'cd_withdrawal')).toBe(1);
    await expectSoundBooks(bank);
  });

  it('never pays out more than it has in parts', async () => {
    const { customer, checking, cd } = await openCertificate();
    const [quote] = await customer`select penalty::float from quote_cd_withdrawal(${cd}, 4000)`;
    const outcomes = await getOutcomes(
      6,
      () => customer`select withdraw_from_cd(${cd}, ${checking}, 4000, ${quote?.penalty}::numeric)`,
    );
    // The third withdrawal would leave less than 500.00.
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(2);
    expect(Number(await getBalance(bank, cd))).toBe(10_000 - 2 * (4_000 + quote?.penalty));
    expect(await getBalance(bank, checking)).toBe('10000.00');
    await expectSoundBooks(bank);
  });

  it('is paid out either by the customer or at maturity, never by both', async () => {
    const { person, customer, checking, cd } = await openCertificate('pay_out');
    // The step was computed before the withdrawal, and pays the CD out at maturity.
    const step = await planStep(bank, person, 110);
    expect(step.events.map(({ kind }) => kind)).toContain('cd_matured');
    const [quote] = await customer`select penalty::float from quote_cd_withdrawal(${cd})`;
    const [withdrawn, matured] = await Promise.allSettled([
      customer`select withdraw_from_cd(${cd}, ${checking}, penalty => ${quote?.penalty}::numeric)`,
      applyStep(bank, step),
    ]);
    const wasApplied = matured.status === 'fulfilled' && matured.value === 'applied';
    expect([withdrawn.status === 'fulfilled', wasApplied].filter(Boolean)).toHaveLength(1);
    if (!wasApplied) await simulateDays(bank, person, 110);
    expect(await getBalance(bank, cd)).toBe('0.00');
    const paid = (await countEntries(person, 'cd_withdrawal')) + (await countEntries(person, 'cd_matured'));
    expect(paid).toBe(1);
    await expectSoundBooks(bank);
  });

  it('is not paid out again by a step that was computed before the withdrawal', async () => {
    const { person, customer, checking, cd } = await openCertificate('pay_out');
    const step = await planStep(bank, person, 110);
    const [quote] = await customer`select penalty::float from quote_cd_withdrawal(${cd})`;
    await customer`select withdraw_from_cd(${cd}, ${checking}, penalty => ${quote?.penalty}::numeric)`;
    const balance = await getBalance(bank, checking);
    expect(await applyStep(bank, step)).not.toBe('applied');
    await simulateDays(bank, person, 110);
    expect(await countEntries(person, 'cd_matured')).toBe(0);
    expect(await getBalance(bank, checking)).toBe(balance);
    await expectSoundBooks(bank);
  });
});

describe('orders for the same fund', () => {
  /** Invests 10,000.00 in US stocks, and returns the units. */
  async function invest() {
    const { person, customer } = await nextPerson();
    const checking = await openAccount(bank, person, { balance: 3_000 });
    const fund = await openAccount(bank, person, { name: 'Future', type: 'INVESTMENT', balance: 10_000 });
    await customer`select convert_to_funds(${fund.id}, 100)`;
    await simulateDays(bank, person, 7);
    const [held] = await customer`
      select units::text from holdings where account_id = ${fund.id} and fund = 'US_STOCKS'`;
    return { person, customer, checking: checking.id, fund: fund.id, units: held?.units as string };
  }

  it('sell all units once', async () => {
    const { person, customer, checking, fund, units } = await invest();
    const outcomes = await getOutcomes(
      6,
      () => customer`
        select place_fund_order(${fund}, 'sell', 'US_STOCKS', null, ${units}::numeric, ${checking})`,
    );
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    await simulateDays(bank, person, 7);
    const [rest] = await customer`
      select coalesce(sum(units), 0)::float as units from holdings
      where account_id = ${fund} and fund = 'US_STOCKS'`;
    expect(rest?.units).toBe(0);
    const orders = await customer`select status from fund_orders where side = 'sell'`;
    expect(orders).toEqual([{ status: 'filled' }]);
    await expectSoundBooks(bank);
  });

  it('buy no more than the account has', async () => {
    const { person, customer, checking, fund } = await invest();
    const outcomes = await settle(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? customer`select place_fund_order(${fund}, 'buy', 'BONDS', 1000, null, ${checking})`
          : customer`select withdraw(${checking}, 1000)`,
      ),
    );
    const orders = await customer`select count(*)::int as count from fund_orders where fund = 'BONDS'`;
    const withdrawn = outcomes.filter((outcome, index) => index % 2 === 1 && outcome === 'done').length;
    await simulateDays(bank, person, 7);
    const filled = await customer`
      select count(*)::int as count from fund_orders where fund = 'BONDS' and status = 'filled'`;
    expect(Number(await getBalance(bank, checking))).toBe(3_000 - 1_000 * (withdrawn + filled[0]?.count));
    expect(orders[0]?.count).toBeLessThanOrEqual(3);
    await expectSoundBooks(bank);
  });

  it('are filled with what a withdrawal at the same time leaves', async () => {
    const { person, customer, checking, fund, units } = await invest();
    const [sold, withdrawn] = await settle([
      customer`select place_fund_order(${fund}, 'sell', 'US_STOCKS', null, ${units}::numeric, ${checking})`,
      customer`select transfer(${fund}, ${checking}, 9000)`,
    ]);
    await simulateDays(bank, person, 7);
    expect([sold, withdrawn]).toContain('done');
    const [order] = await customer`select status, filled_amount::float from fund_orders where side = 'sell'`;
    const moved = (withdrawn === 'done' ? 9_000 : 0) + (order?.filled_amount ?? 0);
    expect(Number(await getBalance(bank, checking))).toBeCloseTo(3_000 + moved, 2);
    expect(Number(await getBalance(bank, fund))).toBeGreaterThanOrEqual(0);
    await expectSoundBooks(bank);
  });
});

describe('a card at its limit', () => {
  it('gives no more cash and pays no more purchases than its credit', async () => {
    const { person, customer } = await nextPerson();
    const { id } = await openCard(bank, person, { limit: 1_000, balance: 800 });
    const account = await openAccount(bank, person);
    // Each cash advance of 90.00 costs 10.00, and each purchase is 100.00. The credit left is 200.00.
    const outcomes = await settle(
      Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0
          ? customer`select take_cash_advance(${id}, ${account.id}, 90)`
          : customer`select charge_credit_card(${id}, 100)`,
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array(6).fill('OVRLM'), 'done', 'done']);
    expect(await owedOn(bank, id)).toBe('1000.00');
    const advances = outcomes.filter((outcome, index) => index % 2 === 0 && outcome === 'done').length;
    expect(Number(await getBalance(bank, account.id))).toBe(90 * advances);
    expect(await countEntries(person, 'fee')).toBe(advances);
    await expectSoundBooks(bank);
  });
});

describe('a tax return', () => {
  it('is filed once a year, and settled once', async () => {
    const { person, customer } = await nextPerson();
    const { id } = await openAccount(bank, person, { balance: 500 });
    const details = {
      gross_per_year: 62_400,
      filing_status: 'single',
      retirement_percent: 0,
      match_percent: 0,
      match_up_to: 0,
      health: 0,
      hsa: 0,
      state_percent: 4,
    };
    await customer`
      insert into auto_deposits (account_id, name, amount, frequency, is_pay, pay_details, start_date)
      values (${id}, 'Employer', 1, 'WEEKLY', true, ${JSON.stringify(details)}::text::jsonb,
        (simulated_now() at time zone 'America/New_York')::date + 1)`;
    // The first year has only some of its pay, so its return brings a refund.
    const [{ days } = { days: 0 }] = await customer`
      select make_date(extract(year from today)::int + 1, 2, 20) - today as days
      from (select (simulated_now() at time zone 'America/New_York')::date as today) as t`;
    await simulateDays(bank, person, days as number);
    const [year] = await customer`select tax_year from my_tax_years() where is_open order by tax_year`;
    const outcomes = await getOutcomes(6, () => customer`select file_tax_return(${id}, ${year?.tax_year})`);
    expect(outcomes).toEqual([...Array(5).fill('NOTAX'), 'done']);
    expect([...(await customer`select tax_year from tax_returns`)]).toEqual([{ tax_year: year?.tax_year }]);
    await simulateDays(bank, person, 90);
    const settled = (await countEntries(person, 'tax_payment')) + (await countEntries(person, 'tax_refund'));
    expect(settled).toBe(1);
    await expectSoundBooks(bank);
  });
});
