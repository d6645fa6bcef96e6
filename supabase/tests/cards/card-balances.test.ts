import { describe, expect } from 'vitest';
import { BALANCE_TRANSFER, CASH_ADVANCE } from '../../../engine/products/cards/card-balances.ts';
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
import { expectSoundBooks, getBalance, getRefusal, openAccount } from '../support/household.ts';

type Amount = number | string;
const advance = (
  bank: Bank,
  person: Person,
  card: string,
  account: string,
  amount: Amount,
  request: string | null = null,
) =>
  bank.asCustomer(
    person,
  )`select * from take_cash_advance(${card}, ${account}, ${amount}::numeric, ${request})`;
const transfer = (
  bank: Bank,
  person: Person,
  card: string,
  from: string,
  amount: Amount,
  request: string | null = null,
) =>
  bank.asCustomer(person)`select * from transfer_balance(${card}, ${from}, ${amount}::numeric, ${request})`;

test('the terms of cash advances and balance transfers are the same in the bank and the engine', async ({
  bank,
}) => {
  const terms = await bank.owner`
    select k.kind, t.* from (values ('cash'), ('transfer')) as k (kind), bank.card_terms(k.kind) as t`;
  const row = (
    kind: string,
    { feePercent, leastFee, percentOfLimit }: typeof CASH_ADVANCE | typeof BALANCE_TRANSFER,
  ) => ({
    kind,
    fee_percent: String(feePercent),
    least_fee: String(leastFee / 100),
    percent_of_limit: String(percentOfLimit),
  });
  expect(terms).toEqual([
    { ...row('cash', CASH_ADVANCE), request_days: null },
    { ...row('transfer', BALANCE_TRANSFER), request_days: BALANCE_TRANSFER.requestDays },
  ]);
});

describe('a cash advance', () => {
  test('moves the money once, charges its fee, and accrues interest from its first day', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice, { limit: 2000 });
    const { id: account } = await openAccount(bank, alice);
    const first = await advance(bank, alice, id, account, 200, 'cash');
    expect(first[0]).toMatchObject({ balance: '210.00' });
    expect(await advance(bank, alice, id, account, 200, 'cash')).toEqual(first);
    expect(await getBalance(bank, account)).toBe('200.00');
    expect(
      await bank.asCustomer(alice)`
        select kind, description, amount, category from card_activity where card_id = ${id} order by entry_id`,
    ).toEqual([
      { kind: 'cash_advance', description: 'Cash advance from Blue', amount: '200.00', category: null },
      { kind: 'fee', description: 'Blue cash advance fee', amount: '10.00', category: 'Other' },
    ]);
    // Borrowed money is neither income nor spending. The fee is spending.
    expect(await bank.asCustomer(alice)`select direction, amount from spending`).toEqual([
      { direction: 'out', amount: '10.00' },
    ]);
    const step = await simulateDays(bank, alice, 40);
    expect(step.events.find(({ kind }) => kind === 'interest')).toMatchObject({
      description: 'Blue cash advance interest',
    });
    expect(step.carryover.cards?.[id]?.cycle.balances).toMatchObject([{ kind: 'cash', apr: 29.99 }]);
    const [statement] = await bank.owner`
      select closing_balance, cash_balance, transfer_balance, fees from card_statements
      where card_id = ${id} order by to_date limit 1`;
    expect(statement).toMatchObject({ fees: '10.00', transfer_balance: null });
    expect(statement?.cash_balance).toBe(statement?.closing_balance);
    await expectStatementsReconciled(bank, id, 2);
    await expectSoundBooks(bank);
  });

  test('is refused above 20% of the limit with its fee, and above the available credit', async ({
    bank,
    alice,
  }) => {
    const { id } = await openCard(bank, alice, { limit: 1000 });
    const { id: account } = await openAccount(bank, alice);
    expect(await getRefusal(advance(bank, alice, id, account, 190.01))).toMatchObject({
      code: 'OVRLM',
      detail: { bucket: 'cash', limit: 200, available: 200, fee: 10 },
    });
    await advance(bank, alice, id, account, 190);
    expect(await getRefusal(advance(bank, alice, id, account, 1))).toMatchObject({
      code: 'OVRLM',
      detail: { available: 0 },
    });
    const full = await openCard(bank, alice, { limit: 1000, balance: 900 });
    expect(await getRefusal(advance(bank, alice, full.id, account, 91))).toMatchObject({
      detail: { available: 100 },
    });
    // Payments free up the limit after the engine has divided them.
    await bank.asCustomer(alice)`select pay_credit_card(${id}, 200)`;
    await simulateDays(bank, alice, 1);
    await advance(bank, alice, id, account, 100);
  });

  test('is refused for invalid amounts, frozen cards, and what belongs to others', async ({
    bank,
    alice,
    bob,
  }) => {
    const { id } = await openCard(bank, alice, { limit: 5000 });
    const { id: account } = await openAccount(bank, alice);
    const theirs = await openAccount(bank, bob);
    for (const amount of NO_AMOUNTS)
      await expectCardRefusal(bank, 'BADAM', id, () => advance(bank, alice, id, account, amount));
    await expectCardRefusal(bank, 'NTFND', id, () => advance(bank, bob, id, theirs.id, 50));
    await expectCardRefusal(bank, 'NTFND', id, () => advance(bank, alice, id, theirs.id, 50));
    const euros = await openAccount(bank, alice, { currency: 'EUR' });
    await expectCardRefusal(bank, 'BADCU', id, () => advance(bank, alice, id, euros.id, 50));
    await bank.asCustomer(alice)`update credit_cards set frozen = true where id = ${id}`;
    await expectCardRefusal(bank, 'FROZN', id, () => advance(bank, alice, id, account, 50));
  });
});

