import { describe, expect } from 'vitest';
import { getTaxTable } from '../../../engine/pay/tax-tables.ts';
import { addCatchUp, getContributionKind, getContributionLimit } from '../../../engine/pay/tax-treatments.ts';
import { simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

const YOUNG = '1990-05-01';
const OLD = '1950-05-01';

const setTaxTreatment = (
  bank: Bank,
  person: Person,
  account: string,
  treatment: string,
  born: string | null = YOUNG,
) => bank.asCustomer(person)`select * from set_tax_treatment(${account}, ${treatment}, ${born})`;

/** Opens a checking account with 50,000.00 and investment accounts with these treatments. */
async function openTaxAdvantaged(
  bank: Bank,
  person: Person,
  treatments: string[],
  born = YOUNG,
  balance = 0,
) {
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  const checking = await openAccount(bank, person, { name: 'Checking', balance: '50000' });
  const ids: string[] = [];
  for (const treatment of treatments) {
    const account = await openAccount(bank, person, { name: treatment, type: 'INVESTMENT', balance });
    await setTaxTreatment(bank, person, account.id, treatment, born);
    ids.push(account.id);
  }
  return { checking: checking.id, ids };
}

const move = (bank: Bank, person: Person, from: string, to: string, amount: number) =>
  bank.asCustomer(person)`select * from transfer(${from}, ${to}, ${amount})`;
const getContributions = async (bank: Bank, person: Person) =>
  (await bank.asCustomer(person)`
    select kind, highest::float, used::float, remaining::float from my_contributions() order by kind`) as unknown as {
    kind: string;
    highest: number;
    used: number;
    remaining: number;
  }[];
const getYear = async (bank: Bank, person: Person) =>
  (
    await bank.asCustomer(person)`
      select extract(year from simulated_now() at time zone 'UTC')::int as year`
  )[0]?.year as number;
const daysUntil = async (bank: Bank, person: Person, day: string) =>
  (
    await bank.asCustomer(person)`
      select ${day}::date - (simulated_now() at time zone 'UTC')::date as days`
  )[0]?.days as number;

describe('the tax treatment of an investment account', () => {
  test('has a limit that all accounts of a kind share, and the refusal states it', async ({
    bank,
    alice,
  }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['traditional_ira', 'roth_ira']);
    const [traditional = '', roth = ''] = ids;
    await move(bank, alice, checking, traditional, 5_000);
    await move(bank, alice, checking, roth, 1_200);
    const [, ira] = [null, (await getContributions(bank, alice)).find(({ kind }) => kind === 'ira')];
    expect(ira).toMatchObject({ used: 6_200 });
    const limit = ira?.highest ?? 0;
    const left = limit - 6_200;
    const refused = await getRefusal(move(bank, alice, checking, roth, left + 0.01));
    expect(refused).toEqual({
      code: 'CONTR',
      detail: { kind: 'ira', limit, used: 6_200, remaining: left },
    });
    await expect(move(bank, alice, checking, roth, left + 0.01)).rejects.toThrow(
      /^Your IRA limit is \$[\d,]+\.\d\d a year\. You have \$[\d,]+\.\d\d left\.$/,
    );
    expect(await getBalance(bank, roth)).toBe('1200.00');
    await move(bank, alice, checking, roth, left);
    // A deposit, a raw insert, and a raw balance count too.
    const customer = bank.asCustomer(alice);
    for (const attempt of [
      () => customer`select * from deposit(${roth}, 1)`,
      () =>
        customer`insert into transactions (account_id, amount, type) values (${traditional}, 1, 'DEPOSIT')`,
      () => customer`update accounts set balance = balance + 1 where id = ${roth}`,
    ])
      expect(await getRefusal(attempt())).toMatchObject({ code: 'CONTR' });
    await expectSoundBooks(bank);
  });

  test('allows rollovers to the same kind of account without counting them', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['401k', 'traditional_ira', 'roth_ira']);
    const [plan = '', traditional = '', roth = ''] = ids;
    await move(bank, alice, checking, plan, 20_000);
    await move(bank, alice, plan, traditional, 15_000);
    const used = await getContributions(bank, alice);
    expect(used.find(({ kind }) => kind === 'ira')).toMatchObject({ used: 0 });
    expect(used.find(({ kind }) => kind === 'retirement')).toMatchObject({ used: 20_000 });
    const year = await getYear(bank, alice);
    const distributions = () => bank.owner`
      select name, gross::float, taxable::float, early::float from bank.distributions(${alice.id})
      where tax_year = ${year}`;
    // A direct rollover is on a form, but it isn't taxed.
    const rollover = { name: '401k', gross: 0, taxable: 0, early: 0 };
    expect(await distributions()).toEqual([rollover]);
    await move(bank, alice, traditional, roth, 1_000);
    await bank.asCustomer(alice)`select * from withdraw(${traditional}, 500)`;
    expect(await distributions()).toEqual([
      rollover,
      { name: 'traditional_ira', gross: 500, taxable: 500, early: 500 },
    ]);
  });

  test('requires a date of birth once, and has the same limits at an age as the engine', async ({
    bank,
    alice,
  }) => {
    const { ids } = await openTaxAdvantaged(bank, alice, []);
    expect(ids).toEqual([]);
    const account = await openAccount(bank, alice, { name: 'A', type: 'INVESTMENT' });
    expect(await getRefusal(setTaxTreatment(bank, alice, account.id, 'hsa', null))).toMatchObject({
      code: 'BADDT',
    });
    const year = await getYear(bank, alice);
    for (const born of ['2500-01-01', '1700-01-01'])
      expect(await getRefusal(setTaxTreatment(bank, alice, account.id, 'hsa', born))).toMatchObject({
        code: 'BADDT',
      });
    for (const age of [20, 49, 50, 54, 55, 59, 60, 63, 64, 80]) {
      await setTaxTreatment(bank, alice, account.id, 'hsa', `${year - age}-06-30`);
      for (const future of [2026, year, year + 9]) {
        const table = addCatchUp(getTaxTable(future, 2.5), future - (year - age));
        for (const kind of ['retirement', 'ira', 'hsa'] as const)
          for (const isFamily of [false, true]) {
            const [row] = await bank.owner`
              select bank.contribution_limit(${alice.id}, ${kind}, ${isFamily}, ${future})::float as highest`;
            expect(row?.highest, `${kind} at ${age} in ${future}`).toBe(
              getContributionLimit(table, kind, isFamily) / 100,
            );
          }
      }
    }
    await setTaxTreatment(bank, alice, account.id, 'roth_ira', null);
    for (const treatment of ['401k', 'traditional_ira', 'roth_ira', 'hsa'] as const) {
      const [row] = await bank.owner`select bank.contribution_kind(${treatment}) as kind`;
      expect(row?.kind).toBe(getContributionKind(treatment));
    }
  });

  test('can change until money moves, and prevents other changes of the account', async ({
    bank,
    alice,
    bob,
  }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['roth_ira'], YOUNG, 500);
    const [roth = ''] = ids;
    const customer = bank.asCustomer(alice);
    await setTaxTreatment(bank, alice, roth, 'none');
    await setTaxTreatment(bank, alice, roth, 'roth_ira', null);
    expect((await getContributions(bank, alice)).find(({ kind }) => kind === 'ira')).toMatchObject({
      used: 0,
    });
    expect(await getRefusal(customer`update accounts set type = 'SAVINGS' where id = ${roth}`)).toMatchObject(
      {
        code: 'TAXTR',
      },
    );
    expect(await getRefusal(customer`delete from accounts where id = ${roth}`)).toMatchObject({
      code: 'TAXTR',
    });
    await move(bank, alice, checking, roth, 10);
    expect(await getRefusal(setTaxTreatment(bank, alice, roth, 'none'))).toMatchObject({ code: 'TAXTR' });
    expect(await getRefusal(setTaxTreatment(bank, alice, checking, 'hsa'))).toMatchObject({ code: 'BADTY' });
    expect(await getRefusal(setTaxTreatment(bank, alice, roth, 'pension'))).toMatchObject({ code: 'BADTY' });
    const euros = await openAccount(bank, alice, { name: 'E', type: 'INVESTMENT', currency: 'EUR' });
    expect(await getRefusal(setTaxTreatment(bank, alice, euros.id, 'hsa'))).toMatchObject({ code: 'BADCU' });
    await bank.asCustomer(bob)`select ensure_customer('UTC')`;
    await openAccount(bank, bob);
    expect(await getRefusal(setTaxTreatment(bank, bob, roth, 'hsa'))).toMatchObject({ code: 'NTFND' });
    expect(
      await getRefusal(bank.asCustomer(bob)`select * from preview_withdrawal(${roth}, 10)`),
    ).toMatchObject({ code: 'NTFND' });
    expect(
      await getRefusal(customer`update accounts set tax_treatment = null where id = ${roth}`),
    ).toMatchObject({
      code: '42501',
    });
  });

  test('previews what a withdrawal adds to the tax', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(
      bank,
      alice,
      ['traditional_ira', 'roth_ira', 'hsa'],
      YOUNG,
      1_000,
    );
    const [traditional = '', roth = '', hsa = ''] = ids;
    const preview = (id: string, amount: number) => bank.asCustomer(alice)`
      select taxable::float, early::float from preview_withdrawal(${id}, ${amount})`;
    expect(await preview(traditional, 400)).toEqual([{ taxable: 400, early: 400 }]);
    // Contributions come out first: the balance so far, and 200.00 more.
    await move(bank, alice, checking, roth, 200);
    expect(await preview(roth, 1_200)).toEqual([{ taxable: 0, early: 0 }]);
    await bank.asCustomer(alice)`select * from withdraw(${roth}, 900)`;
    expect(await preview(roth, 300)).toEqual([{ taxable: 0, early: 0 }]);
    expect(await preview(hsa, 100)).toEqual([]);
    expect(await preview(checking, 100)).toEqual([]);
    await setTaxTreatment(bank, alice, hsa, 'hsa', OLD);
    expect(await preview(traditional, 400)).toEqual([{ taxable: 400, early: 0 }]);
    expect(await preview(roth, 300)).toEqual([{ taxable: 0, early: 0 }]);
  });

  test('taxes an early withdrawal in the April return, with a Form 1099-R', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['traditional_ira'], YOUNG, 10_000);
    const [traditional = ''] = ids;
    const customer = bank.asCustomer(alice);
    const year = await getYear(bank, alice);
    await move(bank, alice, checking, traditional, 1_000);
    await move(bank, alice, traditional, checking, 5_000);
    await simulateDays(bank, alice, await daysUntil(bank, alice, `${year + 1}-02-16`));
    expect(
      await customer`select tax_year, wages::float, distributions::float, early_distributions::float as early,
        deductions::float from my_tax_years()`,
    ).toEqual([{ tax_year: year, wages: 0, distributions: 5_000, early: 5_000, deductions: 1_000 }]);
    const forms = await customer`
      select kind, name from my_documents() where kind in ('form_1099_r', 'w2')`;
    expect(forms).toEqual([{ kind: 'form_1099_r', name: `Form 1099-R ${year} traditional_ira.pdf` }]);
    await customer`select * from file_tax_return(${checking}, ${year}, null)`;
    await simulateDays(bank, alice, await daysUntil(bank, alice, `${year + 1}-05-01`));
    // 10% of 5,000.00. The income is below the standard deduction.
    expect(
      await customer`select kind, amount::float from transactions where kind in ('tax_payment', 'tax_refund')`,
    ).toEqual([{ kind: 'tax_payment', amount: 500 }]);
    await expectSoundBooks(bank);
  });

  test('stops scheduled payments and recurring deposits at the limit of each year', async ({
    bank,
    alice,
    bob,
  }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    const next = (await getYear(bank, alice)) + 1;
    const setUp = async (person: Person) => {
      const { checking, ids } = await openTaxAdvantaged(bank, person, ['traditional_ira', 'roth_ira']);
      const [traditional = '', roth = ''] = ids;
      await bank.asCustomer(person)`
        insert into scheduled_payments (name, account_id, to_account_id, amount, frequency, start_date)
        values ('IRA', ${checking}, ${traditional}, 1100, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 1)`;
      await bank.asCustomer(person)`
        insert into auto_deposits (account_id, name, amount, frequency, start_date)
        values (${roth}, 'Gift', 600, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 2)`;
    };
    await setUp(alice);
    await setUp(bob);
    await simulateDays(bank, alice, 420);
    for (let day = 0; day < 420; day += 14) await simulateDays(bank, bob, 14);
    const read = (person: Person) => bank.owner`
      select extract(year from m.day)::int as year, sum(m.amount)::float as sum
      from bank.tax_advantaged_movements(${person.id}) m group by 1 order by 1`;
    const years = await read(alice);
    expect(await read(bob)).toEqual(years);
    const whole = years.find(({ year }) => year === next);
    const [limit] = await bank.owner`
      select bank.contribution_limit(${alice.id}, 'ira', false, ${next})::float as highest`;
    expect(whole?.sum).toBe(limit?.highest);
    const events = (person: Person) => bank.asCustomer(person)`
      select kind, description from household_events where facts ->> 'reason' = 'limit' order by at, kind`;
    const reported = await events(alice);
    expect(reported.length).toBeGreaterThan(3);
    expect(await events(bob)).toEqual(reported);
    await expectSoundBooks(bank);
  });

  test('doesn’t count the reversal of a deposit from before the tax treatment', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    const account = await openAccount(bank, alice, { name: 'IRA', type: 'INVESTMENT' });
    const customer = bank.asCustomer(alice);
    await customer`select * from deposit(${account.id}, 5000)`;
    const [deposit] = await customer`select id from transactions where account_id = ${account.id}`;
    await setTaxTreatment(bank, alice, account.id, 'roth_ira');
    await customer`select * from reverse_transaction(${deposit?.id})`;
    expect((await getContributions(bank, alice)).find(({ kind }) => kind === 'ira')).toMatchObject({
      used: 0,
    });
  });

  test('limits imported contributions', async ({ bank, alice }) => {
    const { ids } = await openTaxAdvantaged(bank, alice, ['roth_ira']);
    const [roth = ''] = ids;
    const [{ today }] = (await bank.owner`select bank.today_for(${alice.id})::text as today`) as unknown as [
      { today: string },
    ];
    const rows = JSON.stringify([{ line: 1, day: today, amount: 20_000, description: 'Contribution' }]);
    expect(
      await getRefusal(
        bank.asCustomer(
          alice,
        )`select * from import_transactions(account_id => ${roth}, rows => ${rows}::text::jsonb)`,
      ),
    ).toMatchObject({ code: 'CONTR' });
  });

  test('has a preview of an import that shows whether it would exceed the limit', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['roth_ira']);
    const [roth = ''] = ids;
    const customer = bank.asCustomer(alice);
    const [{ today }] = (await bank.owner`select bank.today_for(${alice.id})::text as today`) as unknown as [
      { today: string },
    ];
    const getRows = (amount: number) =>
      JSON.stringify([
        { line: 1, day: today, amount, description: 'Contribution' },
        { line: 2, day: today, amount: -1, description: 'Fee' },
      ]);
    const preview = async (account: string, amount: number) => {
      const rows = getRows(amount);
      const [row] =
        await customer`select preview_import(account_id => ${account}, rows => ${rows}::text::jsonb) as preview`;
      return row?.preview.contributions;
    };
    const limit = (await getContributions(bank, alice)).find(({ kind }) => kind === 'ira')?.highest as number;
    expect(await preview(roth, 20_000)).toEqual({ kind: 'ira', limit, used: 0, added: 20_000 });
    expect(await preview(checking, 20_000)).toBeUndefined();
    const allowed = getRows(limit);
    await customer`select * from import_transactions(account_id => ${roth}, rows => ${allowed}::text::jsonb)`;
    expect(await preview(roth, 5)).toEqual({ kind: 'ira', limit, used: limit, added: 5 });
  });

  test('doesn’t receive the balance or the interest of a CD', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, ['401k']);
    const [plan = ''] = ids;
    const customer = bank.asCustomer(alice);
    expect(
      await getRefusal(
        customer`select * from open_cd(${checking}, 10000, 12, payout_account_id => ${plan}::uuid)`,
      ),
    ).toMatchObject({ code: 'BADTY' });
    const other = await openAccount(bank, alice, { name: 'Other', type: 'INVESTMENT' });
    const [cd] = await customer`select * from open_cd(${checking}, 10000, 12,
      at_maturity => 'pay_out', payout_account_id => ${other.id}::uuid, interest_account_id => ${other.id}::uuid)`;
    await setTaxTreatment(bank, alice, other.id, '401k', null);
    const [terms] = await bank.owner`select payout_account_id, interest_account_id from certificates
      where account_id = ${cd?.id}`;
    expect(terms).toEqual({ payout_account_id: null, interest_account_id: null });
  });

  test('isn’t another than that of contributions from pay', async ({ bank, alice }) => {
    const { checking, ids } = await openTaxAdvantaged(bank, alice, []);
    expect(ids).toEqual([]);
    const account = await openAccount(bank, alice, { name: 'Plan', type: 'INVESTMENT' });
    const details = JSON.stringify({
      ...{ gross_per_year: 60_000, filing_status: 'single', retirement_percent: 5, match_percent: 0 },
      ...{ match_up_to: 0, health: 0, hsa: 0, state_percent: 0, retirement_account_id: account.id },
    });
    await bank.asCustomer(alice)`insert into auto_deposits (account_id, name, amount, frequency, is_pay,
      pay_details) values (${checking}, 'Job', 1, 'MONTHLY', true, ${details}::text::jsonb)`;
    expect(await getRefusal(setTaxTreatment(bank, alice, account.id, 'roth_ira'))).toMatchObject({
      code: 'BADTY',
    });
    await setTaxTreatment(bank, alice, account.id, '401k');
    expect(await getRefusal(setTaxTreatment(bank, alice, account.id, 'hsa', null))).toMatchObject({
      code: 'BADTY',
    });
  });
});

