import type { Page } from '@playwright/test';
import {
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectNoViolationsInThemes,
  test,
} from './fixtures/bank.ts';
import type { Customer } from './fixtures/customer.ts';

const PAGES = [
  '/dashboard',
  '/create-account',
  '/dashboard/move',
  '/dashboard/people',
  '/transactions',
  '/transactions/rules',
  '/transactions/import',
  '/credit-cards',
  '/credit-cards/catalog',
  '/credit-cards/catalog/quarter_five',
  '/insurance',
  '/loans',
  '/mortgages',
  '/loan-applications',
  '/applications',
  '/auto-deposit',
  '/scheduled-payments',
  '/budgets',
  '/goals',
  '/documents',
  '/documents/files',
  '/analytics',
  '/analytics/financial-health',
  '/analytics/year-in-review',
  '/tips',
  '/tips/card-interest',
  '/tips/glossary',
  '/tips/stories',
  '/tips/stories/student-debt',
  '/assistant',
  '/forecasts',
  '/forecasts/what-if',
  '/forecasts/retirement',
  '/notifications',
  '/support',
  '/support/articles/card-interest',
  '/support/tickets',
  '/support/tickets/new',
  '/settings',
  '/settings/security',
  '/dashboard/accounts/:account',
  '/dashboard/accounts/:certificate',
];

const PAGES_A_TEST = 6;

/** Gives the customer one product of each kind. */
async function hasEverything(customer: Customer): Promise<{ account: string; certificate: string }> {
  const account = await customer.opensAccount('Everyday Checking with quite a long name', 12_345.67);
  const purse = await customer.opensAccount('Purse', 12);
  await customer.opensAccount('Euros', 9_876_543.21, { type: 'SAVINGS', currency: 'EUR' });
  await customer.calls('withdraw', { account_id: account.id, amount: 812.4, description: 'Corner Grocer' });
  await customer.hasCard('Tide Card', { limit: 500, owes: 480, dueInDays: 2 });
  await customer.inserts('goals', {
    name: 'Two weeks away with quite a long name',
    target: 3000,
    target_date: '2199-01-01',
    account_id: account.id,
    portion: 1234.56,
    contribution: 'round_ups',
    from_account_id: purse.id,
  });
  const owner = { user_id: await customer.id(), start_date: new Date().toISOString() };
  await customer.inserts('loans', {
    ...owner,
    name: 'Car loan',
    amount: 1000,
    interest_rate: 0,
    term: 10,
    monthly_payment: 100,
    remaining_balance: 1000,
  });
  await customer.inserts('mortgages', {
    ...owner,
    property_value: 300_000,
    loan_amount: 240_000,
    down_payment: 60_000,
    interest_rate: 0,
    term: 20,
    monthly_payment: 1000,
    remaining_balance: 240_000,
  });
  const { id } = await customer.inserts<{ id: string }>('loan_applications', {
    email: customer.email,
    applicant_name: 'Ada',
    loan_amount: 2000,
    loan_type: 'PERSONAL',
    term_months: 24,
    annual_income: 90_000,
    employment_status: 'EMPLOYED',
    monthly_debt: 0,
  });
  await customer.call('decide-application', { application_id: id });
  const certificate = await customer.calls<{ id: string }>('open_cd', {
    funding_account_id: account.id,
    amount: 1000,
    term_months: 12,
  });
  return { account: account.id, certificate: certificate.id };
}

async function stands(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[role="status"][aria-label^="Loading"], [aria-busy="true"]')).toHaveCount(0);
}

/** Navigates within the app as a link does, because a reload takes twice as long. */
async function follow(page: Page, path: string): Promise<void> {
  const { pathname } = new URL(page.url());
  if (path === pathname) return;
  // The path is a tab of the current page. Both tabs may have the same title, so a title change can't show
  // when the new tab has opened.
  if (path.startsWith(pathname)) {
    await page.goto(path);
    return;
  }
  const previousTitle = await page.title();
  await page.evaluate((address) => {
    window.history.pushState(null, '', address);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page).not.toHaveTitle(previousTitle);
}

/** Checks a page at desktop width, and that it fits on the smallest phones. */
async function expectUsable(page: Page, path: string, check: (page: Page) => Promise<void>): Promise<void> {
  await test.step(path, async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await follow(page, path);
    await stands(page);
    await check(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  });
}

/** Each test checks only a few pages, so that tests are short and run in parallel. */
for (let from = 0; from < PAGES.length; from += PAGES_A_TEST) {
  const paths = PAGES.slice(from, from + PAGES_A_TEST);
  const named = `${paths[0]} to ${paths.at(-1)}`;

  // Checks empty pages only in light mode, because pages with data already cover all of their colors.
  test(`${named} is accessible to a new customer and at 320 px`, async ({ page, customer }) => {
    await customer.comesTo('/dashboard');
    for (const path of paths) if (!path.includes(':')) await expectUsable(page, path, expectNoViolations);
  });

  test(`${named} is accessible to a customer with data in both themes and at 320 px`, async ({
    page,
    customer,
  }) => {
    const { account, certificate } = await hasEverything(customer);
    await customer.comesTo('/dashboard');
    for (const path of paths) {
      const address = path.replace(':account', account).replace(':certificate', certificate);
      await expectUsable(page, address, expectNoViolationsInThemes);
    }
  });
}

test('dialogs, menus, and sheets are accessible in both themes', async ({ page, customer }) => {
  const { account } = await hasEverything(customer);
  await customer.comesTo(`/dashboard/accounts/${account}`);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await expectNoViolationsInThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'My account menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoViolationsInThemes(page, { over: true });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByRole('button', { name: 'Review' }).click();
  await expectNoViolationsInThemes(page);
  await page.getByLabel('Amount').fill('5');
  await page.getByRole('button', { name: 'Review' }).click();
  await expectNoViolationsInThemes(page);
  await page.goto('/transactions');
  await page.getByRole('list', { name: 'Transactions' }).getByRole('button').first().click();
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoViolationsInThemes(page);
});
