import { describe, expect } from 'vitest';
import { NO_AMOUNTS, openCard, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

type Dispute = { id: string; status: string; decide_on: Date; credit_days: number; reversed: string | null };

/** Opens an account and waits until it isn't new. */
async function openOldAccount(bank: Bank, person: Person, balance = 1000) {
  const account = await openAccount(bank, person, { balance });
  await simulateDays(bank, person, 31);
  return account;
}

/** Buys something with the debit card and returns its entry. */
async function buy(
  bank: Bank,
  person: Person,
  accountId: string,
  { amount = 620, purchase = 'subscription', merchant = 'Gadget Store' } = {},
) {
  const customer = bank.asCustomer(person);
  await customer`select authorize_purchase(${amount}, ${purchase}, account_id => ${accountId},
    merchant => ${merchant}, category => 'Shopping')`;
  await simulateDays(bank, person, 8);
  const [row] = await customer`
    select id, entry_id from transactions where kind = 'payment' and merchant = ${merchant}
    order by date desc limit 1`;
  return { key: row?.id as string, entry: row?.entry_id as string };
}

const dispute = async (
  bank: Bank,
  person: Person,
  accountId: string,
  entry: string | null,
  { reason = 'fraud', amount = 620 as number | string, requestId = null as string | null } = {},
) =>
  (
    await bank.asCustomer(person)`
      select *, decide_on - simulated_now()::date as days
      from open_dispute(entry_id => ${entry}, amount => ${amount}::numeric, reason => ${reason},
        request_id => ${requestId}, account_id => ${accountId})`
  )[0] as Dispute & { days: number };

const read = async (bank: Bank, person: Person, id: string) =>
  (
    await bank.asCustomer(person)`
      select status, outcome, reversed, credited_at is not null as credited from disputes where id = ${id}`
  )[0];

describe('a claim about a debit card purchase', () => {
  test('of a theft is credited within 10 business days, and won after 45 days', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry } = await buy(bank, alice, id);
    const claim = await dispute(bank, alice, id, entry);
    expect(claim).toMatchObject({
      account_id: id,
      card_id: null,
      merchant: 'Gadget Store',
      category: 'Shopping',
      amount: '620.00',
      status: 'in_review',
      credit_days: 10,
      credited_at: null,
      outcome: null,
      days: 45,
    });
    expect(await getBalance(bank, id)).toBe('380.00');
    await simulateDays(bank, alice, 16);
    expect(await getBalance(bank, id)).toBe('1000.00');
    expect(await read(bank, alice, claim.id)).toMatchObject({ status: 'in_review', credited: true });
    await simulateDays(bank, alice, 30);
    expect(await read(bank, alice, claim.id)).toEqual({
      status: 'won',
      outcome: 'We found no other purchase of yours at this merchant.',
      reversed: null,
      credited: true,
    });
    expect(await getBalance(bank, id)).toBe('1000.00');
    const [spent] = await bank.asCustomer(alice)`
      select sum(amount)::float as amount from spending where direction = 'out'`;
    expect(spent?.amount).toBe(0);
    await expectSoundBooks(bank);
  });

  test('that is lost is reversed five business days after the notice', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice, 2000);
    await buy(bank, alice, id, { amount: 20 });
    const { entry } = await buy(bank, alice, id);
    const claim = await dispute(bank, alice, id, entry);
    await simulateDays(bank, alice, 46);
    expect(await read(bank, alice, claim.id)).toMatchObject({
      status: 'lost',
      outcome: 'You paid this merchant from this account on another day, too.',
      reversed: null,
    });
    expect(await getBalance(bank, id)).toBe('1980.00');
    const [notification] = await bank.asCustomer(alice)`
      select message, path from my_notifications('2000-01-01', null) where kind = 'dispute_decided'`;
    expect(notification).toEqual({
      message:
        "Your dispute of $620.00 at Gadget Store was decided against you. We'll reverse the credit after five business days.",
      path: `/dashboard/accounts/${id}`,
    });
    // The account can't be closed before.
    expect(await getRefusal(bank.asCustomer(alice)`select close_account(${id})`)).toMatchObject({
      code: 'OWING',
      detail: { disputes: 1 },
    });
    await simulateDays(bank, alice, 9);
    expect(await read(bank, alice, claim.id)).toMatchObject({ status: 'lost', reversed: '620.00' });
    expect(await getBalance(bank, id)).toBe('1360.00');
    await expectSoundBooks(bank);
  });

  test('reverses a credit that was spent as money arrives', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice, 700);
    await buy(bank, alice, id, { amount: 20 });
    const { entry } = await buy(bank, alice, id);
    const claim = await dispute(bank, alice, id, entry);
    await simulateDays(bank, alice, 47);
    const customer = bank.asCustomer(alice);
    await customer`select withdraw(${id}, 500)`;
    await simulateDays(bank, alice, 10);
    expect(await getBalance(bank, id)).toBe('0.00');
    expect(await read(bank, alice, claim.id)).toMatchObject({ reversed: '180.00' });
    await customer`select deposit(${id}, 1000)`;
    await simulateDays(bank, alice, 2);
    expect(await getBalance(bank, id)).toBe('560.00');
    expect(await read(bank, alice, claim.id)).toMatchObject({ reversed: '620.00' });
    await simulateDays(bank, alice, 5);
    expect(await getBalance(bank, id)).toBe('560.00');
    await expectSoundBooks(bank);
  });

  test('that is won without a credit has a notification that the account is closed', async ({
    bank,
    alice,
  }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry } = await buy(bank, alice, id);
    const claim = await dispute(bank, alice, id, entry);
    await bank.owner`
      update disputes set status = 'won', decided_at = bank.now_for(user_id), outcome = 'Won.'
      where id = ${claim.id}`;
    const [notification] = await bank.asCustomer(alice)`
      select message from my_notifications('2000-01-01', null) where kind = 'dispute_decided'`;
    expect(notification?.message).toBe(
      "Your dispute of $620.00 at Gadget Store was decided in your favor. We couldn't credit it, because the account is closed.",
    );
  });

  test('takes 20 business days and 90 days in the first 30 days of an account', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 1000 });
    const { entry } = await buy(bank, alice, id);
    expect(await dispute(bank, alice, id, entry)).toMatchObject({ credit_days: 20, days: 90 });
    await simulateDays(bank, alice, 16);
    expect(await getBalance(bank, id)).toBe('380.00');
    await simulateDays(bank, alice, 20);
    expect(await getBalance(bank, id)).toBe('1000.00');
  });

  test('about a purchase in person takes 90 days', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry } = await buy(bank, alice, id, { purchase: 'store' });
    expect(await dispute(bank, alice, id, entry)).toMatchObject({ credit_days: 10, days: 90 });
  });

  test('that is withdrawn before the credit moves no money, and can be opened again', async ({
    bank,
    alice,
  }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry, key } = await buy(bank, alice, id);
    const customer = bank.asCustomer(alice);
    const claim = await dispute(bank, alice, id, entry);
    expect((await customer`select disputable_amount(${key}) as left`)[0]?.left).toBe('0');
    await customer`select withdraw_dispute(${claim.id})`;
    expect(await getBalance(bank, id)).toBe('380.00');
    expect((await customer`select disputable_amount(${key}) as left`)[0]?.left).toBe('620.00');
    await simulateDays(bank, alice, 20);
    expect(await getBalance(bank, id)).toBe('380.00');
    expect(await dispute(bank, alice, id, entry)).toMatchObject({ status: 'in_review' });
  });

  test('that is withdrawn after the credit reverses it once, if the account has the money', async ({
    bank,
    alice,
  }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry } = await buy(bank, alice, id);
    const customer = bank.asCustomer(alice);
    const claim = await dispute(bank, alice, id, entry);
    await simulateDays(bank, alice, 16);
    await customer`select withdraw(${id}, 500)`;
    const withdraw = () => customer`select * from withdraw_dispute(${claim.id}, 'again')`;
    expect(await getRefusal(withdraw())).toMatchObject({ code: 'INSUF' });
    await customer`select deposit(${id}, 500)`;
    const [withdrawn] = await withdraw();
    expect(withdrawn).toMatchObject({ status: 'withdrawn', reversed: '620.00' });
    expect(await withdraw()).toEqual([withdrawn]);
    expect(await getBalance(bank, id)).toBe('380.00');
    await simulateDays(bank, alice, 60);
    expect(await getBalance(bank, id)).toBe('380.00');
    await expectSoundBooks(bank);
  });
});

