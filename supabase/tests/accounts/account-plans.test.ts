import { describe, expect } from 'vitest';
import { type Instant, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { MAX_WITHDRAWALS } from '../../../engine/products/accounts/account-plan-terms.ts';
import { isWithdrawal } from '../../../engine/products/accounts/account-plans.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

const ZONE = 'America/New_York';

const readRow = async (bank: Bank, person: Person) => {
  const [found] = await bank.asService()`select * from engine_households(array[${person.id}]::uuid[]) as row`;
  return found?.row as HouseholdRow;
};

async function simulateUntil(bank: Bank, person: Person, to: Instant): Promise<void> {
  const { step } = buildStep(await readRow(bank, person), to, true);
  const [applied] = await bank.asService()`
    select outcome from apply_engine_steps(array_to_json(array[${JSON.stringify(step)}::text::json])::jsonb)`;
  expect(applied).toEqual({ outcome: 'applied' });
}

/** Returns the first instant of a month after the household's current one. */
function getMonthStart(row: HouseholdRow, months: number): Instant {
  const zone = new Zone(ZONE);
  const day = new Date(zone.getDay(row.now) * 86_400_000);
  return zone.getStart(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1) / 86_400_000);
}

async function openPlanned(bank: Bank, person: Person, plan: string, type = 'CHECKING', balance = 1000) {
  await bank.asCustomer(person)`select ensure_customer(${ZONE})`;
  const [opened] = await bank.asCustomer(person)`
    select * from open_account('Planned', ${type}, initial_balance => ${balance}, plan => ${plan})`;
  return opened?.id as string;
}

describe('an account plan', () => {
  test('is chosen when opening, and its fee is charged from the next month on', async ({ bank, alice }) => {
    const id = await openPlanned(bank, alice, 'classic');
    const row = await readRow(bank, alice);
    expect(row.accounts[0]).toMatchObject({ plan: 'classic', plan_before: null });
    await simulateUntil(bank, alice, getMonthStart(row, 1));
    expect(await getBalance(bank, id)).toBe('1000.00');
    await simulateUntil(bank, alice, getMonthStart(row, 2));
    expect(await getBalance(bank, id)).toBe('988.00');
    const [charged] = await bank.asCustomer(alice)`
      select message from my_notifications(now()) where kind = 'monthly_fee'`;
    expect(charged?.message).toBe('We charged the monthly fee of $12.00 for Planned.');
    await bank.asCustomer(alice)`select deposit(${id}, 5000)`;
    await simulateUntil(bank, alice, getMonthStart(row, 4));
    const [waived] = await bank.asCustomer(alice)`
      select message from my_notifications(now()) where kind = 'monthly_fee'`;
    expect(waived?.message).toBe(
      'We waived the $12.00 monthly fee of Planned: the balance was never below $1,500.00.',
    );
    expect(await getBalance(bank, id)).toBe('5988.00');
    await expectSoundBooks(bank);
  });

  test('changes from the next month on, for the owner only', async ({ bank, alice, bob }) => {
    const id = await openPlanned(bank, alice, 'classic', 'CHECKING', 100);
    const row = await readRow(bank, alice);
    await simulateUntil(bank, alice, getMonthStart(row, 1) + 1);
    const choose = (person: Person, plan: string | null) =>
      bank.asCustomer(person)`select plan, plan_before from set_account_plan(${id}, ${plan})`;
    expect(await getRefusal(choose(bob, 'free'))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(choose(alice, 'goal_saver'))).toMatchObject({ code: 'BADTY' });
    expect(await getRefusal(choose(alice, 'gold'))).toMatchObject({ code: 'BADTY' });
    expect(await getRefusal(choose(alice, null))).toMatchObject({ code: 'BADTY' });
    expect(await choose(alice, 'free')).toEqual([{ plan: null, plan_before: 'classic' }]);
    expect(await choose(alice, 'free')).toEqual([{ plan: null, plan_before: 'classic' }]);
    await simulateUntil(bank, alice, getMonthStart(row, 5));
    expect(await getBalance(bank, id)).toBe('88.00');
    expect(
      await getRefusal(bank.asCustomer(alice)`update accounts set plan = 'classic' where id = ${id}`),
    ).toMatchObject({ code: '42501' });
    const fund = await openAccount(bank, alice, { type: 'INVESTMENT' });
    expect(
      await getRefusal(bank.asCustomer(alice)`select set_account_plan(${fund.id}, 'classic')`),
    ).toMatchObject({ code: 'BADTY' });
  });
});

