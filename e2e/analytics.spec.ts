import { expect, test } from './fixtures/bank.ts';

test('a category links to its transactions, and accounts and cards show the same total', async ({
  page,
  customer,
}) => {
  const everyday = await customer.opensAccount('Everyday', 1000);
  await customer.hasCard('Tide Card', { limit: 500, owes: 5 });
  for (const amount of [812.4, 7.61])
    await customer.calls('withdraw', { account_id: everyday.id, amount, description: 'Corner Grocer' });
  await customer.comesTo('/analytics?range=month&part=spending');
  const category = page.getByRole('list', { name: 'Spending by category' }).getByRole('link');
  await expect(category).toContainText('$825.01');
  await category.click();
  await expect(page).toHaveURL(/rows=out/);
  const rows = page.getByRole('dialog', { name: 'No category' });
  await expect(rows).toContainText('$825.01 in 3 rows');
  await expect(rows.getByRole('listitem')).toHaveText([
    /Everyday.*\$7\.61/,
    /Everyday.*\$812\.40/,
    /Tide Card.*\$5\.00/,
  ]);
  await page.reload();
  await expect(rows).toContainText('$825.01 in 3 rows');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/rows=/);

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^analytics-\d{4}-\d{2}-01-to-/);
});
