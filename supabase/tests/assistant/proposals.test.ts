import { describe, expect } from 'vitest';
import { openCard, owedOn } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, openAccount } from '../support/household.ts';

type Answer = { proposal: { id: string; state: string; outcome: string }; acted: boolean; changed: boolean };

/** Proposes an action for the customer's question; returns the proposal's id. */
async function propose(
  bank: Bank,
  person: Person,
  kind: string,
  parameters: object,
  expects: object = {},
): Promise<string> {
  const customer = bank.asCustomer(person);
  const [message] = await customer`select id from ask_assistant('Do it')`;
  const [proposal] = await customer`
    select id from propose(${message?.id}, ${kind}, ${JSON.stringify(parameters)}::text::jsonb,
      '{"done": "Done.", "undone": "Undone."}', ${JSON.stringify(expects)}::text::jsonb)`;
  return proposal?.id;
}

async function confirm(bank: Bank, person: Person, id: string): Promise<Answer> {
  const [row] = await bank.asCustomer(person)`select confirm_proposal(${id}) as answer`;
  return row?.answer;
}

const takeDebt = async (bank: Bank, person: Person, table: 'loans' | 'mortgages') => {
  const customer = bank.asCustomer(person);
  const [debt] =
    table === 'loans'
      ? await customer`
          insert into loans (name, amount, interest_rate, term) values ('Car', 1200, 6, 12) returning id`
      : await customer`
          insert into mortgages (property_value, down_payment, loan_amount, interest_rate, term)
          values (150000, 30000, 120000, 6, 30) returning id`;
  return debt?.id as string;
};

const getDebt = async (bank: Bank, table: 'loans' | 'mortgages', id: string) => {
  const [row] =
    table === 'loans'
      ? await bank.owner`select remaining_balance::text as owed from loans where id = ${id}`
      : await bank.owner`select remaining_balance::text as owed from mortgages where id = ${id}`;
  return row?.owed;
};

