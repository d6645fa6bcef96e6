import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { DIGEST_TITLE } from './fixtures/player.ts';

test('a goal receives contributions for a month, and some money is withdrawn', async ({ page, customer }) => {
  await customer.opensAccount('Everyday Checking', 900);
  await customer.opensAccount('Rainy Day Savings', 0, { type: 'SAVINGS' });
  await customer.comesTo('/goals');
  await page.getByRole('button', { name: 'Save for A trip' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount a month', { exact: true }).fill('250');
  await expect(dialog.getByText("You'll reach it")).toBeVisible();
  await dialog.getByRole('button', { name: 'Add goal' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'A trip' })).toBeVisible();

  await page
    .getByRole('region', { name: 'Simulated time' })
    .getByRole('button', { name: /One month later$/ })
    .click();
  const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
  await expect(digest.getByText('1 goal contribution')).toBeVisible();
  await digest.getByRole('button', { name: 'Done' }).click();

  const history = page.getByRole('list', { name: 'Goal history' });
  await expect(history.getByText('+$250.00').first()).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByLabel('Amount').fill('40');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Withdraw $40.00 to Everyday Checking' }).click();
  await expect(history.getByText('Withdrawn')).toBeVisible();

  await page.getByRole('button', { name: 'More options for A trip' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Photo', { exact: true }).setInputFiles('docs/dashboard.png');
  await dialog.getByRole('button', { name: 'Remove photo' }).click();
  await dialog.getByLabel('Photo', { exact: true }).setInputFiles('e2e/goals.spec.ts');
  await expect(dialog.getByRole('alert')).toHaveText(/We can’t read this image/);
  await dialog.getByLabel('Photo', { exact: true }).setInputFiles('docs/dashboard.png');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const photo = page.locator('main img[src^="data:image/jpeg"]');
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await page.reload();
  await expect(photo).toBeVisible();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
});
