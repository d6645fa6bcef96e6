import { describe, expect } from 'vitest';
import {
  expectCardRefusal,
  expectStatementsReconciled,
  NO_AMOUNTS,
  openCard,
  owedOn,
  passTime,
  simulateDays,
} from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

type Charge = { amount?: number; merchant?: string | null; category?: string };

async function charge(
  bank: Bank,
  person: Person,
  cardId: string,
  { amount = 100, merchant = 'Grocer', category = 'Food' }: Charge = {},
) {
  const [card] = await bank.asCustomer(person)`
    select last_entry from charge_credit_card(${cardId}, ${amount}, ${merchant}, ${category})`;
  return card?.last_entry as string;
}

const open = async (
  bank: Bank,
  person: Person,
  cardId: string,
  entry: string,
  reason: string | null = 'other',
  amount: number | string = 100,
) =>
  (
    await bank.asCustomer(person)`
      select *, decide_on - simulated_now()::date as days from open_dispute(${cardId}, ${entry}, ${amount}::numeric, ${reason})`
  )[0] as { id: string; decide_on: Date; days: number };

const getEnd = async (bank: Bank, person: Person, id: string) =>
  (await bank.asCustomer(person)`select status, outcome from disputes where id = ${id}`)[0];

describe('a dispute', () => {
  test('credits the amount immediately, and states what happened and when it is decided', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice);
    const entry = await charge(bank, alice, id);
    const customer = bank.asCustomer(alice);
    await customer`update credit_cards set frozen = true where id = ${id}`;
    const [dispute] = await customer`
      select * from open_dispute(${id}, ${entry}, 60, 'not_received', ' Never came ')`;
    expect(dispute).toMatchObject({
      card_id: id,
      entry_id: entry,
      merchant: 'Grocer',
      category: 'Food',
      amount: '60.00',
      currency: 'USD',
      reason: 'not_received',
      description: 'Never came',
      status: 'in_review',
      outcome: null,
      decided_at: null,
    });
    expect(await owedOn(bank, id)).toBe('40.00');
    const [newest] =
      await customer`select * from card_activity where card_id = ${id} order by entry_id desc limit 1`;
    expect(newest).toMatchObject({
      kind: 'dispute_credit',
      amount: '-60.00',
      merchant: 'Grocer',
      category: 'Food',
    });
    expect(await customer`select kind, subject from household_events`).toEqual([
      { kind: 'dispute_opened', subject: dispute?.id },
    ]);
    await expectSoundBooks(bank);
  });

  test('may leave a credit balance if the charge was paid', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const entry = await charge(bank, alice, id);
    await bank.asCustomer(alice)`select pay_credit_card(${id}, 100)`;
    await open(bank, alice, id, entry);
    expect(await owedOn(bank, id)).toBe('-100.00');
    await expectSoundBooks(bank);
  });

  test('keeps the credit if won and reverses it if lost, on the decision day', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const [first, second] = [
      await charge(bank, alice, id),
      await charge(bank, alice, id, { merchant: 'Florist' }),
    ];
    const won = await open(bank, alice, id, first, 'wrong_amount', 30);
    const lost = await open(bank, alice, id, second, 'wrong_amount', 100);
    expect([won.days, lost.days]).toEqual([14, 14]);
    await simulateDays(bank, alice, 13);
    expect(await getEnd(bank, alice, won.id)).toEqual({ status: 'in_review', outcome: null });
    expect(await owedOn(bank, id)).toBe('70.00');
    const step = await simulateDays(bank, alice, 2);
    expect(step.events.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['dispute_won', 'dispute_lost', 'dispute_reversal']),
    );
    expect(await getEnd(bank, alice, won.id)).toEqual({
      status: 'won',
      outcome: "The merchant didn't provide a receipt for the difference.",
    });
    expect(await getEnd(bank, alice, lost.id)).toEqual({
      status: 'lost',
      outcome: 'The merchant provided a receipt for the full amount.',
    });
    expect(await owedOn(bank, id)).toBe('170.00');
    const notifications = await bank.asCustomer(
      alice,
    )`select kind, subject from household_events where kind ~ '^dispute_(won|lost)'`;
    expect(notifications).toHaveLength(2);
    await simulateDays(bank, alice, 60);
    await expectStatementsReconciled(bank, id, 3);
    expect(
      await bank.asCustomer(alice)`select from card_activity where kind = 'dispute_reversal'`,
    ).toHaveLength(1);
    await expectSoundBooks(bank);
  });

  for (const [reason, end, resolution] of [
    ['fraud', 'lost', 'nothing was reported'],
    ['fraud', 'won', 'the card was reported stolen before'],
    ['fraud', 'lost', 'the card was damaged'],
    ['not_received', 'lost', 'the charge is fresh'],
    ['not_received', 'won', 'a week has passed'],
    ['duplicate', 'lost', 'there is no other charge'],
    ['duplicate', 'won', 'there was the same charge two days before'],
    ['duplicate', 'lost', 'there was the same charge four days before'],
    ['duplicate', 'lost', 'another shop charged the same'],
    ['duplicate', 'lost', 'the other charge is disputed itself'],
    ['other', 'lost', 'nothing speaks for it'],
  ] as const) {
    test(`with the reason ${reason} is ${end} when ${resolution}`, async ({ bank, alice }) => {
      const { id } = await openCard(bank, alice);
      const customer = bank.asCustomer(alice);
      if (resolution.startsWith('the card was reported'))
        await customer`select replace_credit_card(${id}, 'stolen')`;
      if (resolution === 'the card was damaged') await customer`select replace_credit_card(${id}, 'damaged')`;
      const before =
        reason === 'duplicate' && resolution !== 'there is no other charge'
          ? await charge(bank, alice, id, {
              merchant: resolution.startsWith('another') ? 'Florist' : 'grocer',
            })
          : '';
      await simulateDays(bank, alice, resolution.includes('four days') ? 4 : 2);
      const entry = await charge(bank, alice, id);
      if (resolution === 'a week has passed') await simulateDays(bank, alice, 7);
      if (resolution.includes('disputed itself')) await open(bank, alice, id, before, 'duplicate');
      const dispute = await open(bank, alice, id, entry, reason);
      await simulateDays(bank, alice, dispute.days + 1);
      const outcome = await getEnd(bank, alice, dispute.id);
      expect(outcome).toEqual({ status: end, outcome: expect.stringMatching(/^(The|You) .*\.$/) });
      await expectSoundBooks(bank);
    });
  }

  test('about simulated fraud is won for any reason and credited once', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`
      insert into shocks (shock, on_date, size, product_id)
      values ('card_fraud', (simulated_now() + interval '1 day')::date, 80, ${id})`;
    await simulateDays(bank, alice, 3);
    const [entry] = await customer`select entry_id from card_activity where kind = 'card_charge'`;
    const dispute = await open(bank, alice, id, entry?.entry_id, 'other', 80);
    await simulateDays(bank, alice, 60);
    expect(await getEnd(bank, alice, dispute.id)).toMatchObject({ status: 'won' });
    expect(await owedOn(bank, id)).toBe('0.00');
    expect(await customer`select kind from card_activity order by entry_id`).toEqual([
      { kind: 'card_charge' },
      { kind: 'dispute_credit' },
    ]);
    await expectSoundBooks(bank);
  });

  test('about fraud that the bank has already credited is refused', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    await customer`
      insert into shocks (shock, on_date, size, product_id)
      values ('card_fraud', (simulated_now() + interval '1 day')::date, 80, ${id})`;
    await simulateDays(bank, alice, 13);
    const [entry] = await customer`select entry_id from card_activity where kind = 'card_charge'`;
    expect(await getRefusal(open(bank, alice, id, entry?.entry_id, 'fraud', 80))).toMatchObject({
      code: 'NODIS',
      detail: { why: 'credited' },
    });
    expect(await owedOn(bank, id)).toBe('0.00');
    await expectSoundBooks(bank);
  });

  test('reverses the reward of the purchase', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const entry = await charge(bank, alice, id);
    await charge(bank, alice, id, { amount: 200, category: 'Other' });
    await open(bank, alice, id, entry, 'not_received');
    await simulateDays(bank, alice, 8);
    const [card] = await bank.asCustomer(alice)`select rewards_balance from credit_cards where id = ${id}`;
    expect(Number(card?.rewards_balance)).toBe(2);
    await expectStatementsReconciled(bank, id, 1);
    await expectSoundBooks(bank);
  });

  test('prevents closing the card', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const dispute = await open(bank, alice, id, await charge(bank, alice, id));
    const customer = bank.asCustomer(alice);
    expect(await getRefusal(customer`select close_credit_card(${id})`)).toMatchObject({
      code: 'OWING',
      detail: { balance: 0, disputes: 1 },
    });
    await customer`select withdraw_dispute(${dispute.id})`;
    await customer`select pay_credit_card(${id}, 100)`;
    await customer`select close_credit_card(${id})`;
    await expectSoundBooks(bank);
  });
});

