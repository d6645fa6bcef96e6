import { describe, expect } from 'vitest';
import { parseDay } from '../../../engine/calendar/calendar.ts';
import { OVER_LIMIT } from '../../../engine/products/cards/card.ts';
import {
  ADDED_CARD_FOREIGN_FEE,
  CARD_PRODUCT_IDS,
  CARD_PRODUCTS,
  getQuarter,
} from '../../../engine/products/cards/card-catalog.ts';
import { openCard, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

const DEPOSIT = { least: 200_00, most: 3_000_00 };

/** Records a decision as the server function does, and returns the application's id. */
async function apply(
  bank: Bank,
  person: Person,
  decision: Record<string, unknown>,
  request: string | null = null,
): Promise<string> {
  const { product } = decision as { product: string };
  const [application] = await bank.owner`
    select * from record_card_application(${person.id}, ${product}, 60000, 'EMPLOYED', 0,
      ${JSON.stringify({ outcome: 'approved', deposit: DEPOSIT, ...decision })}::text::jsonb, ${request})`;
  return application?.id as string;
}

const SECURED = { product: 'anchor_secured', name: 'Anchor Secured', apr: 26.99, limit: 200_00 };
const VOYAGE = { product: 'voyage', name: 'Voyage', apr: 20.99, limit: 5_000_00 };

const open = (
  bank: Bank,
  person: Person,
  id: string,
  deposit: unknown = null,
  account: unknown = null,
  request: string | null = null,
) =>
  bank.asCustomer(person)`
    select * from open_card(${id}, ${deposit as string}::numeric, ${account as string}::uuid, ${request})`;

describe('opening a card of the catalog', () => {
  test('opens the offered card once, with the limit and APR of the decision', async ({
    bank,
    alice,
    bob,
  }) => {
    const id = await apply(bank, alice, VOYAGE);
    const [card] = await open(bank, alice, id, null, null, 'open');
    expect(card).toMatchObject({
      name: 'Voyage',
      product: 'voyage',
      credit_limit: '5000.00',
      apr: '20.990000',
      balance: '0.00',
    });
    expect((await open(bank, alice, id, null, null, 'open'))[0]?.id).toBe(card?.id);
    expect((await getRefusal(open(bank, alice, id))).code).toBe('NOOFR');
    expect((await getRefusal(open(bank, bob, id))).code).toBe('NTFND');
    expect(await bank.asCustomer(alice)`select card_id from card_applications`).toEqual([
      { card_id: card?.id },
    ]);
    expect(await bank.asCustomer(bob)`select id from card_applications`).toEqual([]);
    await expectSoundBooks(bank);
  });

  test('ends other offers, because a decision counts only the cards that are open then', async ({
    bank,
    alice,
  }) => {
    const first = await apply(bank, alice, VOYAGE);
    const second = await apply(bank, alice, { ...VOYAGE, product: 'tide_cash', name: 'Tide Cash' });
    await open(bank, alice, second);
    expect((await getRefusal(open(bank, alice, first))).code).toBe('NOOFR');
    const third = await apply(bank, alice, VOYAGE);
    await openCard(bank, alice);
    expect((await getRefusal(open(bank, alice, third))).code).toBe('NOOFR');
  });

  test('opens the other card of a counteroffer, and nothing after a declined application', async ({
    bank,
    alice,
  }) => {
    const countered = await apply(bank, alice, {
      ...VOYAGE,
      outcome: 'countered',
      alternative: { product: 'campus', name: 'Campus', apr: 22.99, limit: 300_00 },
    });
    expect((await open(bank, alice, countered))[0]).toMatchObject({
      product: 'campus',
      credit_limit: '300.00',
    });
    const declined = await apply(bank, alice, { ...VOYAGE, outcome: 'declined', alternative: null });
    expect((await getRefusal(open(bank, alice, declined))).code).toBe('NOOFR');
  });

  test('records a repeated application once, and refuses another card under its id', async ({
    bank,
    alice,
  }) => {
    const id = await apply(bank, alice, VOYAGE, 'same');
    expect(await apply(bank, alice, VOYAGE, 'same')).toBe(id);
    expect((await getRefusal(apply(bank, alice, SECURED, 'same'))).code).toBe('RQDIF');
    const facts = await bank.asCustomer(alice)`select my_credit_facts('USD') as facts`;
    await apply(bank, alice, SECURED, 'other');
    expect(facts[0]?.['facts'].inquiries).toEqual([
      expect.objectContaining({ text: 'Card application', kind: 'CARD' }),
    ]);
    const [after] = await bank.asCustomer(alice)`select my_credit_facts('USD') as facts`;
    expect(after?.['facts'].inquiries).toHaveLength(1);
  });

  test('keeps the APR of a product, and customers cannot write its terms', async ({ bank, alice }) => {
    const [card] = await open(bank, alice, await apply(bank, alice, VOYAGE));
    const customer = bank.asCustomer(alice);
    expect((await getRefusal(customer`update credit_cards set apr = 1 where id = ${card?.id}`)).code).toBe(
      'NOELG',
    );
    await customer`update credit_cards set name = 'Trips' where id = ${card?.id}`;
    for (const attempt of [
      () => customer`update credit_cards set product = 'campus' where id = ${card?.id}`,
      () => customer`update credit_cards set security_deposit = 900 where id = ${card?.id}`,
      () => customer`update credit_cards set opened_on = '2020-01-01' where id = ${card?.id}`,
      () => customer`insert into card_applications (product, outcome) values ('voyage', 'approved')`,
      () => customer`update card_applications set outcome = 'approved'`,
      () => customer`select record_card_application(${alice.id}, 'voyage', 1, 'EMPLOYED', 0, '{}')`,
    ])
      expect((await getRefusal(attempt())).code).toBe('42501');
  });
});

describe('a secured card', () => {
  test('takes its deposit from an account, and returns it when the card is closed', async ({
    bank,
    alice,
  }) => {
    const account = await openAccount(bank, alice, { balance: 1000 });
    const id = await apply(bank, alice, SECURED);
    for (const [deposit, code] of [
      [199.99, 'BADAM'],
      [3000.01, 'BADAM'],
      [-300, 'BADAM'],
      [null, 'BADAM'],
      ['NaN', 'BADAM'],
      [1000.01, 'INSUF'],
    ] as const)
      expect((await getRefusal(open(bank, alice, id, deposit, account.id))).code, String(deposit)).toBe(code);
    expect((await getRefusal(open(bank, alice, id, 400, crypto.randomUUID()))).code).toBe('NTFND');
    const [card] = await open(bank, alice, id, 400, account.id);
    expect(card).toMatchObject({
      credit_limit: '400.00',
      security_deposit: '400.00',
      deposit_account_id: account.id,
    });
    expect(await getBalance(bank, account.id)).toBe('600.00');
    const customer = bank.asCustomer(alice);
    const worth = async () =>
      (await customer`select sum(worth) as worth from net_worth_parts()`)[0]?.['worth'];
    expect(await worth()).toBe('1000.00');
    expect(await customer`select kind from spending`).toEqual([]);
    await expectSoundBooks(bank);
    for (const attempt of [
      () => customer`update credit_cards set credit_limit = 900 where id = ${card?.id}`,
      () => customer`select request_credit_limit(${card?.id}, 900)`,
    ])
      expect((await getRefusal(attempt())).code).toBe('NOELG');
    await customer`select close_credit_card(${card?.id})`;
    expect(await getBalance(bank, account.id)).toBe('1000.00');
    expect(await worth()).toBe('1000.00');
    await expectSoundBooks(bank);
  });

  test('returns the deposit to another account if the first one is closed, and also when the card is deleted', async ({
    bank,
    alice,
  }) => {
    const [first, second] = [
      await openAccount(bank, alice, { balance: 500 }),
      await openAccount(bank, alice),
    ];
    const [card] = await open(bank, alice, await apply(bank, alice, SECURED), 500, first.id);
    const customer = bank.asCustomer(alice);
    await customer`select close_account(${first.id})`;
    await customer`delete from credit_cards where id = ${card?.id}`;
    expect(await getBalance(bank, second.id)).toBe('500.00');
    await expectSoundBooks(bank);
  });

  test.for(['close', 'graduate'])(
    'returns the deposit to the investment account that it came from (%s)',
    async (way, { bank, alice }) => {
      const fund = await openAccount(bank, alice, { type: 'INVESTMENT', balance: 500 });
      const [card] = await open(bank, alice, await apply(bank, alice, SECURED), 500, fund.id);
      expect(await getBalance(bank, fund.id)).toBe('0.00');
      if (way === 'close') await bank.asCustomer(alice)`select close_credit_card(${card?.id})`;
      else await simulateDays(bank, alice, 250);
      expect(await getBalance(bank, fund.id)).not.toBe('0.00');
      const [row] = await bank.owner`select security_deposit from credit_cards where id = ${card?.id}`;
      expect(row).toEqual({ security_deposit: null });
      await expectSoundBooks(bank);
    },
  );

  test('cannot be closed while no account can receive the deposit', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 500 });
    const [card] = await open(bank, alice, await apply(bank, alice, SECURED), 500, account.id);
    const customer = bank.asCustomer(alice);
    await customer`select close_account(${account.id})`;
    expect((await getRefusal(customer`select close_credit_card(${card?.id})`)).code).toBe('OWING');
  });

  test('returns the deposit after seven payments on time', async ({ bank, alice }) => {
    const account = await openAccount(bank, alice, { balance: 500 });
    const [card] = await open(bank, alice, await apply(bank, alice, SECURED), 300, account.id);
    await simulateDays(bank, alice, 250);
    const [row] = await bank.owner`select * from credit_cards where id = ${card?.id}`;
    expect(row).toMatchObject({ security_deposit: null, credit_limit: '300.00' });
    expect(await getBalance(bank, account.id)).toBe('500.00');
    expect(await bank.owner`select kind from household_events where kind = 'card_graduated'`).toHaveLength(1);
    await expectSoundBooks(bank);
  });
});

