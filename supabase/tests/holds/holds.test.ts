import { describe, expect } from 'vitest';
import { Zone } from '../../../engine/calendar/calendar.ts';
import { purchaseType } from '../../../engine/household/schema/rules.ts';
import { getHoldAmount, getHoldExpiry } from '../../../engine/simulation/clearing-schedule.ts';
import { categoryNamed, NO_AMOUNTS, openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import {
  expectRefusal,
  expectSoundBooks,
  getBalance,
  getHistory,
  getRefusal,
  openAccount,
} from '../support/household.ts';

type Purchase = {
  amount?: number | string;
  purchase?: string | null;
  account?: string | null;
  card?: string | null;
  tip?: number | null;
  request?: string | null;
  category?: string | null;
};

const authorize = async (bank: Bank, person: Person, sent: Purchase) =>
  (
    await bank.asCustomer(person)`
      select h.*, h.amount::text as amount from authorize_purchase(${sent.amount ?? 60}::numeric,
        ${sent.purchase === undefined ? 'store' : sent.purchase}, ${sent.account ?? null},
        ${sent.card ?? null}, 'Corner Fuel', ${sent.category ?? null}, ${sent.tip ?? null}::numeric,
        ${sent.request ?? null}) as h`
  )[0] as { id: string; amount: string; status: string; expires_at: Date };

const availableIn = async (bank: Bank, person: Person, id: string) =>
  Number(
    (await bank.asCustomer(person)`select available_balance(a) as sum from accounts a where id = ${id}`)[0]
      ?.sum,
  );

describe('an authorized purchase', () => {
  test('at a gas pump holds 175.00, and the exact amount posts two hours later', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const hold = await authorize(bank, alice, { amount: 48.37, purchase: 'gas_pump', account: id });
    expect(hold).toMatchObject({ amount: '175.00', status: 'open' });
    expect([await getBalance(bank, id), await availableIn(bank, alice, id)]).toEqual(['300.00', 125]);
    await simulateDays(bank, alice, 0.1);
    expect([await getBalance(bank, id), await availableIn(bank, alice, id)]).toEqual(['251.63', 251.63]);
    expect((await getHistory(bank, alice, id))[0]).toMatchObject({
      amount: '48.37',
      description: 'Corner Fuel',
    });
    const [ended] = await bank.asCustomer(alice)`select * from holds`;
    expect(ended).toMatchObject({ status: 'cleared', remaining_amount: '0.00', cleared_amount: '48.37' });
    await expectSoundBooks(bank);
  });

  test('at a restaurant posts with the tip, which is at most 20%', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const bill = { amount: 60, purchase: 'restaurant', account: id };
    await expectRefusal(bank, 'BADAM', [id], () => authorize(bank, alice, { ...bill, tip: 12.01 }));
    await expectRefusal(bank, 'BADAM', [id], () => authorize(bank, alice, { ...bill, tip: -1 }));
    await expectRefusal(bank, 'BADAM', [id], () =>
      authorize(bank, alice, { ...bill, purchase: 'store', tip: 1 }),
    );
    expect(await authorize(bank, alice, { ...bill, tip: 12 })).toMatchObject({ amount: '60.00' });
    await simulateDays(bank, alice, 7);
    expect(await getBalance(bank, id)).toBe('228.00');
  });

  test('is the authorization of the entry that it posted, for its customer only', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const hold = await authorize(bank, alice, { amount: 60, purchase: 'restaurant', account: id, tip: 12 });
    await simulateDays(bank, alice, 7);
    const [charge, opening] = await getHistory(bank, alice, id);
    const find = (person: Person, entry: string | null | undefined) =>
      bank.asCustomer(person)`
        select id, amount::text, cleared_amount::text from authorization_of_entry(${entry ?? null})`;
    expect(await find(alice, charge?.entry_id)).toEqual([
      { id: hold.id, amount: '60.00', cleared_amount: '72.00' },
    ]);
    expect(await find(alice, opening?.entry_id)).toEqual([]);
    expect(await find(alice, null)).toEqual([]);
    expect(await find(bob, charge?.entry_id)).toEqual([]);
  });

  test('counts as pending for a statement until the merchant charges it', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    await authorize(bank, alice, { amount: 60, purchase: 'restaurant', account: id, tip: 12 });
    const [clock] = await bank.owner`select bank.now_for(${alice.id}) as now`;
    const pendingAt = async (person: Person, hours: number) =>
      (
        await bank.owner`
          select bank.pending_at(${person.id}, ${id},
            ${clock?.now}::timestamptz + make_interval(hours => ${hours})) as sum`
      )[0]?.sum;
    await simulateDays(bank, alice, 7);
    expect([await pendingAt(alice, -1), await pendingAt(alice, 1)].map(Number)).toEqual([0, 60]);
    expect(Number(await pendingAt(alice, 7 * 24))).toBe(0);
    expect(Number(await pendingAt(bob, 1))).toBe(0);
  });

  test('that is pending at the end of a month is on its statement', async ({ bank, alice }) => {
    const customer = bank.asCustomer(alice);
    await customer`select ensure_customer()`;
    await bank.owner`
      update customers set clock_offset = '2037-10-31T17:00:00Z'::timestamptz - clock_timestamp(),
        time_zone = 'America/New_York' where id = ${alice.id}`;
    const { id } = await openAccount(bank, alice, { balance: 300 });
    await authorize(bank, alice, { amount: 60, account: id });
    await simulateDays(bank, alice, 40);
    await customer`select my_documents()`;
    const terms = await bank.owner`
      select i.terms -> 'pending' as pending from documents d
        join bank.issued_documents i on i.document_id = d.id
      where d.kind = 'statement' and d.about = ${id} order by d.period_to`;
    expect(terms.map(({ pending }) => pending)).toEqual([60, null]);
  });

  test('is money that cannot be spent, and the refusal names the hold', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const other = await openAccount(bank, alice, { name: 'Other' });
    const { expires_at } = await authorize(bank, alice, { amount: 40, purchase: 'gas_pump', account: id });
    const customer = bank.asCustomer(alice);
    const refusal = await getRefusal(customer`select withdraw(${id}, 200)`);
    expect(refusal).toEqual({
      code: 'INSUF',
      detail: {
        available: 125,
        amount: 200,
        short: 75,
        current: 300,
        held: 175,
        hold: 175,
        merchant: 'Corner Fuel',
        currency: 'USD',
        releases_at: expect.any(String),
      },
    });
    expect(Date.parse((refusal.detail as { releases_at: string }).releases_at)).toBe(Number(expires_at));
    await expectRefusal(bank, 'INSUF', [id], () => customer`select transfer(${id}, ${other.id}, 125.01)`);
    await expectRefusal(
      bank,
      'INSUF',
      [id],
      () => customer`
      insert into transactions (account_id, amount, type) values (${id}, 125.01, 'WITHDRAWAL')`,
    );
    await expectRefusal(
      bank,
      'INSUF',
      [id],
      () => customer`update accounts set balance = 174.99 where id = ${id}`,
    );
    await expectRefusal(bank, 'INSUF', [id], () => authorize(bank, alice, { amount: 125.01, account: id }));
    await customer`select withdraw(${id}, 125)`;
    expect(await availableIn(bank, alice, id)).toBe(0);
  });

  test('on a card counts toward the credit limit and toward its spending limits', async ({ bank, alice }) => {
    const card = await openCard(bank, alice, { limit: 100 });
    const food = await categoryNamed(bank.owner, 'Food');
    const customer = bank.asCustomer(alice);
    await customer`
      insert into card_controls (card_id, kind, category_id, amount) values (${card.id}, 'month', ${food}, 70)`;
    await authorize(bank, alice, { amount: 50, card: card.id, category: 'Food' });
    const attempts: [string, () => Promise<unknown>][] = [
      ['OVRLM', () => authorize(bank, alice, { amount: 50.01, card: card.id })],
      ['OVRLM', () => customer`select charge_credit_card(${card.id}, 50.01)`],
      ['OVRLM', () => customer`update credit_cards set balance = 50.01 where id = ${card.id}`],
      ['SPLIM', () => customer`select charge_credit_card(${card.id}, 20.01, null, 'Food')`],
    ];
    for (const [code, attempt] of attempts) await expect(attempt()).rejects.toMatchObject({ code });
    await customer`select charge_credit_card(${card.id}, 20, null, 'Food')`;
    await customer`update credit_cards set frozen = true where id = ${card.id}`;
    await expect(authorize(bank, alice, { amount: 1, card: card.id })).rejects.toMatchObject({
      code: 'FROZN',
    });
    await simulateDays(bank, alice, 7);
    const [posted] = await customer`select balance::text from credit_cards where id = ${card.id}`;
    expect(posted?.balance).toBe('70.00');
  });

  test('is made once for one request, and only with valid amounts and kinds', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const savings = await openAccount(bank, alice, { type: 'SAVINGS', balance: 300 });
    const first = await authorize(bank, alice, { account: id, request: 'one' });
    expect((await authorize(bank, alice, { account: id, request: 'one' })).id).toBe(first.id);
    expect(await availableIn(bank, alice, id)).toBe(240);
    await expect(authorize(bank, alice, { amount: 61, account: id, request: 'one' })).rejects.toMatchObject({
      code: 'RQDIF',
    });
    for (const amount of NO_AMOUNTS)
      await expectRefusal(bank, 'BADAM', [id], () => authorize(bank, alice, { amount, account: id }));
    for (const purchase of ['casino', '', null])
      await expectRefusal(bank, 'BADTY', [id], () => authorize(bank, alice, { purchase, account: id }));
    await expectRefusal(bank, 'BADAM', [id], () =>
      authorize(bank, alice, { amount: 175.01, purchase: 'gas_pump', account: id }),
    );
    await expectRefusal(bank, 'BADTY', [id], () => authorize(bank, alice, {}));
    await expectRefusal(bank, 'BADTY', [id], () => authorize(bank, alice, { account: savings.id }));
  });

  test('keeps an account or card from being closed until it has ended', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const other = await openAccount(bank, alice, { name: 'Other' });
    const card = await openCard(bank, alice);
    const holds = [
      await authorize(bank, alice, { account: id }),
      await authorize(bank, alice, { card: card.id }),
    ];
    const customer = bank.asCustomer(alice);
    const closeAccount = () => customer`select close_account(${id}, ${other.id})`;
    const closeCard = () => customer`select close_credit_card(${card.id})`;
    expect(await getRefusal(closeAccount())).toMatchObject({ code: 'OWING', detail: { held: 60 } });
    expect(await getRefusal(closeCard())).toMatchObject({ code: 'OWING', detail: { held: 60 } });
    for (const { id: hold } of holds) await customer`select release_hold(${hold})`;
    await closeAccount();
    await closeCard();
    await expect(authorize(bank, alice, { account: id })).rejects.toMatchObject({ code: 'CLOSD' });
    await expect(authorize(bank, alice, { card: card.id })).rejects.toMatchObject({ code: 'CLOSD' });
  });

  test('can be canceled until it is charged, and then nothing posts', async ({ bank, alice }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const hold = await authorize(bank, alice, { account: id });
    const customer = bank.asCustomer(alice);
    for (const _ of [1, 2])
      expect((await customer`select * from release_hold(${hold.id})`)[0]).toMatchObject({
        status: 'reversed',
        remaining_amount: '0',
      });
    expect(await availableIn(bank, alice, id)).toBe(300);
    await simulateDays(bank, alice, 7);
    expect(await getBalance(bank, id)).toBe('300.00');
    const charged = await authorize(bank, alice, { account: id });
    await simulateDays(bank, alice, 7);
    expect(await getRefusal(customer`select release_hold(${charged.id})`)).toEqual({
      code: 'NOREL',
      detail: { status: 'cleared' },
    });
  });

  test('belongs to its customer, who cannot write it', async ({ bank, alice, bob }) => {
    const { id } = await openAccount(bank, alice, { balance: 300 });
    const hold = await authorize(bank, alice, { account: id });
    const stranger = bank.asCustomer(bob);
    expect(await stranger`select * from holds`).toEqual([]);
    await expect(stranger`select release_hold(${hold.id})`).rejects.toMatchObject({ code: 'NTFND' });
    await expect(authorize(bank, bob, { account: id })).rejects.toMatchObject({ code: 'NTFND' });
    const customer = bank.asCustomer(alice);
    for (const attempt of [
      () => customer`update holds set remaining_amount = 0`,
      () => customer`delete from holds`,
      () => customer`insert into holds (user_id, amount) values (${alice.id}, 1)`,
      () => customer`select bank.held_on(${id})`,
    ])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the rules of holds', () => {
  test('are the same in the bank and in the engine', async ({ bank }) => {
    for (const timeZone of ['America/New_York', 'Europe/London', 'Asia/Tokyo'])
      for (const placed of ['2026-03-05T17:00:00Z', '2026-10-30T03:30:00Z', '2027-02-28T23:59:59Z'])
        for (const purchase of purchaseType.options) {
          const [rule] = await bank.owner`
            select bank.hold_expiry(${purchase}, ${placed}::timestamptz, ${timeZone}) as expiry,
              bank.minor(bank.hold_amount(${purchase}, 123.45)) as amount`;
          expect(Number(rule?.expiry), `${purchase} ${placed}`).toBe(
            getHoldExpiry(purchase, Date.parse(placed), new Zone(timeZone)),
          );
          expect(Number(rule?.amount), purchase).toBe(getHoldAmount(purchase, 12_345));
        }
  });
});