describe('an HSA', () => {
  /** Opens an HSA with 1,000.00 and health insurance, and plans a medical bill in five days. */
  async function openHsa(bank: Bank, person: Person, bill = 8_400) {
    const { checking, ids } = await openTaxAdvantaged(bank, person, ['hsa'], YOUNG, 1_000);
    await bank.asCustomer(person)`select set_insurance('health', 1900, ${checking})`;
    await bank.asCustomer(person)`insert into shocks (shock, on_date, size)
      values ('medical_bill', (simulated_now() at time zone 'UTC')::date + 5, ${bill})`;
    return { checking, hsa: ids[0] ?? '' };
  }

  const getSetting = async (bank: Bank, person: Person) =>
    (
      await bank.owner`select carryover -> 'hsaPaysFirst' as on from bank.clocks where household_id = ${person.id}`
    )[0]?.on;
  const getPaid = async (bank: Bank, person: Person, account: string) =>
    (
      await bank.asCustomer(person)`select coalesce(sum(amount), 0)::float as paid from transactions
      where account_id = ${account} and description = 'Hospital bill'`
    )[0]?.paid;

  test('pays the customer’s part of a medical bill first, tax-free, and has a form 1099-SA', async ({
    bank,
    alice,
  }) => {
    const { checking, hsa } = await openHsa(bank, alice);
    expect(await getSetting(bank, alice)).toBe(true);
    await simulateDays(bank, alice, 8);
    const paid = await getPaid(bank, alice, hsa);
    expect(paid).toBeGreaterThan(900);
    expect(paid + (await getPaid(bank, alice, checking))).toBe(3_200);
    expect(Number(await getBalance(bank, hsa))).toBeGreaterThanOrEqual(0);
    const year = await getYear(bank, alice);
    await simulateDays(bank, alice, await daysUntil(bank, alice, `${year + 1}-02-16`));
    const forms = await bank.asCustomer(
      alice,
    )`select id, kind, name from my_documents() where kind = 'form_1099_sa'`;
    expect(forms).toMatchObject([{ name: `Form 1099-SA ${year} hsa.pdf` }]);
    const [facts] = await bank.asService()`
      select document_facts(${alice.id}, ${forms[0]?.id}) -> 'terms' as terms`;
    expect(facts?.terms).toMatchObject({ gross: paid, contributed: 0 });
    expect(
      await bank.asCustomer(alice)`select distributions from my_tax_years() where tax_year = ${year}`,
    ).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('pays nothing after the customer turned it off, and only an open HSA can be chosen', async ({
    bank,
    alice,
    bob,
  }) => {
    const { checking, hsa } = await openHsa(bank, alice);
    await bank.asCustomer(alice)`select set_hsa_payments(false)`;
    expect(await getSetting(bank, alice)).toBeNull();
    await simulateDays(bank, alice, 8);
    expect(await getPaid(bank, alice, hsa)).toBe(0);
    expect(await getPaid(bank, alice, checking)).toBe(3_200);
    await openAccount(bank, bob, { balance: 5 });
    const turnOn = (person: Person) => bank.asCustomer(person)`select set_hsa_payments(true)`;
    expect((await getRefusal(turnOn(bob))).code).toBe('NTFND');
    await turnOn(alice);
    expect((await getRefusal(bank.asCustomer(alice)`select set_hsa_payments(null)`)).code).toBe('BADTY');
    expect(await getSetting(bank, alice)).toBe(true);
  });
});

describe('the standard deduction', () => {
  test.for([
    ['1962-01-01', true],
    ['1962-01-02', null],
  ] as const)('of 2026 is higher for someone born on %s: %s', async ([born, isSenior], { bank, alice }) => {
    await openTaxAdvantaged(bank, alice, ['traditional_ira'], born);
    const [row] = await bank.owner`select bank.is_senior(${alice.id}, 2026) as senior`;
    expect(row?.senior).toBe(isSenior);
  });
});
