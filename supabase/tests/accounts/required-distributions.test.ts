import { describe, expect } from 'vitest';
import { parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import {
  getDistributionPeriod,
  getFirstDistributionYear,
} from '../../../engine/investments/required-distributions.ts';
import { getTaxTable } from '../../../engine/pay/tax-tables.ts';
import { reduceForIncome } from '../../../engine/pay/tax-treatments.ts';
import { getIncomeEstimate } from '../../../engine/simulation/contributions.ts';
import { simulate } from '../../../engine/simulation/simulate.ts';
import { simulateDays } from '../support/card-household.ts';
import { read } from '../support/debt-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

const zone = new Zone('UTC');
const getToday = async (bank: Bank, person: Person) =>
  (await bank.owner`select bank.today_for(${person.id})::text as today`)[0]?.today as string;
const simulateUntil = async (bank: Bank, person: Person, day: string) => {
  const days = (Date.parse(day) - Date.parse(await getToday(bank, person))) / 86_400_000;
  await simulateDays(bank, person, days);
};
const move = (bank: Bank, person: Person, from: string, to: string, amount: number) =>
  bank.asCustomer(person)`select * from transfer(${from}, ${to}, ${amount})`;
const getDistributions = async (bank: Bank, person: Person) =>
  (await bank.asCustomer(person)`
    select name, tax_year, balance::float, period::float, required::float, withdrawn::float, due_on::text,
      missed::float, corrected::float from my_required_distributions() order by tax_year, name`) as unknown as {
    name: string;
    tax_year: number;
    required: number;
    withdrawn: number;
    missed: number;
    corrected: number;
  }[];

/** Opens checking and tax-advantaged accounts with 100,000.00 each, for a customer who reaches `age` next year. */
async function openAccounts(bank: Bank, person: Person, treatments: string[], age: number) {
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const year = Number((await getToday(bank, person)).slice(0, 4)) + 1;
  const checking = await openAccount(bank, person, { name: 'Checking', balance: '50000' });
  const ids: string[] = [];
  for (const treatment of treatments) {
    const account = await openAccount(bank, person, {
      name: treatment,
      type: 'INVESTMENT',
      balance: '100000',
    });
    await bank.asCustomer(person)`
      select * from set_tax_treatment(${account.id}, ${treatment}, ${`${year - age}-06-30`})`;
    ids.push(account.id);
  }
  return { checking: checking.id, ids, year };
}

describe('required minimum distributions', () => {
  test('start in the year of the law, with the periods of the Uniform Lifetime Table', async ({ bank }) => {
    const rows = (await bank.owner`select d::text as born, bank.first_distribution_year(d) as year
      from unnest(array['1949-06-30', '1949-07-01', '1950-12-31', '1951-01-01', '1959-12-31', '1960-01-01']::date[])
        as d`) as unknown as { born: string; year: number }[];
    // Age 70½ on December 30, 2019; 72; 72; 73; 73; and 75.
    expect(rows.map(({ year }) => year)).toEqual([2019, 2021, 2022, 2024, 2032, 2035]);
    const [periods] = await bank.owner`select array(select bank.distribution_period(a)::float
      from unnest(array[72, 73, 75, 80, 85, 90, 100, 110, 120, 130]) as a) as p`;
    expect(periods?.p).toEqual([27.4, 26.5, 24.6, 20.2, 16, 12.2, 6.4, 3.5, 2, 2]);
  });

  test('have the same ages and periods in the engine', async ({ bank }) => {
    const years = await bank.owner`select d::date::text as born, bank.first_distribution_year(d::date) as year
      from generate_series('1945-01-31'::timestamp, '1962-12-31', '17 days') as d`;
    expect(years.map(({ born }) => getFirstDistributionYear(parseDay(born)))).toEqual(
      years.map(({ year }) => year),
    );
    const periods = await bank.owner`select a, bank.distribution_period(a)::float as period
      from generate_series(60, 130) as a`;
    expect(periods.map(({ a }) => getDistributionPeriod(a))).toEqual(periods.map(({ period }) => period));
  });

  test('are the same in a projection as in the bank, also after a withdrawal', async ({ bank, alice }) => {
    const { checking, ids, year } = await openAccounts(bank, alice, ['401k', 'traditional_ira'], 80);
    await simulateUntil(bank, alice, `${year}-03-01`);
    const project = async () => {
      const [row] = await bank.asCustomer(alice)`select my_household() as household`;
      const state = simulate(buildHouseholdState(row?.household), row?.household.now, {
        record: false,
      }).state;
      const to = zone.getStart(parseDay(`${year + 1}-02-01`));
      const { events } = simulate(state, to, { takesDistributions: true });
      return events
        .filter(({ subject }) => subject === 'required_distribution')
        .map(({ lines }) => [lines?.[0]?.ledger, -(lines?.[0]?.amount ?? 0) / 100]);
    };
    const getRequired = async () =>
      (await getDistributions(bank, alice)).map(
        ({ required, withdrawn }) => Math.round((required - withdrawn) * 100) / 100,
      );
    const required = await getRequired();
    expect(required.every((amount) => amount > 1_000)).toBe(true);
    expect(await project()).toEqual(ids.map((id, index) => [id, required[index]]));
    await move(bank, alice, ids[1] ?? '', checking, 1_000);
    const [plan, iras] = await getRequired();
    expect(iras).toBeCloseTo((required[1] ?? 0) - 1_000, 2);
    expect(await project()).toEqual([
      [ids[0], plan],
      [ids[1], iras],
    ]);
  });

  test('divide the balance of the year before, per 401(k) and for all IRAs together', async ({
    bank,
    alice,
  }) => {
    const treatments = ['401k', 'traditional_ira', 'traditional_ira', 'roth_ira', 'hsa'];
    const { checking, ids, year } = await openAccounts(bank, alice, treatments, 80);
    await simulateUntil(bank, alice, `${year}-01-02`);
    const [balances] =
      await bank.owner`select balance::float as plan from accounts where id = ${ids[0] ?? ''}`;
    const found = await getDistributions(bank, alice);
    expect(found.map(({ name, tax_year }) => [name, tax_year])).toEqual([
      ['401k', year],
      ['Traditional IRAs', year],
    ]);
    const [plan, iras] = found;
    expect(plan).toMatchObject({ period: 20.2, due_on: `${year}-12-31`, withdrawn: 0, missed: 0 });
    expect(plan?.required).toBeCloseTo((balances?.plan as number) / 20.2, 2);
    expect(iras?.required).toBeGreaterThan((plan?.required ?? 0) * 1.9);
    const news =
      await bank.owner`select item, message from bank.distribution_notifications(${alice.id}, '-infinity')`;
    expect(news).toHaveLength(2);
    expect(news[0]?.message).toContain('the required minimum distribution');

    // A conversion and a rollover aren't withdrawals, and either IRA counts for both.
    await move(bank, alice, ids[2] ?? '', ids[3] ?? '', 20_000);
    await move(bank, alice, ids[0] ?? '', ids[1] ?? '', 1_000);
    expect((await getDistributions(bank, alice))[1]).toMatchObject({ withdrawn: 0 });
    await move(bank, alice, ids[2] ?? '', checking, iras?.required ?? 0);
    const [open, done] = await getDistributions(bank, alice);
    expect(done?.withdrawn).toBe(iras?.required);
    expect(open).toMatchObject({ withdrawn: 0, required: plan?.required });
    await expectSoundBooks(bank);
  });

  test('cost an excise tax of 25% when missed, and of 10% on what was withdrawn before filing', async ({
    bank,
    alice,
  }) => {
    const { checking, ids, year } = await openAccounts(bank, alice, ['traditional_ira'], 80);
    await simulateUntil(bank, alice, `${year}-12-01`);
    const [first] = await getDistributions(bank, alice);
    const required = first?.required ?? 0;
    await move(bank, alice, ids[0] ?? '', checking, 1_000);
    await simulateUntil(bank, alice, `${year + 1}-02-16`);
    const missed = Math.round((required - 1_000) * 100) / 100;
    expect((await getDistributions(bank, alice))[0]).toMatchObject({
      withdrawn: 1_000,
      missed,
      corrected: 0,
    });
    // A withdrawal now first makes up for last year.
    await move(bank, alice, ids[0] ?? '', checking, 2_000);
    const [, next] = await getDistributions(bank, alice);
    expect(next).toMatchObject({ tax_year: year + 1, withdrawn: 0 });
    expect(
      await bank.asCustomer(alice)`select missed_distributions::float as missed,
        corrected_distributions::float as corrected, distributions::float from my_tax_years()`,
    ).toEqual([{ missed, corrected: 2_000, distributions: 1_000 }]);
    await bank.asCustomer(alice)`select * from file_tax_return(${checking}, ${year}, null)`;
    await simulateUntil(bank, alice, `${year + 1}-05-01`);
    const tax = Math.round((missed - 2_000) * 0.25 + 2_000 * 0.1);
    expect(
      await bank.asCustomer(alice)`select amount::float from transactions where kind = 'tax_payment'`,
    ).toEqual([{ amount: tax }]);
    await expectSoundBooks(bank);
  });

  test('can wait until April 1 in the first year', async ({ bank, alice }) => {
    const today = await (async () => {
      await bank.asCustomer(alice)`select ensure_customer('UTC')`;
      return getToday(bank, alice);
    })();
    const next = Number(today.slice(0, 4)) + 1;
    const age = next - 73 <= 1959 ? 73 : 75;
    const { checking, ids, year } = await openAccounts(bank, alice, ['traditional_ira'], age);
    await simulateUntil(bank, alice, `${year + 1}-03-01`);
    const [first, second] = await getDistributions(bank, alice);
    expect(first).toMatchObject({ due_on: `${year + 1}-04-01`, missed: 0, withdrawn: 0 });
    expect(second).toMatchObject({ due_on: `${year + 1}-12-31` });
    const half = Math.round((first?.required ?? 0) * 50) / 100;
    await move(bank, alice, ids[0] ?? '', checking, half);
    await simulateUntil(bank, alice, `${year + 1}-04-10`);
    await move(bank, alice, ids[0] ?? '', checking, 100);
    const [late] = await getDistributions(bank, alice);
    expect(late).toMatchObject({ withdrawn: half, corrected: 100 });
    expect(late?.missed).toBeCloseTo((first?.required ?? 0) - half, 2);
    // The excise tax belongs to the year of the due date.
    const [row] =
      await bank.owner`select tax_year, missed::float from bank.missed_distributions(${alice.id})`;
    expect(row).toEqual({ tax_year: year + 1, missed: late?.missed });
  });

  test('are the same after one step as after many', async ({ bank, alice, bob }) => {
    const days = 430;
    for (const person of [alice, bob]) await openAccounts(bank, person, ['401k', 'traditional_ira'], 76);
    await bank.owner`update bank.clocks set seed = 7 where household_id in (${alice.id}, ${bob.id})`;
    await simulateDays(bank, alice, days);
    for (let day = 0; day < days; day += 10) await simulateDays(bank, bob, 10);
    const theirs = await getDistributions(bank, bob);
    expect(await getDistributions(bank, alice)).toEqual(theirs);
    expect(theirs).toHaveLength(4);
  });

  test('are not due from the plan of a current job, also before its first paycheck of the year', async ({
    bank,
    alice,
  }) => {
    const { checking, ids, year } = await openAccounts(bank, alice, ['401k'], 80);
    const details = JSON.stringify({
      ...{ gross_per_year: 60_000, filing_status: 'single', retirement_percent: 5, match_percent: 0 },
      ...{ match_up_to: 0, health: 0, hsa: 0, state_percent: 0, retirement_account_id: ids[0] },
    });
    const [job] = await bank.asCustomer(alice)`insert into auto_deposits (account_id, name, amount, frequency,
      is_pay, start_date, pay_details)
      values (${checking}, 'Job', 1, 'MONTHLY', true, ${`${year}-01-20`}, ${details}::text::jsonb) returning id`;
    await simulateUntil(bank, alice, `${year}-01-05`);
    const getNews = () =>
      bank.owner`select message from bank.distribution_notifications(${alice.id}, '-infinity')`;
    expect([await getDistributions(bank, alice), await getNews()]).toEqual([[], []]);
    await bank.asCustomer(alice)`update auto_deposits set paused = true where id = ${job?.id ?? ''}`;
    expect(await getDistributions(bank, alice)).toMatchObject([{ name: '401k', tax_year: year }]);
    expect(await getNews()).toHaveLength(1);
  });

  test('don’t exist without a date of birth, before the age, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    await openAccounts(bank, alice, ['traditional_ira'], 60);
    await openAccounts(bank, bob, [], 80);
    await simulateDays(bank, alice, 400);
    expect(await getDistributions(bank, alice)).toEqual([]);
    expect(await getDistributions(bank, bob)).toEqual([]);
  });
});

