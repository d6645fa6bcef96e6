import { describe, expect } from 'vitest';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getHistory, getRefusal, openAccount } from '../support/household.ts';

type Sent = {
  day: string;
  amount: number;
  description?: string;
  external_id?: string;
  category?: string;
  balance?: number;
  choice?: boolean;
  problem?: string;
};
type Taken = { id: string; account_id: string; posted: number; left_out: number; undone_at: Date | null };

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Imports an account whose history starts three months ago. */
async function oldAccount(bank: Bank, person: Person, balance = 500): Promise<string> {
  const { account_id } = await importRows(bank, person, null, [{ day: daysAgo(89), amount: 1 }], {
    name: 'From before',
    begins_on: daysAgo(90),
    starting_balance: balance - 1,
  });
  return account_id;
}

async function importRows(
  bank: Bank,
  person: Person,
  accountId: string | null,
  rows: Sent[],
  newAccount: object | null = null,
  requestId: string | null = null,
): Promise<Taken> {
  const [created] = await bank.asCustomer(person)`
    select * from import_transactions(${accountId}, ${newAccount && JSON.stringify(newAccount)}::text::jsonb,
      rows => ${JSON.stringify(rows)}::text::jsonb, file_name => 'bank.csv', request_id => ${requestId})`;
  return created as Taken;
}

const undo = async (bank: Bank, person: Person, id: string) =>
  (await bank.asCustomer(person)`select * from undo_import(${id})`)[0] as Taken;

const outcomes = async (bank: Bank, importId: string) =>
  (await bank.owner`select outcome from imported_lines where import_id = ${importId} order by position`).map(
    ({ outcome }) => outcome,
  );

async function preview(bank: Bank, person: Person, accountId: string, rows: Sent[]) {
  const [row] = await bank.asCustomer(person)`
    select preview_import(${accountId}, rows => ${JSON.stringify(rows)}::text::jsonb) as told`;
  return row?.told as {
    balance_after: number;
    posted: number;
    rows: { outcome: string; why: { by?: string } }[];
  };
}

