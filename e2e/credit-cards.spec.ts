import type { Page } from '@playwright/test';
import { expect, expectNoViolations, REFUSAL, test } from './fixtures/bank.ts';
import { dayFromNow } from './fixtures/customer.ts';
import { DIGEST_TITLE, fastForwardToDay } from './fixtures/player.ts';

test('a card without a due date is due in 30 days', async ({ page, customer }) => {
  await customer.comesTo('/credit-cards');
  await page
    .getByRole('button', { name: /^Add card/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create card' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tide Card');
  await dialog.getByLabel('Credit limit').fill('2,500');
  await dialog.getByLabel(/^APR/).fill('18.5');
  await dialog.getByRole('button', { name: 'Create card' }).click();
  const card = page.getByRole('article', { name: 'Tide Card' });
  await expect(card).toContainText('Available$2,500.00');
  await expect(card).toContainText('18.5%');
  const { data: row } = await customer.bank.from('credit_cards').select().single().throwOnError();
  expect(row).toMatchObject({ balance: 0, credit_limit: 2500, apr: 18.5 });
  const days = (Date.parse(row.due_date) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(29);
  expect(Math.round(days)).toBeLessThanOrEqual(30);
});

test('a charge above the limit is declined with the reason, and a payment comes from an account', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  await customer.opensAccount('Everyday', 500);
  await customer.hasCard('Tide Card', { limit: 300 });
  await customer.comesTo('/credit-cards');
  const card = page.getByRole('article', { name: 'Tide Card' });
  await card.getByRole('button', { name: 'Charge', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('300.01');
  await dialog.getByLabel('Merchant').fill('Boat Yard');
  await dialog.getByRole('button', { name: 'Charge $300.01 to Tide Card' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    "This charge would exceed the card's credit limit. You have $300.00 available.",
  );
  await expect(dialog.getByLabel('Merchant')).toHaveValue('Boat Yard');
  await dialog.getByLabel('Amount').fill('280');
  await dialog
    .getByRole('button', { name: 'Charge $280.00 to Tide Card' })
    .or(dialog.getByRole('button', { name: 'Charge $280 to Tide Card' }))
    .click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('$20.00 of credit left.');
  await expect(card.getByRole('list', { name: 'Card activity' })).toContainText('Boat Yard');

  await card.getByRole('button', { name: 'Pay', exact: true }).click();
  await dialog.getByLabel('Amount').fill('280.01');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    "That's more than you owe. Your balance is $280.00.",
  );
  await dialog.getByRole('button', { name: /^Full balance/ }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('$220.00');
  await dialog.getByRole('button', { name: 'Pay $280.00 to Tide Card' }).click();
  await expect(dialog.getByRole('status')).toContainText('Tide Card is paid off.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  const { data: account } = await customer.bank.from('accounts').select('balance').single().throwOnError();
  expect(account.balance).toBe(220);
});

test('a customer edits and deletes a card', async ({ page, customer }) => {
  await customer.hasCard('Tide Card', { limit: 300, owes: 20 });
  await customer.comesTo('/credit-cards');
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('button', { name: /^Edit/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reef Card');
  await dialog.getByLabel('Credit limit').fill('250');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('article', { name: 'Reef Card' });
  await expect(card.getByRole('heading', { level: 1 })).toHaveText('Reef Card');
  await card.getByRole('button', { name: /^Delete/ }).click();
  await expect(dialog).toContainText('You still owe $20.00.');
  await dialog.getByRole('button', { name: 'Delete Reef Card' }).click();
  await expect(page.getByText('No credit cards yet')).toBeVisible();
  await expect(dialog).toBeHidden();
});

/** Fast-forwards to a day and closes the digest. */
async function liveUntil(page: Page, day: string): Promise<void> {
  await fastForwardToDay(page, day);
  const dialog = page.getByRole('dialog', { name: DIGEST_TITLE });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test('paying part of a statement accrues interest, and paying all restores the grace period', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 1000);
  await customer.hasCard('Tide Card', { limit: 1000, owes: 600, dueInDays: 30 });
  await customer.comesTo('/credit-cards');
  const card = page.getByRole('article', { name: 'Tide Card' });
  const dialog = page.getByRole('dialog');
  const pay = async (button: RegExp, amount: string) => {
    await card.getByRole('button', { name: button }).click();
    await dialog.getByLabel('Amount').fill(amount);
    await dialog.getByRole('button', { name: 'Review' }).click();
    await dialog.getByRole('button', { name: `Pay $${amount} to Tide Card` }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
  };
  await expect(card).toContainText("Your first statement hasn't closed yet");

  await liveUntil(page, dayFromNow(10));
  await expect(card).toContainText('Minimum $25.00');
  await expect(card).toContainText('Autopay is off.');
  await card.getByRole('button', { name: 'Explain Minimum payment' }).click();
  await expect(page.getByRole('dialog', { name: 'Minimum payment' })).toContainText('1% of $600.00');
  await page.keyboard.press('Escape');
  await pay(/^Pay \$600\.00/, '100.00');
  await expect(card).toContainText('$100.00 paid, $500.00 left.');

  await liveUntil(page, dayFromNow(40));
  await expect(card).toContainText('Grace period Lost');
  await card.getByRole('link', { name: 'View statement' }).click();
  const sum = card.getByRole('region', { name: 'Statement summary' });
  await expect(sum).toContainText('Opening balance$600.00');
  await expect(sum).toContainText('Payments and credits$100.00');
  await expect(sum).toContainText('add up to the same total.');
  await expect(card.getByRole('region', { name: 'Minimum payment warning' })).toContainText(
    'Only the minimum payment',
  );
  await expectNoViolations(page);
  const { data: second } = await customer.bank
    .from('card_statements')
    .select('interest, closing_balance')
    .order('to_date', { ascending: false })
    .limit(1)
    .single()
    .throwOnError();
  expect(second.interest).toBeGreaterThan(0);
  expect(second.closing_balance).toBe(Math.round(50_000 + second.interest * 100) / 100);

  await pay(/^Pay \$/, second.closing_balance.toFixed(2));
  await card.getByRole('link', { name: 'Summary' }).first().click();
  await expect(card).toContainText('Grace period Returning');

  // The next statement includes the residual interest. Once that statement is paid, no interest accrues.
  await liveUntil(page, dayFromNow(72));
  await expect(card).toContainText('Grace period Active');
  const { data: third } = await customer.bank.from('credit_cards').select('balance').single().throwOnError();
  expect(third.balance).toBeGreaterThan(0);
  expect(third.balance).toBeLessThan(second.interest);
  await pay(/^Pay \$/, third.balance.toFixed(2));
  await expect(card).toContainText(
    'You pay no interest on purchases. To keep it that way, pay the statement that closes',
  );
  await expect(card).toContainText('Paid in full.');
});
