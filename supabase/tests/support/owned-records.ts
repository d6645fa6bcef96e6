import type { Bank, Person } from './harness.ts';
import {
  annotateTransaction,
  askAssistant,
  convertAccount,
  holdFund,
  openAccount,
  openCertificate,
  openTicket,
  reconcile,
  saveDocument,
  schedulePayment,
  setBudget,
  setGoal,
  takeIn,
} from './owned-records-setup.ts';

const PAYMENT = 188.71; // 10,000 over 60 months at 5%

/** For each table, a function that creates a row as a customer would. */
export const SAMPLES: Record<string, (bank: Bank, person: Person) => Promise<{ id: string } | undefined>> = {
  customers: async (bank, person) =>
    (await bank.asCustomer(person)`select * from ensure_customer()`)[0] as { id: string },
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
  debt_reserves: async (bank, person) => {
    const [home] = await bank.asCustomer(person)`select id from take_mortgage(12000, 2000, 5, 5)`;
    return (await bank.asCustomer(person)`select * from start_escrow(${home?.id}, 600, 300)`)[0] as {
      id: string;
    };
  },
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
  household_events: async (bank, person) => {
    await bank.asCustomer(person)`select ensure_customer()`;
    return (
      await bank.owner`
        insert into household_events (user_id, at, kind, description, event_key)
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
  card_applications: async (bank, person) =>
    (
      await bank.owner`
        select * from record_card_application(${person.id}, 'voyage', 60000, 'EMPLOYED', 0,
          '{"outcome": "approved", "product": "voyage", "name": "Voyage", "apr": 20.99, "limit": 500000}')`
    )[0] as { id: string },
  card_limit_requests: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.asCustomer(person)`select * from request_credit_limit(${card?.id ?? null}, 900)`
    )[0] as { id: string };
  },
  disputes: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    const customer = bank.asCustomer(person);
    const [charged] = await customer`select * from charge_credit_card(${card?.id ?? null}, 20)`;
    return (
      await customer`select * from open_dispute(${card?.id ?? null}, ${charged?.last_entry}, 20, 'other')`
    )[0] as { id: string };
  },
  refunds: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    const customer = bank.asCustomer(person);
    const [charged] = await customer`select * from charge_credit_card(${card?.id ?? null}, 20)`;
    return (await customer`select * from return_purchase(${`${card?.id}:${charged?.last_entry}`})`)[0] as {
      id: string;
    };
  },
  changes: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    await bank.asCustomer(person)`update credit_cards set frozen = true where id = ${card?.id ?? null}`;
    return (
      await bank.owner`select * from changes where user_id = ${person.id} order by changed_at desc limit 1`
    )[0] as { id: string };
  },
  holds: async (bank, person) => {
    const card = await SAMPLES.credit_cards?.(bank, person);
    return (
      await bank.asCustomer(person)`select * from authorize_purchase(20, 'store', null, ${card?.id ?? null})`
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
  scenario_packs: async (bank, person) =>
    (await bank.asCustomer(person)`insert into scenario_packs (file) values ('{}') returning *`)[0] as {
      id: string;
    },
  scenario_runs: async (bank, person) => {
    await bank.owner`select bank.ensure_customer(${person.id})`;
    const [scenarioRun] = await bank.owner`
      insert into scenario_runs (user_id, pack_id, edition, title, pack, began_at)
      values (${person.id}, 'first-salary', 1, 'First salary', '{}', now()) returning *`;
    return scenarioRun as { id: string };
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
    await bank.asCustomer(person)`select ensure_customer()`;
    const name = crypto.randomUUID();
    return (
      await bank.asCustomer(person)`insert into document_folders (name) values (${name}) returning *`
    )[0] as { id: string };
  },
  certificates: openCertificate,
  documents: saveDocument,
  fund_accounts: convertAccount,
  fund_orders: async (bank, person) => {
    const { account_id } = await convertAccount(bank, person);
    return (
      await bank.asCustomer(person)`
        select * from place_fund_order(${account_id}, 'buy', 'BONDS', 5)`
    )[0] as { id: string };
  },
  holdings: holdFund,
  lots: async (bank, person) => {
    const { account_id } = await holdFund(bank, person);
    return (
      await bank.owner`
        insert into lots (account_id, user_id, fund, acquired_on, units, cost)
        values (${account_id}, ${person.id}, 'BONDS', '2026-01-05', 2, 50) returning *`
    )[0] as { id: string };
  },
  goals: setGoal,
  goal_movements: async (bank, person) => {
    const goal = await setGoal(bank, person);
    return (await bank.owner`select * from goal_movements where goal_id = ${goal.id}`)[0] as { id: string };
  },
  transaction_details: (bank, person) =>
    annotateTransaction(bank, person, 'transaction_details', "note) values (?, ?, 'Mine'"),
  transaction_tags: (bank, person) =>
    annotateTransaction(bank, person, 'transaction_tags', "tag) values (?, ?, 'mine'"),
  transaction_splits: (bank, person) =>
    annotateTransaction(bank, person, 'transaction_splits', 'position, amount) values (?, ?, 1, 100'),
  transaction_attachments: (bank, person) =>
    annotateTransaction(
      bank,
      person,
      'transaction_attachments',
      'document_id) values (?, ?, gen_random_uuid()',
    ),
  notification_preferences: async (bank, person) => {
    await bank.asCustomer(person)`select ensure_customer()`;
    return (
      await bank.asCustomer(
        person,
      )`select * from set_notification_preference('low_balance', true, threshold => 50)`
    )[0] as { id: string };
  },
  categorization_rules: async (bank, person) =>
    (
      await bank.asCustomer(
        person,
      )`insert into categorization_rules (words, set_note) values ('rent', 'Mine') returning *`
    )[0] as { id: string },
  transaction_edits: async (bank, person) => {
    await bank.asCustomer(person)`select ensure_customer()`;
    return (
      await bank.owner`insert into transaction_edits (user_id, kind, rows) values (${person.id}, 'row', 1) returning *`
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
  peer_transfers: async (bank, person) => {
    const payment = await SAMPLES.peer_payments?.(bank, person);
    const [transfer] = await bank.owner`
      select l.* from peer_transfers l join peer_payments p on p.peer_transfer_id = l.id where p.id = ${payment?.id ?? null}`;
    return transfer as { id: string };
  },
  peer_payments: async (bank, person) => {
    const { id } = await openAccount(bank, person);
    const shares = [{ address: `${crypto.randomUUID()}@people.example`, amount: 5 }];
    return (
      await bank.asCustomer(person)`
        select * from request_from_people(${id}, ${JSON.stringify(shares)}::text::jsonb)`
    )[0] as { id: string };
  },
  push_subscriptions: async (bank, person) => {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
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
    await bank.asCustomer(person)`select ensure_customer()`;
    const { id } = await saveDocument(bank, person);
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
  reconciled_transactions: async (bank, person) => {
    const { id } = await reconcile(bank, person);
    return (await bank.owner`select * from reconciled_transactions where reconciliation_id = ${id}`)[0] as {
      id: string;
    };
  },
  tax_returns: async (bank, person) => {
    await bank.asCustomer(person)`select ensure_customer()`;
    return (
      await bank.owner`
        insert into tax_returns (user_id, tax_year, filing_status, wages, interest, withheld, inflation, filed_on)
        values (${person.id}, 2026, 'single', 100, 0, 10, 2.5, current_date) returning *`
    )[0] as { id: string };
  },
  pay_stubs: async (bank, person) => {
    await bank.asCustomer(person)`select ensure_customer()`;
    return (
      await bank.owner`
        insert into pay_stubs (user_id, event_key, employer, pay_date, frequency, filing_status, gross, retirement, health,
          hsa, federal_tax, social_security, medicare, state_tax, net, employer_match, federal_wages,
          social_security_wages, medicare_wages)
        values (${person.id}, 'pay:' || gen_random_uuid(), 'Employer', current_date, 'MONTHLY', 'single', 100, 0, 0, 0, 10,
          6.20, 1.45, 0, 82.35, 0, 100, 100, 100)
        returning *`
    )[0] as { id: string };
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
