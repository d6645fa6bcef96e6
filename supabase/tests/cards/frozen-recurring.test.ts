import { describe, expect } from 'vitest';
import { expectCardRefusal, openCard, owedOn, passTime } from '../support/card-household.ts';
import { type Bank, type Person, test } from '../support/harness.ts';

const charge = (bank: Bank, person: Person, cardId: string, merchant: string | null) =>
  bank.asCustomer(person)`select charge_credit_card(${cardId}, 15.99, ${merchant})`;

/** Opens a card that a merchant charged two months and one month ago, and freezes it. */
async function openFrozenCard(bank: Bank, person: Person, gaps = ['30 days', '31 days'], allows = true) {
  const { id } = await openCard(bank, person);
  for (const gap of gaps) {
    await charge(bank, person, id, 'Streamline');
    await passTime(bank, person, gap);
  }
  await bank.asCustomer(person)`
    update credit_cards set frozen = true, allows_recurring = ${allows} where id = ${id}`;
  return id;
}

describe('a frozen card', () => {
  test('that allows recurring charges accepts a monthly charge once, and declines other merchants', async ({
    bank,
    alice,
  }) => {
    const id = await openFrozenCard(bank, alice);
    await expectCardRefusal(bank, 'FROZN', id, () => charge(bank, alice, id, 'Corner Grocer'));
    await expectCardRefusal(bank, 'FROZN', id, () => charge(bank, alice, id, null));
    await charge(bank, alice, id, 'streamline');
    expect(await owedOn(bank, id)).toBe('47.97');
    await expectCardRefusal(bank, 'FROZN', id, () => charge(bank, alice, id, 'Streamline'));
    await expectCardRefusal(
      bank,
      'FROZN',
      id,
      () => bank.asCustomer(alice)`update credit_cards set balance = balance + 1 where id = ${id}`,
    );
  });

  test.for<[string, string[], boolean]>([
    ['one earlier charge', ['30 days'], true],
    ['charges that are a week apart', ['7 days', '30 days'], true],
    ['a last charge a week ago', ['30 days', '7 days'], true],
    ['a card that does not allow recurring charges', ['30 days', '30 days'], false],
  ])('declines a merchant with %s', async ([, gaps, allows], { bank, alice }) => {
    const id = await openFrozenCard(bank, alice, gaps, allows);
    await expectCardRefusal(bank, 'FROZN', id, () => charge(bank, alice, id, 'Streamline'));
  });
});
