import { describe, expect } from 'vitest';
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

/** Sets up a biweekly paycheck and savings, and simulates until after February 15 of the next year. */
async function earn(bank: Bank, person: Person, details: object = DETAILS) {
  const customer = bank.asCustomer(person);
  await customer`select ensure_customer('UTC')`;
  const checking = await openAccount(bank, person, { name: 'Checking', balance: '500' });
  await openAccount(bank, person, { name: 'Savings', type: 'SAVINGS', balance: '50000' });
  await customer`
    insert into auto_deposits (account_id, name, amount, frequency, is_pay, pay_details, start_date)
    values (${checking.id}, 'Employer', 1, 'BIWEEKLY', true, ${JSON.stringify(details)}::text::jsonb,
      (simulated_now() at time zone 'UTC')::date + 1)`;
  const [{ year, days } = { year: 0, days: 0 }] = await customer`
    select extract(year from today)::int + 1 as year,
      make_date(extract(year from today)::int + 2, 2, 16) - today as days
    from (select (simulated_now() at time zone 'UTC')::date as today) as t`;
  await simulateDays(bank, person, days as number);
  return { checking, year: year as number };
}

const file = (bank: Bank, person: Person, year: number, accountId: string, requestId: string | null = null) =>
  bank.asCustomer(person)`select * from file_tax_return(${accountId}, ${year}, ${requestId})`;

