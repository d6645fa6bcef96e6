import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCard, owedOn, simulateDays } from '../support/card-household.ts';
import { type CommittedBank, openCommittedBank, type Person } from '../support/harness.ts';
import { expectSoundBooks, getBalance, getOutcomes, openAccount } from '../support/household.ts';

describe('parallel requests on one card', () => {
  let bank: CommittedBank;
  let person: Person;

  beforeAll(async () => {
    bank = await openCommittedBank(8);
    const [first] = await bank.openCustomers(1);
    if (!first) throw new Error('no customer');
    person = first;
  });
  afterAll(() => bank.close());

  it('redeem no more rewards than there are', async () => {
    const { id } = await openCard(bank, person);
    const account = await openAccount(bank, person);
    await bank.owner`update credit_cards set rewards_balance = 30 where id = ${id}`;
    const customer = bank.asCustomer(person);
    const outcomes = await getOutcomes(8, () => customer`select redeem_rewards(${id}, 10, ${account.id})`);
    expect(outcomes).toEqual([...Array(5).fill('NOREW'), ...Array(3).fill('done')]);
    expect(await getBalance(bank, account.id)).toBe('30.00');
    await expectSoundBooks(bank);
  });

  it("confirm the assistant's proposal once", async () => {
    const { id: card } = await openCard(bank, person, { balance: 200 });
    const { id: from } = await openAccount(bank, person, { balance: 500 });
    const customer = bank.asCustomer(person);
    const [message] = await customer`select id from ask_assistant('Do it')`;
    const [proposal] = await customer`
      select id from propose(${message?.id}, 'pay_card', ${JSON.stringify({ from, card, amount: 80 })}::text::jsonb,
        '{"done": "Done.", "undone": "Undone."}')`;
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => customer`select confirm_proposal(${proposal?.id}) -> 'acted' as acted`),
    );
    expect(answers.flat().filter(({ acted }) => acted)).toHaveLength(1);
    expect([await owedOn(bank, card), await getBalance(bank, from)]).toEqual(['120.00', '420.00']);
    await expectSoundBooks(bank);
  });

  it('open a dispute once and withdraw it once', async () => {
    const { id } = await openCard(bank, person);
    const customer = bank.asCustomer(person);
    const [charged] = await customer`select last_entry from charge_credit_card(${id}, 50)`;
    const open = () => customer`select open_dispute(${id}, ${charged?.last_entry}, 50, 'other')`;
    expect(await getOutcomes(8, open)).toEqual([...Array(7).fill('NODIS'), 'done']);
    expect(await owedOn(bank, id)).toBe('0.00');
    const [dispute] = await customer`select id from disputes where card_id = ${id}`;
    const withdraw = () => customer`select withdraw_dispute(${dispute?.id})`;
    expect(await getOutcomes(8, withdraw)).toEqual([...Array(7).fill('DCIDD'), 'done']);
    expect(await owedOn(bank, id)).toBe('50.00');
    await expectSoundBooks(bank);
  });

  it('either withdraw a dispute or see its decision, never both', async () => {
    const { id } = await openCard(bank, person);
    const customer = bank.asCustomer(person);
    const [charged] = await customer`select last_entry from charge_credit_card(${id}, 50)`;
    const [dispute] = await customer`
      select * from open_dispute(${id}, ${charged?.last_entry}, 50, 'wrong_amount')`;
    const decide = () => simulateDays(bank, person, 15);
    const [withdrawn] = await Promise.allSettled([
      customer`select withdraw_dispute(${dispute?.id})`,
      decide().catch(() => decide()),
    ]);
    const [resolved] = await customer`select status from disputes where id = ${dispute?.id}`;
    expect(resolved?.status).toBe(withdrawn.status === 'fulfilled' ? 'withdrawn' : 'lost');
    expect(await owedOn(bank, id)).toBe('50.00');
    expect(
      await customer`select kind from card_activity where card_id = ${id} and kind ~ '^dispute' order by entry_id`,
    ).toEqual([{ kind: 'dispute_credit' }, { kind: 'dispute_reversal' }]);
    await expectSoundBooks(bank);
  });

  it('close it once, and never with a balance', async () => {
    const { id } = await openCard(bank, person);
    const customer = bank.asCustomer(person);
    const [closed, charged] = await Promise.all([
      getOutcomes(4, () => customer`select close_credit_card(${id})`),
      getOutcomes(4, () => customer`select charge_credit_card(${id}, 5)`),
    ]);
    const [card] = await customer`select balance, closed_at from credit_cards where id = ${id}`;
    expect(Number(card?.balance)).toBe(5 * charged.filter((outcome) => outcome === 'done').length);
    if (card?.closed_at) expect(Number(card.balance)).toBe(0);
    expect(closed.filter((outcome) => outcome === 'done').length).toBe(card?.closed_at ? 1 : 0);
    await expectSoundBooks(bank);
  });
});
