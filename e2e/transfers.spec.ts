import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a customer transfers money with a review and a receipt, then undoes it', async ({ page, customer }) => {
  const from = await customer.opensAccount('Everyday', 500);
  await customer.opensAccount('Savings', 100, { type: 'SAVINGS' });
  await customer.comesTo(`/dashboard/move?from=${from.id}`);
  await page.getByLabel('Amount').fill('120.50');
  await page.getByRole('button', { name: 'Review' }).click();
  const main = page.getByRole('main');
  for (const amount of ['$500.00', '$379.50', '$100.00', '$220.50']) await expect(main).toContainText(amount);
  await page.getByRole('button', { name: 'Transfer $120.50 to Savings' }).click();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('$120.50 transferred to Savings');
  await expect(main).toContainText('$379.50');

  await page.getByRole('button', { name: 'Undo transfer' }).click();
  await expect(page.getByLabel('Amount')).toHaveValue('120.50');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Transfer $120.50 to Everyday' }).click();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('$120.50 transferred to Everyday');
  await expect(main).toContainText('$500.00');
  const { data: rows } = await customer.bank.from('transactions').select().eq('type', 'TRANSFER');
  expect(rows).toHaveLength(4);
});

test('a refusal returns to the form with all entries', async ({ page, customer, complaints }) => {
  complaints.expected(...REFUSAL);
  const from = await customer.opensAccount('Everyday', 100);
  await customer.opensAccount('Savings', 0);
  await customer.comesTo(`/dashboard/move?from=${from.id}`);
  await page.getByLabel('Amount').fill('90');
  await page.getByLabel(/^Note/).fill('Holiday');
  await page.getByRole('button', { name: 'Review' }).click();
  const confirm = page.getByRole('button', { name: 'Transfer $90.00 to Savings' });
  await confirm.waitFor();
  await customer.calls('withdraw', { account_id: from.id, amount: 40 });
  await confirm.click();
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription(
    'You have $60.00 available. You need $30.00 more.',
  );
  await expect(page.getByLabel('Amount')).toHaveValue('90');
  await expect(page.getByLabel(/^Note/)).toHaveValue('Holiday');
});

test('pressing the button twice transfers the money once', async ({ page, customer }) => {
  const from = await customer.opensAccount('Everyday', 100);
  await customer.opensAccount('Savings', 0);
  await customer.comesTo(`/dashboard/move?from=${from.id}`);
  await page.getByLabel('Amount').fill('30');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Transfer $30.00 to Savings' }).dblclick();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('$30.00 transferred to Savings');
  const { data: rows } = await customer.bank.from('transactions').select().eq('type', 'TRANSFER');
  expect(rows).toHaveLength(2);
});

test('a transfer between currencies shows the rate and the amount received before it posts', async ({
  page,
  customer,
}) => {
  const from = await customer.opensAccount('Everyday', 500);
  const to = await customer.opensAccount('Euros', 0, { currency: 'EUR' });
  const [quote] = await customer.calls<{ rate: number; amount_to: number }[]>('quote_transfer', {
    from_account_id: from.id,
    to_account_id: to.id,
    amount: 200,
  });
  await customer.comesTo(`/dashboard/move?from=${from.id}&to=${to.id}`);
  await page.getByLabel('Amount').fill('200');
  await page.getByRole('button', { name: 'Review' }).click();
  const arrives = `€${quote?.amount_to.toFixed(2)}`;
  await expect(page.getByText(/^Exchange rate on [A-Z][a-z]{2} \d{1,2}(, \d{4})?$/)).toBeVisible();
  await expect(page.getByText(`$200.00 × ${quote?.rate} = ${arrives}`)).toBeVisible();
  await page.getByRole('button', { name: 'Transfer $200.00 to Euros' }).click();
  await expect(page.getByRole('status').getByRole('heading')).toHaveText('$200.00 transferred to Euros');
  await expect(page.getByRole('main')).toContainText(arrives);
  await page.getByRole('link', { name: 'Euros' }).click();
  await page.getByRole('region', { name: 'History of Euros' }).getByRole('link').first().click();
  const detail = page.getByRole('table');
  await expect(detail.getByRole('row', { name: /Balanced in USD/ })).toContainText('$0.00');
  await expect(detail.getByRole('row', { name: /Balanced in EUR/ })).toContainText('€0.00');
});

test('swapping sides never selects the same account twice', async ({ page, customer }) => {
  const account = await customer.opensAccount('One', 10);
  const two = await customer.opensAccount('Two', 10);
  await customer.comesTo(`/dashboard/move?from=${account.id}&to=${two.id}`);
  await page.getByLabel('From').selectOption(two.id);
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(account.id);
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(page.getByLabel('From')).toHaveValue(account.id);
});
