import { describe, expect } from 'vitest';
import type { Bank, Person } from './harness.ts';
import { test } from './harness.ts';
import { expectSoundBooks, openAccount } from './household.ts';

const PAYMENT = 188.71; // 10,000 over 60 months at 5 %
/** How a customer makes a row of each table that holds something of theirs. */
const SAMPLES: Record<string, (bank: Bank, person: Person) => Promise<{ id: string } | undefined>> = {
  customers: async (bank, person) =>
    (await bank.asCustomer(person)`select * from enter()`)[0] as { id: string },
  categories: async (bank, person) =>
    (await bank.asCustomer(person)`insert into categories (name) values ('Own') returning *`)[0] as {
      id: string;
    },
  saved_views: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into saved_views (name, query) values ('Groceries', 'category:food') returning *`
    )[0] as { id: string },
  account_deletions: async (bank, person) => {
    await bank.owner`select bank.ensure_customer(${person.id})`;
    const [deletion] = await bank.owner`
      insert into account_deletions (user_id) values (${person.id}) returning id`;
    return deletion as { id: string };
  },
  accounts: (bank, person) => openAccount(bank, person, { balance: 100 }),
  transactions: async (bank, person) => {
    const { id } = await openAccount(bank, person, { balance: 100 });
    return (await bank.asCustomer(person)`select * from transactions where account_id = ${id}`)[0] as {
      id: string;
    };
  },
  credit_cards: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into credit_cards (name, credit_limit, balance, apr, due_date, user_id)
        values ('Card', 1000, 50, 19.9, current_date + 30, ${person.id}) returning *`
    )[0] as { id: string },
  loans: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into loans (name, amount, interest_rate, term, monthly_payment, start_date, remaining_balance, user_id)
        values ('Loan', 10000, 5, 60, ${PAYMENT}, current_date, 10000, ${person.id}) returning *`
    )[0] as { id: string },
  mortgages: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into mortgages (property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date,
          remaining_balance, user_id)
        values (12000, 10000, 2000, 5, 5, ${PAYMENT}, current_date, 10000, ${person.id}) returning *`
    )[0] as { id: string },
  loan_applications: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into loan_applications (email, applicant_name, loan_amount, submitted_at)
        values (${person.email}, 'A. Customer', 5000, now()) returning *`
    )[0] as { id: string },
  auto_deposits: async (bank, person) => {
    const { id } = await openAccount(bank, person);
    return (
      await bank.asCustomer(person)`
        insert into auto_deposits (account_id, amount, frequency) values (${id}, 100, 'MONTHLY') returning *`
    )[0] as { id: string };
  },
  scheduled_payments: schedulePayment,
  payment_exceptions: async (bank, person) => {
    const payment = await schedulePayment(bank, person);
    return (
      await bank.asCustomer(person)`
        insert into payment_exceptions (payment_id, planned_date) values (${payment.id}, current_date + 1) returning *`
    )[0] as { id: string };
  },
  shocks: async (bank, person) =>
    (
      await bank.asCustomer(person)`
        insert into shocks (shock, on_date, size) values ('car_repair', current_date + 9, 250) returning *`
    )[0] as { id: string },
  happenings: async (bank, person) => {
    await bank.asCustomer(person)`select enter()`;
    return (
      await bank.owner`
        insert into happenings (user_id, at, kind, description, event_key)
        values (${person.id}, now(), 'shock', 'A shock', ${crypto.randomUUID()}) returning *`
    )[0] as { id: string };
  },
  checkpoints: async (bank, person) =>
    (await bank.asCustomer(person)`select * from save_checkpoint('Before the move')`)[0] as { id: string },
  card_replacements: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    await bank.asCustomer(person)`select replace_credit_card(${card?.id ?? null}, 'lost')`;
    return (await bank.owner`select * from card_replacements where card_id = ${card?.id ?? null}`)[0] as {
      id: string;
    };
  },
  virtual_cards: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.asCustomer(person)`select * from create_virtual_card(${card?.id ?? null}, 'Trial')`
    )[0] as { id: string };
  },
  card_limit_requests: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.asCustomer(person)`select * from request_credit_limit(${card?.id ?? null}, 900)`
    )[0] as { id: string };
  },
  card_disputes: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    const customer = bank.asCustomer(person);
    const [charged] = await customer`select * from charge_credit_card(${card?.id ?? null}, 20)`;
    return (
      await customer`select * from open_dispute(${card?.id ?? null}, ${charged?.last_entry}, 20, 'other')`
    )[0] as { id: string };
  },
  card_controls: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.asCustomer(person)`
        insert into card_controls (card_id, kind, amount) values (${card?.id ?? null}, 'month', 500) returning *`
    )[0] as { id: string };
  },
  budgets: (bank, person) => setBudget(bank, person, 'Food'),
  budget_limits: async (bank, person) => {
    await setBudget(bank, person, 'Housing');
    return (
      await bank.owner`select * from budget_limits where user_id = ${person.id} order by id limit 1`
    )[0] as { id: string };
  },
  insight_dismissals: async (bank, person) =>
    (
      await bank.asCustomer(person)`insert into insight_dismissals (key) values ('idle x') returning *`
    )[0] as {
      id: string;
    },
  packs: async (bank, person) =>
    (await bank.asCustomer(person)`insert into packs (file) values ('{}') returning *`)[0] as { id: string },
  plays: async (bank, person) => {
    await bank.owner`select bank.ensure_customer(${person.id})`;
    const [play] = await bank.owner`
      insert into plays (user_id, pack_id, edition, title, pack, began_at)
      values (${person.id}, 'first-salary', 1, 'First salary', '{}', now()) returning *`;
    return play as { id: string };
  },
  lesson_progress: async (bank, person) =>
    (await bank.asCustomer(person)`select * from finish_lesson('card-interest', 4, 3)`)[0] as { id: string },
  budget_settings: async (bank, person) =>
    (await bank.asCustomer(person)`insert into budget_settings (mode) values ('limits') returning *`)[0] as {
      id: string;
    },
  budget_moves: async (bank, person) => {
    const { category_id } = await setBudget(bank, person, 'Shopping');
    return (
      await bank.asCustomer(person)`
        select * from move_budget(${category_id}, (select id from categories where name = 'Personal'), 10)`
    )[0] as { id: string };
  },
  document_folders: async (bank, person) => {
    await bank.asCustomer(person)`select enter()`;
    const name = crypto.randomUUID();
    return (
      await bank.asCustomer(person)`insert into document_folders (name) values (${name}) returning *`
    )[0] as { id: string };
  },
  documents: keepDocument,
  goals: setGoal,
  goal_movements: async (bank, person) => {
    const goal = await setGoal(bank, person);
    return (await bank.owner`select * from goal_movements where goal_id = ${goal.id}`)[0] as { id: string };
  },
  row_details: (bank, person) => writeOnRow(bank, person, 'row_details', "note) values (?, ?, 'Mine'"),
  row_tags: (bank, person) => writeOnRow(bank, person, 'row_tags', "tag) values (?, ?, 'mine'"),
  row_splits: (bank, person) =>
    writeOnRow(bank, person, 'row_splits', 'position, amount) values (?, ?, 1, 100'),
  row_attachments: (bank, person) =>
    writeOnRow(bank, person, 'row_attachments', 'document_id) values (?, ?, gen_random_uuid()'),
  notification_preferences: async (bank, person) => {
    await bank.asCustomer(person)`select enter()`;
    return (
      await bank.asCustomer(
        person,
      )`select * from set_notification_preference('low_balance', true, threshold => 50)`
    )[0] as { id: string };
  },
  row_rules: async (bank, person) =>
    (
      await bank.asCustomer(
        person,
      )`insert into row_rules (words, set_note) values ('rent', 'Mine') returning *`
    )[0] as { id: string },
  row_edits: async (bank, person) => {
    await bank.asCustomer(person)`select enter()`;
    return (
      await bank.owner`insert into row_edits (user_id, kind, rows) values (${person.id}, 'row', 1) returning *`
    )[0] as { id: string };
  },
  contacts: async (bank, person) => {
    const address = `${crypto.randomUUID()}@people.example`;
    return (
      await bank.asCustomer(
        person,
      )`insert into contacts (name, address) values ('Maya', ${address}) returning *`
    )[0] as { id: string };
  },
  person_letters: async (bank, person) => {
    const payment = await SAMPLES.person_payments?.(bank, person);
    const [letter] = await bank.owner`
      select l.* from person_letters l join person_payments p on p.letter_id = l.id where p.id = ${payment?.id ?? null}`;
    return letter as { id: string };
  },
  person_payments: async (bank, person) => {
    const { id } = await openAccount(bank, person);
    const shares = [{ address: `${crypto.randomUUID()}@people.example`, amount: 5 }];
    return (
      await bank.asCustomer(person)`
        select * from ask_people(${id}, ${JSON.stringify(shares)}::text::jsonb)`
    )[0] as { id: string };
  },
  push_subscriptions: async (bank, person) => {
    const endpoint = `https://push.example.com/${crypto.randomUUID()}`;
    const [row] = await bank.asCustomer(person)`
      select subscribe_to_push(${endpoint}, ${`B${'A'.repeat(86)}`}, ${'A'.repeat(22)}) as id`;
    return { id: row?.id };
  },
  refinance_offers: async (bank, person) => {
    const loan = await SAMPLES.loans?.(bank, person);
    const [row] = await bank.asCustomer(person)`
      select refinance_offer(array[${loan?.id ?? null}]::uuid[], 36) as offer`;
    return { id: row?.offer.offer_id };
  },
  imports: (bank, person) => takeIn(bank, person),
  assistant_conversations: async (bank, person) => {
    const { conversation_id } = await askAssistant(bank, person);
    return { id: conversation_id };
  },
  assistant_messages: askAssistant,
  assistant_proposals: async (bank, person) => {
    const { id } = await askAssistant(bank, person);
    return (
      await bank.asCustomer(person)`
        select * from propose(${id}, 'transfer', '{"amount": 20}', '{"title": "Move $20.00"}')`
    )[0] as { id: string };
  },
  tickets: openTicket,
  ticket_messages: async (bank, person) => {
    const { id } = await openTicket(bank, person);
    return (await bank.owner`select * from ticket_messages where ticket_id = ${id}`)[0] as { id: string };
  },
  ticket_attachments: async (bank, person) => {
    await bank.asCustomer(person)`select enter()`;
    const { id } = await keepDocument(bank, person);
    await bank.asCustomer(
      person,
    )`select open_ticket('A bill', 'See it', document_ids => array[${id}]::uuid[])`;
    return (await bank.owner`select * from ticket_attachments where document_id = ${id}`)[0] as {
      id: string;
    };
  },
  help_votes: async (bank, person) =>
    (await bank.asCustomer(person)`select * from rate_article('card-fees', true)`)[0] as { id: string },
  imported_lines: async (bank, person) => {
    const { id } = await takeIn(bank, person);
    return (await bank.owner`select * from imported_lines where import_id = ${id}`)[0] as { id: string };
  },
  reconciliations: (bank, person) => reconcile(bank, person),
  reconciled_rows: async (bank, person) => {
    const { id } = await reconcile(bank, person);
    return (await bank.owner`select * from reconciled_rows where reconciliation_id = ${id}`)[0] as {
      id: string;
    };
  },
  card_statements: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.owner`
        insert into card_statements (card_id, user_id, from_date, to_date, due_date, opening_balance, charges, payments, interest,
          fees, closing_balance, minimum_payment, rewards)
        values (${card?.id ?? null}, ${person.id}, current_date, current_date + 5, current_date + 30, 0, 1, 0, 0, 0, 1, 1, 0)
        returning *`
    )[0] as { id: string };
  },
};

