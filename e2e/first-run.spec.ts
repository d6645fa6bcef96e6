import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { dayFromNow } from './fixtures/customer.ts';

test('a new customer goes from an empty bank to the results of the first month', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/dashboard');
  const steps = page.getByRole('list', { name: 'Get started' });
  const next = steps.locator('[aria-current="step"]');
  await expect(next).toContainText('Open your first account');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);

  const { id } = await customer.opensAccount('Everyday', 500, { type: 'SAVINGS' });
  await expect(next).toContainText('Add a paycheck');
  await customer.inserts('auto_deposits', {
    account_id: id,
    name: 'Harbor pay',
    amount: 1650,
    frequency: 'WEEKLY',
    start_date: dayFromNow(1),
    occurrences: 2,
  });
  await expect(next).toContainText('Add a bill');
  await customer.inserts('scheduled_payments', {
    account_id: id,
    name: 'Rent',
    payee: 'Shoreline Apartments',
    amount: 1200,
    frequency: 'MONTHLY',
    start_date: dayFromNow(3),
  });
  await expect(next).toContainText('Skip ahead a month');
  await page.getByRole('button', { name: 'Fast-forward 1 month' }).click();
  const digest = page.getByRole('dialog', { name: /^Fast-forwarded to / });
  await expect(digest).toContainText('Rent');
  await digest.locator('summary').first().click();
  await digest.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeFocused();

  await expect(next).toContainText('Set a budget or a goal');
  await next.getByRole('link', { name: 'Set budget' }).click();
  await customer.isOn('/budgets');
  const { data: food } = await customer.bank.from('categories').select('id').eq('name', 'Food').single();
  await customer.inserts('budgets', { category_id: food?.id, amount: 400 });
  await page.goto('/dashboard');
  const outcome = page.getByRole('region', { name: "You're all set" });
  await outcome.getByRole('button', { name: /Explain Payments$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Payments' })).toContainText('Shoreline Apartments');
  await page.keyboard.press('Escape');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await outcome.getByRole('link', { name: 'View forecast' }).click();
  await customer.isOn('/forecasts');
});