describe('an import', () => {
  test('gives a merchant the category that the customer used most often, unless the file names one', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice);
    await importRows(bank, alice, account, [
      { day: daysAgo(9), amount: -4, description: 'CORNER CAFE #12', category: 'food' },
      { day: daysAgo(8), amount: -5, description: 'CORNER CAFE #13', category: 'food' },
      { day: daysAgo(7), amount: -6, description: 'CORNER CAFE #14', category: 'shopping' },
    ]);
    await importRows(bank, alice, account, [
      { day: daysAgo(3), amount: -7, description: 'Corner Cafe #99' },
      { day: daysAgo(2), amount: -8, description: 'Corner Cafe #12', category: 'shopping' },
      { day: daysAgo(1), amount: 9, description: 'Corner Cafe #12' },
      { day: daysAgo(1), amount: -1, description: 'Elsewhere' },
    ]);
    const rows = await bank.owner`
      select t.amount::int as amount, c.name as category from transactions t left join categories c on c.id = t.category_id
      where t.account_id = ${account} and t.amount in (7, 8, 9, 1) and t.description is not null and t.kind <> 'opening'
        and t.date > now() - interval '5 days' order by t.amount`;
    expect(rows.map(({ amount, category }) => [amount, category])).toEqual([
      [1, null],
      [7, 'Food'],
      [8, 'Shopping'],
      [9, null],
    ]);
  });

  test('posts every transaction on its date against the outside account, and the ledger balances', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice);
    const created = await importRows(bank, alice, account, [
      { day: daysAgo(3), amount: -20.5, description: 'Bakery', category: 'food' },
      { day: daysAgo(5), amount: 1000, description: 'Salary' },
    ]);
    expect(created).toMatchObject({ posted: 2, left_out: 0, money_in: '1000.00', money_out: '20.50' });
    expect(await getBalance(bank, account)).toBe('1479.50');
    const [newest, before] = await getHistory(bank, alice, account);
    expect(newest).toMatchObject({
      description: 'Bakery',
      kind: 'withdrawal',
      amount: '20.50',
      balance_after: '1479.50',
    });
    expect(newest?.date.toISOString().slice(0, 10)).toBe(daysAgo(3));
    expect(before).toMatchObject({ description: 'Salary', kind: 'deposit', balance_after: '1500.00' });
    const [entry] = await bank.owner`
      select e.channel, e.at::date = now()::date as today, e.value_at, c.name as category from bank.entries e left join categories c on c.id = e.category_id
      where e.id = ${newest?.entry_id ?? null}`;
    expect(entry).toMatchObject({
      channel: 'import',
      today: true,
      value_at: newest?.date,
      category: 'Food',
    });
    expect(
      await bank.asCustomer(
        alice,
      )`select amount, category from spending where account_id = ${account} and direction = 'out'`,
    ).toEqual([{ amount: '20.50', category: 'Food' }]);
    await expectSoundBooks(bank);
  });

  test('reports lines that would overdraw, are too early, in the future, or unreadable, and posts the rest', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice, 100);
    const created = await importRows(bank, alice, account, [
      { day: daysAgo(200), amount: 5 },
      { day: daysAgo(4), amount: -150, description: 'Too much' },
      { day: daysAgo(3), amount: -60, description: 'Enough' },
      { day: daysAgo(-2), amount: 9 },
      { day: daysAgo(2), amount: 0 },
      { day: daysAgo(2), amount: 1.234 },
      { day: daysAgo(2), amount: 4, problem: 'No date.' },
      { day: daysAgo(1), amount: 7, choice: false },
    ]);
    expect(await outcomes(bank, created.id)).toEqual([
      'before',
      'overdraws',
      'posted',
      'unreadable',
      'unreadable',
      'unreadable',
      'left_out',
      'future',
    ]);
    const [why] = await bank.owner`
      select why from imported_lines where import_id = ${created.id} and outcome = 'overdraws'`;
    expect(why?.why).toEqual({ available: 100, short: 50 });
    expect(await getBalance(bank, account)).toBe('40.00');
    await expectSoundBooks(bank);
  });

  test('happens once per request, and is refused for the same request with other lines', async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice);
    const today = [{ day: daysAgo(0), amount: 10 }];
    const first = await importRows(bank, alice, id, today, null, 'once');
    expect((await importRows(bank, alice, id, today, null, 'once')).id).toBe(first.id);
    expect(await getBalance(bank, id)).toBe('10.00');
    await expect(
      importRows(bank, alice, id, [{ day: daysAgo(0), amount: 11 }], null, 'once'),
    ).rejects.toMatchObject({
      code: 'RQDIF',
    });
  });

  test('recognizes equal transactions with another text one for one', async ({ bank, alice }) => {
    const account = await oldAccount(bank, alice);
    const getRows = (description: string, times: number) =>
      Array.from({ length: times }, () => ({ day: daysAgo(8), amount: -3, description }));
    await importRows(bank, alice, account, [
      ...getRows('COFFEE CORNER 08', 3),
      ...getRows('COFFEE BAR 09', 2),
    ]);
    const { rows } = await preview(bank, alice, account, [
      ...getRows('Coffee Corner', 4),
      ...getRows('Coffee bar', 1),
    ]);
    expect(rows.map(({ outcome, why }) => why.by ?? outcome)).toEqual([
      ...['alike', 'alike', 'alike', 'posted'],
      'alike',
    ]);
  });

  test('finds the duplicates among thousands of equal transactions', async ({ bank, alice }) => {
    const account = await oldAccount(bank, alice, 10_000);
    const getRows = (description: string) =>
      Array.from({ length: 4000 }, () => ({ day: daysAgo(8), amount: -1, description }));
    await importRows(bank, alice, account, getRows('COFFEE CORNER'));
    expect((await preview(bank, alice, account, getRows('COFFEE CORNER'))).posted).toBe(0);
    expect((await preview(bank, alice, account, getRows('Coffee'))).posted).toBe(0);
  });

  test('gives no check the category of another check', async ({ bank, alice }) => {
    const account = await oldAccount(bank, alice);
    await importRows(bank, alice, account, [
      { day: daysAgo(9), amount: -40, description: 'CHECK #1001', category: 'food' },
      { day: daysAgo(8), amount: -41, description: 'Check Into Cash 12', category: 'shopping' },
    ]);
    await importRows(bank, alice, account, [
      { day: daysAgo(3), amount: -42, description: 'Check 1002' },
      { day: daysAgo(3), amount: -43, description: 'CHECK PAID NO. 1003' },
      { day: daysAgo(3), amount: -44, description: 'Check Into Cash 13' },
    ]);
    const rows = await bank.owner`
      select c.name as category from transactions t left join categories c on c.id = t.category_id
      where t.account_id = ${account} and t.amount between 42 and 44 order by t.amount`;
    expect(rows.map(({ category }) => category)).toEqual([null, null, 'Shopping']);
  });

  test('recognizes duplicates by reference, by text, and within the file, one for one', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice);
    const file: Sent[] = [
      { day: daysAgo(9), amount: -5, description: 'Named', external_id: 'F1' },
      { day: daysAgo(8), amount: -3, description: 'COFFEE CORNER 0815' },
      { day: daysAgo(8), amount: -3, description: 'COFFEE CORNER 0815', choice: true },
    ];
    await importRows(bank, alice, account, file);
    const previewed = await preview(bank, alice, account, [
      { day: daysAgo(10), amount: -5, description: 'Named otherwise', external_id: 'F1' },
      { day: daysAgo(9), amount: -5, description: 'Named', external_id: 'F2' },
      { day: daysAgo(8), amount: -3, description: 'Coffee Corner' },
      { day: daysAgo(8), amount: -3, description: 'coffee corner, 0815' },
      { day: daysAgo(8), amount: -3, description: 'Hairdresser Anna' },
      { day: daysAgo(7), amount: -1, description: 'Twice', balance: 9 },
      { day: daysAgo(7), amount: -1, description: 'Twice', balance: 8 },
      { day: daysAgo(6), amount: -1, description: 'Twice' },
      { day: daysAgo(6), amount: -1, description: 'Twice' },
      { day: daysAgo(5), amount: -1, description: 'Twice', external_id: 'F3' },
      { day: daysAgo(5), amount: -1, description: 'Twice', external_id: 'F3' },
    ]);
    expect(previewed.rows.map(({ outcome, why }) => why.by ?? outcome)).toEqual([
      'name',
      'posted',
      'alike',
      'same',
      'posted',
      'posted',
      'posted',
      'posted',
      'posted',
      'posted',
      'file',
    ]);
    const repeated = await importRows(
      bank,
      alice,
      account,
      file.map(({ choice: _, ...row }) => row),
    );
    expect(repeated).toMatchObject({ posted: 0, left_out: 3 });
    expect((await importRows(bank, alice, account, [{ ...file[0], choice: true } as Sent])).posted).toBe(1);
    await expectSoundBooks(bank);
  });

  test('is undone completely: balance, history, and spending as before, while the journal keeps both', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice);
    const rows = [
      { day: daysAgo(9), amount: -80, description: 'Shop', category: 'Shopping' },
      { day: daysAgo(8), amount: 30, description: 'Back' },
    ];
    const created = await importRows(bank, alice, account, rows);
    await bank.asCustomer(alice)`select deposit(${account}, 7)`;
    expect((await undo(bank, alice, created.id)).undone_at).not.toBeNull();
    expect(await getBalance(bank, account)).toBe('507.00');
    expect((await getHistory(bank, alice, account)).map(({ amount }) => amount)).toEqual([
      '7.00',
      '1.00',
      '499.00',
    ]);
    expect(
      await bank.asCustomer(
        alice,
      )`select sum(amount) as amount from spending where account_id = ${account} and direction = 'out'`,
    ).toEqual([{ amount: null }]);
    expect(
      await bank.owner`select count(*)::int as entries from bank.entries where reverses is not null and household_id = ${alice.id}`,
    ).toEqual([{ entries: 2 }]);
    await expectSoundBooks(bank);
    expect(await bank.owner`select * from bank.audit_replay(${alice.id})`).toEqual([]);
    expect((await undo(bank, alice, created.id)).undone_at).not.toBeNull();
    expect(await getBalance(bank, account)).toBe('507.00');
    expect(await importRows(bank, alice, account, rows)).toMatchObject({ posted: 2 });
    expect(await getBalance(bank, account)).toBe('457.00');
  });

  test('is undone including its corrections, and its file imports again', async ({ bank, alice }) => {
    const account = await oldAccount(bank, alice);
    const rows = [
      { day: daysAgo(9), amount: -80, description: 'Shop', external_id: 'a' },
      { day: daysAgo(8), amount: 30, description: 'Back', external_id: 'b' },
      { day: daysAgo(7), amount: -5, description: 'Kiosk' },
    ];
    const created = await importRows(bank, alice, account, rows);
    const getRow = async (text: string) =>
      (await getHistory(bank, alice, account)).find(
        ({ description, kind }) => description === text && kind !== 'correction',
      )?.id as string;
    await bank.asCustomer(alice)`select reverse_transaction(${await getRow('Shop')}, 8, 'Shop, put right')`;
    await bank.asCustomer(
      alice,
    )`select reverse_transaction(${await getRow('Shop, put right')}, 9, 'Shop, right at last')`;
    await bank.asCustomer(alice)`select reverse_transaction(${await getRow('Kiosk')})`;
    await bank.asCustomer(
      alice,
    )`select annotate_transactions(array[${await getRow('Back')}], '{"note": "Shoes", "tags": ["home"]}')`;
    expect(await getBalance(bank, account)).toBe('521.00');
    // The import recognizes corrected transactions by their original data.
    expect((await preview(bank, alice, account, rows)).posted).toBe(0);
    await undo(bank, alice, created.id);
    expect(await getBalance(bank, account)).toBe('500.00');
    expect(
      await bank.asCustomer(
        alice,
      )`select id from spending where account_id = ${account} and direction = 'out'`,
    ).toEqual([]);
    await expectSoundBooks(bank);
    expect(await bank.owner`select * from bank.audit_replay(${alice.id})`).toEqual([]);
    expect(await importRows(bank, alice, account, rows)).toMatchObject({ posted: 3, left_out: 0 });
    expect(await getBalance(bank, account)).toBe('445.00');
    await expectSoundBooks(bank);
  });

  test('with a corrected withdrawal is undone if exactly its money is left', async ({ bank, alice }) => {
    const account = await oldAccount(bank, alice, 1);
    const { id } = await importRows(bank, alice, account, [
      { day: daysAgo(5), amount: 100, description: 'Gift' },
      { day: daysAgo(3), amount: -50, description: 'Bakery' },
    ]);
    const customer = bank.asCustomer(alice);
    const [bakery] = await customer`select id from transactions where description = 'Bakery'`;
    await customer`select reverse_transaction(${bakery?.id}, 40)`;
    await customer`select withdraw(${account}, 1)`;
    await undo(bank, alice, id);
    expect(await getBalance(bank, account)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('is not undone if its money is spent, and nothing changes', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 10 });
    const created = await importRows(bank, alice, id, [{ day: daysAgo(0), amount: 100 }]);
    await bank.asCustomer(alice)`select withdraw(${id}, 90)`;
    expect(await getRefusal(undo(bank, alice, created.id))).toEqual({
      code: 'INSUF',
      detail: { available: 20, amount: 100, short: 80 },
    });
    expect(await getBalance(bank, id)).toBe('20.00');
    expect(await getHistory(bank, alice, id)).toHaveLength(3);
    await expectSoundBooks(bank);
  });

  test('opens an account with an earlier date, and closes it when undone', async ({ bank, alice }) => {
    const rows = [{ day: daysAgo(399), amount: -40, description: 'Old' }];
    const created = await importRows(bank, alice, null, rows, {
      name: 'Old bank',
      type: 'SAVINGS',
      currency: 'EUR',
      begins_on: daysAgo(400),
      starting_balance: 100,
    });
    const history = await getHistory(bank, alice, created.account_id);
    expect(history.map(({ kind, balance_after }) => [kind, balance_after])).toEqual([
      ['withdrawal', '60.00'],
      ['opening', '100.00'],
    ]);
    const [past] = await bank.asCustomer(alice)`
      select balance from balance_history(${created.account_id}, ${daysAgo(200)}, ${daysAgo(200)})`;
    expect(past?.balance).toBe('60.00');
    await expectSoundBooks(bank);
    await undo(bank, alice, created.id);
    const [account] = await bank.owner`
      select balance::text, closed_at is not null as closed from accounts where id = ${created.account_id}`;
    expect(account).toEqual({ balance: '0.00', closed: true });
    await expectSoundBooks(bank);
    expect(
      await getRefusal(importRows(bank, alice, null, rows, { name: 'Later', begins_on: daysAgo(-3) })),
    ).toMatchObject({ code: 'BADDT' });
  });

  test('arrives in parts, and a thousand transactions of one day keep their order', async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice);
    const piece = (from: number) =>
      JSON.stringify(
        Array.from({ length: 600 }, (_, index) => ({
          line: from + index,
          day: daysAgo(0),
          amount: 1 + from + index,
        })),
      );
    await bank.asCustomer(alice)`select upload_import_chunk('d1', 0, ${piece(0)}::text::jsonb)`;
    await bank.asCustomer(alice)`select upload_import_chunk('d1', 1, ${piece(600)}::text::jsonb)`;
    const [created] = await bank.asCustomer(alice)`select * from import_transactions(${id}, draft => 'd1')`;
    expect(created).toMatchObject({ posted: 1200 });
    const amounts = (await getHistory(bank, alice, id)).map(({ amount }) => Number(amount));
    expect(amounts).toEqual(Array.from({ length: 1200 }, (_, index) => 1200 - index));
    expect(
      await getRefusal(bank.asCustomer(alice)`select import_transactions(${id}, draft => 'd1')`),
    ).toMatchObject({
      code: 'NTFND',
    });
    await expectSoundBooks(bank);
  });

  test('refuses rows that are not objects, and drafts without rows', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    for (const rows of ['[1]', '[null]', '[[]]', '["Coffee"]', '{}', 'null', '[]']) {
      const preview = bank.asCustomer(alice)`select preview_import(${id}, rows => ${rows}::text::jsonb)`;
      expect(await getRefusal(preview), rows).toMatchObject({ code: 'NTFND' });
    }
    await bank.asCustomer(alice)`select upload_import_chunk('mixed', 0, '[{"line": 1}, 2]'::jsonb)`;
    expect(
      await getRefusal(bank.asCustomer(alice)`select import_transactions(${id}, draft => 'mixed')`),
    ).toMatchObject({ code: 'NTFND' });
  });

  test('loses no rows if two uploads run at once', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice);
    const upload = (draft: string, ordinal: number) => {
      const rows = JSON.stringify([{ line: ordinal + 1, day: daysAgo(0), amount: ordinal + 1 }]);
      return bank.asCustomer(alice)`select upload_import_chunk(${draft}, ${ordinal}, ${rows}::text::jsonb)`;
    };
    await upload('old', 0);
    await upload('new', 0);
    expect(await getRefusal(upload('old', 1))).toMatchObject({ code: 'NTFND' });
    await upload('new', 1);
    expect(await getRefusal(upload('new', 3))).toMatchObject({ code: 'NTFND' });
    const [created] = await bank.asCustomer(alice)`select * from import_transactions(${id}, draft => 'new')`;
    expect(created).toMatchObject({ posted: 2 });
  });

  test("can't reach a closed account or another customer's", async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice);
    const rows = [{ day: daysAgo(0), amount: 1 }];
    await expect(importRows(bank, bob, id, rows)).rejects.toMatchObject({ code: 'NTFND' });
    await bank.asCustomer(alice)`select close_account(${id})`;
    await expect(importRows(bank, alice, id, rows)).rejects.toMatchObject({ code: 'CLOSD' });
  });

  test('is restored with a checkpoint, undone ones too, with every mark', async ({ bank, alice, bob }) => {
    const account = await oldAccount(bank, alice);
    const first = await importRows(bank, alice, account, [
      { day: daysAgo(9), amount: -8, external_id: 'K', description: 'Kept' },
    ]);
    const deleted = await importRows(bank, alice, account, [
      { day: daysAgo(8), amount: 3, description: 'Gone' },
    ]);
    await undo(bank, alice, deleted.id);
    await bank.asCustomer(alice)`select finish_reconciliation(${account}, ${daysAgo(0)}, 492,
      (select array_agg(t.id) from transactions t where t.account_id = ${account}))`;
    const [{ file } = {}] = await bank.owner`select bank.household_file(${alice.id}) as file`;
    await bank.owner`select bank.clear_household(${alice.id})`;
    await bank.owner`select load_household(${alice.id}, ${JSON.stringify(file)}::text::jsonb)`;
    await expectSoundBooks(bank);
    expect(await bank.owner`select * from bank.audit_replay(${alice.id})`).toEqual([]);
    expect((await getHistory(bank, alice, account)).map(({ description }) => description)).not.toContain(
      'Gone',
    );
    const previewed = await preview(bank, alice, account, [
      { day: daysAgo(9), amount: -8, external_id: 'K' },
    ]);
    expect(previewed.rows[0]).toMatchObject({ outcome: 'duplicate', why: { by: 'name' } });
    expect(
      await bank.owner`select count(*)::int as marks from reconciled_transactions where account_id = ${account}`,
    ).toEqual([{ marks: 3 }]);
    expect(await getRefusal(undo(bank, alice, first.id))).toMatchObject({ code: 'RECON' });
    expect(bob.id).not.toBe(alice.id);
  });
});

