import { describe, expect } from 'vitest';
import { rowOfFile } from '../../../engine/household/file-row.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { owedOn, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal } from '../support/household.ts';

type Sent = { day: string; amount: number; description?: string; external_id?: string; category?: string };
type Taken = {
  id: string;
  card_id: string;
  account_id: string | null;
  posted: number;
  left_out: number;
  undone_at: Date | null;
};

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const newCard = { name: 'Blue', credit_limit: 5000, apr: 24, begins_on: daysAgo(90) };

async function importRows(
  bank: Bank,
  person: Person,
  target: { card?: string; open?: object },
  rows: Sent[],
  requestId: string | null = null,
): Promise<Taken> {
  const [created] = await bank.asCustomer(person)`
    select * from import_transactions(card_id => ${target.card ?? null},
      new_card => ${target.open ? JSON.stringify(target.open) : null}::text::jsonb,
      rows => ${JSON.stringify(rows)}::text::jsonb, file_name => 'card.csv', request_id => ${requestId})`;
  return created as Taken;
}

/** Opens a card ninety days ago that owes 100.00, with a purchase and a payment since. */
const openOldCard = async (bank: Bank, person: Person) =>
  (
    await importRows(bank, person, { open: { ...newCard, starting_balance: 100 } }, [
      { day: daysAgo(80), amount: -40, description: 'Corner Books', external_id: 'A1' },
      { day: daysAgo(70), amount: 100, description: 'AUTOPAY PAYMENT - THANK YOU', external_id: 'A2' },
    ])
  ).card_id;

const undo = async (bank: Bank, person: Person, id: string) =>
  (await bank.asCustomer(person)`select * from undo_import(${id})`)[0] as Taken;

const preview = async (bank: Bank, person: Person, card: string, rows: Sent[]) =>
  (
    await bank.asCustomer(person)`
      select preview_import(card_id => ${card}, rows => ${JSON.stringify(rows)}::text::jsonb) as told`
  )[0]?.told as {
    balance_before: number;
    balance_after: number;
    credit_limit: number;
    money_in: number;
    money_out: number;
    rows: { outcome: string; kind?: string; balance: number; why: { by?: string } }[];
  };

const FILE: Sent[] = [
  { day: daysAgo(9), amount: -60, description: 'Corner Books', external_id: 'B1', category: 'Shopping' },
  { day: daysAgo(8), amount: -25.5, description: 'River Diner', external_id: 'B2', category: 'Food' },
  {
    day: daysAgo(7),
    amount: 10,
    description: 'Corner Books refund',
    external_id: 'B3',
    category: 'Shopping',
  },
  { day: daysAgo(6), amount: 30, description: 'Payment Thank You-Mobile', external_id: 'B4' },
];

/** Everything that a customer sees of a card and its spending. */
async function getSeen(bank: Bank, person: Person, card: string) {
  const customer = bank.asCustomer(person);
  return {
    activity: await customer`
      select entry_id, at, kind, amount::text, balance_after::text from card_activity where card_id = ${card} order by at, entry_id`,
    spending: await customer`
      select day::text, amount::text, direction, category, description from spending where card_id = ${card} order by at, id`,
    found: await customer`
      select transaction_key, amount::text, direction, kind, balance_after::text from search_transactions(
        ${JSON.stringify({ conditions: [{ on: 'place', ids: [card] }], sort: 'date' })}::text::jsonb, null, 100)`,
    interest:
      await customer`select day::text, balance::text, interest::text, in_grace from card_interest_days(${card})`,
    listed: await bank.owner`
      select transaction_key, at, amount::text, flow, category_id from bank.customer_transactions(${person.id}) where card_id = ${card} order by at`,
    owed: await owedOn(bank, card),
  };
}

