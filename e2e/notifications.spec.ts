import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { dayFromNow } from './fixtures/customer.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rows = (page: Page) => menu(page).getByRole('listitem');

test('a low balance, a full card, a payment due, and an approved loan cause linked notifications', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Purse', 99.99);
  await customer.opensAccount('Wallet', 100);
  await customer.hasCard('Reef', { limit: 1000, owes: 900.01 });
  await customer.hasCard('Tide', { owes: 10, dueInDays: 2 });
  const { id } = await customer.inserts<{ id: string }>('loan_applications', {
    email: customer.email,
    applicant_name: 'Ada',
    loan_amount: 2000,
    loan_type: 'PERSONAL',
    term_months: 24,
    annual_income: 90000,
    employment_status: 'EMPLOYED',
    monthly_debt: 0,
  });
  await customer.call('decide-application', { application_id: id });
  await customer.comesTo('/settings');
  await expect(page.getByRole('button', { name: 'Notifications, 4 unread' })).toBeVisible();
  await bell(page).click();
  await expect(rows(page)).toHaveCount(4);
  for (const text of [
    'Your Purse account balance is $99.99.',
    'Your Tide payment is due in 2 days.',
    'Your loan application for $2,000.00 has been approved.',
  ])
    await expect(menu(page)).toContainText(text);
  const dots = { Warning: /bg-chart-2/, Information: /bg-info/ };
  for (const [word, color] of Object.entries(dots))
    await expect(rows(page).getByTitle(word, { exact: true }).first()).toHaveClass(color);
  await rows(page)
    .getByRole('button', { name: /^Success Loan Approved/ })
    .click();
  await customer.isOn('/loans');
  await bell(page).click();
  await rows(page)
    .filter({ hasText: 'Reef' })
    .getByRole('button', { name: /^Warning Credit Limit Alert/ })
    .click();
  await customer.isOn('/credit-cards');
  await expect(menu(page)).toBeHidden();
  // The days until a due date are calendar days of the customer.
  await page.getByRole('navigation', { name: 'Your cards' }).getByRole('link', { name: /^Tide/ }).click();
  const due = new Date(`${dayFromNow(2)}T12:00:00Z`);
  const text = due.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  await expect(page.getByRole('article', { name: 'Tide' })).toContainText(
    new RegExp(`Due ${text}(, \\d{4})?, in 2 days\\.`),
  );
});

test('the menu shows the newest five and links to all of them', async ({ page, customer }) => {
  for (let number = 1; number <= 6; number += 1) await customer.opensAccount(`Purse ${number}`, number);
  await customer.comesTo('/dashboard');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 6 unread');
  await bell(page).click();
  await expect(rows(page)).toHaveCount(5);
  expect(
    await menu(page)
      .getByRole('list')
      .evaluate((list) => getComputedStyle(list).maxHeight),
  ).toBe('300px');
  await menu(page).getByRole('link', { name: 'View all 6 notifications' }).click();
  await customer.isOn('/notifications');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(6);
  await page
    .getByRole('main')
    .getByRole('button', { name: /Low Balance Alert/ })
    .first()
    .click();
  await customer.isOn('/dashboard');
  await page.goBack();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
});

test('everything is marked as read after three seconds in the open menu, or by the button', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await page.clock.runFor(2_900);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  // Closing the menu early marks nothing as read.
  await page.keyboard.press('Escape');
  await page.clock.runFor(5_000);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');

  // A new notification is announced and restarts the three seconds.
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await page.clock.runFor(2_000);
  await customer.opensAccount('Wallet', 6);
  // The app batches changes before it requests the notifications again.
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(rows(page)).toHaveCount(2, { timeout: 200 });
  }).toPass();
  await expect(page.getByText('New notification: Low Balance Alert. Your Wallet account')).toBeAttached();
  await page.clock.runFor(2_500);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await page.clock.runFor(600);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  const button = menu(page).getByRole('button', { name: 'Mark all as read' });
  await expect(button).toBeVisible();

  await customer.opensAccount('Pocket', 7);
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread', { timeout: 200 });
  }).toPass();
  await button.click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('after a year, each item has one notification per kind, and read and deleted ones stay so @phone', async ({
  page,
  customer,
}) => {
  const { id } = await customer.opensAccount('Everyday', 500);
  await customer.inserts('auto_deposits', { account_id: id, name: 'Pay', amount: 300, frequency: 'WEEKLY' });
  await customer.call('advance', { by: 'P1Y' });
  await customer.comesTo('/notifications');
  const list = page.getByRole('main').getByRole('listitem');
  await expect(list).toHaveCount(1);
  await expect(list).toContainText('Pay of $300.00 arrived in Everyday');
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Mark as read: Deposit Landed' }).click();
  await page.reload();
  await expect(page.getByRole('main')).toContainText('All read');
  await page.getByRole('button', { name: 'Delete notification: Deposit Landed' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page.getByRole('switch', { name: 'Deposit Landed' })).toBeChecked();
  await expectNoViolations(page);
  await page.getByRole('switch', { name: 'Deposit Landed' }).click();
  await expect(page.getByRole('switch', { name: 'Deposit Landed' })).not.toBeChecked();
});

test('the welcome toast appears two seconds after the first dashboard, once per browser', async ({
  page,
  customer,
}) => {
  const welcome = customer.toast('Welcome to Your Banking Dashboard');
  await customer.comesTo('/settings');
  await page.evaluate(() => localStorage.removeItem('sandbank-welcomed'));
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.clock.runFor(2_100);
  await expect(welcome).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.clock.runFor(5_000);
  await expect(welcome).toHaveCount(0);
});
