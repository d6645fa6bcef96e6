import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a new customer opens a funded account in two screens', async ({ page, customer }) => {
  await customer.comesTo('/create-account');
  await page.getByRole('radio', { name: 'Savings' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Rainy Day Savings');
  await page.getByLabel('Name').fill('Rainy Days');
  await page.getByRole('radio', { name: 'Investment' }).click();
  await page.getByRole('radio', { name: 'Savings' }).click();
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

test('a customer with an account opens a second one and lands on its page', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 150);
  await customer.comesTo('/create-account');
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await page.getByLabel('Name').fill('Second');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Open / })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Second' })).toBeVisible();
});

test("an account without a name isn't opened, and the form keeps its entries", async ({ page, customer }) => {
  await customer.comesTo('/create-account');
  await page.getByLabel('Name').fill('');
  await page.getByLabel(/^Initial deposit/).fill('50');
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Open / })
    .click();
  await expect(page.getByLabel('Name')).toHaveAccessibleDescription('Enter an account name.');
  await expect(page.getByLabel(/^Initial deposit/)).toHaveValue('50');
});

test('a deposit has a review and a receipt, and its transaction appears first', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Deposit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deposit: Everyday' });
  await dialog.getByLabel('Amount').fill('25.5');
  await dialog.getByLabel(/^Note/).fill('Birthday');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('$100.00');
  await expect(dialog).toContainText('$125.50');
  await dialog.getByRole('button', { name: 'Deposit $25.50 to Everyday' }).click();
  await expect(dialog.getByRole('status')).toContainText('Everyday balance: $125.50');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Deposit' })).toBeFocused();
  const history = page.getByRole('region', { name: 'History of Everyday' });
  await expect(history.getByRole('listitem').first()).toContainText(/Birthday.*\+\$25\.50/);
});

test('a withdrawal above the balance shows the shortfall and keeps the entries', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw: Everyday' });
  const amount = dialog.getByLabel('Amount');
  await amount.fill('100.01');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(amount).toHaveAccessibleDescription('You have $100.00 available. You need $0.01 more.');
  await expect(amount).toHaveValue('100.01');
  await amount.fill('100');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Withdraw $100.00 from Everyday' }).click();
  await expect(dialog.getByRole('status')).toContainText('$0.00');
});

test('a withdrawal that the bank refuses shows the shortfall and moves no money', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog', { name: 'Withdraw: Everyday' });
  await dialog.getByLabel('Amount').fill('80');
  await dialog.getByRole('button', { name: 'Review' }).click();
  const confirm = dialog.getByRole('button', { name: 'Withdraw $80.00 from Everyday' });
  await confirm.waitFor();
  await customer.calls('withdraw', { account_id: account.id, amount: 50 });
  await confirm.click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'You have $50.00 available. You need $30.00 more.',
  );
  await expect(dialog.getByLabel('Amount')).toHaveValue('80');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test('pressing Confirm twice moves the money once', async ({ page, customer }) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByLabel('Amount').fill('10');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Deposit $10.00 to Everyday' }).dblclick();
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('$110.00');
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

test('a customer renames an account', async ({ page, customer }) => {
  const account = await customer.opensAccount('Everyday', 100);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await page.getByRole('button', { name: 'More account options' }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Household');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Household' })).toBeVisible();
});

test('a customer closes an account into another, reopens it, and deletes it', async ({
  page,
  customer,
  complaints,
}) => {
  // The page reads the deleted account once more before the app leaves the page.
  complaints.expected(...REFUSAL);
  const account = await customer.opensAccount('Old', 75.25);
  await customer.opensAccount('New', 10);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
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

test("another customer's account leads to the not-found page", async ({ customer }) => {
  await customer.comesTo('/dashboard/accounts/6a0d8f0e-0000-4000-8000-000000000000');
  await customer.isOn('/not-found');
});