describe('a reconciliation', () => {
  test('is finished when the selected transactions equal the statement, and they are reconciled once', async ({
    bank,
    alice,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`select deposit(${id}, 20)`;
    const [newest, opening] = await getHistory(bank, alice, id);
    const finish = (balance: number, rows: (string | undefined)[], request: string | null = null) =>
      customer`select * from finish_reconciliation(${id}, ${daysAgo(0)}, ${balance}, ${rows}::uuid[], ${request})`;
    expect(await getRefusal(finish(120, [opening?.id]))).toEqual({
      code: 'NOSUM',
      detail: { amount: 120, sum: 100, left: 20 },
    });
    const [first] = await finish(100, [opening?.id], 'r1');
    expect((await finish(100, [opening?.id], 'r1'))[0]?.id).toBe(first?.id);
    expect(first).toMatchObject({ opening_balance: '0.00', rows: 1 });
    expect(await getRefusal(finish(120, [opening?.id, newest?.id]))).toMatchObject({ code: 'NTFND' });
    const [second] = await finish(120, [newest?.id]);
    expect(second).toMatchObject({ opening_balance: '100.00', rows: 1 });
    expect(await getRefusal(customer`select undo_reconciliation(${first?.id})`)).toMatchObject({
      code: 'RECON',
    });
    await customer`select undo_reconciliation(${second?.id})`;
    await customer`select undo_reconciliation(${first?.id})`;
    expect(await bank.owner`select count(*)::int as marks from reconciled_transactions`).toEqual([
      { marks: 0 },
    ]);
  });

  test('is refused for the future, for a negative balance, and for transactions that came later', async ({
    bank,
    alice,
  }) => {
    const account = await oldAccount(bank, alice);
    const rows = (await getHistory(bank, alice, account)).map(({ id }) => id);
    const finish = (day: string, balance: number) =>
      bank.asCustomer(alice)`select finish_reconciliation(${account}, ${day}, ${balance}, ${rows}::uuid[])`;
    expect(await getRefusal(finish(daysAgo(-2), 500))).toMatchObject({ code: 'BADDT' });
    expect(await getRefusal(finish(daysAgo(0), -1))).toMatchObject({ code: 'BADAM' });
    expect(await getRefusal(finish(daysAgo(90), 500))).toMatchObject({ code: 'NTFND' });
  });
});
