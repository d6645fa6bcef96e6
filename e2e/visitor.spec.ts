import {
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectNoViolationsInThemes,
  test,
} from './fixtures/bank.ts';

const FEATURES = [
  'Account Management',
  'Credit Card Simulator',
  'Loan Management',
  'Spending Tracker',
  'Budgeting Tools',
  'Financial Education',
];

test('the landing page describes the bank and its six features', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText(/banking simulator/i).first()).toBeVisible();
  await expect(
    page.getByText(/experience modern banking with a comprehensive financial simulator/i),
  ).toBeVisible();
  for (const feature of FEATURES) await expect(page.getByRole('heading', { name: feature })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Contact' })).toHaveAttribute('href', /^mailto:.+@/);
});

test('Learn More scrolls down, and Get Started leads to the Sign up tab', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Account Management' })).not.toBeInViewport();
  await page.getByRole('link', { name: 'Learn More' }).click();
  await expect(page.getByRole('heading', { name: 'Account Management' })).toBeInViewport();
  await page.getByRole('link', { name: 'Get Started' }).first().click();
  await expect(page).toHaveURL(/\/auth\?mode=sign-up$/);
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
});

test('the clock on the landing page moves a household, explains the change, and returns to today', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const clock = page.getByRole('region', { name: 'Try the clock' });
  const today = await clock.getByText(/^\$[\d,]+\.\d\d$/).textContent();
  await clock.getByRole('button', { name: '+1 month' }).click();
  await expect(clock).toContainText('Sat, Nov 14, 2026');
  await expect(clock).toContainText(/Paychecks\+\$[\d,]+\.\d\d/);
  const amounts = (await clock.getByRole('definition').allTextContents()).map(
    (text) => Number(text.replace('\u2212', '-').replaceAll(/[+$,]/g, '')) * 100,
  );
  const change = amounts.pop() ?? 0;
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0))).toBe(Math.round(change));
  await clock.getByRole('button', { name: '+1 year' }).press('Enter');
  await expect(clock).toContainText('Sun, Nov 14, 2027');
  await expectNoViolations(page);
  await clock.getByRole('button', { name: 'Back to today' }).click();
  await expect(clock).toContainText('Wed, Oct 14, 2026');
  await expect(clock).toContainText(today ?? '');
});

test('a visitor signs up from the navigation bar', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('button', { name: 'Create account' })).toBeVisible();
});

test('the footer links to the privacy policy and the terms', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /privacy/i })).toBeVisible();
  await page.goto('/');
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /terms/i })).toBeVisible();
});

test('a visitor who opens a signed-in page sees one message and returns to it after signing in', async ({
  page,
  customer,
}) => {
  await customer.joins();
  await page.goto('/transactions?q=rent');
  await expect(customer.toast('Please sign in to access this page')).toHaveCount(1);
  await customer.isOn('/auth');
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  await customer.fillsInSignIn();
  await expect(page).toHaveURL(/\/transactions\?q=rent$/);
  await expect(page.getByRole('combobox', { name: 'Search transactions' })).toHaveValue(/rent/);
});

test('unknown paths lead to the not-found page, and Back skips them', async ({ page }) => {
  for (const path of ['/no-such-page', '/dashboardx', '/dashboard-of-others', '/assistants']) {
    await page.goto('/privacy-policy');
    await page.goto(path);
    await expect(page).toHaveURL(/\/not-found$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/privacy-policy$/);
  }
});

test('a deep link returns the app', async ({ request }) => {
  for (const path of ['/dashboard', '/dashboard/accounts/1', '/transactions?q=x', '/auth', '/nowhere']) {
    const response = await request.get(path, { headers: { accept: 'text/html' } });
    expect(response.status(), path).toBe(200);
    expect(await response.text(), path).toContain('<div id="root">');
  }
});

for (const path of ['/', '/auth', '/privacy-policy', '/terms-of-service', '/not-found']) {
  test(`${path} is accessible in both themes and at 320 px`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolationsInThemes(page);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page renders, and its links work', async ({ page }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { level: 1, name: 'See your money ahead of time.' }),
    ).toBeVisible();
    for (const feature of FEATURES) await expect(page.getByRole('heading', { name: feature })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Get Started' })).toHaveAttribute(
      'href',
      '/auth?mode=sign-up',
    );
  });
});

test('clicks before the scripts load take effect afterwards', async ({ page }) => {
  await page.route(/\/assets\/landing-page-.+\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, 800));
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Move $250.00' }).click();
  await expect(page.getByText('$250.00 moved. Your total is still $16,067.61.')).toBeVisible();
});
