import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { dayFromNow } from './fixtures/customer.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const rows = (page: Page) => menu(page).getByRole('listitem');

test('a balance of 99.99 causes a notification, and 100.00 does not', async ({ page, customer }) => {
  await customer.opensAccount('Purse', 99.99);
  await customer.opensAccount('Wallet', 100);
  await customer.comesTo('/dashboard');
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Low Balance Alert');
  await expect(rows(page)).toContainText('Your Purse account balance is $99.99.');
});

test('a card over 90% of its limit causes a notification, and one at 90% does not', async ({
  page,
  customer,
}) => {
  await customer.hasCard('Reef', { limit: 1000, owes: 900.01 });
  await customer.hasCard('Dune', { limit: 1000, owes: 900 });
  await customer.comesTo('/settings');
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Credit Limit Alert');
  await expect(rows(page)).toContainText('Reef');
  await rows(page)
    .getByRole('button', { name: /Credit Limit Alert/ })
    .first()
    .click();
  await customer.isOn('/credit-cards');
  await expect(menu(page)).toBeHidden();
});

test('a payment due within three days shows the number of days', async ({ page, customer }) => {
  for (const days of [0, 1, 3, 4]) await customer.hasCard(`In ${days}`, { owes: 10, dueInDays: days });
  await customer.hasCard('Nothing owed', { dueInDays: 2 });
  await customer.comesTo('/dashboard');
  await bell(page).click();
  await expect(rows(page)).toHaveCount(3);
  for (const days of [0, 1, 3])
    await expect(menu(page)).toContainText(`Your In ${days} payment is due in ${days} days.`);
});

test('an approved loan causes a notification with its amount and a link to the loans', async ({
  page,
  customer,
}) => {
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
  await customer.comesTo('/dashboard');
  await bell(page).click();
  await expect(rows(page)).toContainText('Your loan application for $2,000.00 has been approved.');
  await rows(page)
    .getByRole('button', { name: /^Success Loan Approved/ })
    .click();
  await customer.isOn('/loans');
});

test('everything is marked as read three seconds after the menu opens', async ({ page, customer }) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await bell(page).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(menu(page).getByRole('button', { name: 'Mark all as read' })).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.clock.runFor(200);
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(menu(page).getByRole('button', { name: 'Mark all as read' })).toBeVisible();
});

test('closing the menu early marks nothing as read, and the button marks everything', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await bell(page).click();
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.clock.runFor(5_000);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await menu(page).getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test("a deleted notification doesn't come back the same day", async ({ page, customer }) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/dashboard');
  await bell(page).click();
  await menu(page).getByRole('button', { name: 'Delete notification: Low Balance Alert' }).click();
  await expect(menu(page)).toContainText('No notifications');
  await page.reload();
  await expect(page.getByRole('list', { name: 'What you own' })).toContainText('Purse');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await bell(page).click();
  await expect(menu(page)).toContainText('No notifications');
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

test('a new notification restarts the three seconds and is announced', async ({ page, customer }) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/settings');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
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
});

test('each type has its dot: amber, green, red, blue', async ({ page, customer }) => {
  await customer.opensAccount('Purse', 5);
  await customer.hasCard('Tide', { owes: 10, dueInDays: 2 });
  await customer.comesTo('/dashboard');
  await bell(page).click();
  const dot = (word: string) => rows(page).getByTitle(word, { exact: true });
  await expect(dot('Warning')).toHaveClass(/bg-chart-2/);
  await expect(dot('Information')).toHaveClass(/bg-info/);
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

test('alerts appear again after signing out and in', async ({ page, customer }) => {
  await customer.opensAccount('Purse', 5);
  await customer.comesTo('/dashboard');
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await customer.isOn('/');
  expect(await page.evaluate(() => localStorage.getItem('sandbank-raised'))).toBeNull();
  await page.getByRole('link', { name: 'Login' }).click();
  await customer.fillsInSignIn();
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
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

test('days until a due date are calendar days of the customer', async ({ page, customer }) => {
  await customer.hasCard('Tide', { owes: 10, dueInDays: 2 });
  await customer.comesTo('/credit-cards');
  const due = new Date(`${dayFromNow(2)}T12:00:00Z`);
  const text = due.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
  await expect(page.getByRole('article', { name: 'Tide' })).toContainText(
    new RegExp(`Due ${text}(, \\d{4})?, in 2 days\\.`),
  );
});
