import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

test("a lesson uses the customer's own numbers, asks questions, saves the result, and opens a what-if @phone", async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await page.goto('/tips');
  const topics = page.getByRole('list', { name: 'Progress by topic' });
  await expect(topics.getByRole('listitem').filter({ hasText: 'Managing risk' })).toContainText('0 of 3');
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);

  await page.getByRole('link', { name: /^If your pay stopped/ }).click();
  await expect(page.getByText('From your own transactions.')).toBeVisible();
  await expect(page.getByText(/^You have \$[\d,]+\.\d\d in checking and savings/)).toBeVisible();
  await page.getByRole('slider', { name: /Spend less, by/ }).press('End');
  await expect(
    page.getByText(/^At \$[\d,]+\.\d\d a month, your money lasts \d+ months?, \d+ months? longer\.$/),
  ).toBeVisible();

  for (const answer of [
    'Rent',
    'A state program that replaces part of your wages for some weeks',
    'Call the lender before it is due',
  ])
    await page.getByRole('radio', { name: answer }).check();
  await page
    .getByRole('group', { name: /get no pay\. How many full months/ })
    .getByRole('radio')
    .first()
    .check();
  await page.getByRole('button', { name: 'Check answers' }).click();
  await expect(page.getByText(/^[34] of 4 correct$/)).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Financial Tips' }).first().click();
  await expect(topics.getByRole('listitem').filter({ hasText: 'Managing risk' })).toContainText('1 of 3');

  await page.goto('/tips/glossary#grace-period');
  await expect(page.getByText(/^The time between a statement and its due date/)).toBeInViewport();

  await page.goto('/tips/if-pay-stops');
  await page.getByRole('link', { name: 'Try six months without pay in a what-if' }).click();
  await expect(page).toHaveURL(/\/forecasts\/what-if\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('navigation', { name: 'What-ifs' })).toContainText(
    'Lose your job for 6 months',
  );
});
