import { expect, expectNoSidewaysScroll, expectNoViolations, REFUSAL, test } from './fixtures/bank.ts';

test('an IRA is opened, accepts contributions up to the limit, and shows the tax on an early withdrawal', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  const everyday = await customer.opensAccount('Everyday', 50_000);
  const future = await customer.opensAccount('Future', 0, { type: 'INVESTMENT' });
  await customer.comesTo(`/dashboard/accounts/${future.id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Choose tax treatment' }).click();
  await dialog.getByLabel('Tax treatment').selectOption('traditional_ira');
  await dialog.getByLabel('Your date of birth').fill('1990-05-01');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(customer.toast('Tax treatment saved for Future')).toBeVisible();
  await expect(page.getByText(/^\$0\.00 of \$[\d,]+\.00 contributed in \d{4}\./)).toBeVisible();

  // A contribution from checking, and one above the rest of the year's limit.
  await page.goto(`/dashboard/move?from=${everyday.id}&to=${future.id}`);
  await page.getByLabel('Amount').fill('20,000');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(
    page.getByText(/^Your IRA limit is \$[\d,]+\.00 a year\. You have \$[\d,]+\.00 left\.$/),
  ).toBeVisible();
  await page.getByLabel('Amount').fill('2,000');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Transfer $2,000.00 to Future' }).click();
  await expect(page.getByRole('heading', { name: '$2,000.00 transferred to Future' })).toBeVisible();

  await page.goto(`/dashboard/accounts/${future.id}`);
  await expect(page.getByText(/^\$2,000\.00 of \$[\d,]+\.00 contributed in \d{4}\./)).toBeVisible();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await dialog.getByLabel('Amount').fill('1,000');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(
    dialog.getByText(
      /^Before age 59½: \$100\.00 in additional tax \(10%\), and \$1,000\.00 counts as income in your \d{4} tax return\.$/,
    ),
  ).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Withdraw $1,000.00 from Future' }).click();
  await expect(dialog.getByText('$1,000.00 withdrawn.')).toBeVisible();
});
