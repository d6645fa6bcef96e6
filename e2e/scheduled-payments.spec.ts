import {
  expect,
  expectNoSidewaysScroll,
  expectNoViolations,
  expectNoViolationsInThemes,
  test,
} from './fixtures/bank.ts';
import { type Customer, dayFromNow } from './fixtures/customer.ts';
import { fastForwardToDay } from './fixtures/player.ts';

/** Creates an account, rent that the account can pay once, a paused rule, and a transfer to savings. */
async function hasRules(customer: Customer): Promise<void> {
  const { id } = await customer.opensAccount('Everyday Checking with quite a long name', 1000);
  const savings = await customer.opensAccount('Savings', 0, { type: 'SAVINGS' });
  const rule = { account_id: id, frequency: 'MONTHLY', start_date: dayFromNow(3) };
  await customer.inserts('scheduled_payments', {
    ...rule,
    name: 'Rent',
    payee: 'Shoreline Apartments',
    amount: 900,
  });
  await customer.inserts('scheduled_payments', {
    ...rule,
    name: 'To Savings',
    to_account_id: savings.id,
    amount: 50,
    frequency: 'WEEKLY',
  });
  await customer.inserts('scheduled_payments', {
    ...rule,
    name: 'Gym',
    payee: 'Gym',
    amount: 39,
    paused: true,
  });
}

test.describe('scheduled payments', { tag: '@phone' }, () => {
  test('a rent payment without enough money is predicted, retried, and failed, and the digest reports it', async ({
    page,
    customer,
  }) => {
    await customer.opensAccount('Everyday', 500);
    await customer.comesTo('/scheduled-payments');
    await expect(page.getByText('No scheduled payments yet')).toBeVisible();
    await page.getByRole('button', { name: 'Schedule payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Payee').fill('Shoreline Apartments');
    await dialog.getByLabel('Description').fill('Rent');
    await dialog.getByLabel('Amount').fill('800');
    await dialog.getByLabel('Start date').fill(dayFromNow(3));
    await expect(
      dialog.getByText(/^\$800\.00 is paid from Everyday to Shoreline Apartments every month/),
    ).toBeVisible();
    await expect(dialog.getByRole('listitem')).toHaveCount(5);
    await expect(dialog.getByText(/^This payment would fail on .+: \$300\.00 short\./)).toBeVisible();
    await dialog.getByRole('button', { name: 'Schedule payment' }).click();
    const rule = page
      .getByRole('list', { name: 'Your scheduled payments' })
      .getByRole('listitem', { name: 'Rent' });
    await expect(rule).toContainText(/Next \w+ \d+/);
    await expect(page.getByText('Will fail: $300.00 short in Everyday').first()).toBeVisible();

    await fastForwardToDay(page, dayFromNow(4));
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(rule).toContainText('Retrying');
    await expect(rule).toContainText('Tried twice: $300.00 short in Everyday.');

    await fastForwardToDay(page, dayFromNow(25));
    const failed = dialog.getByRole('listitem').filter({ hasText: '1 payment failed' });
    await failed.locator('summary').click();
    await expect(failed.getByRole('link', { name: 'Rent' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(/^Rent failed on .*: \$300\.00 short\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'View Rent history' }).click();
    const history = dialog.getByRole('list', { name: 'History of Rent' });
    await expect(history.getByRole('listitem')).toHaveText([
      /^Failed.*failed after 4 attempts, \$300\.00 short/,
      /^Retrying.*attempt 3 of 4/,
      /^Retrying.*attempt 2 of 4/,
      /^Retrying.*attempt 1 of 4/,
    ]);
    await expectNoViolations(page);
  });
});

test('the calendar and the dialogs work by keyboard', async ({ page, customer }) => {
  await hasRules(customer);
  await customer.comesTo('/scheduled-payments');
  await page.getByRole('table').getByRole('button', { pressed: true }).focus();
  for (let day = 0; day < 3; day += 1) await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAccessibleName(
    /lowest \$50\.00, low, Rent −\$900\.00, To Savings/,
  );
  await expect(page.getByLabel('Selected day')).toContainText('less than $100.00 left');
  await page.getByRole('button', { name: 'Schedule payment' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Payee').fill('Gym');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Amount')).toHaveAccessibleDescription('Enter an amount.');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Schedule payment' })).toBeFocused();
});

test('scheduled payments are accessible in both themes and at 320 px', async ({ page, customer }) => {
  await hasRules(customer);
  await customer.comesTo('/scheduled-payments');
  await expect(page.getByRole('list', { name: 'Your scheduled payments' })).toBeVisible();
  await page.getByText('Show as a table').click();
  await expectNoViolationsInThemes(page);
  for (const width of [320, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: 'Schedule payment' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule payment' }).click();
  await expect(page.getByText('Enter a payee.')).toBeVisible();
  await expectNoViolationsInThemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Options for Rent' }).click();
  await expectNoViolationsInThemes(page, { over: true });
});
