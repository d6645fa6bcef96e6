import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

const FEATURES = [
  'Account Management',
  'Credit Card Simulator',
  'Loan Management',
  'Spending Tracker',
  'Budgeting Tools',
  'Financial Education',
];

test('a visitor reads what the bank is, with its six features', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/banking simulator/i).first()).toBeVisible();
  await expect(
    page.getByText(/experience modern banking with a comprehensive financial simulator/i),
  ).toBeVisible();
  for (const feature of FEATURES) await expect(page.getByRole('heading', { name: feature })).toBeVisible();
  await expectNoViolations(page);
});

test('a visitor learns more, then gets started at the sign-in page', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('link', { name: 'Learn More' })
    .or(page.getByRole('button', { name: 'Learn More' }))
    .click();
  await expect(page.getByRole('heading', { name: 'Account Management' })).toBeInViewport();
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('a visitor cannot open a customer’s page and comes to it after signing in', async ({
  page,
  customer,
}) => {
  await page.goto('/transactions?account=none');
  await expect(customer.toast('Please sign in to access this page')).toHaveCount(1);
  await customer.isOn('/auth');
});

test('a visitor on an unknown path is taken to not-found, and back leaves the site as it was', async ({
  page,
}) => {
  await page.goto('/privacy-policy');
  await page.goto('/dashboardx');
  await expect(page).toHaveURL(/\/not-found$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/privacy-policy$/);
});

for (const path of ['/', '/auth', '/privacy-policy', '/terms-of-service', '/not-found']) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`a visitor can use ${path} in ${colorScheme} with any aid and at 320 px`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScroll(page);
    });
  }
}
