import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a customer adds a card, and without a date it is due in 30 days', async ({ page, customer }) => {
  await customer.comesTo('/credit-cards');
  await page
    .getByRole('button', { name: /^(Add|Create) a/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create the card' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Give it a name.');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tide Card');
  await dialog.getByLabel('Credit limit').fill('2,500');
  await dialog.getByLabel(/^APR/).fill('18.5');
  await dialog.getByRole('button', { name: 'Create the card' }).click();
  const card = page.getByRole('article', { name: 'Tide Card' });
  await expect(card).toContainText('$2,500.00 available, 18.5% APR.');
  const { data: row } = await customer.bank.from('credit_cards').select().single().throwOnError();
  expect(row).toMatchObject({ balance: 0, credit_limit: 2500, apr: 18.5 });
  const days = (Date.parse(row.due_date) - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBeGreaterThanOrEqual(29);
  expect(Math.round(days)).toBeLessThanOrEqual(30);
});

test('a customer charges a card, is refused above the limit with the reason, and pays from an account', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  await customer.opensAccount('Everyday', 500);
  await customer.hasCard('Tide Card', { limit: 300 });
  await customer.comesTo('/credit-cards');
  const card = page.getByRole('article', { name: 'Tide Card' });
  await card.getByRole('button', { name: 'Charge' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount').fill('300.01');
  await dialog.getByLabel('Merchant').fill('Boat Yard');
  await dialog.getByRole('button', { name: 'Charge $300.01 to Tide Card' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    "This would pass the card's limit. Available: $300.00.",
  );
  await expect(dialog.getByLabel('Merchant')).toHaveValue('Boat Yard');
  await dialog.getByLabel('Amount').fill('280');
  await dialog
    .getByRole('button', { name: 'Charge $280.00 to Tide Card' })
    .or(dialog.getByRole('button', { name: 'Charge $280 to Tide Card' }))
    .click();
  await expect(dialog).toBeHidden();
  await expect(card).toContainText('$20.00 left before the limit.');
  await expect(card.getByRole('list', { name: 'Card activity' })).toContainText('Boat Yard');

  await card.getByRole('button', { name: 'Pay' }).click();
  await dialog.getByLabel('Amount').fill('280.01');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'That is more than you owe. You owe $280.00.',
  );
  await dialog.getByRole('button', { name: /^All of it/ }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('$220.00');
  await dialog.getByRole('button', { name: 'Pay $280.00 to Tide Card' }).click();
  await expect(dialog.getByRole('status')).toContainText('Nothing is owed on Tide Card any more.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(card.getByRole('button', { name: 'Pay' })).toBeDisabled();
  const { data: account } = await customer.bank.from('accounts').select('balance').single().throwOnError();
  expect(account.balance).toBe(220);
});

test('a customer edits a card and deletes it', async ({ page, customer }) => {
  await customer.hasCard('Tide Card', { limit: 300, owes: 20 });
  await customer.comesTo('/credit-cards');
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Reef Card');
  await dialog.getByLabel('Credit limit').fill('1,000');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('article', { name: 'Reef Card' });
  await expect(card).toContainText('$980.00 available');
  await card.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toContainText('$20.00 is still owed.');
  await dialog.getByRole('button', { name: 'Delete Reef Card' }).click();
  await expect(page.getByText('You have no credit card yet.')).toBeVisible();
  await expect(dialog).toBeHidden();
});
