import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a customer sets name, time zone and base currency, and finds them again', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/settings');
  await page.getByRole('textbox', { name: 'Name optional' }).fill('Ada Shore');
  await page.getByLabel('Time zone').selectOption('Europe/Paris');
  await page.getByLabel('Base currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(customer.toast('Your settings are saved')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name optional' })).toHaveValue('Ada Shore');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Paris');
  await expect(page.getByLabel('Base currency')).toHaveValue('EUR');
});

test('a customer changes the password: the new one opens, the old one does not', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  await customer.comesTo('/settings');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Use at least 8 characters.');
  await page.getByLabel('New password').fill(customer.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/present password/);
  await page.getByLabel('New password').fill('Dunes and marram grass 8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(customer.toast('Your password is changed')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await customer.isOn('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await customer.fillsInSignIn();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/do not belong/);
  await customer.fillsInSignIn(customer.email, 'Dunes and marram grass 8');
  await customer.isOn('/dashboard');
});

test('a customer chooses the theme in the settings', async ({ page, customer }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await customer.comesTo('/settings');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the settings prove that the books balance', async ({ page, customer }) => {
  const { id } = await customer.opensAccount('Everyday', 100);
  await customer.calls('withdraw', { account_id: id, amount: 1 });
  await customer.comesTo('/settings');
  await expect(page.getByText('Your books balance.')).toBeVisible();
  await expect(page.getByText(/^All 2 entries since .* sum to \$0\.00/)).toBeVisible();
  await page.getByRole('button', { name: 'Check everything' }).click();
  await expect(page.getByRole('list', { name: 'Checks' }).getByLabel('Passed')).toHaveCount(4);
  await expect(page.getByText('Your books balance.')).toBeVisible();
});

test('the proof is reached from the dashboard', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 100);
  await customer.comesTo('/dashboard');
  await page.getByRole('link', { name: 'See the proof' }).click();
  await expect(page.getByRole('heading', { name: 'Your books' })).toBeInViewport();
});
