import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolationsInThemes, test } from './fixtures/bank.ts';
import { DIGEST_TITLE } from './fixtures/player.ts';

/** Simulating two years takes a while. */
const LIVED_WITHIN_MS = 60_000;

async function begins(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name }).click();
  await page.getByRole('button', { name: `Start as ${name}` }).click();
}

test('a customer chooses a sample household and fast-forwards it by a month', async ({ page, customer }) => {
  test.slow();
  await customer.comesTo('/dashboard');
  await expect(page.getByRole('radiogroup', { name: 'Sample households' }).getByRole('radio')).toHaveCount(5);
  await begins(page, 'Young family');
  await expect(customer.toast('You now have 2 years of history.')).toHaveCount(1, {
    timeout: LIVED_WITHIN_MS,
  });
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have).toContainText('Family Checking');
  await expect(page.getByRole('list', { name: 'What you owe' })).toContainText('Mortgage');
  await expect(page.getByText(/^Your books balance\. All [\d,]+ entries sum to \$0\.00\./)).toBeVisible();

  await page.getByRole('button', { name: 'One month later' }).click();
  const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
  await expect(digest).toBeVisible({ timeout: LIVED_WITHIN_MS });
  await expect(digest.getByRole('listitem').first()).toBeVisible();
});

test('a customer starts over, and the previous household is saved', async ({ page, customer }) => {
  test.slow();
  await customer.opensAccount('Everyday', 12);
  await customer.comesTo('/settings/time');
  await page.getByRole('button', { name: 'Start a new household…' }).click();
  await page.getByRole('button', { name: 'Save and start over' }).click();
  await customer.isOn('/dashboard');
  await expect(page.getByRole('heading', { name: 'Whose money do you want to manage?' })).toBeVisible();
  await begins(page, 'Student');
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have).toContainText('Campus Checking', { timeout: LIVED_WITHIN_MS });
  await page.goto('/settings/time');
  await page.getByRole('button', { name: 'Restore Before starting over' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(have).toContainText('Everyday', { timeout: LIVED_WITHIN_MS });
  await expect(have).toContainText('$12.00');
});

test('the sample households are accessible in both themes @phone', async ({ page, customer }) => {
  await customer.comesTo('/dashboard');
  const household = page.getByRole('radio', { name: 'Young family' });
  await expect(household).toBeChecked();
  await expectNoViolationsInThemes(page);
  await expectNoSidewaysScroll(page);
  await household.focus();
  // The key stays down until the selection follows the focus, as when a person presses it.
  await page.keyboard.down('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Freelancer' })).toBeChecked();
  await page.keyboard.up('ArrowDown');
  await expect(page.getByRole('button', { name: 'Start as Freelancer' })).toBeVisible();
});
