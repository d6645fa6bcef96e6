import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolationsInThemes, test } from './fixtures/bank.ts';

const RESTORED_WITHIN_MS = 60_000;

async function saves(page: Page, name: string): Promise<void> {
  await page.getByLabel('Checkpoint name').fill(name);
  await page.getByRole('button', { name: 'Save checkpoint' }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeVisible();
}

test('a customer downloads the household as a file and imports it again', async ({ page, customer }) => {
  test.slow();
  const { id } = await customer.opensAccount('Everyday', 250);
  await customer.comesTo('/settings/data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download bank' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sandbank-\d{4}-\d\d-\d\d\.json$/);
  const content = await readFile(await file.path());
  await customer.calls('withdraw', { account_id: id, amount: 50 });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import a file…' }).click();
  await (await chooser).setFiles({
    name: 'household.json',
    mimeType: 'application/json',
    buffer: content,
  });
  const review = page.getByRole('dialog', { name: 'Import this bank?' });
  await expect(review).toContainText('$250.00');
  await review.getByRole('button', { name: 'Import bank' }).click();
  await customer.isOn('/dashboard');
  await expect(page.getByRole('list', { name: 'What you own' })).toContainText('$250.00', {
    timeout: RESTORED_WITHIN_MS,
  });
});

test('checkpoints and the ledger check are accessible in both themes @phone', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 1000);
  await customer.comesTo('/settings/time');
  await saves(page, 'Before the move into the house by the sea');
  await expectNoViolationsInThemes(page);
  await expectNoSidewaysScroll(page);
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Check all entries' }).click();
  await page.getByText('No tampering').click();
  await expectNoViolationsInThemes(page);
  await expectNoSidewaysScroll(page);
  await page.goto('/settings/time');
  await page.getByRole('button', { name: /^Restore / }).click();
  await expect(page.getByRole('dialog', { name: /^Restore/ })).toBeVisible();
  await expectNoViolationsInThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^More options for / }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible();
  await expectNoViolationsInThemes(page);
});
