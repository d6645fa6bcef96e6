import { describe, expect } from 'vitest';
import { DAY_MS } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildStep } from '../../../engine/simulation/step.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

/** Returns the days of savings interest that each screen shows. */
async function daysOfInterest(bank: Bank, person: Person, accountId: string) {
  const customer = bank.asCustomer(person);
  await customer`select my_documents()`;
  const statements = await bank.owner`
    select line ->> 'day' as day, (line ->> 'amount')::float8 as amount
    from documents d, jsonb_array_elements(document_facts(d.user_id, d.id) -> 'facts' -> 'lines') as line
    where d.kind = 'statement' and d.about = ${accountId} and line ->> 'kind' = 'interest' order by 1`;
  const list = await customer`
    select (date at time zone 'America/New_York')::date::text as day, amount::float8
    from transactions where account_id = ${accountId} and kind = 'interest' order by date`;
  const search = await customer`
    select (date at time zone 'America/New_York')::date::text as day, amount::float8
    from search_transactions('{"conditions": [{"on": "kind", "values": ["interest"]}]}') order by date`;
  const analytics = await customer`
    select day::text, amount::float8 from spending where kind = 'interest' order by day`;
  return { statements, list, search, analytics };
}

async function simulateUntil(bank: Bank, person: Person, day: string): Promise<void> {
  const [entry] = await bank.owner`
    select row, (extract(epoch from ${day}::text::timestamp at time zone 'America/New_York') * 1000)::float8 as until
    from engine_households(array[${person.id}]::uuid[]) as row`;
  const { step } = buildStep(entry?.row as HouseholdRow, entry?.until, true);
  const [done] =
    await bank.owner`select outcome from apply_engine_steps(${JSON.stringify([step])}::text::jsonb)`;
  expect(done?.outcome).toBe('applied');
}

/** Opens a savings account on January 5, 2027, New York time. The account has no interest yet. */
async function openSavings(bank: Bank, person: Person) {
  await bank.asCustomer(person)`select ensure_customer('America/New_York')`;
  await openAccount(bank, person, { name: 'Spare' });
  await simulateUntil(bank, person, '2027-01-05');
  return openAccount(bank, person, { type: 'SAVINGS', balance: 20_000 });
}

const balancesOn = (bank: Bank, person: Person, accountId: string, days: string[]) => bank.asCustomer(person)`
  select day::text, balance::float8 from balance_history(${accountId}, '2027-01-05', '2027-03-02')
  where day = any(${days}::date[])`;