describe('income limits of IRAs', () => {
  /** Adds monthly pay with 401(k) contributions as the only deduction. */
  async function addPay(
    bank: Bank,
    person: Person,
    account: string,
    gross: number,
    percent = 0,
    status = 'single',
  ) {
    const details = JSON.stringify({
      ...{ gross_per_year: gross, filing_status: status, retirement_percent: percent, match_percent: 0 },
      ...{ match_up_to: 0, health: 0, hsa: 0, state_percent: 0 },
    });
    await bank.asCustomer(person)`insert into auto_deposits (account_id, name, amount, frequency, is_pay,
      pay_details) values (${account}, 'Job', 1, 'MONTHLY', true, ${details}::text::jsonb)`;
  }
  const getIra = async (bank: Bank, person: Person) =>
    (
      await bank.asCustomer(person)`select year, income::float, roth_highest::float as roth,
        roth_remaining::float as remaining, deductible::float from my_contributions() where kind = 'ira'`
    )[0] as unknown as { year: number; income: number; roth: number; remaining: number; deductible: number };

  test('reduce the same amounts as in the engine, rounded up to 10 dollars and at least 200', async ({
    bank,
  }) => {
    // Publication 590-A: 7,000.00 at 147,000.00 of income, with a range from 146,000.00 to 161,000.00.
    expect(reduceForIncome(700_000, 14_700_000, { starts: 14_600_000, width: 1_500_000 })).toBe(654_000);
    for (const amount of [7_500, 8_600])
      for (const [starts, width] of [
        [153_000, 15_000],
        [242_000, 10_000],
        [81_000, 10_000],
        [129_000, 20_000],
      ] as const)
        for (const part of [-1, 0, 0.01, 0.1, 1 / 3, 0.5, 0.777, 0.95, 0.99, 0.9999, 1, 2]) {
          const income = Math.round((starts + part * width) * 100);
          const [row] = await bank.owner`select bank.reduce_for_income(${amount}, ${income / 100}, ${starts},
            ${width})::float as reduced`;
          expect(row?.reduced, `${amount} at ${income}`).toBe(
            reduceForIncome(amount * 100, income, { starts: starts * 100, width: width * 100 }) / 100,
          );
        }
  });

  test('depend on the same income as in the engine', async ({ bank, alice }) => {
    const { checking } = await openAccounts(bank, alice, ['roth_ira'], 40);
    const add = (frequency: string, gross: number, more: object) => {
      const details = JSON.stringify({
        ...{ gross_per_year: gross, filing_status: 'single', retirement_percent: 0, match_percent: 0 },
        ...{ match_up_to: 0, health: 0, hsa: 0, state_percent: 0, ...more },
      });
      return bank.asCustomer(alice)`insert into auto_deposits (account_id, name, amount, frequency, is_pay,
        pay_details) values (${checking}, 'Job', 1, ${frequency}, true, ${details}::text::jsonb) returning id`;
    };
    const compare = async () => {
      const [mine] = await bank.owner`
        select (income * 100)::float as income, is_joint as "isJoint" from bank.income_estimate(${alice.id})`;
      const state = buildHouseholdState(await read(bank, alice));
      expect(getIncomeEstimate(state, parseDay(await getToday(bank, alice)))).toEqual(mine);
      return mine;
    };
    expect(await compare()).toEqual({ income: 0, isJoint: false });
    await add('MONTHLY', 70_001.11, { retirement_percent: 7.5, health: 120.5 });
    await add('BIWEEKLY', 33_333.33, { retirement_percent: 3, hsa: 50.25 });
    const [weekly] = await add('WEEKLY', 20_000, { filing_status: 'joint', health: 10 });
    expect(await compare()).toMatchObject({ isJoint: true });
    await bank.asCustomer(alice)`update auto_deposits set paused = true where id = ${weekly?.id}`;
    expect(await compare()).toMatchObject({ isJoint: false });
  });

  test('lower the limit of a Roth IRA, which the bank refuses to exceed', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    const { checking, ids } = await openAccounts(bank, alice, ['roth_ira', 'traditional_ira'], 40);
    const [roth = '', traditional = ''] = ids;
    const { year } = await getIra(bank, alice);
    const { rothPhaseOut } = getTaxTable(year, 2.5);
    const { starts } = rothPhaseOut.single;
    await addPay(bank, alice, checking, starts / 100 + 7_500);
    const limited = await getIra(bank, alice);
    expect(limited).toMatchObject({ income: starts / 100 + 7_500, deductible: null });
    const full = getTaxTable(year, 2.5).iraLimit / 100;
    expect(limited.roth).toBe(Math.ceil(full / 2 / 10) * 10);
    expect(await getRefusal(move(bank, alice, checking, roth, limited.roth + 0.01))).toMatchObject({
      code: 'CONTR',
      detail: { kind: 'roth', limit: limited.roth, used: 0, remaining: limited.roth },
    });
    await move(bank, alice, checking, roth, limited.roth - 100);
    expect(await getRefusal(move(bank, alice, checking, roth, 100.01))).toMatchObject({
      detail: { kind: 'roth', used: limited.roth - 100, remaining: 100 },
    });
    await move(bank, alice, checking, traditional, full - limited.roth + 50);
    // Both kinds share the whole limit.
    expect((await getIra(bank, alice)).remaining).toBe(50);
    // A conversion has no limit.
    await move(bank, alice, traditional, roth, 9_000);
    expect((await getIra(bank, alice)).remaining).toBe(50);
    await expectSoundBooks(bank);
  });

  test('stop scheduled payments of a household at the same limit as transfers', async ({
    bank,
    alice,
    bob,
  }) => {
    const run = async (person: Person, step: number) => {
      const { checking, ids } = await openAccounts(bank, person, ['roth_ira'], 40);
      await addPay(bank, person, checking, 165_000);
      await bank.asCustomer(person)`insert into scheduled_payments (name, account_id, to_account_id, amount,
        frequency, start_date) values ('Roth', ${checking}, ${ids[0] ?? ''}, 900, 'MONTHLY',
        (simulated_now() at time zone 'UTC')::date + 1)`;
      for (let day = 0; day < 420; day += step) await simulateDays(bank, person, step);
      return (await bank.owner`select extract(year from m.day)::int as year, sum(m.amount)::float as sum
        from bank.tax_advantaged_movements(${person.id}) m group by 1 order by 1`) as unknown as {
        year: number;
        sum: number;
      }[];
    };
    const years = await run(alice, 420);
    expect(await run(bob, 14)).toEqual(years);
    const { year, sum } = years[1] ?? { year: 0, sum: 0 };
    const { iraLimit, rothPhaseOut } = getTaxTable(year, 2.5);
    expect(sum).toBe(reduceForIncome(iraLimit, 16_500_000, rothPhaseOut.single) / 100);
    expect(sum).toBeLessThan(5_000);
  });

  test('don’t apply to households whose date of birth was saved before', async ({ bank, alice }) => {
    const { checking } = await openAccounts(bank, alice, ['roth_ira'], 40);
    await addPay(bank, alice, checking, 400_000);
    expect(await getIra(bank, alice)).toMatchObject({ roth: 0, remaining: 0 });
    await bank.owner`update bank.clocks set carryover = carryover - 'incomeLimits' where household_id = ${alice.id}`;
    expect(await getIra(bank, alice)).toMatchObject({ roth: null });
  });

  test('lower the deduction of a traditional IRA in the return if a 401(k) covers the customer', async ({
    bank,
    alice,
  }) => {
    const { checking, ids, year } = await openAccounts(bank, alice, ['traditional_ira'], 40);
    await simulateUntil(bank, alice, `${year}-01-01`);
    const [{ starts }] = (await bank.owner`
      select bank.raise_tax_amount(${alice.id}, 81000, ${year})::float as starts`) as unknown as [
      { starts: number },
    ];
    await addPay(bank, alice, checking, 96_000, 5);
    await move(bank, alice, checking, ids[0] ?? '', 5_000);
    expect(await getIra(bank, alice)).toMatchObject({ income: 91_200 });
    await simulateUntil(bank, alice, `${year + 1}-02-16`);
    const [row] = await bank.asCustomer(alice)`select wages::float, interest::float, deductions::float,
      nondeductible::float from my_tax_years() where tax_year = ${year}`;
    const [limit] =
      await bank.owner`select bank.contribution_limit(${alice.id}, 'ira', false, ${year})::float as highest`;
    const expected = reduceForIncome(
      (limit?.highest as number) * 100,
      Math.round(((row?.wages as number) + (row?.interest as number)) * 100),
      { starts: starts * 100, width: 1_000_000 },
    );
    expect(row?.deductions ?? 0).toBe(Math.min(5_000, expected / 100));
    expect(row?.nondeductible).toBe(5_000 - Math.min(5_000, expected / 100));
  });
});

