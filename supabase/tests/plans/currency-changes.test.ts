import { expect } from 'vitest';
import { openCard, simulateDays } from '../support/card-household.ts';
import { test } from '../support/harness.ts';
import { expectSoundBooks, openAccount } from '../support/household.ts';

test('autopay, scheduled payments, and goals never mix currencies after an account changes its currency', async ({
  bank,
  alice,
}) => {
  const customer = bank.asCustomer(alice);
  await customer`select ensure_customer('UTC')`;
  const { id: checking } = await openAccount(bank, alice, { balance: 1000 });
  const { id: savings } = await openAccount(bank, alice, { name: 'Savings', type: 'SAVINGS', balance: 500 });
  const card = await openCard(bank, alice);
  await customer`select charge_credit_card(${card.id}, 80)`;
  await customer`
    update credit_cards set autopay = 'statement', autopay_account_id = ${checking} where id = ${card.id}`;
  await customer`
    insert into scheduled_payments (name, payee, account_id, amount, frequency, start_date)
    values ('Rent', 'Landlord', ${checking}, 100, 'MONTHLY', current_date + 3)`;
  await customer`
    insert into goals (name, target, account_id, portion, contribution, contribution_amount, frequency, start_date,
      from_account_id)
    values ('Trip', 900, ${savings}, 200, 'fixed', 25, 'WEEKLY', current_date + 2, ${checking})`;
  await customer`update accounts set currency = 'EUR' where id = ${checking}`;
  await simulateDays(bank, alice, 70);

  await expectSoundBooks(bank);
  const moved = await customer`
    select distinct kind, currency from transactions where account_id = ${checking} and kind <> 'opening' order by 1, 2`;
  expect(moved.map(({ kind, currency }) => [kind, currency])).toEqual([
    ['currency_change', 'EUR'],
    ['currency_change', 'USD'],
    ['payment', 'EUR'],
  ]);
  const kinds =
    await customer`select distinct kind from household_events where kind in ('goal_skipped', 'payment_failed')`;
  expect(kinds).toHaveLength(2);
  expect(await customer`select saved::float from goal_status`).toEqual([{ saved: 200 }]);
});