describe('a confirmed proposal', () => {
  test('contributes to a goal once, and takes the money back', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    const { id: home } = await openAccount(bank, alice, { balance: 0 });
    const [goal] = await customer`
      insert into goals (name, target, account_id) values ('Trip', 900, ${home}) returning id`;
    const parameters = { goal: goal?.id, from, amount: 120, undoable: 'true' };
    const id = await propose(bank, alice, 'contribute_goal', parameters);
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false });
    expect([await getBalance(bank, from), await getBalance(bank, home)]).toEqual(['380.00', '120.00']);
    await customer`select undo_proposal(${id})`;
    expect([await getBalance(bank, from), await getBalance(bank, home)]).toEqual(['500.00', '0.00']);
    const stolen = await propose(bank, bob, 'contribute_goal', parameters);
    expect(await confirm(bank, bob, stolen)).toMatchObject({ acted: false, proposal: { state: 'refused' } });
    await expectSoundBooks(bank);
  });

  test('draws from a line of credit once, within its limit, and only for its owner', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id: to } = await openAccount(bank, alice, { balance: 10 });
    const car = await takeDebt(bank, alice, 'loans');
    const [line] = await bank.owner`
      insert into loans (user_id, name, amount, interest_rate, term, remaining_balance, currency, draw_months,
        rate_margin, rate_cap, last_entry)
      values (${alice.id}, 'Line', 5000, 8, 360, 0, 'USD', 120, 1, 18, 0) returning id`;
    await bank.owner`update loans set last_entry = null where id = ${line?.id}`;
    const parameters = { line: line?.id, to, amount: 1200 };
    const id = await propose(bank, alice, 'draw_line', parameters, { [line?.id]: 0, [to]: 10 });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false });
    expect([await getBalance(bank, to), await getDebt(bank, 'loans', line?.id)]).toEqual([
      '1210.00',
      '1200.00',
    ]);
    const [entry] = await bank.owner`
      select channel, kind from bank.entries where household_id = ${alice.id} order by id desc limit 1`;
    expect(entry).toEqual({ channel: 'assistant', kind: 'loan_proceeds' });
    await expect(bank.asCustomer(alice)`select undo_proposal(${id})`).rejects.toMatchObject({
      code: 'NOCOR',
    });
    await openAccount(bank, bob, { balance: 5 });
    const stolen = await propose(bank, bob, 'draw_line', parameters);
    expect(await confirm(bank, bob, stolen)).toMatchObject({ proposal: { state: 'refused' } });
    for (const wrong of [
      { ...parameters, amount: 4_000 },
      { ...parameters, amount: -5 },
      { ...parameters, line: car },
    ]) {
      const refused = await propose(bank, alice, 'draw_line', wrong);
      expect(await confirm(bank, alice, refused)).toMatchObject({ proposal: { state: 'refused' } });
    }
    expect(await getBalance(bank, to)).toBe('1210.00');
    await expectSoundBooks(bank);
  });

  test('changes a goal and restores it, but not after another change', async ({ bank, alice, bob }) => {
    const customer = bank.asCustomer(alice);
    const { id: home } = await openAccount(bank, alice, { balance: 0 });
    const [goal] = await customer`
      insert into goals (name, target, account_id) values ('Trip', 900, ${home}) returning id`;
    const read = async () => (await customer`select target::text, target_date::text from goals`)[0];
    const id = await propose(bank, alice, 'change_goal', { goal: goal?.id, target: 1200, date: null });
    await confirm(bank, alice, id);
    expect(await read()).toEqual({ target: '1200', target_date: null });
    await customer`select undo_proposal(${id})`;
    expect(await read()).toEqual({ target: '900', target_date: null });
    const again = await propose(bank, alice, 'change_goal', { goal: goal?.id, target: 1500, date: null });
    await confirm(bank, alice, again);
    await customer`update goals set target = 1600`;
    await expect(customer`select undo_proposal(${again})`).rejects.toMatchObject({ code: 'NOCOR' });
    const stolen = await propose(bank, bob, 'change_goal', { goal: goal?.id, target: 1, date: null });
    expect(await confirm(bank, bob, stolen)).toMatchObject({ proposal: { state: 'refused' } });
  });

  test('deletes a budget and restores it with its rollover', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [food] = await customer`select id from categories where name = 'Food'`;
    await customer`select set_budgets(${JSON.stringify([
      { category_id: food?.id, amount: 300, rollover: 'surplus', rollover_cap: 50 },
    ])}::text::jsonb)`;
    const read = () => customer`select amount::text, rollover, rollover_cap::text from budgets`;
    const before = await read();
    const id = await propose(bank, alice, 'delete_budget', { category: food?.id }, { [food?.id]: 300 });
    await confirm(bank, alice, id);
    expect(await read()).toEqual([]);
    await customer`select undo_proposal(${id})`;
    expect(await read()).toEqual(before);
  });

  test('buys an exact amount of another currency once', async ({ bank, alice, bob }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    const { id: to } = await openAccount(bank, alice, { currency: 'EUR' });
    const parameters = { from, to, amount: 200, fixed_side: 'target' };
    const id = await propose(bank, alice, 'transfer', parameters);
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false });
    expect(await getBalance(bank, to)).toBe('200.00');
    const stolen = await propose(bank, bob, 'transfer', parameters);
    expect(await confirm(bank, bob, stolen)).toMatchObject({ acted: false, proposal: { state: 'refused' } });
    expect(await getBalance(bank, to)).toBe('200.00');
    await expectSoundBooks(bank);
  });

  test('is refused if there are no rewards to redeem', async ({ bank, alice, bob }) => {
    const { id: card } = await openCard(bank, alice, { balance: 200 });
    const id = await propose(bank, alice, 'redeem_rewards', { card, account: null, amount: 10 });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false, proposal: { state: 'refused' } });
    const stolen = await propose(bank, bob, 'redeem_rewards', { card, account: null, amount: 10 });
    expect(await confirm(bank, bob, stolen)).toMatchObject({ proposal: { state: 'refused' } });
    expect(await owedOn(bank, card)).toBe('200.00');
  });

  test('pays a card once, however often it is confirmed', async ({ bank, alice }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    const { id: card } = await openCard(bank, alice, { balance: 200 });
    const id = await propose(bank, alice, 'pay_card', { from, card, amount: 80 });
    expect(await confirm(bank, alice, id)).toMatchObject({
      acted: true,
      proposal: { state: 'done', outcome: 'Done.' },
    });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false, proposal: { state: 'done' } });
    expect(await owedOn(bank, card)).toBe('120.00');
    expect(await getBalance(bank, from)).toBe('420.00');
    await expectSoundBooks(bank);
  });

  test.for(['loans', 'mortgages'] as const)(
    "pays one of the customer's %s",
    async (table, { bank, alice }) => {
      const { id: from } = await openAccount(bank, alice, { balance: 500 });
      const debt = await takeDebt(bank, alice, table);
      const before = Number(await getDebt(bank, table, debt));
      const kind = table === 'loans' ? 'pay_loan' : 'pay_mortgage';
      const id = await propose(bank, alice, kind, { from, debt, amount: 80 });
      expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
      expect(Number(await getDebt(bank, table, debt))).toBe(before - 80);
      expect(await getBalance(bank, from)).toBe('420.00');
      await expectSoundBooks(bank);
    },
  );

  test('pays a person and records the assistant as the channel', async ({ bank, alice, bob }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    await openAccount(bank, bob);
    const parameters = { from, amount: 30, address: bob.email, currency: 'USD', note: 'Lunch' };
    const id = await propose(bank, alice, 'pay_person', parameters);
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
    expect(await getBalance(bank, from)).toBe('470.00');
    const [entry] = await bank.owner`
      select channel from bank.entries where household_id = ${alice.id} order by id desc limit 1`;
    expect(entry?.channel).toBe('assistant');
    // The customer's later actions are recorded with the `app` channel again.
    await bank.asCustomer(alice)`select deposit(${from}, 1)`;
    const [next] = await bank.owner`
      select channel from bank.entries where household_id = ${alice.id} order by id desc limit 1`;
    expect(next?.channel).toBe('app');
  });

  test("moves nothing if a shown balance has changed or the proposal is another customer's", async ({
    bank,
    alice,
    bob,
  }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    const { id: to } = await openAccount(bank, alice);
    const id = await propose(bank, alice, 'transfer', { from, to, amount: 80 }, { [from]: 499 });
    expect(await confirm(bank, alice, id)).toMatchObject({ acted: false, changed: true });
    await expect(confirm(bank, bob, id)).rejects.toMatchObject({ code: 'NTFND' });
    expect(await getBalance(bank, to)).toBe('0.00');
  });

  test('moves nothing half an hour after it was shown or after it was dismissed', async ({ bank, alice }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 50 });
    const { id: to } = await openAccount(bank, alice);
    const late = await propose(bank, alice, 'transfer', { from, to, amount: 20 });
    await bank.owner`update assistant_proposals set created_at = created_at - interval '31 minutes' where id = ${late}`;
    expect(await confirm(bank, alice, late)).toMatchObject({ acted: false, proposal: { state: 'refused' } });
    const dear = await propose(bank, alice, 'transfer', { from, to, amount: 80 });
    expect(await confirm(bank, alice, dear)).toMatchObject({ acted: false, proposal: { state: 'refused' } });
    await bank.asCustomer(alice)`select deposit(${from}, 100)`;
    expect(await confirm(bank, alice, dear)).toMatchObject({ acted: false });
    expect(await getBalance(bank, to)).toBe('0.00');
  });

  test('creates a rule, which undo removes', async ({ bank, alice }) => {
    const { id: account_id } = await openAccount(bank, alice, { balance: 500 });
    const rule = { account_id, name: 'Rent', amount: 80, frequency: 'MONTHLY', start_date: '2040-01-01' };
    const customer = bank.asCustomer(alice);
    for (const [kind, parameters] of [
      ['auto_deposit', rule],
      ['schedule_payment', { ...rule, payee: 'Landlord' }],
    ] as const) {
      const id = await propose(bank, alice, kind, parameters);
      expect(await confirm(bank, alice, id)).toMatchObject({ acted: true });
      const rules = () => customer`
        select id from auto_deposits where id = ${id} union all select id from scheduled_payments where id = ${id}`;
      expect(await rules()).toEqual([{ id }]);
      await customer`select undo_proposal(${id})`;
      expect(await rules()).toEqual([]);
    }
  });

  test('that moved money is undone once, in one currency only', async ({ bank, alice }) => {
    const { id: from } = await openAccount(bank, alice, { balance: 500 });
    const { id: to } = await openAccount(bank, alice);
    const { id: euros } = await openAccount(bank, alice, { currency: 'EUR' });
    const undo = (id: string) => bank.asCustomer(alice)`select state from undo_proposal(${id})`;
    const id = await propose(bank, alice, 'transfer', { from, to, amount: 80 });
    await expect(undo(id)).rejects.toMatchObject({ code: 'NOCOR' });
    await confirm(bank, alice, id);
    expect(await undo(id)).toEqual([{ state: 'undone' }]);
    expect(await undo(id)).toEqual([{ state: 'undone' }]);
    expect(await getBalance(bank, from)).toBe('500.00');
    const abroad = await propose(bank, alice, 'transfer', { from, to: euros, amount: 80 });
    await confirm(bank, alice, abroad);
    await expect(undo(abroad)).rejects.toMatchObject({ code: 'NOCOR' });
    await expectSoundBooks(bank);
  });
});