describe('rollovers and conversions', () => {
  test('have their own lines on Form 1099-R, and only a conversion is income', async ({ bank, alice }) => {
    const { checking, ids, year } = await openAccounts(
      bank,
      alice,
      ['401k', 'traditional_ira', 'roth_ira'],
      40,
    );
    const [plan = '', traditional = '', roth = ''] = ids;
    await simulateUntil(bank, alice, `${year}-03-01`);
    await move(bank, alice, plan, traditional, 30_000);
    await move(bank, alice, traditional, roth, 10_000);
    await move(bank, alice, plan, roth, 5_000);
    expect(
      await bank.owner`select name, gross::float, taxable::float, early::float, converted::float,
        rolled_over::float as rolled from bank.distributions(${alice.id}) order by name`,
    ).toEqual([
      { name: '401k', gross: 0, taxable: 0, early: 0, converted: 5_000, rolled: 30_000 },
      { name: 'traditional_ira', gross: 0, taxable: 0, early: 0, converted: 10_000, rolled: 0 },
    ]);
    // A converted amount can leave the Roth IRA tax-free, like a contribution.
    expect(
      await bank.asCustomer(
        alice,
      )`select taxable::float, early::float from preview_withdrawal(${roth}, 114000)`,
    ).toEqual([{ taxable: 0, early: 0 }]);
    const contributions = await bank.asCustomer(alice)`select kind, used::float from my_contributions()`;
    expect(contributions.map(({ used }) => used)).toEqual([0, 0, 0]);
    await simulateUntil(bank, alice, `${year + 1}-02-16`);
    expect(
      await bank.asCustomer(alice)`select distributions::float, early_distributions::float as early
        from my_tax_years() where tax_year = ${year}`,
    ).toEqual([{ distributions: 15_000, early: 0 }]);
    const forms = await bank.asCustomer(
      alice,
    )`select name, id from my_documents() where kind = 'form_1099_r' order by name`;
    expect(forms.map(({ name }) => name)).toEqual([
      `Form 1099-R ${year} 401k.pdf`,
      `Form 1099-R ${year} traditional_ira.pdf`,
    ]);
    const [facts] = await bank.owner`select document_facts(${alice.id}, ${forms[0]?.id as string}) as facts`;
    expect(facts?.facts.terms).toMatchObject({
      converted: 5_000,
      rolled_over: 30_000,
      is_young: true,
      gross: 0,
    });
    await bank.asCustomer(alice)`select * from file_tax_return(${checking}, ${year}, null)`;
    await expectSoundBooks(bank);
  });

  test('are undone by a reversal', async ({ bank, alice }) => {
    const { ids } = await openAccounts(bank, alice, ['traditional_ira', 'roth_ira'], 40);
    const [traditional = '', roth = ''] = ids;
    await move(bank, alice, traditional, roth, 10_000);
    const [entry] = await bank.asCustomer(alice)`select id from transactions where account_id = ${traditional}
      and kind = 'transfer'`;
    await bank.asCustomer(alice)`select * from reverse_transaction(${entry?.id})`;
    expect(await bank.owner`select * from bank.distributions(${alice.id})`).toEqual([]);
    await expectSoundBooks(bank);
  });
});