describe('bonus categories', () => {
  test('can be activated in the days that the engine knows', async ({ bank }) => {
    for (const day of ['2026-01-01', '2026-03-14', '2026-06-30', '2028-02-29', '2026-12-31']) {
      const [days] =
        await bank.owner`select quarter::text, last_day::text from bank.activation_days(${day}::date)`;
      const { start, activateBy } = getQuarter(parseDay(day));
      expect([parseDay(days?.['quarter']), parseDay(days?.['last_day'])], day).toEqual([start, activateBy]);
    }
  });

  test('are activated once, on the card that has them', async ({ bank, alice, bob }) => {
    const other = await openCard(bank, alice);
    const [card] = await open(
      bank,
      alice,
      await apply(bank, alice, { ...VOYAGE, product: 'quarter_five', name: 'Quarter Five' }),
    );
    const activate = (person: Person, id: string) =>
      bank.asCustomer(person)`select * from activate_categories(${id})`;
    const [{ today }] = (await bank.owner`select bank.today_for(${alice.id})::text as today`) as [
      { today: string },
    ];
    const { start, activateBy } = getQuarter(parseDay(today));
    if (parseDay(today) <= activateBy) {
      const [active] = await activate(alice, card?.id);
      expect(active?.['activated_quarters']).toHaveLength(1);
      expect((await activate(alice, card?.id))[0]?.['activated_quarters']).toEqual(
        active?.['activated_quarters'],
      );
    } else expect((await getRefusal(activate(alice, card?.id))).code).toBe('NOELG');
    expect(start).toBeLessThanOrEqual(parseDay(today));
    expect((await getRefusal(activate(alice, other.id))).code).toBe('NOELG');
    expect((await getRefusal(activate(bob, card?.id))).code).toBe('NTFND');
  });
});

