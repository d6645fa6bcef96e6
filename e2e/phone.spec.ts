import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

test.describe('on a phone', { tag: ['@phone', '@phone-only'] }, () => {
  test('the drawer leads to every page', async ({ page, customer }) => {
    await customer.opensAccount('Everyday', 150);
    await customer.comesTo('/dashboard');
    await expectNoSidewaysScroll(page);
    for (const [name, path] of [
      ['Transactions', '/transactions'],
      ['Credit Cards', '/credit-cards'],
      ['Settings', '/settings'],
      ['Notifications', '/notifications'],
    ] as const) {
      await page.getByRole('button', { name: 'Open menu' }).click();
      const drawer = page.getByRole('dialog');
      await drawer.getByRole('link', { name, exact: true }).click();
      await customer.isOn(path);
      await expect(drawer).toBeHidden();
      await expectNoSidewaysScroll(page);
    }
  });

  test('the drawer traps the focus and returns it', async ({ page, customer }) => {
    await customer.comesTo('/dashboard');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused();
  });

  test('signing out from the drawer shows one toast and the landing page', async ({ page, customer }) => {
    await customer.comesTo('/loans');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await customer.isOn('/');
    await expect(customer.toast('Logged out successfully')).toHaveCount(1);
    await expect(customer.toast('Please sign in to access this page')).toHaveCount(0);
    await page.getByRole('link', { name: 'Login' }).click();
    await customer.isOn('/auth');
  });

  test('a customer opens an account and transfers money', async ({ page, customer }) => {
    await customer.opensAccount('Everyday', 150);
    await customer.comesTo('/create-account');
    await page.getByRole('radio', { name: 'Savings', exact: true }).click();
    await page.getByLabel('Name').fill('Rainy Days');
    await page
      .getByRole('main')
      .getByRole('button', { name: /^Open / })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rainy Days' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.goto('/dashboard/move');
    await page.getByLabel('Amount').fill('50');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: /^Transfer \$50\.00 to/ }).click();
    await expect(page.getByRole('status').getByRole('heading')).toHaveText(/^\$50\.00 transferred to/);
    await expectNoSidewaysScroll(page);
  });

  test('a transaction opens as a sheet that can be closed', async ({ page, customer }) => {
    await customer.opensAccount('Everyday', 150);
    await customer.comesTo('/transactions');
    await page.getByRole('list', { name: 'Transactions' }).getByRole('button').first().click();
    await expect(page.getByRole('table')).toBeInViewport();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  test('the notifications fit on the screen', async ({ page, customer }) => {
    await customer.opensAccount('Purse', 5);
    await customer.comesTo('/dashboard');
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await expect(page.getByText('Low Balance Alert').last()).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  });

  test("the pages for visitors don't scroll sideways", async ({ page }) => {
    for (const path of ['/', '/auth', '/privacy-policy', '/terms-of-service', '/not-found']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page);
    }
  });
});