describe('a withdrawn dispute', () => {
  test('is owed again, once, and may be opened again', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice);
    const entry = await charge(bank, alice, id);
    const dispute = await open(bank, alice, id, entry);
    const customer = bank.asCustomer(alice);
    await expect(bank.asCustomer(bob)`select withdraw_dispute(${dispute.id})`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(bank.asVisitor()`select withdraw_dispute(${dispute.id})`).rejects.toMatchObject({
      code: '42501',
    });
    await customer`update credit_cards set frozen = true where id = ${id}`;
    const withdraw = () => customer`select * from withdraw_dispute(${dispute.id}, 'one')`;
    const [withdrawn] = await withdraw();
    expect(withdrawn).toMatchObject({ status: 'withdrawn', outcome: 'You withdrew the dispute.' });
    expect(await withdraw()).toEqual([withdrawn]);
    expect(await owedOn(bank, id)).toBe('100.00');
    expect(await getRefusal(customer`select withdraw_dispute(${dispute.id})`)).toMatchObject({
      code: 'DCIDD',
      detail: { status: 'withdrawn' },
    });
    const repeated = await open(bank, alice, id, entry, 'wrong_amount', 10);
    await simulateDays(bank, alice, 50);
    expect(await getEnd(bank, alice, repeated.id)).toMatchObject({ status: 'won' });
    expect(await getEnd(bank, alice, dispute.id)).toMatchObject({ status: 'withdrawn' });
    expect(await getRefusal(customer`select withdraw_dispute(${repeated.id})`)).toMatchObject({
      code: 'DCIDD',
      detail: { status: 'won' },
    });
    await expectStatementsReconciled(bank, id, 2);
    await expectSoundBooks(bank);
  });
});