async function keepDocument(bank: Bank, person: Person): Promise<{ id: string }> {
  return (
    await bank.asService()`
      select * from keep_upload(${person.id}, ${crypto.randomUUID()}, 'Lease.pdf', 'application/pdf', 10, ${'0'.repeat(64)})`
  )[0] as { id: string };
}

async function askAssistant(bank: Bank, person: Person) {
  return (await bank.asCustomer(person)`select * from ask_assistant('What do I have?')`)[0] as {
    id: string;
    conversation_id: string;
  };
}

async function openTicket(bank: Bank, person: Person): Promise<{ id: string }> {
  return (await bank.asCustomer(person)`select * from open_ticket('A fee', 'Why?')`)[0] as { id: string };
}

/** What comes in goes out again: the sums of this file count the money of accounts. */
const IN_AND_OUT = `[{"day": "2026-01-02", "amount": 5}, {"day": "2026-01-03", "amount": -5}]`;

async function takeIn(bank: Bank, person: Person): Promise<{ id: string }> {
  return (
    await bank.asCustomer(person)`
      select * from import_rows(null, '{"name": "Old bank", "begins_on": "2026-01-01"}', rows => ${IN_AND_OUT}::text::jsonb)`
  )[0] as { id: string };
}

async function reconcile(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await takeIn(bank, person);
  return (
    await bank.asCustomer(person)`
      select r.* from imports i, finish_reconciliation(i.account_id, '2026-01-31', 0,
        (select array_agg(t.id) from transactions t where t.account_id = i.account_id)) r where i.id = ${id}`
  )[0] as { id: string };
}