describe('a balance transfer', () => {
  test('moves 3,000.00 once, charges 90.00, and accrues no interest', async ({ bank, alice }) => {
    const old = await openCard(bank, alice, { limit: 5000, balance: 3000, apr: 21.49 });
    const { id } = await openCard(bank, alice, { limit: 5000 });
    const first = await transfer(bank, alice, id, old.id, 3000, 'move');
    expect(await transfer(bank, alice, id, old.id, 3000, 'move')).toEqual(first);
    expect(await owedOn(bank, id)).toBe('3090.00');
    expect(await owedOn(bank, old.id)).toBe('0.00');
    expect(await bank.asCustomer(alice)`select kind, amount from spending`).toEqual([
      { kind: 'fee', amount: '90.00' },
    ]);
    const step = await simulateDays(bank, alice, 28);
    expect(step.events.filter(({ kind }) => kind === 'interest')).toEqual([]);
    expect(step.carryover.cards?.[id]?.cycle.balances).toMatchObject([
      { kind: 'transfer', owed: 309_000, apr: 0 },
    ]);
    await expectSoundBooks(bank);
  });

  test('is refused above 75% of the limit, above the balance, and after 60 days', async ({ bank, alice }) => {
    const old = await openCard(bank, alice, { limit: 5000, balance: 3000 });
    const { id } = await openCard(bank, alice, { limit: 1000 });
    expect(await getRefusal(transfer(bank, alice, id, old.id, 730))).toMatchObject({
      code: 'OVRLM',
      detail: { bucket: 'transfer', limit: 750, available: 750, fee: 21.9 },
    });
    expect(await getRefusal(transfer(bank, alice, id, old.id, 3000.01))).toMatchObject({ code: 'OVPAY' });
    await passTime(bank, alice, '60 days');
    await transfer(bank, alice, id, old.id, 100);
    await passTime(bank, alice, '1 day');
    expect(await getRefusal(transfer(bank, alice, id, old.id, 100))).toMatchObject({
      code: 'NOELG',
      detail: { reason: 'too_late' },
    });
  });

  test('is refused for the same card, invalid amounts, and cards of others', async ({ bank, alice, bob }) => {
    const old = await openCard(bank, alice, { balance: 500 });
    const { id } = await openCard(bank, alice, { limit: 5000 });
    const theirs = await openCard(bank, bob, { balance: 500 });
    for (const amount of NO_AMOUNTS)
      await expectCardRefusal(bank, 'BADAM', id, () => transfer(bank, alice, id, old.id, amount));
    await expectCardRefusal(bank, 'SAMAC', id, () => transfer(bank, alice, id, id, 50));
    await expectCardRefusal(bank, 'NTFND', id, () => transfer(bank, alice, id, theirs.id, 50));
    await expectCardRefusal(bank, 'NTFND', theirs.id, () => transfer(bank, alice, theirs.id, old.id, 50));
    const euros = await openCard(bank, alice, { balance: 100, currency: 'EUR' });
    await expectCardRefusal(bank, 'BADCU', id, () => transfer(bank, alice, id, euros.id, 50));
  });
});
