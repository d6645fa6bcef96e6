import { describe, expect } from 'vitest';
import { openCard, owedOn, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';
import { expectSoundBooks } from '../support/household.ts';

const getSecrets = async (bank: Bank, person: Person, cardId: string) =>
  (await bank.asCustomer(person)`select reveal_card_details(${cardId}) as told`)[0]?.told;

describe('card details', () => {
  test('are revealed only to the owner, the same each time', async ({ bank, alice, bob }) => {
    const { id, card_number } = await openCard(bank, alice);
    const secrets = await getSecrets(bank, alice, id);
    expect(secrets).toEqual({
      card_number,
      expires_on: expect.stringMatching(/^\d{4}-\d\d-(28|29|30|31)$/),
      security_code: expect.stringMatching(/^\d{3}$/),
    });
    expect(await getSecrets(bank, alice, id)).toEqual(secrets);
    await expect(getSecrets(bank, bob, id)).rejects.toMatchObject({ code: 'NTFND' });
    await expect(bank.asVisitor()`select reveal_card_details(${id})`).rejects.toMatchObject({
      code: '42501',
    });
    await expect(bank.asVisitor()`select replace_credit_card(${id}, 'lost')`).rejects.toMatchObject({
      code: '42501',
    });
  });

  test('expire at the end of a month and are renewed with the same number', async ({ bank, alice }) => {
    const { id, card_number } = await openCard(bank, alice);
    const before = await getSecrets(bank, alice, id);
    const years = (from: string, to: string) => Number(to.slice(0, 4)) - Number(from.slice(0, 4));
    const [now] = await bank.asCustomer(alice)`select simulated_now() as time`;
    expect(years(now?.time.toISOString(), before.expires_on)).toBe(4);
    await passTime(bank, alice, '5 years');
    const after = await getSecrets(bank, alice, id);
    expect(after.card_number).toBe(card_number);
    expect(years(before.expires_on, after.expires_on)).toBe(4);
  });
});

describe('a card that is lost, stolen, or damaged', () => {
  test('gets a new number and keeps everything else, frozen or not', async ({ bank, alice }) => {
    const { id, card_number } = await openCard(bank, alice, { balance: 40 });
    const customer = bank.asCustomer(alice);
    await customer`update credit_cards set frozen = true where id = ${id}`;
    const secrets = await getSecrets(bank, alice, id);
    await customer`select create_virtual_card(${id}, 'Music')`;
    const [card] = await customer`select * from replace_credit_card(${id}, 'stolen')`;
    expect(card).toMatchObject({ id, balance: '40.00', frozen: true });
    expect(card?.card_number).toMatch(/^0000\d{12}$/);
    expect(card?.card_number).not.toBe(card_number);
    expect((await getSecrets(bank, alice, id)).card_number).not.toBe(secrets.card_number);
    expect(await customer`select card_id, old_last4, reason from card_replacements`).toEqual([
      { card_id: id, old_last4: card_number.slice(-4), reason: 'stolen' },
    ]);
    expect(await customer`select kind, subject from household_events`).toEqual([
      { kind: 'card_replaced', subject: id },
    ]);
    expect(await customer`select status from virtual_cards`).toEqual([{ status: 'active' }]);
    await expectSoundBooks(bank);
  });

  test('is replaced once per request, for a known reason, for its owner', async ({ bank, alice, bob }) => {
    const { id } = await openCard(bank, alice);
    const customer = bank.asCustomer(alice);
    const replace = () => customer`select * from replace_credit_card(${id}, 'lost', 'one')`;
    expect(await replace()).toEqual(await replace());
    expect(await customer`select from card_replacements`).toHaveLength(1);
    await expect(customer`select replace_credit_card(${id}, 'stolen', 'one')`).rejects.toMatchObject({
      code: 'RQDIF',
    });
    for (const reason of ['eaten', null])
      await expect(customer`select replace_credit_card(${id}, ${reason})`).rejects.toMatchObject({
        code: 'BADTY',
      });
    await expect(bank.asCustomer(bob)`select replace_credit_card(${id}, 'lost')`).rejects.toMatchObject({
      code: 'NTFND',
    });
    await expect(
      customer`update credit_cards set card_number = '0000000000000000' where id = ${id}`,
    ).rejects.toMatchObject({ code: '42501' });
    await customer`delete from credit_cards where id = ${id}`;
    expect(await customer`select from card_replacements`).toEqual([]);
    expect(await owedOn(bank, id)).toBe(undefined);
    await expectSoundBooks(bank);
  });
});
