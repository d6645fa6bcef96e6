import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import type { Customer } from './fixtures/customer.ts';

const QUESTION = 'How much did I spend on food last month?';
const WISH = 'Move $50 from Everyday Checking to Rainy Day Savings';

/** Returns the food spending for the last full month, added up from the transactions, such as `$1,234.56`. */
async function spentOnFood(customer: Customer): Promise<string> {
  const [today = ''] = String(await customer.calls('simulated_now')).split('T');
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = (of: number) => new Date(Date.UTC(year, of - 1, 1)).toISOString().slice(0, 10);
  const { data } = await customer.bank
    .from('spending_in_base')
    .select('base_amount')
    .eq('direction', 'out')
    .eq('category', 'Food')
    .gte('day', first(month - 1))
    .lt('day', first(month))
    .throwOnError();
  const cents = data.reduce((sum, { base_amount: amount }) => sum + Math.round(amount * 100), 0);
  return (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
}

async function getBalance(customer: Customer, name: string): Promise<number> {
  const { data } = await customer.bank
    .from('accounts')
    .select('balance')
    .eq('name', name)
    .single()
    .throwOnError();
  return data.balance;
}

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Ask the assistant' }).fill(question);
  await page.keyboard.press('Enter');
  return page.getByRole('region', { name: question, exact: true });
}

test('the assistant answers from the ledger and carries out a confirmed action once, with undo @phone', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await customer.sharesSession();
  await page.goto('/assistant');
  const answer = await ask(page, QUESTION);
  await expect(answer.getByText(`You spent ${await spentOnFood(customer)} on Food`)).toBeVisible();
  await answer.getByText('How we got this').click();
  await expect(answer.getByRole('link', { name: /category:Food/ })).toBeVisible();
  await expect(page).toHaveURL(/\/assistant\/[0-9a-f-]{36}$/);

  const before = await getBalance(customer, 'Rainy Day Savings');
  const proposal = await ask(page, WISH);
  await proposal.getByRole('button', { name: 'Confirm' }).click();
  await expect(proposal.getByRole('button', { name: 'Undo' })).toBeVisible();
  expect(await getBalance(customer, 'Rainy Day Savings')).toBe(before + 50);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await proposal.getByRole('button', { name: 'Undo' }).click();
  await expect(proposal.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(await getBalance(customer, 'Rainy Day Savings')).toBe(before);

  // The answer is unchanged after a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: QUESTION })).toBeVisible();
  await expect(page.getByRole('region', { name: WISH, exact: true })).toContainText('$50.00');
});
