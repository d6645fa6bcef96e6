import { readFile } from 'node:fs/promises';
import { expect, expectNoViolations, test } from './fixtures/bank.ts';

test('a payment lowers the balance by exactly its amount, and more than the account has is refused', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 50);
  await customer.inserts('loans', {
    name: 'Bike',
    amount: 1000,
    interest_rate: 0,
    term: 10,
    monthly_payment: 100,
    start_date: new Date().toISOString(),
    remaining_balance: 1000,
    user_id: await customer.id(),
  });
  await customer.comesTo('/loans');
  await page.getByRole('button', { name: 'Pay $100.00' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('From').selectOption({ label: 'Outside Sandbank' });
  await dialog.getByLabel('Amount').fill('1000.01');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByText('You only owe $1,000.00.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('From').selectOption({ label: 'Everyday: $50.00' });
  await dialog.getByRole('button', { name: /^Next payment/ }).click();
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveAccessibleDescription(
    'You have $50.00 available. You need $50.00 more.',
  );
  await dialog.getByLabel('Amount').fill('33.33');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Pay $33.33 to Bike' }).click();
  await expect(dialog.getByRole('status')).toContainText('You owe $966.67 on Bike.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: '$966.67' })).toBeVisible();
  await page.getByRole('button', { name: 'More options for Bike' }).click();
  await page.getByRole('menuitem', { name: 'Delete loan' }).click();
  await dialog.getByRole('button', { name: 'Delete Bike' }).click();
  await expect(page.getByText('No loans yet')).toBeVisible();
});

test('the mortgage form updates the amount borrowed and the payment while typing', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/mortgages');
  await page.getByRole('button', { name: 'Create mortgage' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Property value').fill('300,000');
  await dialog.getByLabel('Down payment').fill('60,000');
  await dialog.getByLabel(/^Interest rate/).fill('5');
  await dialog.getByLabel(/^Term/).fill('30');
  await expect(dialog.getByText('You borrow $240,000.00.')).toBeVisible();
  await expect(dialog.getByText('$1,288.37', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Create mortgage' }).click();
  await page.getByRole('button', { name: 'Pay $1,288.37' }).click();
  await dialog.getByLabel('Amount').fill('40,000');
  await dialog.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Pay $40,000.00 to Mortgage' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: '$200,000.00' })).toBeVisible();
  await page.getByRole('button', { name: 'More options for Mortgage' }).click();
  await page.getByRole('menuitem', { name: 'Delete mortgage' }).click();
  await dialog.getByRole('button', { name: 'Delete the mortgage' }).click();
  await expect(page.getByText('No mortgages yet')).toBeVisible();
});

test('a loan is paid by autopay for a year, then by an extra payment, and paid off to exactly zero', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 20_000);
  await customer.comesTo('/loans');
  await page.getByRole('button', { name: 'Create loan' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Car loan');
  await dialog.getByLabel('Amount').fill('10,000');
  await dialog.getByLabel(/^Interest rate/).fill('6');
  await dialog.getByLabel(/^Term/).fill('48');
  await expect(dialog.getByLabel('Deposit to')).toContainText('Everyday: $20,000.00');
  await dialog.getByRole('button', { name: 'Create loan' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Car loan' })).toBeVisible();
  await expect(page.getByText('48 expected')).toBeVisible();

  await page.getByRole('button', { name: /^Autopay/ }).click();
  await expect(dialog.getByLabel('Pay from')).toContainText('Everyday: $30,000.00');
  await dialog.getByRole('button', { name: 'Turn on autopay' }).click();
  await expect(page.getByText('From Everyday', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '+1 year' }).click();
  await dialog.getByRole('radio', { name: 'Off' }).click();
  await dialog.getByRole('button', { name: 'Save and fast-forward' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^1[12] made/)).toBeVisible();
  // Soon after midnight, the day's installment hasn't been paid yet. On weekends and holidays, it is paid later.
  await customer.call('advance', { by: 'P5D' });
  await expect(page.getByText(/^12 made/)).toBeVisible();
  const schedule = page.getByRole('region', { name: 'Payment schedule for Car loan' });
  await expect(schedule.getByRole('row').filter({ hasText: 'expected' }).first()).toContainText('$234.85');

  await page.getByRole('radio', { name: 'Once, today' }).click();
  await page.getByLabel('Extra today').fill('2,000');
  await page.getByRole('button', { name: 'Pay $2,000.00 extra today' }).click();
  await dialog.getByRole('button', { name: 'Pay $2,000.00 extra' }).click();
  await expect(page.getByText(/in extra payments saves you/)).toBeVisible();

  await page.getByRole('button', { name: /^Pay off early/ }).click();
  await dialog.getByRole('button', { name: /^Pay off \$/ }).click();
  await expect(dialog.getByRole('status')).toContainText('Car loan is paid off.');
  await dialog.getByRole('button', { name: 'Done' }).click();
  const { data: loan } = await customer.bank.from('loans').select().single().throwOnError();
  expect(loan.remaining_balance).toBe(0);
});

test('the payoff chart follows dragging and the buttons of the extra payment', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 0);
  const { id } = await customer.calls<{ id: string }>('take_loan', {
    name: 'Boat',
    amount: 10_000,
    interest_rate: 6,
    term: 48,
  });
  await customer.comesTo(`/loans/${id}`);
  const grip = page.getByTestId('pull').locator('circle').last();
  const extra = page.getByLabel('Extra every month', { exact: true });
  const box = await grip.boundingBox();
  if (!box) throw new Error('The line has no grip.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 120, box.y, { steps: 5 });
  await page.mouse.up();
  await expect(extra).not.toHaveValue('');
  await expect(page.getByText(/less interest/)).toBeVisible();
  await extra.fill('110');
  await page.getByRole('button', { name: 'Increase amount' }).click();
  await expect(extra).toHaveValue('125.00');
  await extra.press('ArrowDown');
  await expect(extra).toHaveValue('100.00');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More options for Boat' }).click();
  await page.getByRole('menuitem', { name: 'Download schedule' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('boat-schedule.csv');
  const csv = await readFile(await download.path(), 'utf8');
  // The file has a header and a line for each of the 48 installments.
  expect(csv.trim().split('\r\n')).toHaveLength(49);
  await expectNoViolations(page);
});
