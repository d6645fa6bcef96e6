import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

test('a home equity line is applied for, opened, drawn, and paid', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 5000);
  await customer.calls('take_mortgage', {
    property_value: 400_000,
    down_payment: 200_000,
    interest_rate: 6,
    term: 30,
  });
  await customer.comesTo('/loan-applications');
  await page.getByRole('radio', { name: /^Home equity line of credit/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Home', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Credit limit').fill('30,000');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your name').fill('Ada Shore');
  await page.getByLabel('Annual income').fill('90,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('button', { name: 'Get the decision' }).click();
  await page.getByRole('link', { name: 'Review and accept' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Line of credit agreement' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept $30,000.00' }).click();
  await expect(customer.toast('Your line of credit is open')).toBeVisible();

  const { data } = await customer.bank.from('loans').select('id').single().throwOnError();
  await page.goto(`/loans/${(data as { id: string }).id}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await dialog.getByLabel('Amount').fill('4,000');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Draw $4,000.00 to Everyday' }).click();
  await expect(dialog.getByText('$4,000.00 drawn.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('main')).toContainText('$26,000.00');
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);

  await page
    .getByRole('button', { name: /^Pay\b/ })
    .first()
    .click();
  await dialog.getByLabel('Amount').fill('1,500');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: /^Pay \$1,500\.00 to / }).click();
  await expect(dialog.getByRole('status')).toContainText('You owe $2,500.00');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('main')).toContainText('$27,500.00');
});
