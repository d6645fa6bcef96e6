import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseDay } from '../../../engine/calendar/calendar.ts';
import { buildScenarioHousehold } from '../../../engine/scenarios/start.ts';
import { TINY_SCENARIO } from '../../../engine/testing/tiny-scenario.ts';
import { type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectRefusal, getBalance, getRefusal, openAccount } from '../support/household.ts';

describe('a customer', () => {
  test("is created at the first visit with the browser's time zone", async ({ bank, alice }) => {
    const [customer] = await bank.asCustomer(alice)`select * from ensure_customer('Europe/Berlin')`;
    expect(customer).toMatchObject({
      id: alice.id,
      time_zone: 'Europe/Berlin',
      base_currency: 'USD',
      generation: 1,
    });
    const [repeated] = await bank.asCustomer(alice)`select * from ensure_customer('Asia/Tokyo')`;
    expect(repeated).toEqual(customer);
  });

  test('who existed before the first visit still gets a time zone', async ({ bank, alice }) => {
    await openAccount(bank, alice);
    const [customer] = await bank.asCustomer(alice)`select * from ensure_customer('Europe/Berlin')`;
    expect(customer).toMatchObject({ time_zone: 'Europe/Berlin' });
  });

  test('with an unknown time zone uses UTC', async ({ bank, alice }) => {
    const [customer] = await bank.asCustomer(alice)`select * from ensure_customer('Mars/Olympus_Mons')`;
    expect(customer).toMatchObject({ time_zone: 'UTC' });
  });

  test('changes name, time zone, and currency, and nothing else', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer()`;
    const [changed] = await customer`
      update customers set display_name = ' Alice ', time_zone = 'America/New_York', base_currency = 'EUR' returning *`;
    expect(changed).toMatchObject({
      display_name: 'Alice',
      time_zone: 'America/New_York',
      base_currency: 'EUR',
    });
    for (const [code, attempt] of [
      ['BADNM', () => customer`update customers set display_name = '  '`],
      ['BADTZ', () => customer`update customers set time_zone = 'FOO3'`],
      ['BADTZ', () => customer`update customers set time_zone = 'Nowhere/Land'`],
      ['BADTZ', () => customer`update customers set time_zone = null`],
      ['BADCU', () => customer`update customers set base_currency = 'XXX'`],
      ['42501', () => customer`update customers set clock_offset = '1 year'`],
      ['42501', () => customer`update customers set demo_until = now()`],
      ['42501', () => customer`insert into customers (id) values (gen_random_uuid())`],
      ['42501', () => customer`delete from customers`],
    ] as const) {
      expect(await getRefusal(attempt())).toMatchObject({ code });
    }
  });

  test("has custom categories beside the bank's", async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const builtIn = await customer`select name from categories where kind = 'spending' order by id`;
    expect(builtIn.map(({ name }) => name)).toEqual([
      'Housing',
      'Transportation',
      'Food',
      'Utilities',
      'Healthcare',
      'Entertainment',
      'Shopping',
      'Personal',
      'Savings',
      'Other',
    ]);
    const [own] = await customer`insert into categories (name) values (' Garden ') returning *`;
    expect(own).toMatchObject({ name: 'Garden', user_id: alice.id, kind: 'spending' });
    expect(await bank.asCustomer(bob)`select from categories where name = 'Garden'`).toEqual([]);
    expect(await customer`update categories set name = 'Mine' where user_id is null returning id`).toEqual(
      [],
    );
    const his = await openAccount(bank, bob, { balance: 1 });
    const describeAs = (category: string) =>
      bank.asCustomer(
        bob,
      )`update transactions set category_id = ${category} where account_id = ${his.id} returning id`;
    await expect(describeAs(own?.id)).rejects.toMatchObject({ code: '42501' });
    expect(await describeAs('00000000-0000-4000-8000-000000000003')).toHaveLength(1);
    await customer`delete from categories where id = ${own?.id}`;
  });

  test('edits the description of a transaction', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1 });
    const [row] = await bank.asCustomer(alice)`
      update transactions set description = ' From Mum ', merchant = ${'Cash\u0000less'.replace('\u0000', '\u0001')}
      where account_id = ${id} returning description, merchant`;
    expect(row).toEqual({ description: 'From Mum', merchant: 'Cash less' });
    const long = 'x'.repeat(121);
    await expect(bank.asCustomer(alice)`update transactions set merchant = ${long}`).rejects.toMatchObject({
      code: 'BADTX',
    });
  });

  test('reports page views, as does a visitor; neither can read them', async ({ bank, alice }) => {
    for (const query of [bank.asCustomer(alice), bank.asVisitor()]) {
      await query`insert into page_views (path, title) values ('/dashboard', 'Dashboard')`;
      for (const path of ['', 'dashboard', '/dashboard?secret=1', '/dashboard#top', `/${'x'.repeat(200)}`]) {
        await expect(query`insert into page_views (path, title) values (${path}, 'A')`).rejects.toMatchObject(
          { code: '23514' },
        );
      }
      await expect(query`select * from page_views`).rejects.toMatchObject({ code: '42501' });
    }
    expect(await bank.asService()`select path from page_views`).toHaveLength(2);
  });

  test('page views are limited to the newest 100,000', async ({ bank }) => {
    await bank.asVisitor()`
      insert into page_views (path, title) select '/' || n, 'A' from generate_series(1, 100020) n`;
    const [customer] = await bank.asService()`
      select count(*)::int, min(substr(path, 2)::int) as first, max(substr(path, 2)::int) as last from page_views`;
    expect(customer).toEqual({ count: 100_000, first: 21, last: 100_020 });
  });
});

describe('while a household is fast-forwarded', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(5);
  });
  afterAll(() => bank.close());

  const beginPlay = (person: Person) => {
    const begins = parseDay('2031-03-01');
    const household = buildScenarioHousehold(TINY_SCENARIO, {
      begins,
      timeZone: 'UTC',
      newId: () => crypto.randomUUID(),
    });
    return bank.owner`
      select state, checkpoint_before from bank.begin_scenario_run(${person.id}, ${JSON.stringify(household)}::text::jsonb,
        ${JSON.stringify(TINY_SCENARIO)}::text::jsonb)`;
  };

  it('raw changes are refused immediately and functions after a wait, and nothing changes', async () => {
    const [alice, bob] = await bank.openCustomers(2);
    if (!alice || !bob) throw new Error('There are no customers.');
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const his = await openAccount(bank, bob, { balance: 10 });
    const [application] = await bank.asCustomer(alice)`
        insert into loan_applications (loan_amount, annual_income) values (9000, 60000) returning id`;
    await bank.sql.begin(async (moving) => {
      await moving`select pg_advisory_xact_lock(hashtextextended(${alice.id}, 1))`;
      await expectRefusal(bank, 'CLOCK', [id], () => bank.asCustomer(alice)`update accounts set balance = 5`);
      await expectRefusal(bank, 'CLOCK', [id], () => bank.asCustomer(alice)`delete from accounts`);
      // Runs the calls in parallel, because each call waits for five seconds.
      await Promise.all([
        expectRefusal(bank, 'CLOCK', [id], () => bank.asCustomer(alice)`select deposit(${id}, 1)`),
        expect(bank.asCustomer(alice)`select withdraw_application(${application?.id})`).rejects.toMatchObject(
          { code: 'CLOCK' },
        ),
        expect(
          bank.owner`select bank.begin_scenario_run(${alice.id}, '{}', '{"title": "A story"}')`,
        ).rejects.toMatchObject({ code: 'CLOCK' }),
      ]);
      await bank.asCustomer(bob)`select deposit(${his.id}, 1)`;
      // Other customers don't wait for this clock or for this customer's row.
      await moving`select from customers where id = ${alice.id} for no key update`;
      expect(await beginPlay(bob)).toMatchObject([{ state: 'playing' }]);
    });
    await bank.asCustomer(alice)`select deposit(${id}, 1)`;
    expect(await getBalance(bank, id)).toBe('11.00');
  });

  it('starting a new household waits for a deposit in progress, which stays in the old household', async () => {
    const carol = await bank.openCustomer('carol');
    const { id } = await openAccount(bank, carol, { balance: 10 });
    let run: ReturnType<typeof beginPlay> | undefined;
    await bank.sql.begin(async (deposit) => {
      const claims = JSON.stringify({ sub: carol.id, role: 'authenticated' });
      await deposit`select set_config('request.jwt.claims', ${claims}, true)`;
      await deposit`select deposit(${id}, 5)`;
      run = beginPlay(carol);
      const waiting = () => bank.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(waiting).toHaveLength(1);
    });
    const [scenarioRun] = (await run) ?? [];
    const [stored] = await bank.owner`
      select file -> 'entries' @> '[{"kind": "deposit"}]' as deposit from bank.checkpoint_files
      where checkpoint_id = ${scenarioRun?.checkpoint_before}`;
    expect(stored).toEqual({ deposit: true });
  });
});
