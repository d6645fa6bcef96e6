import { describe, expect } from 'vitest';
import { openCard, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { openAccount } from '../support/household.ts';

/** Returns the kinds and messages of the customer's notifications, latest first. */
async function news(bank: Bank, person: Person, since = '7 days'): Promise<Record<string, unknown>[]> {
  return bank.asCustomer(person)`
    select kind, message, path, others::int from my_notifications(simulated_now() - ${since}::interval, simulated_now() - ${since}::interval)`;
}
const getNotifications = async (bank: Bank, person: Person, kind: string, since = '7 days') =>
  (await news(bank, person, since)).filter((item) => item.kind === kind);

/** Records an event in which no money moves, as the engine does. */
async function happened(bank: Bank, person: Person, kind: string, subject: string, facts: object) {
  await bank.asCustomer(person)`select ensure_customer('UTC')`;
  await bank.owner`
    insert into household_events (user_id, at, kind, description, subject, event_key, facts)
    values (${person.id}, clock_timestamp(), ${kind}, 'Rent could not be paid', ${subject}, ${crypto.randomUUID()},
      ${JSON.stringify(facts)}::text::jsonb)`;
}

async function payWeekly(bank: Bank, person: Person, name = 'Pay') {
  const { id } = await openAccount(bank, person);
  await bank.asCustomer(person)`
    insert into auto_deposits (account_id, name, amount, frequency, start_date)
    values (${id}, ${name}, 500, 'WEEKLY', (simulated_now() at time zone 'UTC')::date + 1)`;
  return id;
}

describe("a customer's event notifications", () => {
  test('are empty without events and private to the customer', async ({ bank, alice }) => {
    await openAccount(bank, alice, { balance: 500 });
    expect(await news(bank, alice)).toEqual([]);
    await expect(bank.asVisitor()`select * from my_notifications()`).rejects.toMatchObject({ code: '42501' });
  });

  test('report an auto deposit to its customer only', async ({ bank, alice, bob }) => {
    await payWeekly(bank, alice);
    await simulateDays(bank, alice, 2);
    expect(await news(bank, alice)).toEqual([
      {
        kind: 'deposit_landed',
        message: 'Pay of $500.00 arrived in Everyday.',
        path: '/auto-deposit',
        others: 0,
      },
    ]);
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect(await news(bank, bob)).toEqual([]);
  });

  test('are one per rule after a year, with the number of similar ones', async ({ bank, alice }) => {
    await payWeekly(bank, alice, 'Pay');
    await payWeekly(bank, alice, 'Side job');
    await simulateDays(bank, alice, 365);
    const items = await getNotifications(bank, alice, 'deposit_landed', '366 days');
    expect(items).toHaveLength(2);
    for (const { others } of items) expect(others).toBeGreaterThanOrEqual(51);
    expect(await getNotifications(bank, alice, 'deposit_landed', '14 days')).toMatchObject([
      { others: 1 },
      { others: 1 },
    ]);
  });

  test('report a failed payment with the amount due and the available balance', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 60 });
    await bank.asCustomer(alice)`
      insert into scheduled_payments (account_id, name, payee, amount, frequency, start_date)
      values (${id}, 'Rent', 'Landlord', 900, 'MONTHLY', (simulated_now() at time zone 'UTC')::date + 1)`;
    await simulateDays(bank, alice, 6);
    expect(await getNotifications(bank, alice, 'payment_failed')).toEqual([
      {
        kind: 'payment_failed',
        message: 'Rent could not be paid. $900.00 was due, but only $60.00 was available.',
        path: '/scheduled-payments',
        others: 0,
      },
    ]);
  });

  test('link to the product of an overdue payment', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { balance: 50 });
    await happened(bank, alice, 'payment_missed', id, { minimum: 2500 });
    expect(await getNotifications(bank, alice, 'payment_missed')).toMatchObject([{ path: '/credit-cards' }]);
  });

  test('report an available statement unless it is empty', async ({ bank, alice }) => {
    const used = await openCard(bank, alice);
    await openCard(bank, alice);
    await bank.asCustomer(alice)`select charge_credit_card(${used.id}, 20)`;
    await simulateDays(bank, alice, 33);
    const items = await getNotifications(bank, alice, 'statement_ready', '34 days');
    expect(items).toHaveLength(1);
    expect(items[0]?.message).toMatch(
      /^The Blue statement is ready: \$20\.00, due on [A-Z][a-z]{2} \d{1,2}(, \d{4})?\.$/,
    );
  });

  test('report the decision of a dispute', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const [charged] = await customer`select * from charge_credit_card(${id}, 20, merchant => 'Kiosk')`;
    await customer`select open_dispute(${id}, ${charged?.last_entry}, 20, 'other')`;
    await bank.owner`
      update disputes set status = 'won', decided_at = clock_timestamp(), outcome = 'Won.' where card_id = ${id}`;
    expect(await getNotifications(bank, alice, 'dispute_decided')).toMatchObject([
      { message: 'Your dispute of $20.00 at Kiosk was decided in your favor, and you keep the money.' },
    ]);
  });

  test('report a declined application; an approved one has its own alert', async ({ bank, alice }) => {
    await bank.asCustomer(alice)`
      insert into loan_applications (email, applicant_name, loan_amount, submitted_at)
      values (${alice.email}, 'A. Customer', 5000, now())`;
    await bank.owner`set session_replication_role = replica`;
    const decide = (status: string) => bank.owner`
      update loan_applications set status = ${status}, reviewed_at = submitted_at + interval '1 second',
        decided_at = submitted_at + interval '2 seconds', expires_at = now() + interval '30 days' where user_id = ${alice.id}`;
    await decide('approved');
    expect(await news(bank, alice)).toEqual([]);
    await decide('declined');
    expect(await getNotifications(bank, alice, 'application_decided')).toMatchObject([
      {
        message: 'Your application for $5,000.00 was declined. Open it to see the reasons.',
        path: '/applications',
      },
    ]);
    await bank.owner`set session_replication_role = origin`;
  });

  test('report goal milestones and a reached goal', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1000, type: 'SAVINGS' });
    const customer = bank.asCustomer(alice);
    const [goal] = await customer`
      insert into goals (name, target, account_id, portion) values ('Trip', 900, ${id}, 50) returning *`;
    await passTime(bank, alice, '2 days');
    await customer`select contribute_to_goal(${goal?.id}, 450, ${id})`;
    expect(await news(bank, alice)).toEqual([
      { kind: 'goal_milestone', message: 'Trip is 50% of the way to $900.00.', path: '/goals', others: 0 },
    ]);
    await passTime(bank, alice, '2 days');
    await customer`select contribute_to_goal(${goal?.id}, 400, ${id})`;
    await simulateDays(bank, alice, 1);
    const items = await news(bank, alice);
    expect(items.filter(({ kind }) => kind === 'goal_reached')).toMatchObject([
      { message: 'You reached your goal Trip: $900.00 saved.' },
    ]);
  });

  test("report a mortgage's new rate", async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    const [home] = await customer`
      insert into mortgages (property_value, loan_amount, down_payment, interest_rate, term, monthly_payment, start_date,
        remaining_balance, user_id)
      values (12000, 10000, 2000, 5, 5, 188.71, current_date, 10000, ${alice.id}) returning *`;
    const facts = { from: 5, to: 5.25, payment_before: 18_871, payment: 18_986 };
    await happened(bank, alice, 'rate_reset', home?.id, facts);
    expect(await getNotifications(bank, alice, 'rate_reset')).toMatchObject([
      {
        message:
          'The rate on Mortgage changed from 5.00% to 5.25%. The monthly payment changed from $188.71 to $189.86.',
        path: '/mortgages',
      },
    ]);
  });

  test("report a subscription's price increase but not a varying bill", async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    for (const [streaming, power] of [
      [11.99, 40],
      [11.99, 55],
      [14.99, 70],
    ]) {
      await bank.asCustomer(
        alice,
      )`select charge_credit_card(${id}, ${streaming}::numeric, merchant => 'Streaming')`;
      await bank.asCustomer(alice)`select charge_credit_card(${id}, ${power}::numeric, merchant => 'Power')`;
      await passTime(bank, alice, '30 days');
    }
    expect(await getNotifications(bank, alice, 'price_rise', '31 days')).toEqual([
      {
        kind: 'price_rise',
        message: 'Streaming increased from $11.99 to $14.99 per month.',
        path: '/analytics',
        others: 0,
      },
    ]);
  });

  test('exclude interest and large transactions unless enabled', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 5000, type: 'SAVINGS' });
    const customer = bank.asCustomer(alice);
    await simulateDays(bank, alice, 32);
    await customer`select withdraw(${id}, 1200)`;
    expect(await news(bank, alice, '34 days')).toEqual([]);
    await customer`select set_notification_preference('interest_posted', true)`;
    await customer`select set_notification_preference('large_transaction', true, threshold => 1000)`;
    const items = await news(bank, alice, '34 days');
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['interest_posted', 'large_transaction']);
    expect(items.find(({ kind }) => kind === 'large_transaction')?.message).toContain(
      '$1,200.00 left Everyday',
    );
    await customer`select set_notification_preference('large_transaction', true, ${id}, 1200)`;
    expect(await getNotifications(bank, alice, 'large_transaction', '34 days')).toEqual([]);
  });

  test('exclude what the customer turned off, for one account or all', async ({ bank, alice }) => {
    const quiet = await payWeekly(bank, alice, 'Pay');
    await payWeekly(bank, alice, 'Side job');
    await simulateDays(bank, alice, 2);
    const customer = bank.asCustomer(alice);
    await customer`select set_notification_preference('deposit_landed', false, ${quiet}::uuid)`;
    expect(await news(bank, alice)).toMatchObject([{ message: 'Side job of $500.00 arrived in Everyday.' }]);
    await customer`select set_notification_preference('deposit_landed', false)`;
    expect(await news(bank, alice)).toEqual([]);
    await customer`select set_notification_preference('deposit_landed', true, ${quiet}::uuid)`;
    expect(await news(bank, alice)).toMatchObject([{ message: 'Pay of $500.00 arrived in Everyday.' }]);
  });
});

