import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

const list = (page: Page) => page.getByRole('list', { name: 'Transactions' });
const RECEIPT = {
  name: 'receipt.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from('Corner Market, 3 apples, 40.00'),
};

test('a customer annotates, splits, attaches a receipt to, creates a rule from, and corrects a transaction @phone', async ({
  page,
  customer,
}) => {
  await customer.joins();
  const { id } = await customer.opensAccount('Everyday', 500);
  for (const amount of [40, 30])
    await customer.calls('withdraw', { account_id: id, amount, description: 'Corner Market' });
  await customer.comesTo('/transactions');
  await list(page)
    .getByRole('button', { name: /Corner Market.*40/ })
    .click();
  const detail = page.getByRole('region', { name: 'Details' });
  await detail.getByLabel('Category', { exact: true }).selectOption({ label: 'Food' });
  await detail.getByLabel('Note', { exact: true }).fill('For Sunday');
  await detail.getByLabel('Tags', { exact: true }).fill('family');
  await detail.getByLabel('Tags', { exact: true }).press('Enter');
  await expect(detail.getByText('Saved', { exact: true })).toBeVisible();
  await detail.getByLabel('Files to attach').setInputFiles(RECEIPT);
  await expect(detail.getByRole('button', { name: 'receipt.txt', exact: true })).toBeVisible();

  await detail.getByRole('button', { name: 'Split between categories' }).click();
  await detail.getByText('By percent').click();
  await detail.getByLabel('Percent for part 1').fill('75');
  await expect(detail.getByText('$10.00 left to assign.')).toBeVisible();
  await detail.getByLabel('Percent for part 2').fill('25');
  await detail.getByLabel('Category for part 2').selectOption({ label: 'Personal' });
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await detail.getByRole('button', { name: 'Save split' }).click();
  await expect(detail.getByRole('button', { name: 'Remove split' })).toBeVisible();

  await detail.getByRole('link', { name: 'Create rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'New rule' });
  await expect(dialog.getByLabel('Contains')).toHaveValue('Corner Market');
  await dialog.getByLabel('Tags to add').fill('market');
  await dialog.getByLabel('Tags to add').press('Enter');
  await expect(dialog.getByText('2 past transactions match, 2 would change.')).toBeVisible();
  await dialog.getByLabel(/these 2 transactions too/).check();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(customer.toast('2 transactions changed')).toHaveCount(1);
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);

  await page.goto('/transactions');
  await list(page)
    .getByRole('button', { name: /Corner Market.*30/ })
    .click();
  await expect(detail.getByText('Updated by a rule.', { exact: false })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await detail.getByRole('button', { name: 'Correct transaction' }).click();
  const correction = page.getByRole('dialog');
  await correction.getByLabel('Correct amount').fill('3');
  await correction.getByRole('button', { name: 'Review' }).click();
  await expect(correction).toContainText('$457.00');
  await correction.getByRole('button', { name: 'Correct transaction' }).click();
  await expect(detail.getByText('This was reversed', { exact: false })).toBeVisible();
  const { data } = await customer.bank.from('spending').select('category, amount').order('amount');
  expect(data).toEqual([
    { category: 'Food', amount: 3 },
    { category: 'Personal', amount: 10 },
    { category: 'Food', amount: 30 },
  ]);
});

test('a customer changes several transactions together and undoes it', async ({ page, customer }) => {
  await customer.joins();
  const { id } = await customer.opensAccount('Everyday', 500);
  for (const amount of [40, 30])
    await customer.calls('withdraw', { account_id: id, amount, description: 'Corner Market' });
  const categories = async () => {
    const { data } = await customer.bank.from('spending').select('category').order('at');
    return (data ?? []).map(({ category }) => category);
  };
  await customer.comesTo('/transactions');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const box of await list(page)
    .getByRole('checkbox', { name: /Corner Market/ })
    .all())
    await box.check();
  const bar = page.getByRole('region', { name: 'Selected transactions' });
  await bar.getByRole('button', { name: 'Category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Category' });
  await dialog.getByLabel('Category').selectOption({ label: 'Food' });
  await dialog.getByRole('button', { name: 'Set category' }).click();
  await expect(customer.toast('2 transactions changed')).toHaveCount(1);
  expect(await categories()).toEqual(['Food', 'Food']);
  await bar.getByRole('button', { name: 'Undo' }).click();
  await expect(customer.toast('2 transactions restored')).toHaveCount(1);
  expect(await categories()).toEqual([null, null]);
});
