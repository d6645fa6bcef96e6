import { expect, test } from './fixtures/bank.ts';

test('three tasks per page take no more steps than docs/tasks.md states', async ({ page, customer }) => {
  await customer.triesTheDemo();

  await test.step('Dashboard: answers the payday question and explains the figure', async () => {
    await expect(
      page.getByText(/will run short before payday|covers every payment due before payday/).first(),
    ).toBeVisible();
    await expect(page.getByRole('region', { name: 'Net worth' })).toContainText(/since \w{3} \d/);
    const why = page.getByRole('button', { name: /^Why am I seeing this/ }).first();
    if (await why.isVisible()) {
      await why.click();
      await expect(page.getByRole('dialog', { name: "Why you're seeing this" })).toContainText(/\$/);
      await page.keyboard.press('Escape');
    }
  });

  await test.step('Transactions: finds every grocery purchase over $60 of last quarter with one search', async () => {
    await page.goto('/transactions');
    const box = page
      .getByRole('combobox', { name: /^Search/ })
      .or(page.getByRole('searchbox'))
      .first();
    await box.fill('category:food amount:>60 date:last-quarter');
    await box.press('Enter');
    await expect(page).toHaveURL(/q=/);
    await expect(page.getByText(/\$[\d,]+\.\d\d/).first()).toBeVisible();
  });

  await test.step('Budgets: shows safe to spend, how it is calculated, and the spending behind it', async () => {
    await page.goto('/budgets');
    const safe = page.getByRole('button', { name: /Explain Safe to spend per day$/ });
    await safe.click();
    await expect(page.getByRole('dialog', { name: 'Safe to spend per day' })).toContainText(
      'Safe to spend until payday',
    );
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Food/ }).click();
    await expect(page.getByRole('list', { name: 'Latest in Food' })).toBeVisible();
  });

  await test.step("Goals: shows the amount saved, the expected dates, and one goal's progress", async () => {
    await page.goto('/goals');
    await expect(page.getByText('Saved for your goals')).toBeVisible();
    const goals = page.getByRole('list', { name: 'Goals' }).getByRole('listitem');
    await expect(goals.first()).toContainText(/\w{3} \d{4}|Reached|No finish date yet|Paused/);
    await goals.first().getByRole('link').first().click();
    await expect(page.getByText('Left to save', { exact: true })).toBeVisible();
  });

  await test.step('Analytics: explains an expensive month in two clicks', async () => {
    await page.goto('/analytics');
    await page.getByLabel('Date range').selectOption('This month');
    await page.getByRole('list', { name: 'Uses' }).getByRole('link').first().click();
    await expect(page.getByRole('dialog').getByRole('list', { name: 'Transactions' })).toBeVisible();
    await page.keyboard.press('Escape');
    const tabs = page.getByRole('navigation', { name: 'Analytics pages' });
    await tabs.getByRole('link', { name: 'Subscriptions' }).click();
    await expect(page.getByText(/^\$[\d,]+\.\d\d\s*About this much a year/)).toBeVisible();
    await tabs.getByRole('link', { name: 'Net worth' }).click();
    await expect(page.getByText(/from exchange rates/).first()).toBeVisible();
  });

  await test.step('Forecasts: shows the lowest point, its error, and extra payments on the largest debt', async () => {
    await page.goto('/forecasts');
    await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$');
    await expect(page.getByText('Average error')).toBeVisible();
    await page
      .getByRole('navigation', { name: 'Forecast pages' })
      .getByRole('link', { name: 'What if' })
      .click();
    await page.getByRole('button', { name: /^Pay \$300 more on / }).click();
    await expect(page.getByRole('group', { name: /^Difference in/ })).toBeVisible();
  });
});