/** Opens a Classic account and simulates until it was charged in two months; returns the entries of the fees. */
async function getCharged(bank: Bank, person: Person, months = 3) {
  const id = await openPlanned(bank, person, 'classic', 'CHECKING', 100);
  const row = await readRow(bank, person);
  await simulateUntil(bank, person, getMonthStart(row, months));
  const fees = await bank.asCustomer(person)`
    select entry_id, amount from transactions where account_id = ${id} and kind = 'maintenance_fee' order by date`;
  return { id, fees: fees.map(({ entry_id }) => entry_id as string), row };
}

const waive = (bank: Bank, person: Person, id: string, entry: string | null, request: string | null = null) =>
  bank.asCustomer(person)`select balance from request_account_fee_waiver(${id}, ${entry}, ${request})`;

describe('a waiver of a monthly fee on request', () => {
  test('credits the fee once, and no longer counts it as spending', async ({ bank, alice }) => {
    const { id, fees, row } = await getCharged(bank, alice);
    expect(fees).toHaveLength(2);
    const first = await waive(bank, alice, id, fees[0] ?? '', 'once');
    expect(first).toEqual([{ balance: '88.00' }]);
    expect(await waive(bank, alice, id, fees[0] ?? '', 'once')).toEqual(first);
    expect(await getRefusal(waive(bank, alice, id, fees[0] ?? ''))).toMatchObject({
      code: 'NOWAV',
      detail: { why: 'waived' },
    });
    expect(await getRefusal(waive(bank, alice, id, fees[1] ?? ''))).toMatchObject({
      code: 'NOWAV',
      detail: { why: 'used' },
    });
    const [spent] = await bank.asCustomer(alice)`
      select sum(case direction when 'out' then amount else -amount end) as amount from spending
      where account_id = ${id}`;
    expect(spent?.amount).toBe('12.00');
    const [entry] = await bank.owner`
      select reverses from bank.entries where kind = 'fee_waived' and household_id = ${alice.id}`;
    expect(entry?.reverses).toBe(fees[0]);
    await simulateUntil(bank, alice, getMonthStart(row, 4));
    expect(await getBalance(bank, id)).toBe('76.00');
    await expectSoundBooks(bank);
  });

  test('is refused for other entries, accounts, and customers, and a closed account', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id, fees } = await getCharged(bank, alice);
    const other = await openAccount(bank, alice, { balance: 5 });
    const [opening] = await bank.asCustomer(alice)`
      select entry_id from transactions where account_id = ${id} order by date limit 1`;
    await bank.asCustomer(alice)`select withdraw(${id}, 1)`;
    const [paid] = await bank.asCustomer(alice)`
      select entry_id from transactions where account_id = ${id} and direction = 'out' order by date desc limit 1`;
    await openAccount(bank, bob, { balance: 5 });
    for (const attempt of [
      waive(bank, bob, id, fees[0] ?? ''),
      waive(bank, alice, other.id, fees[0] ?? ''),
      waive(bank, alice, id, null),
      waive(bank, alice, id, opening?.entry_id),
    ])
      expect(await getRefusal(attempt)).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(waive(bank, alice, id, paid?.entry_id))).toMatchObject({
      code: 'NOWAV',
      detail: { why: 'kind' },
    });
    await bank.asCustomer(alice)`select close_account(${id}, ${other.id})`;
    expect(await getRefusal(waive(bank, alice, id, fees[0] ?? ''))).toMatchObject({ code: 'CLOSD' });
    await expectSoundBooks(bank);
  });

  test('and the conditions that were met are on statements', async ({ bank, alice }) => {
    const { id, fees, row } = await getCharged(bank, alice);
    await waive(bank, alice, id, fees[0] ?? '');
    await bank.asCustomer(alice)`select deposit(${id}, 9000)`;
    await simulateUntil(bank, alice, getMonthStart(row, 6) + 60_000);
    await bank.asCustomer(alice)`select my_documents()`;
    const papers = await bank.owner`
      select document_facts(${alice.id}, id) -> 'facts' as facts from documents
      where user_id = ${alice.id} and kind = 'statement' and about = ${id} order by period_to`;
    expect(papers[3]?.facts).toMatchObject({
      // The fee of the third month posts at the first instant of the fourth, in which we waived another one.
      fees: { fee_waived: { period: -12 } },
      waived: null,
    });
    expect(papers[5]?.facts.waived).toEqual([
      expect.objectContaining({ waiver: 'lowest', fee: 12, needed: 1500 }),
    ]);
  });
});