describe('a dispute is refused', () => {
  test('for anything but a charge, or one that is too old, too large, or already disputed', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice);
    const entry = await charge(bank, alice, id);
    const customer = bank.asCustomer(alice);
    const [paid] = await customer`select last_entry from pay_credit_card(${id}, 5)`;
    const findReason = async (attempt: Promise<unknown>) => {
      const { code, detail } = await getRefusal(attempt);
      expect(code).toBe('NODIS');
      return detail;
    };
    expect(await findReason(open(bank, alice, id, paid?.last_entry, 'other', 5))).toMatchObject({
      why: 'kind',
    });
    expect(await findReason(open(bank, alice, id, entry, 'other', 100.01))).toMatchObject({
      why: 'amount',
      highest: 100,
    });
    await open(bank, alice, id, entry, 'other', 1);
    expect(await findReason(open(bank, alice, id, entry, 'other', 1))).toMatchObject({ why: 'disputed' });
    const old = await charge(bank, alice, id);
    await passTime(bank, alice, '121 days');
    expect(await findReason(open(bank, alice, id, old))).toMatchObject({ why: 'age', days: 120 });
    expect(await owedOn(bank, id)).toBe('194.00');
    await expectSoundBooks(bank);
  });

  test("for another customer's charge, an unknown one, or an invalid amount or reason", async ({
    bank,
    alice,
    bob,
  }) => {
    const [hers, secondCard, his] = [
      await openCard(bank, alice),
      await openCard(bank, alice),
      await openCard(bank, bob),
    ];
    const entry = await charge(bank, alice, hers.id);
    const account = await openAccount(bank, alice, { balance: 5 });
    for (const [person, card, strange] of [
      [bob, hers.id, entry],
      [bob, his.id, entry],
      [alice, secondCard.id, entry],
      [alice, hers.id, account.last_entry ?? ''],
      [alice, hers.id, '999999999'],
    ] as const)
      await expectCardRefusal(bank, 'NTFND', card, () => open(bank, person, card, strange, 'other', 5));
    await expectCardRefusal(
      bank,
      '42501',
      hers.id,
      () => bank.asVisitor()`select open_dispute(${hers.id}, ${entry}, 5, 'other')`,
    );
    for (const amount of NO_AMOUNTS)
      await expectCardRefusal(bank, 'BADAM', hers.id, () =>
        open(bank, alice, hers.id, entry, 'other', amount),
      );
    for (const reason of ['boredom', null])
      await expectCardRefusal(bank, 'BADTY', hers.id, () => open(bank, alice, hers.id, entry, reason, 5));
    const request = (amount: number) => bank.asCustomer(alice)`
      select * from open_dispute(${hers.id}, ${entry}, ${amount}, 'other', request_id => 'one')`;
    expect(await request(5)).toEqual(await request(5));
    await expectCardRefusal(bank, 'RQDIF', hers.id, () => request(6));
    expect(await owedOn(bank, hers.id)).toBe('95.00');
    await expectSoundBooks(bank);
  });
});

describe('the outcome of a dispute', () => {
  test("can't be read or written by the customer before the decision day", async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice);
    const dispute = await open(bank, alice, id, await charge(bank, alice, id), 'wrong_amount', 5);
    const customer = bank.asCustomer(alice);
    for (const attempt of [
      customer`select * from bank.dispute_outcomes`,
      customer`update disputes set status = 'won'`,
      customer`delete from disputes`,
    ])
      await expect(attempt).rejects.toMatchObject({ code: '42501' });
    const [mine] = await customer`select my_household() as told`;
    expect(mine?.told.disputes).toEqual([
      expect.objectContaining({ id: dispute.id, amount: 500, decide_on: expect.any(String) }),
    ]);
    expect(JSON.stringify(mine?.told)).not.toContain('"won"');
    expect(Object.keys(mine?.told.disputes[0])).not.toContain('outcome');
    const [file] = await customer`select export_household() as told`;
    expect(JSON.stringify(file?.told)).not.toContain('"won"');
    await expectSoundBooks(bank);
  });
});