describe('an import into a card', () => {
  test('posts purchases, refunds, and payments on their dates, and changes the balance owed', async ({
    bank,
    alice,
  }) => {
    const card = await openOldCard(bank, alice);
    expect(await owedOn(bank, card)).toBe('40.00');
    const told = await preview(bank, alice, card, FILE);
    expect(told).toMatchObject({ balance_before: 40, balance_after: 85.5, money_in: 40, money_out: 85.5 });
    expect(told.rows.map(({ kind, balance }) => [kind, balance])).toEqual([
      ['imported_charge', 100],
      ['imported_charge', 125.5],
      ['imported_credit', 115.5],
      ['imported_payment', 85.5],
    ]);
    const created = await importRows(bank, alice, { card }, FILE);
    expect(created).toMatchObject({ card_id: card, account_id: null, posted: 4, left_out: 0 });
    expect(await owedOn(bank, card)).toBe('85.50');
    const { activity, spending, found, owed } = await getSeen(bank, alice, card);
    expect(
      activity.map(({ at, amount, balance_after }) => [at.toISOString().slice(0, 10), amount, balance_after]),
    ).toEqual([
      [daysAgo(90), '100.00', '100.00'],
      [daysAgo(80), '40.00', '140.00'],
      [daysAgo(70), '-100.00', '40.00'],
      [daysAgo(9), '60.00', '100.00'],
      [daysAgo(8), '25.50', '125.50'],
      [daysAgo(7), '-10.00', '115.50'],
      [daysAgo(6), '-30.00', '85.50'],
    ]);
    expect(found.map(({ balance_after }) => balance_after)).toEqual(
      activity.map(({ balance_after }) => balance_after).reverse(),
    );
    expect(owed).toBe('85.50');
    // Payments move the customer's own money, and a refund reduces its category.
    expect(spending.map(({ amount, direction, category }) => [amount, direction, category])).toEqual([
      ['40.00', 'out', null],
      ['60.00', 'out', 'Shopping'],
      ['25.50', 'out', 'Food'],
      ['-10.00', 'out', 'Shopping'],
    ]);
    await expectSoundBooks(bank);
  });

  test('imports a file once, by the ids of its transactions', async ({ bank, alice }) => {
    const card = await openOldCard(bank, alice);
    await importRows(bank, alice, { card }, FILE, 'once');
    await importRows(bank, alice, { card }, FILE, 'once');
    expect(await importRows(bank, alice, { card }, FILE)).toMatchObject({ posted: 0, left_out: 4 });
    const { rows } = await preview(bank, alice, card, [
      { day: daysAgo(10), amount: -60, description: 'Other words', external_id: 'B1' },
      { day: daysAgo(8), amount: -25.5, description: 'RIVER DINER' },
      { day: daysAgo(8), amount: -25.5, description: 'River Diner', external_id: 'C9' },
    ]);
    expect(rows.map(({ outcome, why }) => why.by ?? outcome)).toEqual(['name', 'same', 'posted']);
    expect(await owedOn(bank, card)).toBe('85.50');
  });

  test('leaves out lines before the card was opened and in the future', async ({ bank, alice }) => {
    const card = await openOldCard(bank, alice);
    const created = await importRows(bank, alice, { card }, [
      { day: daysAgo(95), amount: -1 },
      { day: daysAgo(-3), amount: -1 },
      { day: daysAgo(1), amount: -1 },
    ]);
    expect(created).toMatchObject({ posted: 1, left_out: 2 });
  });

  test('is undone completely, with its annotations, while the journal keeps both', async ({
    bank,
    alice,
  }) => {
    const card = await openOldCard(bank, alice);
    await bank.asCustomer(alice)`select charge_credit_card(${card}, 12, 'Kiosk')`;
    const before = await getSeen(bank, alice, card);
    const created = await importRows(bank, alice, { card }, FILE);
    const during = await getSeen(bank, alice, card);
    const keys = during.found.map(({ transaction_key }) => transaction_key).slice(0, 3);
    await bank.asCustomer(
      alice,
    )`select annotate_transactions(${keys}, '{"note": "Shoes", "tags": ["home"]}')`;
    await bank.asCustomer(alice)`select charge_credit_card(${card}, 3, 'Later')`;
    expect((await undo(bank, alice, created.id)).undone_at).not.toBeNull();
    expect((await undo(bank, alice, created.id)).undone_at).not.toBeNull();
    await bank.asCustomer(alice)`select pay_credit_card(${card}, 3)`;
    const after = await getSeen(bank, alice, card);
    expect(after.owed).toBe(before.owed);
    expect(
      after.spending.filter(({ description }) => FILE.some((row) => row.description === description)),
    ).toEqual(before.spending.filter(({ description }) => description === 'Corner Books'));
    expect(after.activity.slice(0, before.activity.length)).toEqual(before.activity);
    expect(after.activity).toHaveLength(before.activity.length + 2);
    expect(after.found.slice(2)).toEqual(before.found);
    expect(after.interest).toEqual(before.interest);
    expect(
      await bank.owner`select count(*)::int as notes from transaction_details where user_id = ${alice.id} and note = 'Shoes'
        and transaction_key not in (select transaction_key from bank.card_movements)`,
    ).toEqual([{ notes: 0 }]);
    await expectSoundBooks(bank);
    expect(await importRows(bank, alice, { card }, FILE)).toMatchObject({ posted: 4 });
    expect(await owedOn(bank, card)).toBe('97.50');
    await expectSoundBooks(bank);
  });

  test('of a new card is undone with the card', async ({ bank, alice }) => {
    const created = await importRows(bank, alice, { open: { ...newCard, starting_balance: 100 } }, FILE);
    await undo(bank, alice, created.id);
    expect(
      await bank.owner`select balance::text, closed_at is not null as closed from credit_cards where id = ${created.card_id}`,
    ).toEqual([{ balance: '0', closed: true }]);
    await expectSoundBooks(bank);
  });

  test('counts on the statement of its cycle to the cent, without rewards, and then stays', async ({
    bank,
    alice,
  }) => {
    const card = await openOldCard(bank, alice);
    await simulateDays(bank, alice, 1);
    const created = await importRows(bank, alice, { card }, [...FILE]);
    await bank.asCustomer(alice)`select charge_credit_card(${card}, 20, 'Kiosk')`;
    const days = () =>
      bank.asCustomer(
        alice,
      )`select day::text, balance::float8 as balance from card_interest_days(${card}) order by day`;
    expect((await days()).at(-1)).toMatchObject({ balance: 105.5 });
    await simulateDays(bank, alice, 31);
    const [statement] = await bank.owner`
      select opening_balance::text, charges::text, payments::text, closing_balance::text, rewards::text from card_statements where card_id = ${card}`;
    expect(statement).toEqual({
      opening_balance: '100.00',
      charges: '145.50',
      payments: '140.00',
      closing_balance: '105.50',
      rewards: '0.20',
    });
    await bank.asCustomer(alice)`select my_documents()`;
    const getLines = async () =>
      (
        await bank.owner`
          select document_facts(${alice.id}, d.id) -> 'facts' -> 'lines' as lines from documents d where d.user_id = ${alice.id} and d.kind = 'card_statement'`
      )[0]?.lines as { amount: number; day: string }[];
    const lines = await getLines();
    expect(lines.reduce((sum, { amount }) => sum - amount, 100)).toBeCloseTo(105.5, 5);
    const later = await importRows(bank, alice, { card }, [
      { day: daysAgo(2), amount: -7, description: 'Later' },
    ]);
    expect(await getLines()).toEqual(lines);
    expect(await getRefusal(undo(bank, alice, created.id))).toMatchObject({
      code: 'STMNT',
      detail: { reason: 'closed' },
    });
    expect((await undo(bank, alice, later.id)).undone_at).not.toBeNull();
    await expectSoundBooks(bank);
  });

  test('cannot be undone after its payments counted at the due date', async ({ bank, alice }) => {
    const card = await openOldCard(bank, alice);
    await simulateDays(bank, alice, 10);
    const { id } = await importRows(bank, alice, { card }, [
      { day: daysAgo(0), amount: 40, description: 'Payment, thank you' },
    ]);
    const charge = await importRows(bank, alice, { card }, [{ day: daysAgo(0), amount: -4 }]);
    const [open] = await bank.owner`
      select due_date - (now() + c.clock_offset)::date as days from card_statements s join customers c on c.id = s.user_id
      where s.card_id = ${card} order by to_date desc limit 1`;
    await simulateDays(bank, alice, open?.days + 1);
    expect(await getRefusal(undo(bank, alice, id))).toMatchObject({
      code: 'STMNT',
      detail: { reason: 'due' },
    });
    expect((await undo(bank, alice, charge.id)).undone_at).not.toBeNull();
    const events =
      await bank.owner`select kind from household_events where user_id = ${alice.id} and kind like 'payment%'`;
    expect(events).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('reaches the engine as one change, the same from the bank and from its file', async ({
    bank,
    alice,
  }) => {
    const card = await openOldCard(bank, alice);
    await simulateDays(bank, alice, 1);
    const created = await importRows(bank, alice, { card }, FILE);
    await bank.asCustomer(alice)`select charge_credit_card(${card}, 20, 'Kiosk', 'Food')`;
    await undo(bank, alice, created.id);
    const [row] = await bank.owner`select row from engine_households(array[${alice.id}]::uuid[]) as row`;
    const household: HouseholdRow = row?.row;
    const { changes } = household;
    expect(changes.map(({ kind, amount, imported }) => [kind, amount, imported?.payments])).toEqual([
      ['import', -4550, 4000],
      ['card_charge', -2000, undefined],
      ['import_reversal', 4550, -4000],
    ]);
    const [{ file } = {}] = await bank.owner`select bank.household_file(${alice.id}) as file`;
    expect(rowOfFile(file).changes).toEqual(changes);
  });

  test('is refused above the credit limit, on a closed card, for disputes, and for other customers', async ({
    bank,
    alice,
    bob,
  }) => {
    const card = await openOldCard(bank, alice);
    expect(
      await getRefusal(importRows(bank, alice, { card }, [{ day: daysAgo(1), amount: -4960.01 }])),
    ).toEqual({ code: 'OVRLM', detail: { limit: 5000, balance: 40, available: 4960, amount: 4960.01 } });
    const { id } = await importRows(bank, alice, { card }, FILE);
    expect(await getRefusal(importRows(bank, bob, { card }, FILE))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(preview(bank, bob, card, FILE))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(undo(bank, bob, id))).toMatchObject({ code: 'NTFND' });
    expect(await bank.asCustomer(bob)`select id from imports`).toEqual([]);
    const [charge] = await bank.owner`
      select entry_id from bank.card_movements where card_id = ${card} and kind = 'imported_charge' order by date desc limit 1`;
    expect(
      await getRefusal(
        bank.asCustomer(alice)`select open_dispute(${card}, ${charge?.entry_id}, 25.5, 'fraud')`,
      ),
    ).toMatchObject({ code: 'NODIS', detail: { why: 'imported' } });
    expect(
      await getRefusal(
        bank.asCustomer(
          alice,
        )`select import_transactions(${card}, card_id => ${card}, rows => '[{"day": "2026-01-01", "amount": 1}]')`,
      ),
    ).toMatchObject({ code: 'NTFND' });
    await bank.asCustomer(alice)`select pay_credit_card(${card}, 85.5)`;
    await bank.asCustomer(alice)`select close_credit_card(${card})`;
    expect(await getRefusal(importRows(bank, alice, { card }, FILE))).toMatchObject({ code: 'CLOSD' });
    expect(await getRefusal(undo(bank, alice, id))).toMatchObject({ code: 'CLOSD' });
    await expectSoundBooks(bank);
  });

  test('is restored with a checkpoint, undone ones too', async ({ bank, alice }) => {
    const card = await openOldCard(bank, alice);
    await importRows(bank, alice, { card }, FILE);
    const gone = await importRows(bank, alice, { card }, [
      { day: daysAgo(5), amount: -8, description: 'Gone' },
    ]);
    await undo(bank, alice, gone.id);
    const seen = async () => {
      const { activity, spending, owed } = await getSeen(bank, alice, card);
      return { owed, spending, activity: activity.map(({ entry_id: _, ...row }) => row) };
    };
    const before = await seen();
    const [{ file } = {}] = await bank.owner`select bank.household_file(${alice.id}) as file`;
    await bank.owner`select bank.clear_household(${alice.id})`;
    await bank.owner`select load_household(${alice.id}, ${JSON.stringify(file)}::text::jsonb)`;
    await expectSoundBooks(bank);
    expect(await seen()).toEqual(before);
    expect(await importRows(bank, alice, { card }, FILE)).toMatchObject({ posted: 0 });
    expect(await bank.owner`select count(*)::int as count from imports where card_id = ${card}`).toEqual([
      { count: 4 },
    ]);
  });

  test('does not spend the limits of card controls', async ({ bank, alice }) => {
    const card = await openOldCard(bank, alice);
    await bank.asCustomer(
      alice,
    )`insert into card_controls (card_id, kind, amount) values (${card}, 'month', 50)`;
    await passTime(bank, alice, '1 minute');
    await importRows(bank, alice, { card }, [{ day: daysAgo(0), amount: -60 }]);
    await bank.asCustomer(alice)`select charge_credit_card(${card}, 45)`;
    await simulateDays(bank, alice, 1);
    expect(await owedOn(bank, card)).toBe('145.00');
  });
});
