import type { Page } from '@playwright/test';
import { expect, expectNoViolations, test } from './fixtures/bank.ts';
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

test('a one-line search finds the same transactions as SQL, and the address keeps it', async ({
  page,
  customer,
}) => {
  const { everyday } = await someHistory(customer);
  await customer.calls('deposit', { account_id: everyday.id, amount: 500 });
  const card = await customer.hasCard('Blue card');
  const food = { category: 'Food', merchant: 'Corner Grocer' };
  await customer.calls('charge_credit_card', { card_id: card.id, amount: 61, ...food });
  await customer.calls('charge_credit_card', { card_id: card.id, amount: 60, ...food });
  await customer.calls('withdraw', { account_id: everyday.id, amount: 75.5, description: 'Weekly shop' });
  const { data: categories } = await customer.bank.from('categories').select('id').eq('name', 'Food');
  await customer.bank
    .from('transactions')
    .update({ category_id: categories?.[0]?.id })
    .in('description', ['Weekly shop', 'Corner Grocer'])
    .throwOnError();
  // Fast-forwards to the next quarter, so that all of these purchases are in the last quarter.
  const now = new Date();
  const next = Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / 3) * 3 + 3, 2);
  await customer.call('advance', { to: new Date(next).toISOString() });

  await customer.comesTo('/transactions');
  const search = page.getByRole('combobox', { name: 'Search transactions' });
  await search.fill('category:food amount:>60 date:last-quarter is:spending');
  await expect(page.getByRole('list', { name: 'Search filters' }).getByRole('listitem')).toHaveCount(4);
  const { data: counted } = await customer.bank
    .from('spending')
    .select('id, amount')
    .eq('category', 'Food')
    .gt('amount', 60)
    .throwOnError();
  expect(counted).toHaveLength(2);
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
  await expect(list(page)).toContainText('Weekly shop');
  await expect(list(page)).toContainText('Food, Blue card');
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Out$136.50');
  await page.reload();
  await expect(search).toHaveValue('category:food amount:>60 date:last-quarter is:spending');
  await expect(list(page).getByRole('listitem')).toHaveCount(2);
});

test('the search completes by keyboard, keeps the focus while typing slowly, and is saved as a view', async ({
  page,
  customer,
}) => {
  const { savings } = await someHistory(customer);
  await customer.comesTo(`/transactions?account=${savings.id}&type=TRANSFER`);
  const search = page.getByRole('combobox', { name: 'Search transactions' });
  await expect(search).toHaveValue('account:Savings type:transfer');
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Clear search' }).click();
  // The two sides of the transfer are one row.
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  await search.press('r');
  await expect(page).toHaveURL(/q=r$/);
  await expect(search).toBeFocused();
  await page.keyboard.type('ent acc');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('eve');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=rent\+account%3AEveryday$/);
  await expect(list(page).getByRole('listitem')).toHaveCount(1);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Rent');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const views = page.getByRole('navigation', { name: 'Saved views' });
  await views.getByRole('button', { name: 'All' }).click();
  await expect(list(page).getByRole('listitem')).toHaveCount(5);
  await views.getByRole('button', { name: 'Rent', exact: true }).click();
  await expect(list(page)).toContainText('Monthly rent');
  await search.fill('nothing like it');
  await expect(page.getByText('No transactions found.')).toBeVisible();
});

test('characters of the query language in a search are plain text', async ({ page, customer }) => {
  await someHistory(customer);
  await customer.comesTo(`/transactions?q=${encodeURIComponent(`100%,a.b(c)"d\\*_'`)}`);
  await expect(page.getByText('No transactions found.')).toBeVisible();
});

test('the keyboard moves through the list and selects transactions to change together', async ({
  page,
  customer,
}) => {
  await someHistory(customer);
  await customer.comesTo('/transactions');
  const rows = list(page).getByRole('button');
  await expect(rows).toHaveCount(5);
  await rows.first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+X');
  await expect(rows.nth(1)).toBeFocused();
  const chosen = page.getByRole('region', { name: 'Selected transactions' });
  await expect(chosen).toContainText('2 selected');
  await expectNoViolations(page);
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table')).toBeVisible();
});

test('the details show both sides of a transfer, which sum to zero, and its text can be edited', async ({
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
  await expect(table.getByRole('row', { name: 'Balanced' })).toContainText('$0.00');
  await page.getByLabel('Description').fill('Rent of the flat');
  await page.getByLabel('Category').selectOption({ label: 'Housing' });
  await expect(list(page)).toContainText('Rent of the flat');
  await expect(list(page)).toContainText('Housing');
  await page.keyboard.press('Escape');
  await expect(table).toBeHidden();
  await expect(list(page).getByRole('button', { name: /Rent of the flat/ })).toBeFocused();
});

test("shows how to start without transactions, and hides another customer's transaction", async ({
  page,
  customer,
}) => {
  await customer.comesTo('/transactions?open=6a0d8f0e-0000-4000-8000-000000000000');
  await expect(page.getByText("We couldn't find that transaction.")).toBeVisible();
  await expect(page.getByText('No transactions yet')).toBeVisible();
});

test('a list of thousands of transactions renders only those near the window', async ({ page, customer }) => {
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
  const end = page.getByText('2,001 transactions.');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(end).toBeInViewport({ timeout: 200 });
  }).toPass();
  await expect(list(page)).toContainText('Initial deposit');
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(80);
});
