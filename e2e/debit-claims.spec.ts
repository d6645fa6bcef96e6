import { expect, REFUSAL, test } from './fixtures/bank.ts';

test('a customer disputes a stolen debit card purchase and gets the money back @phone', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  const account = await customer.opensAccount('Everyday', 1000);
  await customer.calls('authorize_purchase', {
    account_id: account.id,
    amount: 620,
    purchase: 'subscription',
    merchant: 'Gadget Store',
    category: 'Shopping',
  });
  await customer.call('advance', { by: 'P1M' });
  const { data: row } = await customer.bank
    .from('transactions')
    .select('id')
    .eq('kind', 'payment')
    .single()
    .throwOnError();
  await customer.comesTo(`/transactions?account=${account.id}&open=${row.id}`);
  const detail = page.getByRole('region', { name: 'Details' });
  await detail.getByRole('button', { name: 'Dispute this purchase' }).click();

  const form = page.getByRole('dialog', { name: 'Dispute Gadget Store' });
  await expect(form).toContainText('By law, you could owe up to$500.00');
  await expect(form).toContainText('If we approve, you owe$0.00');
  await form.getByLabel('Disputed amount').fill('620.01');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  await expect(form.getByLabel('Disputed amount')).toHaveAccessibleDescription(/up to \$620\.00/i);
  await form.getByLabel('Disputed amount').fill('620');
  await form.getByRole('button', { name: 'Open dispute' }).click();
  const steps = detail.getByRole('list', { name: 'Steps of your dispute' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /^Opened/,
    /^\$620\.00 provisional credit by/,
    /^Decision by/,
  ]);

  await customer.call('advance', { by: 'P1M' });
  await expect(steps).toContainText('$620.00 credited provisionally');
  await customer.call('advance', { by: 'P3M' });
  await expect(steps).toContainText('We found no other purchase of yours at this merchant.');
  const { data: after } = await customer.bank.from('accounts').select('balance').single().throwOnError();
  expect(after.balance).toBe(1000);
});
