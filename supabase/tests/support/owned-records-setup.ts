import { run } from './catalog.ts';
import type { Bank, Person } from './harness.ts';

export async function saveDocument(bank: Bank, person: Person): Promise<{ id: string }> {
  return (
    await bank.asService()`
      select * from save_upload(${person.id}, ${crypto.randomUUID()}, 'Lease.pdf', 'application/pdf', 10, ${'0'.repeat(64)})`
  )[0] as { id: string };
}

export async function askAssistant(bank: Bank, person: Person) {
  return (await bank.asCustomer(person)`select * from ask_assistant('What do I have?')`)[0] as {
    id: string;
    conversation_id: string;
  };
}

export async function openTicket(bank: Bank, person: Person): Promise<{ id: string }> {
  return (await bank.asCustomer(person)`select * from open_ticket('A fee', 'Why?')`)[0] as { id: string };
}

/** Balanced amounts, because this file's totals count account balances. */
const IN_AND_OUT = `[{"day": "2026-01-02", "amount": 5}, {"day": "2026-01-03", "amount": -5}]`;

export async function takeIn(bank: Bank, person: Person): Promise<{ id: string }> {
  return (
    await bank.asCustomer(person)`
      select * from import_transactions(null, '{"name": "Old bank", "begins_on": "2026-01-01"}', rows => ${IN_AND_OUT}::text::jsonb)`
  )[0] as { id: string };
}

export async function reconcile(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await takeIn(bank, person);
  return (
    await bank.asCustomer(person)`
      select r.* from imports i, finish_reconciliation(i.account_id, '2026-01-31', 0,
        (select array_agg(t.id) from transactions t where t.account_id = i.account_id)) r where i.id = ${id}`
  )[0] as { id: string };
}

export async function setGoal(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await openAccount(bank, person, { balance: 100 });
  return (
    await bank.asCustomer(person)`
      insert into goals (name, target, account_id, portion) values ('Trip', 900, ${id}, 50) returning *`
  )[0] as { id: string };
}

/** Annotates a transaction with everything that doesn't refer to another row. */
export async function annotateTransaction(
  bank: Bank,
  person: Person,
  table: string,
  parameters: string,
): Promise<{ id: string }> {
  await bank.asCustomer(person)`select ensure_customer()`;
  const text = `insert into ${table} (user_id, transaction_key, ${parameters}) returning *`;
  return (await run(bank.owner, text, person.id, crypto.randomUUID()))[0] as { id: string };
}

export async function schedulePayment(bank: Bank, person: Person): Promise<{ id: string }> {
  const { id } = await openAccount(bank, person);
  return (
    await bank.asCustomer(person)`
      insert into scheduled_payments (account_id, name, payee, amount, frequency)
      values (${id}, 'Rent', 'Landlord', 50, 'MONTHLY') returning *`
  )[0] as { id: string };
}

export async function setBudget(bank: Bank, person: Person, category: string) {
  return (
    await bank.asCustomer(person)`
      insert into budgets (category_id, amount)
      select id, 50 from categories where name = ${category} and user_id is null returning *`
  )[0] as { id: string; category_id: string };
}

export async function openAccount(
  bank: Bank,
  person: Person,
  { balance = 0, type = 'CHECKING' } = {},
): Promise<{ id: string }> {
  return (
    await bank.asCustomer(person)`
      select * from open_account('Everyday', ${type}, initial_balance => ${balance})`
  )[0] as {
    id: string;
  };
}

/** Opens a CD with 500.00 from a new account, and returns its terms. */
export async function openCertificate(
  bank: Bank,
  person: Person,
): Promise<{ id: string; account_id: string }> {
  const { id } = await openAccount(bank, person, { balance: 500 });
  const [cd] = await bank.asCustomer(person)`select * from open_cd(${id}, 500, 3)`;
  const [terms] = await bank.asCustomer(person)`select * from certificates where account_id = ${cd?.id}`;
  return terms as { id: string; account_id: string };
}

/** Converts an investment account with 100.00 to funds. */
export async function convertAccount(
  bank: Bank,
  person: Person,
): Promise<{ id: string; account_id: string }> {
  const { id } = await openAccount(bank, person, { balance: 100, type: 'INVESTMENT' });
  const [converted] = await bank.asCustomer(person)`select * from convert_to_funds(${id}, 30, 30, 40, 0)`;
  return converted as { id: string; account_id: string };
}

/** Gives an account two units of a fund, as the engine does. */
export async function holdFund(bank: Bank, person: Person): Promise<{ id: string; account_id: string }> {
  const { account_id } = await convertAccount(bank, person);
  const [holding] = await bank.owner`
    insert into holdings (account_id, user_id, fund, units, posted_value, price, value)
    values (${account_id}, ${person.id}, 'BONDS', 2, 50, 25, 50) returning *`;
  return holding as { id: string; account_id: string };
}
