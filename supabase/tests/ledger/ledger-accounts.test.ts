// Checks the query plans that find transactions in a bank with many customers. Unlike times, query plans
// don't depend on the machine.
import { describe, expect } from 'vitest';
import { test } from '../support/harness.ts';

describe("the first page of an account's history", () => {
  test('is read by the date index, whether the account has few rows or most of them', async ({
    bank,
    alice,
    bob,
  }) => {
    await bank.owner`set local session_replication_role = replica`;
    await bank.owner`
      insert into accounts (id, user_id, name, account_number, created_at, updated_at)
      select lpad(nth::text, 32, '0')::uuid, case nth when 1 then ${alice.id}::uuid when 2 then ${bob.id}::uuid else gen_random_uuid() end,
        'Everyday', 'page ' || nth, now(), now()
      from generate_series(1, 150) nth`;
    await bank.owner`
      insert into transactions (account_id, user_id, amount, type, date, kind, direction, currency, balance_after)
      select a.id, a.user_id, 1, 'DEPOSIT', now() + step * interval '1 second', 'deposit', 'in', 'USD', step
      from generate_series(1, 1500) step join accounts a on a.account_number like 'page %' and (step <= 30 or a.user_id = ${bob.id})
      order by step`;
    await bank.owner`analyze transactions`;
    // Uses a generic plan for any account, as the server's prepared statements do.
    await bank.owner`set local plan_cache_mode = force_generic_plan`;
    await bank.owner`
      prepare first_page (uuid) as select * from transactions where account_id = $1 order by date desc, id desc limit 10`;
    const plans = [
      await bank.asCustomer(alice)`explain (analyze) execute first_page ('00000000000000000000000000000001')`,
      await bank.asCustomer(bob)`explain (analyze) execute first_page ('00000000000000000000000000000002')`,
    ];
    await bank.owner`deallocate first_page`;
    // PostgreSQL 15 may still sort the rows that it scanned.
    const [server] =
      await bank.owner`select current_setting('server_version_num')::integer >= 160000 as stops`;
    const rows = server?.stops ? '1[01]' : '[0-9]+';
    for (const plan of plans) {
      const planText = plan.map((line) => line['QUERY PLAN']).join('\n');
      expect(planText).toMatch(
        new RegExp(
          `Index Scan Backward using transactions_account_id_date_key .* rows=${rows}([.]00)? loops=1`,
        ),
      );
      expect(planText).not.toContain('Bitmap');
    }
  });
});
