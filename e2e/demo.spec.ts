import { expect, expectNoViolations, test } from './fixtures/bank.ts';

test("the demo has a filled dashboard, shows last month's rent in two steps, and can be saved", async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  const notice = page.getByRole('complementary', { name: 'Demo' });
  await expect(notice).toHaveText(/Your demo expires in 24 hours\./);
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have.getByRole('listitem').nth(2)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Net worth' })).toContainText(/\$[\d,]+\.\d\d/);
  // The forecast is computed in a worker after the page is painted.
  await expect(page.getByRole('region', { name: 'Net worth' })).toContainText(/Expected on .*, in 90 days/);
  await expect(page.getByText(/^leaves \$/).first()).toBeVisible();
  await expect(page.getByText('Your books balance.')).toBeVisible();
  // The household has one balance below 100, so there is a notification.
  await expect(page.getByRole('button', { name: /^Notifications, \d+ unread$/ })).toBeVisible();

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click();
  await page.getByRole('combobox', { name: 'Search transactions' }).fill('rent');
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem');
  await expect(rows.first()).toContainText(/rent/i);
  await expect(rows.nth(1)).toContainText(/rent/i);

  // The account menu still leads to saving the demo after the notice was dismissed.
  await notice.getByRole('button', { name: 'Dismiss the notice' }).click();
  await expect(notice).toHaveCount(0);
  await page.getByRole('button', { name: /my account menu$/ }).click();
  await page.getByRole('menuitem', { name: 'Save your progress' }).click();
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Save demo' }).click();
  await expect(customer.toast('Your demo is saved')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await customer.isOn('/');
  await page.getByRole('link', { name: 'Login' }).click();
  await customer.fillsInSignIn();
  await expect(have.getByRole('listitem').first()).toBeVisible();
});

test('the demo login printed at the start opens the same household', async ({ page, customer }) => {
  await page.goto('/auth');
  await customer.fillsInSignIn(process.env.SANDBANK_DEMO_EMAIL, process.env.SANDBANK_DEMO_PASSWORD);
  await customer.isOn('/dashboard');
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have.getByRole('listitem').nth(2)).toBeVisible();
});

test('a demo visitor sees the hint about amounts and the tour once each @phone', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await page.goto('/budgets');
  const hint = page.getByRole('dialog', { name: 'See how amounts are calculated' });
  await hint.getByRole('button', { name: 'Show me' }).click();
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: /^Left to spend/ })).toBeVisible();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Take the tour' }).click();
  const card = page.getByRole('dialog', { name: 'Your net worth' });
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Explain Net worth' })).toBeInViewport({ ratio: 1 });
  await expectNoViolations(page, { over: true });
  await card.getByRole('button', { name: 'Next' }).click();
  await page
    .getByRole('dialog', { name: 'Fast-forward and rewind' })
    .getByRole('button', { name: 'Skip' })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'What you own' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upcoming' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Take the tour' })).toHaveCount(0);
});
