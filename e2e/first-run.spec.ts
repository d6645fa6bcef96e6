import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { DIGEST_TITLE } from './fixtures/player.ts';

test('a visitor reaches the first simulated month in 4 clicks', async ({ page, customer }) => {
  test.slow();
  await page.goto('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Start as Young family' }).click();
  await expect(page.getByRole('list', { name: 'What you own' })).toContainText('Family Checking', {
    timeout: 60_000,
  });
  await page.getByRole('button', { name: 'One month later' }).click();
  await expect(page.getByRole('dialog', { name: DIGEST_TITLE })).toContainText(/\d+ paychecks/, {
    timeout: 60_000,
  });
});

test('a new customer goes from an empty bank to the results of the first month', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/dashboard');
  await page.getByRole('button', { name: 'Start empty' }).click();
  const steps = page.getByRole('list', { name: 'Get started' });
  const next = steps.locator('[aria-current="step"]');
  await expect(next).toContainText('Open your first account');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);

  await next.getByRole('link', { name: 'Open account' }).click();
  await page.getByRole('button', { name: 'Open with $2,000.00' }).click();
  await expect(next).toContainText('Add your paycheck');
  await next.getByRole('link', { name: 'Add paycheck' }).click();
  const paycheck = page.getByRole('dialog', { name: 'Add your paycheck' });
  await expect(paycheck.getByRole('switch', { name: 'This is my paycheck' })).toBeChecked();
  await paycheck.getByRole('button', { name: 'Add paycheck' }).click();
  await expect(next).toContainText('Add a bill');
  const netWorth = page.getByRole('region', { name: 'Net worth' });
  await expect(netWorth.getByRole('img', { name: 'Net worth' })).toBeVisible();
  await expect(netWorth.getByText('Expected on')).toHaveCount(1);
  await expect(page.getByRole('img', { name: /^Expected net worth/ })).toHaveCount(0);
  await next.getByRole('link', { name: 'Add bill' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule payment' }).click();
  await expect(next).toContainText('Fast-forward a month');
  const clock = page.getByRole('region', { name: 'Simulated time' });
  await expect(clock.getByRole('button', { name: 'Payday: Next payday' })).toBeEnabled();
  await page.getByRole('button', { name: 'Fast-forward 1 month' }).click();
  const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
  await expect(digest).toContainText('Rent');
  await digest.locator('summary').first().click();
  await digest.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeFocused();

  await expect(next).toContainText('Set a budget or a goal');
  await next.getByRole('link', { name: 'Set budget' }).click();
  await customer.isOn('/budgets');
  const { data: food } = await customer.bank.from('categories').select('id').eq('name', 'Food').single();
  await customer.inserts('budgets', { category_id: food?.id, amount: 400 });
  await page.getByRole('button', { name: 'Back to checklist' }).click();
  const outcome = page.getByRole('region', { name: "You're all set" });
  await outcome.getByRole('button', { name: /Explain Payments$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Payments' })).toContainText('Landlord');
  await page.keyboard.press('Escape');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await outcome.getByRole('link', { name: 'View forecast' }).click();
  await customer.isOn('/forecasts');
});
