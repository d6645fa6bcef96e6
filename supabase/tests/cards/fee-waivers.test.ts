import { describe, expect } from 'vitest';
import { openCard, owedOn, passTime, simulateDays } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks, getRefusal, openAccount } from '../support/household.ts';

/** Simulates a card whose first payment is missed, and returns the card with the entry of the late fee. */
async function getLateCard(bank: Bank, person: Person, days = 32) {
  const { id } = await openCard(bank, person, { balance: 500 });
  await simulateDays(bank, person, days);
  const [fee] = await bank.asCustomer(person)`
    select entry_id, amount from card_activity where card_id = ${id} and kind = 'fee' order by entry_id limit 1`;
  return { id, fee: fee as { entry_id: string; amount: string } };
}

const waive = (
  bank: Bank,
  person: Person,
  cardId: string,
  entryId: string | null,
  request: string | null = null,
) => bank.asCustomer(person)`select * from request_fee_waiver(${cardId}, ${entryId}, ${request})`;

const getMessage = async (attempt: Promise<unknown>) =>
  (await attempt.then(
    () => undefined,
    (error: Error) => error.message,
  )) as string;

describe('a fee waiver', () => {
  test('reverses a late fee, moves the money once, and shows both in the activity', async ({
    bank,
    alice,
  }) => {
    const { id, fee } = await getLateCard(bank, alice);
    expect(fee.amount).toBe('25.00');
    const before = Number(await owedOn(bank, id));
    const first = await waive(bank, alice, id, fee.entry_id, 'waive');
    expect(await waive(bank, alice, id, fee.entry_id, 'waive')).toEqual(first);
    expect(Number(await owedOn(bank, id))).toBe(before - 25);
    expect(
      await bank.asCustomer(alice)`
        select kind, description, category, amount, can_waive from card_activity
        where card_id = ${id} and kind in ('fee', 'fee_waived') order by entry_id`,
    ).toEqual([
      { kind: 'fee', description: 'Blue late fee', category: 'Other', amount: '25.00', can_waive: false },
      {
        kind: 'fee_waived',
        description: 'Waived: Blue late fee',
        category: 'Other',
        amount: '-25.00',
        can_waive: false,
      },
    ]);
    expect(
      (
        await bank.owner`select reverses from bank.entries where kind = 'fee_waived' and household_id = ${alice.id}`
      )[0],
    ).toEqual({ reverses: fee.entry_id });
    expect(await getRefusal(waive(bank, alice, id, fee.entry_id))).toMatchObject({ code: 'NOWAV' });
    await simulateDays(bank, alice, 60);
    await expectSoundBooks(bank);
  });

  test('reverses a foreign transaction fee, but no cash advance fee', async ({ bank, alice }) => {
    const { id } = await openCard(bank, alice, { limit: 900 });
    const account = await openAccount(bank, alice, { balance: 10 });
    const customer = bank.asCustomer(alice);
    await customer`select charge_abroad(${id}, 80, 'EUR', 'Hotel', 'Entertainment')`;
    await customer`select take_cash_advance(${id}, ${account.id}, 50)`;
    const fees = await customer`
      select entry_id, amount, can_waive from card_activity where card_id = ${id} and kind = 'fee' order by entry_id`;
    expect(fees.map(({ can_waive }) => can_waive)).toEqual([true, false]);
    const [foreign, cash] = fees;
    const before = Number(await owedOn(bank, id));
    expect(await getRefusal(waive(bank, alice, id, cash?.entry_id))).toMatchObject({ code: 'NOWAV' });
    await waive(bank, alice, id, foreign?.entry_id);
    expect(Number(await owedOn(bank, id))).toBeCloseTo(before - Number(foreign?.amount), 6);
    expect(await getRefusal(waive(bank, alice, id, foreign?.entry_id))).toMatchObject({ code: 'NOWAV' });
    await simulateDays(bank, alice, 40);
    await expectSoundBooks(bank);
  });

  test('is refused for a second fee within 12 months, with the day from which the customer can ask', async ({
    bank,
    alice,
  }) => {
    const { id, fee } = await getLateCard(bank, alice);
    await waive(bank, alice, id, fee.entry_id);
    await simulateDays(bank, alice, 30);
    const [second] = await bank.asCustomer(alice)`
      select entry_id from card_activity where card_id = ${id} and kind = 'fee' order by entry_id desc limit 1`;
    const [dates] = await bank.owner`
      select bank.format_date(day, bank.today_for(c.id)) as waived, bank.format_date(
        (day + interval '1 year')::date + 1, bank.today_for(c.id)) as again
      from customers c join bank.entries e on e.household_id = c.id and e.kind = 'fee_waived',
        lateral (select (e.value_at at time zone c.time_zone)::date as day) as d
      where c.id = ${alice.id}`;
    expect(await getMessage(waive(bank, alice, id, second?.entry_id as string))).toBe(
      `We waived a fee on ${dates?.waived}. You can ask again starting ${dates?.again}.`,
    );
  });

  test('is refused if another payment was late, and for entries that are no penalty fee', async ({
    bank,
    alice,
  }) => {
    const { id } = await getLateCard(bank, alice, 70);
    const rows = await bank.asCustomer(alice)`
      select entry_id, kind, can_waive from card_activity where card_id = ${id} order by entry_id`;
    const ofKind = (kind: string) => rows.find((row) => row.kind === kind)?.entry_id as string;
    expect(rows.filter(({ kind }) => kind === 'fee')).toHaveLength(2);
    expect(await getMessage(waive(bank, alice, id, ofKind('fee')))).toMatch(/A payment was late on /);
    expect(await getMessage(waive(bank, alice, id, ofKind('interest')))).toBe(
      'We waive only late fees, returned payment fees, foreign transaction fees, and monthly fees.',
    );
    await passTime(bank, alice, '2 years');
    expect(await getMessage(waive(bank, alice, id, ofKind('fee')))).toMatch(
      /^We waive a fee for up to 12 months/,
    );
  });

  test('is refused for another customer, another card, and a closed card', async ({ bank, alice, bob }) => {
    const { id, fee } = await getLateCard(bank, alice);
    const other = await openCard(bank, alice);
    const theirs = await openCard(bank, bob);
    expect(await getRefusal(waive(bank, bob, id, fee.entry_id))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(waive(bank, bob, theirs.id, fee.entry_id))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(waive(bank, alice, other.id, fee.entry_id))).toMatchObject({ code: 'NTFND' });
    expect(await getRefusal(waive(bank, alice, id, null))).toMatchObject({ code: 'NTFND' });
    expect(await owedOn(bank, theirs.id)).toBe('0.00');
  });
});
