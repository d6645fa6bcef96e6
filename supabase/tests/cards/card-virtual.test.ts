import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCardRefusal, NO_AMOUNTS, openCard, owedOn, passTime } from '../support/card-household.ts';
import { type Bank, type CommittedBank, openCommittedBank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal } from '../support/household.ts';

type RequestInput = { limit?: number | null; merchant?: string | null; once?: boolean };

async function makeVirtual(
  bank: Bank,
  person: Person,
  cardId: string,
  { limit = null, merchant = null, once = false }: RequestInput = {},
) {
  const [created] = await bank.asCustomer(person)`
    select * from create_virtual_card(${cardId}, 'Trial', ${limit}, ${merchant}, ${once})`;
  return created as { id: string; card_number: string };
}

const chargeWith =
  (bank: Bank, person: Person, cardId: string) =>
  (
    virtualId: string | null,
    amount: number | string,
    merchant: string | null = null,
    request: string | null = null,
  ) =>
    bank.asCustomer(person)`
      select * from charge_credit_card(${cardId}, ${amount}::numeric, merchant => ${merchant}, request_id => ${request},
        virtual_card_id => ${virtualId})`;

describe('a virtual card', () => {
  test('charges its card under its own number', async ({ bank, alice }) => {
    const { id, card_number } = await openCard(bank, alice);
    const virtual = await makeVirtual(bank, alice, id, { limit: 100 });
    const charge = chargeWith(bank, alice, id);
    expect(virtual.card_number).toMatch(/^0000\d{12}$/);
    expect(virtual.card_number).not.toBe(card_number);
    const [card] = await charge(virtual.id, 60, 'Shop');
    expect(card).toMatchObject({ id, balance: '60.00' });
    expect(await getRefusal(charge(virtual.id, 40.01))).toEqual({
      code: 'SPLIM',
      detail: { rule: 'virtual', limit: 100, spent: 60, amount: 40.01, merchant: null, currency: 'USD' },
    });
    await charge(virtual.id, 40);
    await charge(null, 5);
    const customer = bank.asCustomer(alice);
    expect(await customer`select spent, status from virtual_cards`).toEqual([
      { spent: '100.00', status: 'active' },
    ]);
    expect(await customer`select description, amount from card_activity order by entry_id`).toEqual([
      { description: 'Virtual card Trial', amount: '60.00' },
      { description: 'Virtual card Trial', amount: '40.00' },
      { description: null, amount: '5.00' },
    ]);
    await expectSoundBooks(bank);
  });

  test('counts its spending also when the charge has a description', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const virtual = await makeVirtual(bank, alice, id, { once: true });
    const customer = bank.asCustomer(alice);
    await customer`
      select charge_credit_card(${id}, 7, description => 'Lunch', virtual_card_id => ${virtual.id})`;
    expect(await customer`select spent, status from virtual_cards`).toEqual([
      { spent: '7.00', status: 'used' },
    ]);
    await expectCardRefusal(bank, 'CLOSD', id, () => chargeWith(bank, alice, id)(virtual.id, 1));
    await expectSoundBooks(bank);
  });

  test('is locked to its merchant, however the name is spelled', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const { id: virtual } = await makeVirtual(bank, alice, id, { merchant: 'Corner Shop' });
    const charge = chargeWith(bank, alice, id);
    await charge(virtual, 5, ' corner shop ');
    expect(await getRefusal(charge(virtual, 5, 'Other'))).toMatchObject({
      code: 'SPLIM',
      detail: { rule: 'merchant', merchant: 'Corner Shop' },
    });
    await expectCardRefusal(bank, 'SPLIM', id, () => charge(virtual, 5));
    await expectSoundBooks(bank);
  });

  test('freezes and closes apart from its card, and a frozen card freezes it too', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice);
    const { id: virtual } = await makeVirtual(bank, alice, id);
    const charge = chargeWith(bank, alice, id);
    const customer = bank.asCustomer(alice);
    const set = (status: string | null) =>
      customer`select * from set_virtual_card_status(${virtual}, ${status})`;
    await set('frozen');
    expect(await getRefusal(charge(virtual, 5))).toEqual({ code: 'FROZN', detail: { virtual: true } });
    await charge(null, 5);
    await set('active');
    await customer`update credit_cards set frozen = true where id = ${id}`;
    expect(await getRefusal(charge(virtual, 5))).toEqual({ code: 'FROZN', detail: { virtual: false } });
    await customer`update credit_cards set frozen = false where id = ${id}`;
    await charge(virtual, 5);
    for (const status of ['used', 'asleep', null])
      await expect(set(status)).rejects.toMatchObject({ code: 'BADTY' });
    expect(await set('closed')).toMatchObject([{ status: 'closed' }]);
    expect(await set('closed')).toMatchObject([{ status: 'closed' }]);
    await expect(set('active')).rejects.toMatchObject({ code: 'CLOSD' });
    await expectCardRefusal(bank, 'CLOSD', id, () => charge(virtual, 5));
    await expectSoundBooks(bank);
  });

  test("expires after two years and obeys the card's limit and controls", async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 100 });
    const { id: virtual } = await makeVirtual(bank, alice, id, { limit: 500 });
    const charge = chargeWith(bank, alice, id);
    await expectCardRefusal(bank, 'OVRLM', id, () => charge(virtual, 101));
    await bank.asCustomer(
      alice,
    )`insert into card_controls (card_id, kind, amount) values (${id}, 'transaction', 20)`;
    await expectCardRefusal(bank, 'SPLIM', id, () => charge(virtual, 21));
    await charge(virtual, 20);
    await passTime(bank, alice, '26 months');
    await expectCardRefusal(bank, 'CLOSD', id, () => charge(virtual, 5));
    expect(await bank.owner`select spent from virtual_cards`).toEqual([{ spent: '20.00' }]);
    await expectSoundBooks(bank);
  });

  test('is created and charged once per request', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const make = (limit: number) =>
      customer`select * from create_virtual_card(${id}, 'Trial', ${limit}, request_id => 'make')`;
    const [virtual] = await make(50);
    expect(await make(50)).toEqual([virtual]);
    await expect(make(51)).rejects.toMatchObject({ code: 'RQDIF' });
    const charge = chargeWith(bank, alice, id);
    expect(await charge(virtual?.id, 30, null, 'buy')).toEqual(await charge(virtual?.id, 30, null, 'buy'));
    await expect(charge(null, 30, null, 'buy')).rejects.toMatchObject({ code: 'RQDIF' });
    expect(await bank.owner`select spent from virtual_cards`).toEqual([{ spent: '30.00' }]);
    expect(await owedOn(bank, id)).toBe('30.00');
    await expectSoundBooks(bank);
  });

  test('has a valid name and limit', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const virtual = await makeVirtual(bank, alice, id);
    const customer = bank.asCustomer(alice);
    for (const amount of NO_AMOUNTS) {
      await expect(
        customer`select create_virtual_card(${id}, 'Trial', ${amount}::numeric)`,
        amount,
      ).rejects.toMatchObject({ code: 'BADAM' });
      await expectCardRefusal(bank, 'BADAM', id, () => chargeWith(bank, alice, id)(virtual.id, amount));
    }
    for (const name of [null, ' ', 'x'.repeat(81)])
      await expect(customer`select create_virtual_card(${id}, ${name})`).rejects.toMatchObject({
        code: 'BADNM',
      });
    await expect(
      customer`select create_virtual_card(${id}, 'Trial', merchant => ${'x'.repeat(121)})`,
    ).rejects.toMatchObject({ code: 'BADTX' });
    for (let count = 1; count < 50; count += 1) await makeVirtual(bank, alice, id);
    await expect(makeVirtual(bank, alice, id)).rejects.toMatchObject({ code: 'LIMIT' });
    await customer`select set_virtual_card_status(${virtual.id}, 'closed')`;
    await makeVirtual(bank, alice, id);
    await expectSoundBooks(bank);
  });

  test("is unknown to another customer and doesn't work with another card", async ({ bank, alice, bob }) => {
    const [hers, secondCard, his] = [
      await openCard(bank, alice),
      await openCard(bank, alice),
      await openCard(bank, bob),
    ];
    const { id: virtual } = await makeVirtual(bank, alice, hers.id);
    await expectCardRefusal(bank, 'NTFND', secondCard.id, () =>
      chargeWith(bank, alice, secondCard.id)(virtual, 5),
    );
    await expectCardRefusal(bank, 'NTFND', his.id, () => chargeWith(bank, bob, his.id)(virtual, 5));
    for (const [query, code] of [
      [bank.asCustomer(bob), 'NTFND'],
      [bank.asVisitor(), '42501'],
    ] as const) {
      await expect(query`select set_virtual_card_status(${virtual}, 'closed')`).rejects.toMatchObject({
        code,
      });
      await expect(query`select create_virtual_card(${hers.id}, 'Mine')`).rejects.toMatchObject({ code });
      await expectCardRefusal(
        bank,
        code,
        hers.id,
        () => query`select charge_credit_card(${hers.id}, 5, virtual_card_id => ${virtual})`,
      );
    }
    for (const attempt of [
      bank.asCustomer(alice)`update virtual_cards set spent = 0`,
      bank.asCustomer(alice)`delete from virtual_cards`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    await expectSoundBooks(bank);
  });
});

describe('parallel charges on a virtual card', () => {
  let bank: CommittedBank;
  beforeAll(async () => {
    bank = await openCommittedBank(8);
  });
  afterAll(() => bank.close());

  it('never exceed its limit, and use a single-use card once', async () => {
    const [person] = await bank.openCustomers(1);
    if (!person) throw new Error('no customer');
    const { id } = await openCard(bank, person);
    const limited = await makeVirtual(bank, person, id, { limit: 30 });
    const once = await makeVirtual(bank, person, id, { once: true });
    const outcomes = await Promise.all(
      [limited, once].flatMap((virtual) =>
        Array.from({ length: 6 }, () =>
          chargeWith(
            bank,
            person,
            id,
          )(virtual.id, 10).then(
            () => 'done',
            (error) => error.code,
          ),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([
      ...Array(5).fill('CLOSD'),
      ...Array(3).fill('SPLIM'),
      ...Array(4).fill('done'),
    ]);
    expect(await owedOn(bank, id)).toBe('40.00');
    await expectSoundBooks(bank);
  });
});