describe('the business day of interest', () => {
  test('is the last day of the month on statements, in lists, in searches, in analytics, and in balances', async ({
    bank,
    alice,
  }) => {
    const { id } = await openSavings(bank, alice);
    await simulateUntil(bank, alice, '2027-03-02');
    const { statements, list, search, analytics } = await daysOfInterest(bank, alice, id);
    expect(list.map(({ day }) => day)).toEqual(['2027-01-31', '2027-02-28']);
    expect(search).toEqual(list);
    expect(statements).toEqual(list);
    expect(analytics).toEqual(list);
    const closings = await bank.owner`
      select d.period_to::text as day, (document_facts(d.user_id, d.id) -> 'facts' ->> 'closing')::float8 as balance
      from documents d where d.kind = 'statement' and d.about = ${id} order by 1`;
    expect(await balancesOn(bank, alice, id, ['2027-01-31', '2027-02-28'])).toEqual(closings);
    const worth = await bank.asCustomer(alice)`
      select day::text, amount::float8 as balance from net_worth_history('2027-01-05', '2027-03-02')
      where day = any('{2027-01-31,2027-02-28}') order by day`;
    expect(worth).toEqual(closings);
    await expectSoundBooks(bank);
  });

  test('lets a customer reconcile a statement with every transaction dated up to its last day', async ({
    bank,
    alice,
  }) => {
    const { id } = await openSavings(bank, alice);
    await simulateUntil(bank, alice, '2027-02-10');
    await bank.asCustomer(alice)`select my_documents()`;
    const [statement] = await bank.owner`
      select document_facts(d.user_id, d.id) -> 'facts' ->> 'closing' as closing
      from documents d where d.kind = 'statement' and d.about = ${id}`;
    const [done] = await bank.asCustomer(alice)`
      select rows from finish_reconciliation(${id}, '2027-01-31', ${statement?.closing}::text::numeric,
        array(select t.id from transactions t where t.account_id = ${id}
          and (t.date at time zone 'America/New_York')::date <= '2027-01-31'))`;
    expect(done?.rows).toBe(2);
  });

  test('stays the day that ended if the customer makes a deposit before the bank posts it', async ({
    bank,
    alice,
  }) => {
    const { id } = await openSavings(bank, alice);
    await simulateUntil(bank, alice, '2027-01-31');
    // The clock passes the end of the month before the engine runs.
    await bank.owner`update customers set clock_offset = clock_offset + interval '36 hours' where id = ${alice.id}`;
    await bank.asCustomer(alice)`select deposit(${id}, 100)`;
    await simulateUntil(bank, alice, '2027-02-05');
    const { statements, list, search, analytics } = await daysOfInterest(bank, alice, id);
    expect(list.map(({ day }) => day)).toEqual(['2027-01-31']);
    expect([statements, search, analytics]).toEqual([list, list, list]);
    const rows = await bank.asCustomer(alice)`
      select kind, amount::float8, balance_after::float8 from transactions where account_id = ${id} order by date`;
    const interest = rows[1]?.amount;
    expect(rows).toEqual([
      { kind: 'opening', amount: 20_000, balance_after: 20_000 },
      { kind: 'interest', amount: interest, balance_after: 20_000 + interest },
      { kind: 'deposit', amount: 100, balance_after: 20_100 + interest },
    ]);
    expect(await balancesOn(bank, alice, id, ['2027-01-31'])).toMatchObject([{ balance: 20_000 + interest }]);
    expect(await bank.owner`select * from bank.audit_replay(${alice.id})`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test("is the same on a card's statement and in its activity", async ({ bank, alice }) => {
    await bank.asCustomer(alice)`select ensure_customer('America/New_York')`;
    const [card] = await bank.asCustomer(alice)`
      insert into credit_cards (name, credit_limit, balance, apr) values ('Blue', 5000, 900, 24) returning id`;
    const [today] = await bank.owner`select bank.today_for(${alice.id})::text as day`;
    const later = new Date(Date.parse(today?.day) + 120 * DAY_MS).toISOString().slice(0, 10);
    await simulateUntil(bank, alice, later);
    const [outside] = await bank.asCustomer(alice)`
      select count(*)::int from card_activity a
      where a.kind in ('interest', 'fee') and not exists (select from card_statements s
        where s.card_id = a.card_id and (a.kind = 'fee' or s.to_date = (a.at at time zone 'America/New_York')::date))`;
    expect(outside?.count).toBe(0);
    const [charged] = await bank.asCustomer(alice)`
      select count(*)::int from card_activity where kind = 'interest' and card_id = ${card?.id}`;
    expect(charged?.count).toBeGreaterThan(1);
  });
});

describe('a past-dated transaction', () => {
  async function threeMonths(bank: Bank, person: Person) {
    await bank.asCustomer(person)`select ensure_customer('America/New_York')`;
    await openAccount(bank, person, { name: 'Spare' });
    await simulateUntil(bank, person, '2027-01-05');
    const { id } = await openAccount(bank, person, { balance: 1000 });
    for (const day of ['2027-01-20', '2027-02-10', '2027-03-15']) {
      await simulateUntil(bank, person, day);
      await bank.asCustomer(person)`select withdraw(${id}, 100)`;
    }
    return id;
  }

  const shown = (bank: Bank, person: Person, id: string) => bank.asCustomer(person)`
    select (date at time zone 'America/New_York')::date::text as day, amount::float8, direction, balance_after::float8
    from transactions where account_id = ${id} order by date`;

  /** Expects the running balances to add up and the last one to equal the account's balance. */
  async function expectRunningBalances(bank: Bank, person: Person, id: string) {
    let balance = 0;
    const rows = await shown(bank, person, id);
    for (const row of rows) {
      balance += row.direction === 'in' ? row.amount : -row.amount;
      expect(row.balance_after, row.day).toBe(balance);
    }
    const [account] = await bank.owner`select balance::float8 from accounts where id = ${id}`;
    expect(account?.balance).toBe(balance);
    const history = await bank.asCustomer(
      person,
    )`select day::text, balance::float8 from balance_history(${id})`;
    for (const row of rows)
      expect(history.find(({ day }) => day === row.day)?.balance).toBe(
        rows.findLast(({ day }) => day === row.day)?.balance_after,
      );
    expect(await bank.owner`select * from bank.audit_replay(${person.id})`).toEqual([]);
    await expectSoundBooks(bank);
  }

  test('inserted as a raw row changes the later running balances and returns its own', async ({
    bank,
    alice,
  }) => {
    const id = await threeMonths(bank, alice);
    const [sent] = await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date) values (${id}, 50, 'DEPOSIT', '2027-02-01T12:00:00Z')
      returning balance_after::float8`;
    expect(sent?.balance_after).toBe(950);
    expect((await shown(bank, alice, id)).map((row) => row.balance_after)).toEqual([
      1000, 900, 950, 850, 750,
    ]);
    await expectRunningBalances(bank, alice, id);
  });

  test('inserted with others in one call, in any order, leaves running balances that add up', async ({
    bank,
    alice,
  }) => {
    const id = await threeMonths(bank, alice);
    await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date) values
        (${id}, 5, 'DEPOSIT', '2027-03-01T12:00:00Z'), (${id}, 7, 'WITHDRAWAL', '2027-01-10T12:00:00Z'),
        (${id}, 11, 'DEPOSIT', '2027-02-20T12:00:00Z'), (${id}, 13, 'DEPOSIT', '2027-01-10T12:00:00Z'),
        (${id}, 17, 'DEPOSIT', '2027-02-05T12:00:00Z')`;
    await expectRunningBalances(bank, alice, id);
  });

  test('that is a transfer changes the running balances of both accounts', async ({ bank, alice }) => {
    const id = await threeMonths(bank, alice);
    const secondAccount = await openAccount(bank, alice, { balance: 10 });
    await bank.owner`update accounts set created_at = '2027-01-05T12:00:00Z' where id = ${secondAccount.id}`;
    await bank.owner`update transactions set date = '2027-01-05T12:00:00Z' where account_id = ${secondAccount.id}`;
    await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date, counter_account_id)
      values (${id}, 30, 'TRANSFER', '2027-01-25T12:00:00Z', ${secondAccount.id})`;
    await expectRunningBalances(bank, alice, id);
  });

  test('imported with a statement and then undone leaves running balances that add up', async ({
    bank,
    alice,
  }) => {
    const id = await threeMonths(bank, alice);
    const rows = JSON.stringify([
      { day: '2027-01-08', amount: 40 },
      { day: '2027-02-12', amount: -15.25 },
    ]);
    const [created] = await bank.asCustomer(alice)`
      select id from import_transactions(${id}, null, rows => ${rows}::text::jsonb, file_name => 'bank.csv')`;
    expect((await shown(bank, alice, id)).map((row) => row.balance_after)).toEqual([
      1000, 1040, 940, 840, 824.75, 724.75,
    ]);
    await expectRunningBalances(bank, alice, id);
    await bank.asCustomer(alice)`select undo_import(${created?.id})`;
    expect((await shown(bank, alice, id)).map((row) => row.balance_after)).toEqual([1000, 900, 800, 700]);
    await expectRunningBalances(bank, alice, id);
  });

  test('appears on the next statement if the statement of its month was already issued', async ({
    bank,
    alice,
  }) => {
    const id = await threeMonths(bank, alice);
    await bank.asCustomer(alice)`select my_documents()`;
    await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date) values (${id}, 50, 'DEPOSIT', '2027-02-01T12:00:00Z')`;
    await simulateUntil(bank, alice, '2027-04-02');
    await bank.asCustomer(alice)`select my_documents()`;
    const statements = await bank.owner`
      select (facts ->> 'opening')::float8 as opening, (facts ->> 'closing')::float8 as closing,
        (select array_agg((line ->> 'amount')::float8) from jsonb_array_elements(facts -> 'lines') as line) as lines
      from (select d.period_to, document_facts(d.user_id, d.id) -> 'facts' as facts
        from documents d where d.kind = 'statement' and d.about = ${id}) as issued order by period_to`;
    expect(statements).toEqual([
      { opening: 0, closing: 900, lines: [1000, -100] },
      { opening: 900, closing: 800, lines: [-100] },
      { opening: 800, closing: 750, lines: [50, -100] },
    ]);
  });

  test('keeps its running balances when a checkpoint is restored', async ({ bank, alice }) => {
    const id = await threeMonths(bank, alice);
    await bank.asCustomer(alice)`
      insert into transactions (account_id, amount, type, date) values (${id}, 50, 'DEPOSIT', '2027-02-01T12:00:00Z')`;
    const [saved] = await bank.asCustomer(alice)`select id from save_checkpoint('Then')`;
    await bank.owner`select bank.replace_household(${alice.id},
      (select file from bank.checkpoint_files where checkpoint_id = ${saved?.id}), 'Then')`;
    const [account] =
      await bank.owner`select id from accounts where user_id = ${alice.id} and name = 'Everyday'`;
    await expectRunningBalances(bank, alice, account?.id);
  });
});
