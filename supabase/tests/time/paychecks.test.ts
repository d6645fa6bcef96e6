import { describe, expect } from 'vitest';
import { getTaxTable } from '../../../engine/pay/tax-tables.ts';
import { simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const DETAILS = {
  gross_per_year: 62_400,
  filing_status: 'single',
  retirement_percent: 6,
  match_percent: 50,
  match_up_to: 6,
  health: 55.38,
  hsa: 100,
  state_percent: 4,
};

type Details = Record<string, unknown>;

/** Opens the accounts of an employee and sets up a biweekly paycheck that first arrives tomorrow. */
async function employ(bank: Bank, person: Person, changes: Details = {}) {
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const checking = await openAccount(bank, person, { name: 'Checking' });
  const retirement = await openAccount(bank, person, { name: '401(k)', type: 'INVESTMENT' });
  const hsa = await openAccount(bank, person, { name: 'HSA', type: 'SAVINGS' });
  const details = {
    ...DETAILS,
    retirement_account_id: retirement.id,
    hsa_account_id: hsa.id,
    ...changes,
  };
  const [rule] = await addPaycheck(bank, person, checking.id, details);
  return { checking, retirement, hsa, rule: rule?.id as string };
}

const addPaycheck = (
  bank: Bank,
  person: Person,
  accountId: string,
  details: unknown,
  { frequency = 'BIWEEKLY', isPay = true } = {},
) => bank.asCustomer(person)`
  insert into auto_deposits (account_id, name, amount, frequency, is_pay, pay_details, start_date)
  values (${accountId}, 'Employer', 1, ${frequency}, ${isPay}, ${JSON.stringify(details)}::text::jsonb,
    (simulated_now() at time zone 'UTC')::date + 1)
  returning id`;

describe('a paycheck with pay details', () => {
  test('is posted as one entry, with a pay stub whose lines add up to gross pay', async ({ bank, alice }) => {
    const { checking, retirement, hsa, rule } = await employ(bank, alice);
    await simulateDays(bank, alice, 2);
    const customer = bank.asCustomer(alice);
    const [stub] = await customer`
      select *, (select count(*)::int from transactions t where t.kind = 'auto_deposit') as transactions
      from pay_stubs`;
    expect(stub).toMatchObject({
      auto_deposit_id: rule,
      account_id: checking.id,
      employer: 'Employer',
      gross: '2400.00',
      retirement: '144.00',
      health: '55.38',
      hsa: '100.00',
      federal_wages: '2100.62',
      medicare_wages: '2244.62',
      social_security_wages: '2244.62',
      social_security: '139.17',
      medicare: '32.55',
      federal_tax: '168.23',
      state_tax: '84.02',
      net: '1676.65',
      employer_match: '72.00',
      transactions: 3,
    });
    expect(
      await customer`select account_id, type, counter_account_id, amount::float from transactions
      where kind = 'auto_deposit' order by amount desc`,
    ).toEqual([
      { account_id: checking.id, type: 'AUTO_DEPOSIT', counter_account_id: null, amount: 1676.65 },
      { account_id: retirement.id, type: 'AUTO_DEPOSIT', counter_account_id: null, amount: 216 },
      { account_id: hsa.id, type: 'AUTO_DEPOSIT', counter_account_id: null, amount: 100 },
    ]);
    expect(await customer`select amount::float from auto_deposits`).toEqual([{ amount: 1676.65 }]);
    const [landed] = await bank.owner`
      select count(*)::int from bank.account_notifications(${alice.id}, '-infinity') where kind = 'deposit_landed'`;
    expect(landed?.count).toBe(1);
    await expectSoundBooks(bank);
  });

  test('has the same pay stubs in one step of two months as in steps of a day', async ({
    bank,
    alice,
    bob,
  }) => {
    await employ(bank, alice, { gross_per_year: 260_000, retirement_percent: 9 });
    await employ(bank, bob, { gross_per_year: 260_000, retirement_percent: 9 });
    await simulateDays(bank, alice, 60);
    for (let day = 0; day < 60; day += 1) await simulateDays(bank, bob, 1);
    const read = (person: Person) => bank.asCustomer(person)`
      select pay_date, gross, retirement, social_security, medicare, net, employer_match from pay_stubs order by pay_date`;
    const stubs = await read(alice);
    expect(stubs.length).toBeGreaterThan(3);
    expect(await read(bob)).toEqual(stubs);
    const saved = (person: Person) => bank.owner`
      select jsonb_path_query_array(carryover, '$.pay.paychecks.*') as pay from bank.clocks where household_id = ${person.id}`;
    expect(await saved(bob)).toEqual(await saved(alice));
  });

  test('does not arrive after a job loss, and has no pay stub then', async ({ bank, alice }) => {
    await employ(bank, alice);
    await bank.asCustomer(alice)`
      insert into shocks (shock, on_date, size) values ('job_loss', (simulated_now() at time zone 'UTC')::date + 10, 0)`;
    await simulateDays(bank, alice, 45);
    const [count] = await bank.asCustomer(alice)`select count(*)::int from pay_stubs`;
    expect(count).toEqual({ count: 1 });
  });

  test('has its gross pay raised on the anniversary of its first day', async ({ bank, alice }) => {
    const { rule } = await employ(bank, alice);
    await bank.asCustomer(alice)`
      update auto_deposits set yearly_adjustment = 'fixed', yearly_percent = 3 where id = ${rule}`;
    await simulateDays(bank, alice, 385);
    const [row] = await bank.asCustomer(alice)`
      select (pay_details ->> 'gross_per_year')::float as gross, (select gross::float from pay_stubs
        order by pay_date desc limit 1) as last, amount::float from auto_deposits`;
    expect(row).toMatchObject({ gross: 64_272, last: 2_472 });
    expect(row?.amount).toBeGreaterThan(1_700);
  });

  test('is not refused by the bank after a raise above the 401(k) limit', async ({ bank, alice }) => {
    const { rule } = await employ(bank, alice, { gross_per_year: 163_000, retirement_percent: 15 });
    await bank.asCustomer(alice)`
      update auto_deposits set yearly_adjustment = 'fixed', yearly_percent = 20 where id = ${rule}`;
    await simulateDays(bank, alice, 800);
    const years = await bank.asCustomer(alice)`
      select extract(year from pay_date)::int as year, sum(retirement)::float as retirement from pay_stubs
      group by 1 order by 1`;
    for (const { year, retirement } of years)
      expect(retirement).toBeLessThanOrEqual(getTaxTable(year as number, 2.5).retirementLimit / 100);
    expect(years.at(-2)?.retirement).toBe(
      getTaxTable(years.at(-2)?.year as number, 2.5).retirementLimit / 100,
    );
  });
});

describe('pay details', () => {
  test.for([
    ['gross_per_year', { gross_per_year: 999.99 }],
    ['gross_per_year', { gross_per_year: -62_400 }],
    ['gross_per_year', { gross_per_year: null }],
    ['filing_status', { filing_status: 'married' }],
    ['retirement_percent', { retirement_percent: 50.01 }],
    ['retirement_percent', { retirement_percent: -1 }],
    ['match_percent', { match_percent: 101 }],
    ['match_up_to', { match_up_to: 60 }],
    ['health', { health: -5 }],
    ['health', { health: 1_000 }],
    ['hsa', { hsa: 0.001 }],
    ['hsa', { hsa: 950 }],
    ['state_percent', { state_percent: 10.5 }],
    ['pay_details', { state_percent: 'much' }],
  ] as const)('are refused with an invalid %s: %j', async ([field, changes], { bank, alice }) => {
    expect(await getRefusal(employ(bank, alice, changes))).toEqual({ code: 'BADPY', detail: { field } });
  });

  test('are refused for a deposit that is not pay, or that arrives every day', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const add = (more: object) => getRefusal(addPaycheck(bank, alice, id, DETAILS, more));
    expect(await add({ isPay: false })).toEqual({ code: 'BADPY', detail: { field: 'is_pay' } });
    expect(await add({ frequency: 'DAILY' })).toEqual({ code: 'BADPY', detail: { field: 'frequency' } });
  });

  test('keep only their known keys', async ({ bank, alice }) => {
    await employ(bank, alice, { secret: 'x'.repeat(1_000) });
    const [row] = await bank.asCustomer(alice)`select pay_details from auto_deposits`;
    expect(row?.pay_details).not.toHaveProperty('secret');
  });

  test('are refused above the 401(k) and HSA limits', async ({ bank, alice }) => {
    const { rule } = await employ(bank, alice);
    await simulateDays(bank, alice, 2);
    const update = (changes: Details) =>
      getRefusal(bank.asCustomer(alice)`
      update auto_deposits set pay_details = pay_details || ${JSON.stringify(changes)}::text::jsonb where id = ${rule}`);
    const [{ year } = { year: 0 }] = await bank.asCustomer(alice)`
      select extract(year from simulated_now() at time zone 'UTC')::int as year`;
    const { retirementLimit, hsaLimit } = getTaxTable(year as number, 2.5);
    const highest = retirementLimit / 100;
    expect(await update({ retirement_percent: 50 })).toEqual({
      code: 'CONTR',
      detail: { kind: 'retirement', limit: highest, used: 144, remaining: highest - 144 },
    });
    expect(await update({ hsa: 200 })).toEqual({
      code: 'CONTR',
      detail: { kind: 'hsa', limit: hsaLimit.self / 100, used: 100, remaining: hsaLimit.self / 100 - 100 },
    });
  });

  test('have the same limits in the bank as in the engine', async ({ bank, alice }) => {
    await employ(bank, alice);
    for (const inflation of [0, 1.7, 2.5, 3, 11]) {
      await bank.owner`update bank.clocks set carryover = carryover ||
        ${JSON.stringify({ life: { inflation } })}::text::jsonb where household_id = ${alice.id}`;
      for (let year = 2025; year < 2060; year += 1) {
        const [limits] = await bank.owner`
          select bank.contribution_limit(${alice.id}, 'retirement', false, ${year})::float as retirement,
            bank.contribution_limit(${alice.id}, 'hsa', false, ${year})::float as self,
            bank.contribution_limit(${alice.id}, 'hsa', true, ${year})::float as family`;
        const { retirementLimit, hsaLimit } = getTaxTable(year, inflation);
        expect(limits, `${year}, ${inflation}%`).toEqual({
          retirement: retirementLimit / 100,
          self: hsaLimit.self / 100,
          family: hsaLimit.family / 100,
        });
      }
    }
  });

  test('refuse accounts of others, closed accounts, the same account, and other currencies', async ({
    bank,
    alice,
    bob,
  }) => {
    const theirs = await employ(bank, bob);
    const { checking, hsa, rule } = await employ(bank, alice);
    const euros = await openAccount(bank, alice, { currency: 'EUR' });
    const use = (key: string, id: string) =>
      getRefusal(bank.asCustomer(alice)`
      update auto_deposits set pay_details = pay_details || ${JSON.stringify({ [key]: id })}::text::jsonb
      where id = ${rule}`);
    expect(await use('retirement_account_id', theirs.retirement.id)).toMatchObject({ code: 'NTFND' });
    expect(await use('hsa_account_id', theirs.hsa.id)).toMatchObject({ code: 'NTFND' });
    expect(await use('hsa_account_id', checking.id)).toMatchObject({ code: 'SAMAC' });
    expect(await use('hsa_account_id', euros.id)).toMatchObject({ code: 'BADCU' });
    await bank.asCustomer(alice)`select close_account(${hsa.id})`;
    expect(await use('hsa_account_id', hsa.id)).toMatchObject({ code: 'CLOSD' });
    expect(await getRefusal(addPaycheck(bank, alice, euros.id, DETAILS))).toMatchObject({ code: 'BADCU' });
  });

  for (const [where, changes, outside] of [
    ['is an account outside the bank', { retirement_account_id: null, hsa_account_id: null }, true],
    ['is an account outside the bank, and the HSA is not', { retirement_account_id: null }, true],
    ['is one of the customer’s accounts', {}, false],
    ['has no contributions', { retirement_percent: 0, retirement_account_id: null }, false],
  ] as const)
    test(`show on the pay stub whether the 401(k) is outside the bank, if it ${where}`, async ({
      bank,
      alice,
    }) => {
      await employ(bank, alice, changes);
      await simulateDays(bank, alice, 2);
      expect(await bank.asCustomer(alice)`select saves_outside from pay_history`).toEqual([
        { saves_outside: outside },
      ]);
    });

  test('leave deposits without them unchanged', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    const { id } = await openAccount(bank, alice);
    await bank.asCustomer(alice)`
      insert into auto_deposits (account_id, name, amount, frequency, is_pay, start_date)
      values (${id}, 'Pay', 1676.65, 'WEEKLY', true, (simulated_now() at time zone 'UTC')::date + 1)`;
    const step = await simulateDays(bank, alice, 30);
    expect(step.adjusted).toEqual([]);
    expect(step.carryover).not.toHaveProperty('pay');
    expect(step.events.find(({ kind }) => kind === 'auto_deposit')).not.toHaveProperty('facts');
    expect(await bank.asCustomer(alice)`select * from pay_stubs`).toEqual([]);
  });
});

test('pay stubs can neither be written by customers nor read by others', async ({ bank, alice, bob }) => {
  await employ(bank, alice);
  await simulateDays(bank, alice, 2);
  expect(await bank.asCustomer(bob)`select * from pay_stubs`).toEqual([]);
  for (const statement of [
    bank.asCustomer(alice)`update pay_stubs set federal_tax = 0`,
    bank.asCustomer(alice)`delete from pay_stubs`,
    bank.asCustomer(alice)`insert into pay_stubs (user_id, event_key) values (${alice.id}, 'x')`,
  ])
    expect(await getRefusal(statement)).toMatchObject({ code: '42501' });
});
