import { expect, test } from './fixtures/bank.ts';

const theme = (page: import('@playwright/test').Page) => page.locator('html').getAttribute('data-theme');

test.describe('the theme', () => {
  test('follows the system until a theme is chosen', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');

    await page.getByRole('button', { name: 'Switch to dark mode' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.reload();
    await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible();
    expect(await theme(page)).toBe('dark');
  });

  test('is set before the first paint', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/');
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    // With the app's scripts blocked, only the script that runs before the app can set the theme.
    await page.route('**/assets/*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    );
    await page.reload();
    expect(await theme(page)).toBe('dark');
  });

  test('has a tooltip that describes the button', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Switch to dark mode' }).hover();
    await expect(page.getByRole('tooltip')).toHaveText('Switch to dark mode');
  });
});

test('the navigation marks the active link, and each page has its own title', async ({ page, customer }) => {
  await customer.comesTo('/dashboard');
  const navigation = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path, title] of [
    ['Transactions', '/transactions', 'Transactions'],
    ['Credit Cards', '/credit-cards', 'Credit cards'],
    ['Loans', '/loans', 'Loans'],
    ['Mortgages', '/mortgages', 'Mortgages'],
    ['Dashboard', '/dashboard', 'Dashboard'],
  ] as const) {
    await navigation.getByRole('link', { name }).click();
    await customer.isOn(path);
    await expect(navigation.locator('[aria-current="page"]')).toHaveText(name);
    await expect(page).toHaveTitle(`${title} · Sandbank`);
  }
});

test('subpaths of a signed-in page show its screen', async ({ page, customer }) => {
  await customer.comesTo('/loans/some/where');
  await expect(page.getByRole('heading', { level: 1, name: 'Loans' })).toBeVisible();
  await customer.isOn('/loans/some/where');
});

test('page views are reported with path and title, without the query', async ({ page }) => {
  const reported = page.waitForRequest('**/rest/v1/page_views');
  await page.goto('/privacy-policy?secret=1');
  const request = await reported;
  expect(request.postDataJSON()).toEqual({ path: '/privacy-policy', title: 'Privacy policy · Sandbank' });
  expect((await request.response())?.status()).toBe(201);
});

for (const signal of ['doNotTrack', 'globalPrivacyControl']) {
  test(`page views are not reported when the browser opts out with ${signal}`, async ({ page }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(navigator, name, { value: name === 'doNotTrack' ? '1' : true });
    }, signal);
    let reports = 0;
    page.on('request', (request) => {
      if (request.url().includes('page_views')) reports += 1;
    });
    await page.clock.install();
    await page.goto('/privacy-policy');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.runFor(5_000);
    expect(reports).toBe(0);
  });
}

test('the first Tab stop is the skip link, which leads to the content', async ({ page, customer }) => {
  await customer.comesTo('/transactions');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('a dialog traps the focus, closes with Escape, and returns the focus', async ({ page, customer }) => {
  const { id } = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${id}`);
  const opener = page.getByRole('button', { name: 'Withdraw' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Amount')).toBeFocused();
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(dialog.locator(':focus')).toHaveCount(1);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'More account options' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Account settings' }).press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More account options' })).toBeFocused();
});

test('the menus open and close by keyboard', async ({ page, customer }) => {
  await customer.comesTo('/settings');
  const account = page.getByRole('button', { name: 'My account menu' });
  await account.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  const bell = page.getByRole('button', { name: 'Notifications' });
  await bell.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeHidden();
  await expect(bell).toBeFocused();
});

test('a page whose code fails to load shows the crash screen, and Try again loads it', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(/Failed to load resource/, /A page failed/, /dynamically imported module/);
  await customer.comesTo('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.route('**/assets/mortgages-page-*.js', (route) => route.abort());
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Mortgages' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText("We're having trouble loading this page.")).toBeVisible();
  await expect(customer.toast('Something went wrong loading this page')).toHaveCount(1);
  await page.unroute('**/assets/mortgages-page-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Mortgages' })).toBeVisible();
});

test('a spinner shows while the session loads', async ({ page, customer }) => {
  await customer.joins();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/config.json', async (route) => {
    await held;
    await route.continue();
  });
  await customer.comesTo('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('the whole navigation fits from 768 to 1440 px without horizontal scrolling', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/settings');
  const bar = page.getByRole('banner');
  const icons = [
    ...['Budgets', 'Goals', 'Analytics', 'Customer support', 'Settings'].map((name) =>
      bar.getByRole('link', { name, exact: true }),
    ),
    bar.getByRole('button', { name: /^Notifications/ }),
    bar.getByRole('button', { name: /^Switch to (dark|light) mode$/ }),
    bar.getByRole('button', { name: 'Sign out' }),
  ];
  for (const width of [768, 820, 900, 1024, 1080, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(bar.getByRole('link', { name: 'Mortgages' })).toBeVisible();
    if (width >= 1280) for (const icon of icons) await expect(icon).toBeVisible();
    const root = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(root[0], `at ${width} px`).toBeLessThanOrEqual(root[1] ?? 0);
    const boxes = await bar.locator('a:visible, button:visible').evaluateAll((elements) =>
      elements.map((element) => {
        const { left, right } = element.getBoundingClientRect();
        return { left, right, name: element.getAttribute('aria-label') ?? element.textContent };
      }),
    );
    for (const [index, box] of boxes.entries()) {
      expect.soft(box.right, `the right edge of ${box.name} at ${width} px`).toBeLessThanOrEqual(width);
      expect
        .soft(box.left, `${box.name} after its neighbor at ${width} px`)
        .toBeGreaterThanOrEqual((boxes[index - 1]?.right ?? 0) - 0.5);
    }
  }
});

test('the search and the tools are few Tab stops, and arrow keys move within a bar', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 100);
  await customer.comesTo('/loans');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'One day later' })).toBeEnabled();
  const create = page.getByRole('main').getByRole('button', { name: 'Create loan' });
  await expect(create).toBeVisible();
  const stops: string[] = [];
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Tab');
    stops.push(
      await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.closest('main') ? 'main' : (activeElement?.textContent ?? '');
      }),
    );
  }
  expect(stops, stops.join(' | ')).toContain('main');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Loans' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('link', { name: 'Mortgages' }).first()).toBeFocused();
});

test('Back closes the search, dialogs, and panels without leaving the page', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 100);
  await customer.comesTo('/loans');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click();
  const row = page.getByRole('button', { name: /Initial deposit/ });
  await row.click();
  const panel = page.getByRole('region', { name: 'Details', exact: true });
  await expect(panel).toBeVisible();
  await page.reload();
  await expect(panel).toBeVisible();
  await page.goBack();
  await expect(panel).toBeHidden();
  await customer.isOn('/transactions');

  const search = page.getByRole('dialog', { name: 'Search' });
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await page.goBack();
  await expect(search).toBeHidden();
  await customer.isOn('/transactions');

  const time = page.getByRole('dialog', { name: 'Simulated time' });
  await page.getByRole('button', { name: /^Simulated date/ }).click();
  await expect(time).toBeVisible();
  await page.goBack();
  await expect(time).toBeHidden();
  await customer.isOn('/transactions');

  // A dialog that is closed with Escape, and a link from the search, leave no entry behind.
  await page.keyboard.press('Control+k');
  await expect(search).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search' }).fill('glossary');
  await page.keyboard.press('Enter');
  await customer.isOn('/tips/glossary');
  await page.goBack();
  await customer.isOn('/transactions');
  await page.goBack();
  await customer.isOn('/loans');
});