describe('a purchase in another currency', () => {
  const abroad = (
    bank: Bank,
    person: Person,
    card: string,
    amount: unknown,
    currency = 'EUR',
    request: string | null = null,
  ) =>
    bank.asCustomer(person)`
      select * from charge_abroad(${card}, ${amount as number}::numeric, ${currency}, 'Hotel', 'Entertainment', ${request})`;

  test('is converted at the rate of the day, with a fee of 3%: 80.00 is 91.34 and 2.74', async ({
    bank,
    alice,
    bob,
  }) => {
    await bank.owner`update exchange_rates set rate = 1.1418 where base = 'EUR' and quote = 'USD'`;
    const { id } = await openCard(bank, alice, { limit: 100 });
    const [card] = await abroad(bank, alice, id, 80, 'EUR', 'trip');
    expect(card).toMatchObject({ balance: '94.08' });
    expect((await abroad(bank, alice, id, 80, 'EUR', 'trip'))[0]).toEqual(card);
    expect(
      await bank.asCustomer(alice)`
        select kind, description, merchant, category, amount from card_activity where card_id = ${id} order by entry_id`,
    ).toEqual([
      {
        kind: 'card_charge',
        description: '€80.00 at 1.1418',
        merchant: 'Hotel',
        category: 'Entertainment',
        amount: '91.34',
      },
      {
        kind: 'fee',
        description: expect.stringMatching(/ foreign transaction fee$/),
        merchant: null,
        category: 'Other',
        amount: '2.74',
      },
    ]);
    for (const [amount, currency, code] of [
      [10, 'EUR', 'OVRLM'],
      [10, 'USD', 'BADCU'],
      [10, 'XXX', 'BADCU'],
      [-1, 'EUR', 'BADAM'],
      [0, 'EUR', 'BADAM'],
      ['NaN', 'EUR', 'BADAM'],
      [0.001, 'EUR', 'BADAM'],
    ] as const)
      expect(
        (await getRefusal(abroad(bank, alice, id, amount, currency))).code,
        `${amount} ${currency}`,
      ).toBe(code);
    expect((await getRefusal(abroad(bank, bob, id, 1))).code).toBe('NTFND');
    expect((await getRefusal(abroad(bank, alice, id, 80, 'GBP', 'trip'))).code).toBe('RQDIF');
    await expectSoundBooks(bank);
  });

  test('costs what the catalog says', async ({ bank, alice }) => {
    for (const id of CARD_PRODUCT_IDS) {
      const [row] = await bank.owner`select bank.foreign_fee_percent(${id})::float as percent`;
      expect(row?.['percent'], id).toBe(CARD_PRODUCTS[id].foreignFee);
    }
    const [added] = await bank.owner`select bank.foreign_fee_percent(null)::float as percent`;
    expect(added?.['percent']).toBe(ADDED_CARD_FOREIGN_FEE);
    const [card] = await open(bank, alice, await apply(bank, alice, VOYAGE));
    await abroad(bank, alice, card?.id, 50);
    expect(await bank.asCustomer(alice)`select kind from card_activity where card_id = ${card?.id}`).toEqual([
      { kind: 'card_charge' },
    ]);
  });
});

