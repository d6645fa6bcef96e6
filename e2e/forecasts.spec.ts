import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

/** Parses an amount such as `$30,004.09`. */
const amountIn = (text: string | null) => Number((text ?? '').replace(/[^\d.]/g, ''));

test('the demo household sees its forecast, tries a bill of $500 a month, and sets it up', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Spending Forecasts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spending Forecasts' })).toBeVisible();
  const short = page.getByRole('region', { name: 'Summary' });
  await expect(short).toContainText('Most likely.');
  const lowest = short.locator('data').nth(1);
  const before = amountIn(await lowest.textContent());
  const chart = page.getByRole('img', { name: /^All cash/ });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/^8 of 10 simulations between/)).toBeVisible();
  await expect(
    page.getByRole('list', { name: 'Month by month' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expect(page.getByText('Average error')).toBeVisible();

  await page.getByRole('button', { name: 'Try a change' }).click();
  await page.getByLabel('Name').fill('Sailing lessons');
  await page.getByLabel('Amount').fill('500');
  await page.getByRole('button', { name: 'Add to forecast' }).click();
  await expect(page.getByRole('list', { name: 'Your changes' })).toContainText('Sailing lessons −$500.00');
  await expect.poll(async () => amountIn(await lowest.textContent())).toBeLessThanOrEqual(before - 500);
  await expect(short).toContainText('Without your changes:');
  await page.reload();
  await expect(page.getByRole('list', { name: 'Your changes' })).toContainText('Sailing lessons');
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole('button', { name: 'Set up Sailing lessons' }).click();
  await page.getByRole('button', { name: /^Schedule \$500\.00 from / }).click();
  await customer.toast('Sailing lessons scheduled').getByRole('button', { name: 'View' }).click();
  await customer.isOn('/scheduled-payments');
  const rules = page.getByRole('list', { name: 'Your scheduled payments' });
  await expect(rules.getByRole('listitem', { name: 'Sailing lessons' })).toContainText(/Next \w+ \d+/);
});