describe('Goal Saver', () => {
  test.for([
    ...['maintenance_fee', 'transfer_fee', 'correction', 'adjustment', 'currency_change'],
    ...['withdrawal', 'transfer', 'payment', 'goal_contribution', 'overdraft_fee', 'fee'],
  ])('counts the same withdrawals in the bank and in the engine: %s', async (kind, { bank }) => {
    const [row] = await bank.owner`select bank.is_withdrawal(${kind}) as counts`;
    expect(row?.counts).toBe(isWithdrawal(kind));
  });

  test('can be closed after six withdrawals in a month', async ({ bank, alice }) => {
    const id = await openPlanned(bank, alice, 'goal_saver', 'SAVINGS', 1000);
    const checking = await openAccount(bank, alice, { balance: 0 });
    await simulateUntil(bank, alice, getMonthStart(await readRow(bank, alice), 1) + 1);
    for (let count = 0; count < MAX_WITHDRAWALS; count += 1)
      await bank.asCustomer(alice)`select withdraw(${id}, 1)`;
    const balance = await getBalance(bank, id);
    await bank.asCustomer(alice)`select close_account(${id}, ${checking.id})`;
    expect(Number(balance)).toBeGreaterThan(990);
    expect(await getBalance(bank, checking.id)).toBe(balance);
    await expectSoundBooks(bank);
  });

  test('refuses the seventh withdrawal of a month, as the engine does', async ({ bank, alice }) => {
    const id = await openPlanned(bank, alice, 'goal_saver', 'SAVINGS', 1000);
    const checking = await openAccount(bank, alice, { balance: 0 });
    const row = await readRow(bank, alice);
    await bank.asCustomer(alice)`select withdraw(${id}, 1)`;
    await simulateUntil(bank, alice, getMonthStart(row, 1) + 1);
    for (let count = 0; count < MAX_WITHDRAWALS; count += 1)
      await (count % 2 === 0
        ? bank.asCustomer(alice)`select withdraw(${id}, 1)`
        : bank.asCustomer(alice)`select transfer(${id}, ${checking.id}, 1)`);
    expect(await getRefusal(bank.asCustomer(alice)`select withdraw(${id}, 1)`)).toMatchObject({
      code: 'LIMIT',
      detail: { highest: MAX_WITHDRAWALS },
    });
    expect(
      await getRefusal(
        bank.asCustomer(
          alice,
        )`insert into transactions (account_id, amount, type) values (${id}, 1, 'WITHDRAWAL')`,
      ),
    ).toMatchObject({ code: 'LIMIT' });
    // A payment that it can't cover is refused like any other payment above the balance.
    await bank.asCustomer(alice)`select set_overdraft(${checking.id}, 'savings', ${id})`;
    expect(await getRefusal(bank.asCustomer(alice)`select withdraw(${checking.id}, 50)`)).toMatchObject({
      code: 'INSUF',
    });
    await bank.asCustomer(alice)`select set_overdraft(${checking.id}, 'decline')`;
    await bank.asCustomer(alice)`select deposit(${id}, 1)`;
    await bank.asCustomer(
      alice,
    )`insert into scheduled_payments (name, account_id, to_account_id, amount, frequency)
      values ('Move', ${id}, ${checking.id}, 1, 'WEEKLY')`;
    await simulateUntil(bank, alice, getMonthStart(row, 1) + 15 * 86_400_000);
    expect(await getBalance(bank, checking.id)).toBe('3.00');
    await simulateUntil(bank, alice, getMonthStart(row, 2) + 10 * 86_400_000);
    expect(Number(await getBalance(bank, checking.id))).toBeGreaterThan(3);
    await bank.asCustomer(alice)`select withdraw(${id}, 1)`;
    await expectSoundBooks(bank);
  });
});

describe('the yield on statements', () => {
  test('follows the published formula', async ({ bank }) => {
    const [apy] = await bank.owner`
      select bank.apy(5.25, 1000, 30)::text as a, bank.apy(3.36, 1436.61, 31)::text as b,
        bank.apy(28.45, 10000, 31)::text as c, bank.apy(22.09, 7870.97, 31)::text as d,
        bank.apy(61.68, 1000, 365)::text as e`;
    expect(apy).toEqual({ a: '6.58', b: '2.79', c: '3.40', d: '3.35', e: '6.17' });
  });
});
