import { expect, expectNoViolations, test } from './fixtures/bank.ts';
import { dayFromNow } from './fixtures/customer.ts';

test('a rent increase is announced, explained, and then charged', async ({ page, customer }) => {
  const account = await customer.opensAccount('Everyday', 20_000);
  await customer.calls('set_bill_increases', { enabled: true });
  await customer.inserts('scheduled_payments', {
    account_id: account.id,
    name: 'Rent',
    payee: 'Shoreline Apartments',
    amount: 1450,
    frequency: 'MONTHLY',
    // Rent goes up on its anniversary, and is announced 60 days before.
    start_date: dayFromNow(64 - 365),
  });
  await customer.call('advance', { by: 'P1W' });
  await customer.comesTo('/notifications');
  await expect(page.getByText(/^Rent goes up from \$1,450\.00 to \$1,494\.00 on /)).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Rent goes up' });
  await page.getByRole('link', { name: 'View: Price Increase' }).click();
  // 1,450.00 at 2.5% + 0.5 points = 1,493.50, in whole dollars.
  await expect(dialog).toContainText('$44.00');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Pay the new amount' }).click();
  await expect(dialog).toHaveCount(0);

  await customer.call('advance', { by: 'P3M' });
  await page.goto('/transactions');
  await expect(page.getByText('−$1,494.00').first()).toBeVisible();
  await expect(page.getByText('−$1,450.00').first()).toBeVisible();
  await expectNoViolations(page);
});