async function setGoal(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await openAccount(bank, person, { balance: 100 });
  return (
    await bank.asCustomer(person)`
      insert into goals (name, target, account_id, portion) values ('Trip', 900, ${id}, 50) returning *`
  )[0] as { id: string };
}

/** What a customer adds to a row of their history; nothing refers to the row. */
async function writeOnRow(bank: Bank, person: Person, table: string, rest: string): Promise<{ id: string }> {
  await bank.asCustomer(person)`select enter()`;
  const text = `insert into ${table} (user_id, row_id, ${rest}) returning *`;
  return (await run(bank.owner, text, person.id, crypto.randomUUID()))[0] as { id: string };
}

async function schedulePayment(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await openAccount(bank, person);
  return (
    await bank.asCustomer(person)`
      insert into scheduled_payments (account_id, name, payee, amount, frequency)
      values (${id}, 'Rent', 'Landlord', 50, 'MONTHLY') returning *`
  )[0] as { id: string };
}

async function setBudget(bank: Bank, person: Person, category: string) {
  return (
    await bank.asCustomer(person)`
      insert into budgets (category_id, amount)
      select id, 50 from categories where name = ${category} and user_id is null returning *`
  )[0] as { id: string; category_id: string };
}

/** Whose id an argument of a function names. */
const ARGUMENTS: Record<string, string> = {
  conversation_id: 'assistant_conversations',
  message_id: 'assistant_messages',
  proposal_id: 'assistant_proposals',
  account_id: 'accounts',
  from_account_id: 'accounts',
  to_account_id: 'accounts',
  sweep_to_account_id: 'accounts',
  card_id: 'credit_cards',
  virtual_card_id: 'virtual_cards',
  dispute_id: 'card_disputes',
  loan_id: 'loans',
  mortgage_id: 'mortgages',
  application_id: 'loan_applications',
  customer_id: 'customers',
  checkpoint_id: 'checkpoints',
  document_id: 'documents',
  folder_id: 'document_folders',
  debt_id: 'loans',
  offer_id: 'refinance_offers',
  goal_id: 'goals',
  letter_id: 'person_letters',
  import_id: 'imports',
  reconciliation_id: 'reconciliations',
  edit_id: 'row_edits',
  rule_id: 'row_rules',
  session_id: 'account_deletions',
  item_id: 'accounts',
  ticket_id: 'tickets',
  from_category_id: 'categories',
  to_category_id: 'categories',
};