describe('overdraft notices', () => {
  test('confirm the opt-in in writing, and its revocation', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const choose = (cards: boolean) =>
      bank.asCustomer(alice)`
        select set_overdraft(${id}, 'covered', overdraft_product => 'standard', overdraft_cards => ${cards})`;
    await choose(true);
    const path = `/dashboard/accounts/${id}?overdraft=change`;
    expect(await getNotifications(bank, alice, 'overdraft')).toEqual([
      {
        kind: 'overdraft',
        message:
          'You asked us to cover withdrawals and everyday purchases on Everyday below zero, for a fee. You can turn this off at any time.',
        path,
        others: 0,
      },
    ]);
    await passTime(bank, alice, '1 minute');
    await choose(false);
    expect(await getNotifications(bank, alice, 'overdraft')).toMatchObject([
      {
        message: expect.stringMatching(/^We no longer cover withdrawals and everyday purchases on Everyday/),
        path,
      },
    ]);
    await bank.asCustomer(bob)`select ensure_customer()`;
    expect(await news(bank, bob)).toEqual([]);
  });

  test('warn of a fee before it is decided, and report it after', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 100 });
    const customer = bank.asCustomer(alice);
    await customer`
      select set_overdraft(${id}, 'covered', overdraft_product => 'standard', overdraft_cards => true)`;
    await customer`select withdraw(${id}, 170)`;
    await simulateDays(bank, alice, 0.1);
    const getMessages = async () =>
      (await getNotifications(bank, alice, 'overdraft')).map(({ message }) => String(message));
    expect(await getMessages()).toContainEqual(
      expect.stringMatching(
        /^Withdrawal overdrew Everyday\. Bring its balance to .*50\.00 or higher by .* to avoid a fee of \$34\.00\.$/,
      ),
    );
    await simulateDays(bank, alice, 6);
    expect(await getMessages()).toContainEqual('Overdraft fee: Withdrawal on Everyday: $34.00.');
  });
});
