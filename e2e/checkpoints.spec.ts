import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { DIGEST_TITLE } from './fixtures/player.ts';

const RESTORED_WITHIN_MS = 60_000;

async function saves(page: Page, name: string): Promise<void> {
  await page.getByLabel('Checkpoint name').fill(name);
  await page.getByRole('button', { name: 'Save checkpoint' }).click();
  await expect(page.getByRole('button', { name: `Restore ${name}` })).toBeVisible();
}

test('restoring a checkpoint after a month brings back the balances and the date', async ({
  page,
  customer,
}) => {
  test.slow();
  const { id } = await customer.opensAccount('Everyday', 1000);
  await customer.comesTo('/settings/time');
  await saves(page, 'Before the spree');
  await customer.calls('withdraw', { account_id: id, amount: 900 });
  await page.goto('/dashboard');
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have).toContainText('$100.00');
  const time = page.getByRole('region', { name: 'Simulated time' });
  const today = await time.locator('[aria-live]').textContent();
  await page.getByRole('button', { name: 'One month later' }).click();
  const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
  await expect(digest).toBeVisible({ timeout: RESTORED_WITHIN_MS });
  await digest.getByRole('button', { name: 'Done' }).click();
  await expect(time).not.toContainText(String(today));

  await page.goto('/settings/time');
  await expect(page.getByText(/ ahead of today$/)).toBeVisible();
  await page.getByRole('button', { name: 'Restore Before the spree' }).click();
  await expect(page.getByText('Before restoring Before the spree')).toBeVisible();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await customer.isOn('/dashboard');
  await expect(have).toContainText('$1,000.00', { timeout: RESTORED_WITHIN_MS });
  await expect(time).toContainText(String(today));
  await page.goto('/settings/time');
  await expect(page.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem')).toHaveCount(3);
  await page.goto('/settings/data');
  await page.getByRole('button', { name: 'Check all entries' }).click();
  await expect(page.getByRole('list', { name: 'Checks' }).getByLabel('Passed')).toHaveCount(4);
});

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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`checkpoints and the ledger check are accessible in ${colorScheme} @phone`, async ({
    page,
    customer,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await customer.opensAccount('Everyday', 1000);
    await customer.comesTo('/settings/time');
    await saves(page, 'Before the move into the house by the sea');
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await page.goto('/settings/data');
    await page.getByRole('button', { name: 'Check all entries' }).click();
    await page.getByText('No tampering').click();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await page.goto('/settings/time');
    await page.getByRole('button', { name: /^Restore / }).click();
    await expect(page.getByRole('dialog', { name: /^Restore/ })).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^More options for / }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await expect(page.getByRole('dialog', { name: /^Delete/ })).toBeVisible();
    await expectNoViolations(page);
  });
}