describe('purchases above the limit', () => {
  test('are allowed up to 10% above it, only after an opt-in', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice, { limit: 100 });
    const customer = bank.asCustomer(alice);
    const charge = (amount: number) => customer`select * from charge_credit_card(${id}, ${amount}, 'Shop')`;
    expect((await getRefusal(charge(100.01))).code).toBe('OVRLM');
    await bank.asCustomer(bob)`update credit_cards set over_limit = true where id = ${id}`;
    expect((await getRefusal(charge(100.01))).code).toBe('OVRLM');
    await customer`update credit_cards set over_limit = true where id = ${id}`;
    expect((await getRefusal(charge(110.01))).code).toBe('OVRLM');
    expect((await charge(110))[0]).toMatchObject({ balance: '110.00' });
    const [room] =
      await customer`select available_credit(c) as available from credit_cards c where id = ${id}`;
    expect(room).toEqual({ available: '0' });
    await simulateDays(bank, alice, 6);
    const fees =
      await customer`select description, amount from card_activity where card_id = ${id} and kind = 'fee'`;
    expect(fees).toEqual([{ description: expect.stringMatching(/ over-limit fee$/), amount: '10.00' }]);
    await customer`update credit_cards set over_limit = false where id = ${id}`;
    expect((await getRefusal(charge(1))).code).toBe('OVRLM');
    const [terms] =
      await bank.owner`select bank.over_limit_room(c)::float as room from credit_cards c where id = ${id}`;
    expect(terms).toEqual({ room: 0 });
    expect(OVER_LIMIT.percent).toBe(10);
    await expectSoundBooks(bank);
  });
});

test('the bank knows the products of the catalog', async ({ bank }) => {
  const [check] = await bank.owner`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'credit_cards_product_check'`;
  expect(check?.['text'].match(/'(\w+)'/g)).toEqual(CARD_PRODUCT_IDS.map((id) => `'${id}'`));
  expect(CARD_PRODUCTS.anchor_secured.limits).toEqual(DEPOSIT);
});
