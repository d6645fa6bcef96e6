import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a new customer opens a funded account in two screens', async ({ page, customer }) => {
  await customer.comesTo('/create-account');
  await page.getByRole('radio', { name: 'Savings', exact: true }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Rainy Day Savings');
  await page.getByLabel('Name').fill('Rainy Days');
  await page.getByRole('radio', { name: 'Investment' }).click();
  await page.getByRole('radio', { name: 'Savings', exact: true }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Rainy Days');
  await page.getByLabel(/^Initial deposit/).pressSequentially('1234.56');
  await expect(page.getByLabel(/^Initial deposit/)).toHaveValue('1,234.56');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Open / })
    .click();

  await expect(page.getByRole('heading', { level: 1, name: 'Rainy Days' })).toBeVisible();
  await expect(page.getByText('$1,234.56', { exact: true }).first()).toBeVisible();
  const history = page.getByRole('region', { name: 'History of Rainy Days' });
  await expect(history.getByRole('listitem')).toHaveCount(1);
  await expect(history).toContainText('Initial deposit');
});

test('a deposit has a review and a receipt, and its transaction appears first', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deposit to Everyday' });
  await dialog.getByLabel('Amount').fill('25.5');
  await dialog.getByLabel(/^Note/).fill('Birthday');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('$100.00');
  await expect(dialog).toContainText('$125.50');
  // The second click must not move the money again.
  await dialog.getByRole('button', { name: 'Deposit $25.50 to Everyday' }).dblclick();
  await expect(dialog.getByRole('status')).toContainText('Everyday balance: $125.50');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Deposit' })).toBeFocused();
  const history = page.getByRole('region', { name: 'History of Everyday' });
  await expect(history.getByRole('listitem').first()).toContainText(/Birthday.*\+\$25\.50/);
  const { data: rows } = await customer.bank.from('transactions').select('amount').throwOnError();
  expect(rows).toHaveLength(2);
});

test('an unexpected failure shows its toast, and a retry moves the money once', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(/Failed to/, /status of 503/);
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  // The bank posts the deposit, but its response is lost.
  let lost = 0;
  await page.route('**/rest/v1/rpc/deposit', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.fulfill({ status: 503, json: { message: 'down' } });
  });
  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: /^Deposit \$10\.00/ }).click();
  await expect(customer.toast('Failed to deposit funds')).toHaveCount(1);
  await page.getByRole('button', { name: /^Deposit \$10\.00/ }).click();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('$110.00');
});

test('a customer renames an account, closes it into another, reopens it, and deletes it', async ({
  page,
  customer,
  complaints,
}) => {
  // The page reads the deleted account once more before the app leaves the page.
  complaints.expected(...REFUSAL);
  const account = await customer.opensAccount('Everyday', 75.25);
  await customer.opensAccount('New', 10);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'More account options' }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Old' })).toBeVisible();
  await page.getByRole('button', { name: 'More account options' }).click();
  await page.getByRole('menuitem', { name: 'Close account' }).click();
  await page.getByRole('button', { name: 'Transfer $75.25 to New and close' }).click();
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await expect(page.getByText('$0.00', { exact: true }).first()).toBeVisible();

  await page.getByRole('link', { name: 'Dashboard' }).last().click();
  const have = page.getByRole('list', { name: 'What you own' });
  await expect(have.getByRole('listitem')).toHaveCount(1);
  await expect(have).toContainText('$85.25');
  await page.getByRole('list', { name: 'Closed accounts' }).getByRole('link', { name: /Old/ }).click();

  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByRole('button', { name: 'Deposit' })).toBeVisible();
  await page.getByRole('button', { name: 'More account options' }).click();
  await page.getByRole('menuitem', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete Old' }).click();
  await customer.isOn('/dashboard');
  await expect(customer.toast('Old deleted')).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Old/ })).toHaveCount(0);
});
