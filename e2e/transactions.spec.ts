import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/bank.ts';
import type { Customer } from './fixtures/customer.ts';

const MANY_ROWS = 2_000;

const list = (page: Page) => page.getByRole('list', { name: 'Transactions' });

async function someHistory(customer: Customer) {
  const everyday = await customer.opensAccount('Everyday', 1000);
  const savings = await customer.opensAccount('Savings', 200);
  await customer.calls('withdraw', { account_id: everyday.id, amount: 40, description: 'Corner Grocer' });
  await customer.calls('withdraw', { account_id: everyday.id, amount: 900, description: 'Monthly rent' });
  await customer.calls('transfer', { from_account_id: everyday.id, to_account_id: savings.id, amount: 10 });
  return { everyday, savings };
}

test('a customer narrows the list by account, type and words, and the address keeps it', async ({
  page,
  customer,
}) => {
  const { savings } = await someHistory(customer);
  await customer.comesTo('/transactions');
  await expect(list(page).getByRole('listitem')).toHaveCount(6);
  await expect(list(page).getByRole('listitem').first()).toContainText('Transfer');

  await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Savings' });
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Type').selectOption({ label: 'Transfers' });
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`account=${savings.id}.*type=TRANSFER`));
  await page.reload();
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(6);
});

test('the search keeps its focus while the customer types slowly, and Clear empties it', async ({
  page,
  customer,
}) => {
  await someHistory(customer);
  await customer.comesTo('/transactions');
  const search = page.getByRole('searchbox', { name: 'Search transactions' });
  await search.press('r');
  await expect(page).toHaveURL(/q=r$/);
  await expect(search).toBeFocused();
  await page.keyboard.type('ent');
  await expect(page).toHaveURL(/q=rent$/);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expect(list(page)).toContainText('Monthly rent');
  await search.fill('nothing like it');
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(search).toHaveValue('');
  await expect(list(page).getByRole('listitem')).toHaveCount(6);
});

test('signs of the query language in a search are only letters', async ({ page, customer }) => {
  await someHistory(customer);
  await customer.comesTo(`/transactions?q=${encodeURIComponent(`100%,a.b(c)"d\\*_'`)}`);
  await expect(page.getByText('Nothing matches.')).toBeVisible();
});

test('the detail shows both sides of a movement, which sum to zero, and its words can be changed', async ({
  page,
  customer,
}) => {
  await someHistory(customer);
  await customer.comesTo('/transactions');
  const rent = list(page).getByRole('button', { name: /Monthly rent/ });
  await rent.click();
  const table = page.getByRole('table');
  await expect(table.getByRole('row', { name: /Everyday/ })).toContainText('−$900.00');
  await expect(table.getByRole('row', { name: /\+\$900\.00/ })).toBeVisible();
  await expect(table.getByRole('row', { name: 'Both sides together' })).toContainText('$0.00');
  await page.getByLabel('Description').fill('Rent of the flat');
  await page.getByLabel('Category').selectOption({ label: 'Housing' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(customer.toast('Saved')).toHaveCount(1);
  await expect(list(page)).toContainText('Rent of the flat');
  await page.keyboard.press('Escape');
  await expect(table).toBeHidden();
  await expect(list(page).getByRole('button', { name: /Rent of the flat/ })).toBeFocused();
});

test('a customer without any transaction is shown what to do', async ({ page, customer }) => {
  await customer.comesTo('/transactions');
  await expect(page.getByText('Nothing has happened yet.')).toBeVisible();
});

test('a transaction that is not theirs says so', async ({ page, customer }) => {
  await customer.comesTo('/transactions?open=6a0d8f0e-0000-4000-8000-000000000000');
  await expect(page.getByText('This transaction is not among yours.')).toBeVisible();
});

test('thousands of rows can be walked through while only those near the window stand in the document', async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Busy', 1);
  const rows = Array.from({ length: MANY_ROWS }, (_, index) => ({
    account_id: account.id,
    amount: 1,
    type: 'DEPOSIT',
    description: `Drop ${index + 1}`,
  }));
  for (let start = 0; start < MANY_ROWS; start += 500) {
    await customer.bank
      .from('transactions')
      .insert(rows.slice(start, start + 500))
      .throwOnError();
  }
  await customer.comesTo('/transactions');
  await expect(list(page)).toContainText(`Drop ${MANY_ROWS}`);
  const end = page.getByText('2,001 in all. That is everything.');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(end).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(list(page)).toContainText('Initial deposit');
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(80);
});
