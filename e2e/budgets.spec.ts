import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

test('budgets are suggested from history, a card purchase moves the bar, and the bank warns at 80% @phone', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await page.goto('/budgets');
  await page.getByRole('button', { name: 'Suggest from history' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggested budgets' });
  await expect(dialog.getByLabel('Food a month')).toHaveValue(/^[\d,]+\.\d\d$/);
  // The budget is so high that only the purchase below comes close to it, regardless of this month's
  // spending.
  await dialog.getByLabel('Personal a month').fill('1000');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: /^Set \d+ budgets, \$[\d,]+\.\d\d a month$/ }).click();
  await expect(customer.toast('budgets are set')).toHaveCount(1);
  const personal = page.getByRole('button', { name: /^Personal/ });
  await expect(personal).toContainText('of $1,000.00');
  const before = await personal.textContent();
  await expectNoSidewaysScroll(page);

  await page.goto('/credit-cards');
  const card = page.getByRole('article', { name: 'Tide Card' });
  await card.getByRole('button', { name: 'Charge', exact: true }).click();
  const charge = page.getByRole('dialog');
  await charge.getByLabel('Amount').fill('820');
  await charge.getByLabel('Merchant').fill('Harbor Dentist');
  await charge.getByLabel('Category').selectOption('Personal');
  await charge.getByRole('button', { name: /^Charge \$820/ }).click();
  await expect(charge).toBeHidden();

  await page.getByRole('button', { name: /^Notifications/ }).click();
  const notice = page.getByRole('listitem').filter({ hasText: 'Budget Nearly Used' }).first();
  await expect(notice).toContainText(/You have spent \$8\d\d\.\d\d of \$1,000\.00 on Personal/);
  await notice.getByRole('link', { name: 'View: Budget Nearly Used' }).click();
  await customer.isOn('/budgets');
  await expect(personal).toContainText(/\$8\d\d\.\d\d of \$1,000\.00/);
  expect(await personal.textContent()).not.toBe(before);
  await personal.click();
  await expect(page.getByRole('form', { name: 'Budget for Personal' })).toBeVisible();
  await expectNoViolations(page);
});
