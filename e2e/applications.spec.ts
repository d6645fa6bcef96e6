import { expect, expectNoViolations, test } from './fixtures/bank.ts';

test('a customer applies, accepts the offer, and receives the loan and the money', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo('/loan-applications');
  await page.getByRole('radio', { name: /^A car/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('car price')).toHaveAccessibleDescription(/Enter an amount/);
  await page.getByLabel('car price').fill('12,000');
  await page.getByLabel('Down payment').fill('2,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your name').fill('Ada Shore');
  await page.getByLabel('Annual income').fill('90,000');
  await expect(page.getByRole('complementary')).toContainText('Likely approved');
  // The draft is saved, so the form resumes where the customer left off.
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Shore');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('button', { name: 'Get the decision' }).click();
  await expect(page.getByRole('heading', { name: 'Our offers' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Review and accept' }).first().click();
  await expect(page.getByRole('region', { name: 'Agreement' })).toContainText('60 monthly payments');
  await expectNoViolations(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept $10,000.00' }).click();
  await expect(page.getByText('The money is in your account.')).toBeVisible();
  await page.getByRole('link', { name: 'Your loan', exact: true }).click();
  await expect(page).toHaveURL(/\/loans\/[0-9a-f-]{36}/);
  await expect(page.getByRole('main')).toContainText('$10,000.00');
  await page.goto(`/dashboard/accounts/${account.id}`);
  await expect(page.getByRole('main')).toContainText('$9,900.00');
});

test('a customer accepts a mortgage with a point, escrow, and mortgage insurance', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 60_000);
  await customer.comesTo('/loan-applications');
  await page.getByRole('radio', { name: /^Buying a home/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('home price').fill('200,000');
  await page.getByLabel('Down payment').fill('20,000');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Your name').fill('Ada Shore');
  await page.getByLabel('Annual income').fill('60,000');
  await expect(page.getByRole('complementary')).toContainText('Mortgage insurance (PMI)');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Submit application' }).click();
  await page.getByRole('button', { name: 'Get the decision' }).click();
  await expect(page.getByRole('heading', { name: 'Our offers' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Upfront fees');
  await page.getByRole('link', { name: 'Review and accept' }).first().click();
  const agreement = page.getByRole('region', { name: 'Agreement' });
  await expect(agreement).toContainText('Mortgage insurance (PMI)');
  await expect(agreement).toContainText('Cash to close');
  await page.getByRole('radio', { name: '1 point' }).click();
  await expect(page.getByText(/You pay \$1,800\.00 for a rate of/)).toBeVisible();
  await page.getByLabel('Annual property tax').fill('2,400');
  await page.getByLabel('Annual home insurance').fill('1,200');
  await page.getByLabel('Payment day').fill('5');
  await expect(agreement).toContainText('Escrow$300.00');
  await expectNoViolations(page);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Accept $180,000.00' }).click();
  await expect(page.getByText('The home is yours.')).toBeVisible();
  await page.getByRole('link', { name: 'Your mortgage', exact: true }).click();
  await expect(page.getByRole('main')).toContainText('$180,000.00');
  await page.goto(`/dashboard/accounts/${account.id}`);
  await expect(page.getByRole('main')).toContainText('Loan fees: Mortgage');
});