describe('a claim is refused', () => {
  test('for invalid amounts, reasons, and products', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice);
    const { entry } = await buy(bank, alice, id);
    for (const amount of NO_AMOUNTS)
      expect(await getRefusal(dispute(bank, alice, id, entry, { amount }))).toMatchObject({ code: 'BADAM' });
    expect(await getRefusal(dispute(bank, alice, id, entry, { reason: 'regret' }))).toMatchObject({
      code: 'BADTY',
    });
    expect(await getRefusal(dispute(bank, alice, id, entry, { amount: 620.01 }))).toMatchObject({
      code: 'NODIS',
      detail: { why: 'amount', highest: 620 },
    });
    expect(
      await getRefusal(
        bank.asCustomer(alice)`
          select open_dispute(${(await openCard(bank, alice)).id}, ${entry}, 620, 'fraud', account_id => ${id})`,
      ),
    ).toMatchObject({ code: 'BADTY' });
    expect(
      await getRefusal(
        bank.asCustomer(alice)`select open_dispute(entry_id => ${entry}, amount => 620, reason => 'fraud')`,
      ),
    ).toMatchObject({ code: 'NTFND' });
    expect(await getBalance(bank, id)).toBe('380.00');
  });

  test("for another customer's account or entry, and for visitors", async ({ bank, alice, bob }) => {
    const { id } = await openOldAccount(bank, alice);
    const own = await openAccount(bank, bob, { balance: 10 });
    const { entry, key } = await buy(bank, alice, id);
    const claim = await dispute(bank, alice, id, entry, { requestId: 'one' });
    expect(await dispute(bank, alice, id, entry, { requestId: 'one' })).toEqual(claim);
    for (const account of [id, own.id])
      expect(await getRefusal(dispute(bank, bob, account, entry))).toMatchObject({ code: 'NTFND' });
    const other = bank.asCustomer(bob);
    expect(await getRefusal(other`select withdraw_dispute(${claim.id})`)).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(other`select disputable_amount(${key})`)).toMatchObject({ code: 'NTFND' });
    expect(await other`select from disputes`).toHaveLength(0);
    await expect(
      bank.asVisitor()`select open_dispute(entry_id => ${entry}, amount => 1, reason => 'fraud', account_id => ${id})`,
    ).rejects.toMatchObject({ code: '42501' });
  });

  test('for other transactions, twice, after a return, and after 120 days', async ({ bank, alice }) => {
    const { id } = await openOldAccount(bank, alice, 5000);
    const customer = bank.asCustomer(alice);
    await customer`select withdraw(${id}, 20)`;
    const rows = await customer`select entry_id from transactions`;
    for (const row of rows)
      expect(
        await getRefusal(dispute(bank, alice, id, row['entry_id'] as string, { amount: 1 })),
      ).toMatchObject({ code: 'NODIS', detail: { why: 'kind' } });
    const old = await buy(bank, alice, id, { merchant: 'Old Store' });
    await passTime(bank, alice, '121 days');
    expect(await getRefusal(dispute(bank, alice, id, old.entry))).toMatchObject({
      code: 'NODIS',
      detail: { why: 'age' },
    });
    const returned = await buy(bank, alice, id, { merchant: 'Shoe Store' });
    await customer`select return_purchase(${returned.key})`;
    expect(await getRefusal(dispute(bank, alice, id, returned.entry))).toMatchObject({
      code: 'NODIS',
      detail: { why: 'refunded' },
    });
    const disputed = await buy(bank, alice, id, { merchant: 'Toy Store' });
    await dispute(bank, alice, id, disputed.entry, { amount: 100 });
    expect(await getRefusal(dispute(bank, alice, id, disputed.entry, { amount: 1 }))).toMatchObject({
      code: 'NODIS',
      detail: { why: 'disputed' },
    });
    expect(await getRefusal(customer`select return_purchase(${disputed.key})`)).toMatchObject({
      code: 'NORET',
      detail: { why: 'disputed' },
    });
  });
});