type Call = { name: string; arguments: { name: string; type: string }[] };

async function tablesOfCustomers(bank: Bank): Promise<{ table: string; owner: string }[]> {
  return (await bank.owner`
    select c.relname as table, case c.relname when 'customers' then 'id' else 'user_id' end as owner
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and (c.relname = 'customers' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'user_id'))
    order by c.relname`) as { table: string; owner: string }[];
}

async function callsOfCustomers(bank: Bank): Promise<Call[]> {
  return (await bank.owner`
    select p.proname as name, (
      select coalesce(jsonb_agg(jsonb_build_object('name', p.proargnames[n], 'type', format_type(p.proargtypes[n - 1], null)) order by n), '[]')
      from generate_series(1, p.pronargs) n where p.proargtypes[n - 1] = any(array['uuid', 'numeric']::regtype[])) as arguments
    from pg_proc p
    where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
    order by p.proname`) as Call[];
}

/** A query from text made of catalogue names and bound values. */
const run = (query: Bank['owner'], text: string, ...values: unknown[]) => {
  const parts = text.split('?');
  return query(Object.assign([...parts], { raw: parts }), ...values);
};

describe('what a customer owns', () => {
  test('is in tables that this test knows', async ({ bank }) => {
    const tables = await tablesOfCustomers(bank);
    expect(tables.map(({ table }) => table).filter((table) => !SAMPLES[table])).toEqual([]);
  });

  test('is neither seen nor changed nor deleted by a stranger', async ({ bank, alice, bob }) => {
    for (const { table, owner } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      const before = await run(bank.owner, `select * from ${table} order by id`);
      const stranger = bank.asCustomer(bob);
      expect(await run(stranger, `select from ${table} where ${owner} = ?`, alice.id), table).toEqual([]);
      expect(await run(stranger, `select from ${table} where id = ?`, row?.id), table).toEqual([]);
      const columns = await bank.owner`
        select column_name as name from information_schema.column_privileges
        where table_schema = 'public' and table_name = ${table} and grantee = 'authenticated' and privilege_type = 'UPDATE'`;
      for (const { name } of columns) {
        const changed = await run(
          stranger,
          `update ${table} set ${name} = ${name} where id = ? returning id`,
          row?.id,
        );
        expect(changed, `${table}.${name}`).toEqual([]);
      }
      const deleted = await run(stranger, `delete from ${table} where id = ? returning id`, row?.id).catch(
        (error) => error.code,
      );
      expect([[], '42501'], table).toContainEqual(deleted);
      expect(await run(bank.owner, `select * from ${table} order by id`), table).toEqual(before);
    }
    await expectSoundBooks(bank);
  });

  test("is not given away: nobody writes a row in another's name", async ({ bank, alice, bob }) => {
    for (const { table, owner } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      const take = run(
        bank.asCustomer(alice),
        `update ${table} set ${owner} = ? where id = ?`,
        bob.id,
        row?.id,
      );
      await expect(take, table).rejects.toMatchObject({ code: '42501' });
      const insertable = await bank.owner`
        select from information_schema.column_privileges where table_schema = 'public' and table_name = ${table}
          and grantee = 'authenticated' and privilege_type = 'INSERT' and column_name = ${owner}`;
      if (insertable.length === 0) continue;
      const columns = await bank.owner`
        select string_agg(quote_ident(column_name), ', ') as names from information_schema.column_privileges
        where table_schema = 'public' and table_name = ${table} and grantee = 'authenticated' and privilege_type = 'INSERT'
          and column_name not in ('id', ${owner})`;
      const names = columns[0]?.names;
      for (const other of [bob.id, null]) {
        const give = run(
          bank.asCustomer(alice),
          `insert into ${table} (${names}, ${owner}) select ${names}, ?::uuid from ${table} where id = ?`,
          other,
          row?.id,
        );
        await expect(give, table).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  test('is closed to visitors, verb by verb', async ({ bank, alice }) => {
    for (const { table } of await tablesOfCustomers(bank)) {
      const row = await SAMPLES[table]?.(bank, alice);
      for (const attempt of [
        `select from ${table} where id = ?`,
        `delete from ${table} where id = ?`,
        `update ${table} set id = id where id = ?`,
        `insert into ${table} select * from ${table} where id = ?`,
      ]) {
        await expect(run(bank.asVisitor(), attempt, row?.id), attempt).rejects.toMatchObject({
          code: '42501',
        });
      }
    }
  });

  test('is not moved by the verbs of a stranger: every id of another is unknown', async ({
    bank,
    alice,
    bob,
  }) => {
    const hers: Record<string, string | undefined> = {};
    const his: Record<string, string | undefined> = {};
    for (const { table } of await tablesOfCustomers(bank)) {
      hers[table] = (await SAMPLES[table]?.(bank, alice))?.id;
      his[table] = (await SAMPLES[table]?.(bank, bob))?.id;
    }
    his.other = (await openAccount(bank, bob, { balance: 50 })).id;
    let tried = 0;
    for (const call of await callsOfCustomers(bank)) {
      const ids = call.arguments.filter(({ type }) => type === 'uuid');
      expect(
        ids.filter(({ name }) => !ARGUMENTS[name]),
        call.name,
      ).toEqual([]);
      for (const strange of ids) {
        const values = call.arguments.map(({ name, type }, index) => {
          if (type !== 'uuid') return '1';
          const table = ARGUMENTS[name] ?? '';
          if (name === strange.name) return hers[table];
          return table === 'accounts' && index > 0 ? his.other : his[table];
        });
        const text = call.arguments.map(({ name, type }) => `${name} => ?::${type}`).join(', ');
        const attempt = run(bank.asCustomer(bob), `select * from ${call.name}(${text})`, ...values);
        await expect(attempt, `${call.name}(${strange.name})`).rejects.toMatchObject({ code: 'NTFND' });
        await expect(
          run(bank.asVisitor(), `select * from ${call.name}(${text})`, ...values),
          call.name,
        ).rejects.toMatchObject({ code: '42501' });
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThanOrEqual(9);
    const [sum] =
      await bank.owner`select sum(balance)::text as balance from accounts where user_id = ${alice.id}`;
    expect(sum?.balance).toBe('400.00');
    await expectSoundBooks(bank);
  });

  test('stays private in the books', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { name: 'Secret', balance: 100 });
    const stranger = bank.asCustomer(bob);
    for (const text of [
      'select from journal_entries where id is not null or ?::text is null',
      'select from journal_postings where ledger_id = ?',
      'select from bank.entries where household_id is not null or ?::text is null',
      'select from bank.postings where ledger_id = ?',
      'select from bank.ledger_accounts where id = ?',
    ]) {
      expect(await run(stranger, text, id), text).toEqual([]);
      await expect(run(bank.asVisitor(), text, id), text).rejects.toMatchObject({ code: '42501' });
    }
    for (const table of [
      'requests',
      'echoes',
      'erasures',
      'erased_households',
      'product_balances',
      'checkpoint_files',
      'dispute_outcomes',
      'acquaintances',
      'arrivals',
    ]) {
      await expect(run(stranger, `select from bank.${table}`), table).rejects.toMatchObject({
        code: '42501',
      });
    }
  });
});