describe('taxes', () => {
  test('have forms from the year’s own rows, and a refund 21 days after filing', async ({ bank, alice }) => {
    const { checking, year } = await earn(bank, alice);
    const customer = bank.asCustomer(alice);
    const [stubs] = await customer`
      select sum(federal_wages) as wages, sum(federal_tax) as tax, count(*)::int from pay_stubs
      where extract(year from pay_date) = ${year}`;
    expect(stubs?.count).toBe(26);
    const [mine] = await customer`select * from my_tax_years() where tax_year = ${year}`;
    expect(mine).toMatchObject({
      wages: stubs?.wages,
      withheld: stubs?.tax,
      filing_status: 'single',
      is_open: true,
      inflation: '2.5',
    });
    const [interest] = await customer`
      select sum(amount) as sum from transactions where kind = 'interest' and extract(year from date at time zone 'UTC') = ${year}`;
    expect(mine?.interest).toBe(interest?.sum);
    const forms = await customer`
      select kind, name, id from my_documents() where kind in ('w2', 'form_1099_int', 'form_1098')
        and name like ${`%${year}%`} order by kind`;
    expect(forms.map(({ name }) => name)).toEqual([
      `Form 1099-INT ${year}.pdf`,
      `Form W-2 ${year} Employer.pdf`,
    ]);
    const [facts] = await bank.owner`select document_facts(${alice.id}, ${forms[1]?.id as string}) as facts`;
    expect(facts?.facts).toMatchObject({
      terms: {
        year,
        employer: 'Employer',
        wages: Number(stubs?.wages),
        federal_tax: Number(stubs?.tax),
      },
    });
    const [news] = await bank.owner`
      select count(*)::int from bank.tax_notifications(${alice.id}, '-infinity') where item = ${String(year)}`;
    expect(news?.count).toBe(1);

    const [filed] = await file(bank, alice, year, checking.id, 'one');
    expect((await file(bank, alice, year, checking.id, 'one'))[0]?.id).toBe(filed?.id);
    await simulateDays(bank, alice, 120);
    const settled = await customer`
      select r.settled_at is not null as settled, r.settled_amount, t.kind, t.account_id
      from filed_returns r join transactions t on t.id = r.transaction_id where r.tax_year = ${year}`;
    expect(settled).toMatchObject([{ settled: true, account_id: checking.id }]);
    expect(['tax_payment', 'tax_refund']).toContain(settled[0]?.kind);
    await simulateDays(bank, alice, 60);
    const [count] = await bank.owner`
      select count(*)::int from bank.entries where household_id = ${alice.id} and kind in ('tax_payment', 'tax_refund')`;
    expect(count).toEqual({ count: 1 });
    await expectSoundBooks(bank);
  });

  test('have a Form 1099-INT and a return for interest without pay', async ({ bank, alice, bob }) => {
    const setUp = async (person: Person, isPay: boolean) => {
      await bank.asCustomer(person)`select ensure_customer('UTC')`;
      const checking = await openAccount(bank, person, { name: 'Checking', balance: '500' });
      await openAccount(bank, person, { name: 'Savings', type: 'SAVINGS', balance: '20000' });
      if (isPay)
        await bank.asCustomer(person)`insert into auto_deposits (account_id, name, amount, frequency, is_pay)
          values (${checking.id}, 'Job', 1000, 'MONTHLY', true)`;
      const [{ year, days } = { year: 0, days: 0 }] = await bank.asCustomer(person)`
        select extract(year from today)::int + 1 as year,
          make_date(extract(year from today)::int + 2, 2, 16) - today as days
        from (select (simulated_now() at time zone 'UTC')::date as today) as t`;
      await simulateDays(bank, person, days as number);
      return { checking, year: year as number };
    };
    const { checking, year } = await setUp(alice, false);
    const customer = bank.asCustomer(alice);
    const [mine] = await customer`select tax_year, wages::float, interest::float, is_open from my_tax_years()
      where tax_year = ${year}`;
    expect(mine).toMatchObject({ wages: 0, is_open: true });
    expect(mine?.interest).toBeGreaterThan(500);
    const forms = await customer`select name from my_documents() where kind in ('form_1099_int', 'w2')`;
    expect(forms.map(({ name }) => name)).toContain(`Form 1099-INT ${year}.pdf`);
    await file(bank, alice, year, checking.id);
    await simulateDays(bank, alice, 90);
    // Interest below the standard deduction isn't taxed, so nothing is due.
    expect(await customer`select kind from transactions where kind in ('tax_payment', 'tax_refund')`).toEqual(
      [],
    );
    await expectSoundBooks(bank);
    // The wages of a paycheck without pay details are unknown, so there is no return.
    await setUp(bob, true);
    expect(await bank.asCustomer(bob)`select * from my_tax_years()`).toEqual([]);
  });

  test('refuse a return too early, twice, for a year without pay, and into accounts of others', async ({
    bank,
    alice,
    bob,
  }) => {
    const { checking, year } = await earn(bank, alice);
    const theirs = await openAccount(bank, bob);
    const euros = await openAccount(bank, alice, { currency: 'EUR' });
    const refusal = (accountId: string, of = year) => getRefusal(file(bank, alice, of, accountId));
    expect(await refusal(checking.id, year + 1)).toEqual({ code: 'NOTAX', detail: { reason: 'none' } });
    expect(await refusal(checking.id, -1)).toEqual({ code: 'NOTAX', detail: { reason: 'none' } });
    expect(await refusal(theirs.id)).toMatchObject({ code: 'NTFND' });
    expect(await refusal(euros.id)).toMatchObject({ code: 'BADCU' });
    expect(await getRefusal(file(bank, bob, year, theirs.id))).toMatchObject({ code: 'NOTAX' });
    await file(bank, alice, year, checking.id);
    expect(await refusal(checking.id)).toEqual({ code: 'NOTAX', detail: { reason: 'filed' } });
    expect(await bank.asCustomer(bob)`select * from filed_returns`).toEqual([]);
    expect(await getRefusal(bank.asCustomer(alice)`update tax_returns set withheld = 100000`)).toMatchObject({
      code: '42501',
    });
  });

  test('count the gains on funds of the year, by how long the units were held', async ({ bank, alice }) => {
    const { checking, year } = await earn(bank, alice);
    const customer = bank.asCustomer(alice);
    const getGains = () => customer`
      select short_term_gain::float as short, long_term_gain::float as long from my_tax_years()
      where tax_year = ${year}`;
    expect(await getGains()).toEqual([{ short: null, long: null }]);
    const fund = await openAccount(bank, alice, { name: 'Future', type: 'INVESTMENT', balance: '10000' });
    await customer`select * from convert_to_funds(${fund.id}, 30, 30, 40, 0, null)`;
    const sell = (key: string, day: string, gain: number, long: number) => bank.owner`
      insert into fund_orders (account_id, user_id, order_key, side, fund, units, status, placed_at,
        completed_at, filled_price, filled_units, filled_amount, basis, gain, long_term_gain)
      values (${fund.id}, ${alice.id}, ${key}, 'sell', 'BONDS', 1, 'filled', ${day}::timestamptz,
        ${day}::timestamptz, 25, 1, 25, 5, ${gain}, ${long})`;
    await sell('first', `${year}-01-01T00:00:00Z`, 1_500.5, 1_000);
    await sell('last', `${year}-12-31T23:59:59Z`, -200, 0);
    await sell('before', `${year - 1}-12-31T23:59:59Z`, 9, 9);
    await sell('after', `${year + 1}-01-01T00:00:00Z`, 9, 9);
    expect(await getGains()).toEqual([{ short: 300.5, long: 1_000 }]);
    await file(bank, alice, year, checking.id);
    const [filed] = await bank.owner`select short_term_gain::float, long_term_gain::float from tax_returns`;
    expect(filed).toEqual({ short_term_gain: 300.5, long_term_gain: 1_000 });
    await simulateDays(bank, alice, 90);
    await expectSoundBooks(bank);
  });

  test('count dividends, and list dividends and fund sales in the forms of the year', async ({
    bank,
    alice,
  }) => {
    const { checking, year } = await earn(bank, alice);
    const customer = bank.asCustomer(alice);
    const fund = await openAccount(bank, alice, { name: 'Future', type: 'INVESTMENT', balance: '10000' });
    await customer`select * from convert_to_funds(${fund.id}, 30, 30, 40, 0, null)`;
    const pay = (key: string, on: string, name: string, amount: number) => bank.owner`
      insert into household_events (user_id, at, kind, description, subject, event_key, facts)
      values (${alice.id}, ${on}::timestamptz, 'fund_dividend', 'Dividend', ${fund.id}, ${key},
        jsonb_build_object('fund', ${name}::text, 'amount', ${amount}::int, 'reinvested', true))`;
    await pay('first', `${year}-01-01T00:00:00Z`, 'US_STOCKS', 100_050);
    await pay('bonds', `${year}-06-30T23:59:59Z`, 'BONDS', 2_525);
    await pay('last', `${year}-12-31T23:59:59Z`, 'WORLD_STOCKS', 5_000);
    await pay('money', `${year}-12-31T23:59:59Z`, 'MONEY_MARKET', 100);
    await pay('before', `${year - 1}-12-31T23:59:59Z`, 'BONDS', 9_999);
    await pay('after', `${year + 1}-01-01T00:00:00Z`, 'BONDS', 9_999);
    await bank.owner`
      insert into fund_orders (account_id, user_id, order_key, side, fund, units, status, placed_at,
        completed_at, filled_price, filled_units, filled_amount, basis, gain, long_term_gain)
      values (${fund.id}, ${alice.id}, 'sale', 'sell', 'BONDS', 1, 'filled', ${`${year}-05-05T20:00:00Z`}::timestamptz,
        ${`${year}-05-05T20:00:00Z`}::timestamptz, 25, 10, 250, 240.5, 9.5, 4)`;
    expect(
      await customer`select dividends::float, qualified_dividends::float, children from my_tax_years()
        where tax_year = ${year}`,
    ).toEqual([{ dividends: 1_076.75, qualified_dividends: 1_050.5, children: null }]);
    const forms = await customer`
      select kind, name from my_documents() where kind like 'form_1099%' and name like ${`%${year}%`} order by kind`;
    expect(forms).toEqual([
      { kind: 'form_1099_b', name: `Form 1099-B ${year}.pdf` },
      { kind: 'form_1099_div', name: `Form 1099-DIV ${year}.pdf` },
      { kind: 'form_1099_int', name: `Form 1099-INT ${year}.pdf` },
    ]);
    const terms = await bank.owner`
      select kind, document_facts(user_id, id) -> 'terms' as terms from documents
      where user_id = ${alice.id} and kind in ('form_1099_b', 'form_1099_div') and period_to = ${`${year}-12-31`}
      order by kind`;
    expect(terms).toMatchObject([
      {
        terms: {
          proceeds: 250,
          basis: 240.5,
          short_term: 5.5,
          long_term: 4,
          sales: [{ account: 'Future', fund: 'BONDS', sold_on: `${year}-05-05`, units: 10, proceeds: 250 }],
        },
      },
      {
        terms: {
          dividends: 1_076.75,
          qualified: 1_050.5,
          accounts: [{ name: 'Future', amount: 1_076.75, qualified: 1_050.5 }],
        },
      },
    ]);
    await file(bank, alice, year, checking.id);
    const [filed] = await bank.owner`select dividends::float, qualified_dividends::float from tax_returns`;
    expect(filed).toEqual({ dividends: 1_076.75, qualified_dividends: 1_050.5 });
    await simulateDays(bank, alice, 90);
    await expectSoundBooks(bank);
  });

  test('have no dividend form below 10.00, and no sales form without a sale', async ({ bank, alice }) => {
    const { year } = await earn(bank, alice);
    const fund = await openAccount(bank, alice, { name: 'Future', type: 'INVESTMENT', balance: '10' });
    await bank.owner`
      insert into household_events (user_id, at, kind, description, subject, event_key, facts)
      values (${alice.id}, ${`${year}-03-31T20:00:00Z`}::timestamptz, 'fund_dividend', 'Dividend', ${fund.id}, 'small',
        '{"fund": "BONDS", "amount": 999}')`;
    expect(
      await bank.asCustomer(alice)`
        select count(*)::int from my_documents() where kind in ('form_1099_div', 'form_1099_b')`,
    ).toEqual([{ count: 0 }]);
  });

  test('list dividends and fund sales also for a year without pay', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const checking = await openAccount(bank, alice, { name: 'Checking', balance: '500' });
    const fund = await openAccount(bank, alice, { name: 'Future', type: 'INVESTMENT', balance: '10000' });
    await customer`select * from convert_to_funds(${fund.id}, 30, 30, 40, 0, null)`;
    const [{ year } = { year: 0 }] = await customer`select extract(year from simulated_now())::int as year`;
    const pay = (key: string, on: string, amount: number) => bank.owner`
      insert into household_events (user_id, at, kind, description, subject, event_key, facts)
      values (${alice.id}, ${on}::timestamptz, 'fund_dividend', 'Dividend', ${fund.id}, ${key},
        jsonb_build_object('fund', 'BONDS', 'amount', ${amount}::int))`;
    await pay('small', `${year - 2}-06-30T20:00:00Z`, 999);
    await pay('large', `${year - 1}-06-30T20:00:00Z`, 1_000);
    await bank.owner`
      insert into fund_orders (account_id, user_id, order_key, side, fund, units, status, placed_at,
        completed_at, filled_price, filled_units, filled_amount, basis, gain, long_term_gain)
      values (${fund.id}, ${alice.id}, 'sale', 'sell', 'BONDS', 1, 'filled', ${`${year - 3}-05-05T20:00:00Z`}::timestamptz,
        ${`${year - 3}-05-05T20:00:00Z`}::timestamptz, 25, 10, 250, 240.5, 9.5, 4)`;
    expect(
      await customer`select kind, name from my_documents() where kind like 'form_1099%' order by name`,
    ).toEqual([
      { kind: 'form_1099_b', name: `Form 1099-B ${year - 3}.pdf` },
      { kind: 'form_1099_div', name: `Form 1099-DIV ${year - 1}.pdf` },
    ]);
    expect(await customer`select tax_year, wages::float, dividends::float from my_tax_years()`).toEqual([
      { tax_year: year - 1, wages: 0, dividends: 10 },
      { tax_year: year - 3, wages: 0, dividends: null },
    ]);
    expect(
      await bank.owner`
        select item from bank.tax_notifications(${alice.id}, '-infinity') order by item`,
    ).toEqual([{ item: String(year - 3) }, { item: String(year - 1) }]);
    expect(await file(bank, alice, year - 1, checking.id)).toMatchObject([{ dividends: '10.00' }]);
  });

  test('count the child tax credit in the withholding and in the return', async ({ bank, alice }) => {
    const { checking, year } = await earn(bank, alice, { ...DETAILS, children: 1 });
    const customer = bank.asCustomer(alice);
    const [stub] = await customer`select federal_tax, children from pay_stubs order by pay_date limit 1`;
    // A twenty-sixth of 4,373.93 minus 2,200.00.
    expect(stub).toEqual({ federal_tax: '83.61', children: 1 });
    expect(await customer`select children from my_tax_years() where tax_year = ${year}`).toEqual([
      { children: 1 },
    ]);
    await file(bank, alice, year, checking.id);
    expect(await bank.owner`select children from tax_returns`).toEqual([{ children: 1 }]);
    await simulateDays(bank, alice, 90);
    await expectSoundBooks(bank);
  });

  test('refuse an impossible number of children', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer('UTC')`;
    const checking = await openAccount(bank, alice, { name: 'Checking' });
    const save = (children: unknown) => customer`
      insert into auto_deposits (account_id, name, amount, frequency, is_pay, pay_details, start_date)
      values (${checking.id}, 'Employer', 1, 'BIWEEKLY', true,
        ${JSON.stringify({ ...DETAILS, children })}::text::jsonb, current_date + 1) returning pay_details`;
    for (const children of [-1, 21])
      expect(await getRefusal(save(children))).toEqual({ code: 'BADPY', detail: { field: 'children' } });
    expect(await getRefusal(save('many'))).toMatchObject({ code: 'BADPY' });
    expect((await save(0))[0]?.pay_details).not.toHaveProperty('children');
    expect((await save(2))[0]?.pay_details).toMatchObject({ children: 2 });
  });

  test('count unemployment benefits as income, even in a year without pay', async ({ bank, alice, bob }) => {
    const setUp = async (person: Person) => {
      const customer = bank.asCustomer(person);
      await customer`select ensure_customer('UTC')`;
      const checking = await openAccount(bank, person, { name: 'Checking', balance: '500' });
      await customer`
        insert into auto_deposits (account_id, name, amount, frequency, is_pay, pay_details, start_date)
        values (${checking.id}, 'Employer', 1, 'BIWEEKLY', true, ${JSON.stringify(DETAILS)}::text::jsonb,
          (simulated_now() at time zone 'UTC')::date + 1)`;
      await customer`
        insert into shocks (shock, on_date, size, months)
        values ('job_loss', (simulated_now() at time zone 'UTC')::date + 30, 0, 20)`;
      return checking;
    };
    const checking = await setUp(alice);
    await setUp(bob);
    await bank.asCustomer(bob)`select set_unemployment_benefits(false)`;
    const customer = bank.asCustomer(alice);
    const [{ year, days } = { year: 0, days: 0 }] = await customer`
      select extract(year from today + 44)::int as year,
        make_date(extract(year from today + 44)::int + 1, 2, 16) - today as days
      from (select (simulated_now() at time zone 'UTC')::date as today) as t`;
    await simulateDays(bank, alice, days as number);
    await simulateDays(bank, bob, days as number);
    const getBenefits = (person: Person) => bank.asCustomer(person)`
      select count(*)::int, sum(amount)::float, min(category_id::text) is not null as categorized
      from transactions where kind = 'unemployment_benefit'`;
    // Half of 62,400.00 is 600.00 a week, above the highest benefit.
    expect(await getBenefits(alice)).toEqual([{ count: 26, sum: 13_000, categorized: true }]);
    expect(await getBenefits(bob)).toEqual([{ count: 0, sum: null, categorized: false }]);
    const years = await customer`
      select coalesce(sum(unemployment), 0)::float as sum from my_tax_years()`;
    expect(years).toEqual([{ sum: 13_000 }]);
    expect(
      await customer`select name from my_documents() where kind = 'form_1099_g' and name like ${`%${year}%`}`,
    ).toEqual([{ name: `Form 1099-G ${year}.pdf` }]);
    const [filed] = await file(bank, alice, year as number, checking.id);
    expect(Number(filed?.unemployment)).toBeGreaterThan(0);
    await expectSoundBooks(bank);
  });

  test('issue a pay stub to its owner only, once', async ({ bank, alice, bob }) => {
    await earn(bank, alice);
    const [stub] = await bank.asCustomer(alice)`select id from pay_stubs order by pay_date limit 1`;
    const issue = (person: Person) =>
      bank.asCustomer(person)`select * from issue_pay_stub(${stub?.id as string})`;
    const [document] = await issue(alice);
    expect(document).toMatchObject({ kind: 'pay_stub', about: stub?.id });
    expect((await issue(alice))[0]?.id).toBe(document?.id);
    expect(await getRefusal(issue(bob))).toMatchObject({ code: 'NTFND' });
  });

  test('are not mentioned to customers without pay or ten dollars of interest a year', async ({
    bank,
    alice,
  }) => {
    await bank.asCustomer(alice)`select ensure_customer('UTC')`;
    await openAccount(bank, alice, { type: 'SAVINGS', balance: '200' });
    const step = await simulateDays(bank, alice, 500);
    expect(step.carryover).not.toHaveProperty('pay');
    expect(await bank.asCustomer(alice)`select * from my_tax_years()`).toEqual([]);
    expect(
      await bank.asCustomer(alice)`
      select kind from my_documents() where kind in ('w2', 'form_1099_int', 'form_1098', 'tax_return')`,
    ).toEqual([]);
  });
});
