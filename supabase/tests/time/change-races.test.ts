import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCard } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person, type Query } from '../support/harness.ts';
import { openAccount, schedulePayment, setGoal } from '../support/owned-records-setup.ts';

/** A customer's statement, and the row that both the statement and the engine write. */
type Change = { table: string; id: string; statement: (customer: Query) => Promise<unknown> };

describe('a customer who changes a row while the engine simulates', () => {
  let bank: CommittedBank;
  let person: Person;

  beforeAll(async () => {
    bank = await openCommittedBank(8);
    person = await bank.openCustomer('alice');
  });
  afterAll(() => bank.close());

  const changes: Record<string, () => Promise<Change>> = {
    'deletes an auto deposit': async () => {
      const { id: account } = await openAccount(bank, person);
      const [rule] = await bank.asCustomer(person)`
        insert into auto_deposits (account_id, amount, frequency) values (${account}, 5, 'DAILY') returning id`;
      const id = rule?.id as string;
      return {
        table: 'auto_deposits',
        id,
        statement: (sql) => sql`delete from auto_deposits where id = ${id}`,
      };
    },
    'pauses a scheduled payment': async () => {
      const { id } = await schedulePayment(bank, person);
      const statement = (sql: Query) => sql`update scheduled_payments set paused = true where id = ${id}`;
      return { table: 'scheduled_payments', id, statement };
    },
    'renames a goal': async () => {
      const { id } = await setGoal(bank, person);
      return { table: 'goals', id, statement: (sql) => sql`update goals set name = 'Bike' where id = ${id}` };
    },
    'renames an account': async () => {
      const { id } = await openAccount(bank, person);
      return {
        table: 'accounts',
        id,
        statement: (sql) => sql`update accounts set name = 'Bills' where id = ${id}`,
      };
    },
    'changes the due date of a card': async () => {
      const { id } = await openCard(bank, person);
      const statement = (sql: Query) => sql`update credit_cards set due_date = due_date + 1 where id = ${id}`;
      return { table: 'credit_cards', id, statement };
    },
  };

  for (const [title, prepare] of Object.entries(changes)) {
    it(`${title} and waits, without a deadlock`, async () => {
      const { table, id, statement } = await prepare();
      let changed: Promise<unknown> | undefined;
      await bank.sql.begin(async (engine) => {
        await engine`select pg_advisory_xact_lock(hashtextextended(${person.id}, 1))`;
        await engine`select from bank.clocks where household_id = ${person.id} for update`;
        changed = statement(bank.asCustomer(person));
        changed.catch(() => {});
        const waiting = () => bank.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        await expect.poll(waiting).toHaveLength(1);
        await engine`update ${engine(table)} set user_id = user_id where id = ${id}`;
      });
      await changed;
    });
  }
});
