import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
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

  test('a payment is skipped, and the skip is undone', async ({ page, customer }) => {
    await hasRules(customer);
    await customer.comesTo('/scheduled-payments');
    await page
      .getByRole('button', { name: /^Change Rent on/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Skip payment' }).click();
    await expect(page.getByText('Skipped', { exact: true })).toBeVisible();
    await customer.toast('skipped').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('Skipped', { exact: true })).toHaveCount(0);
    await expect(page.getByText(/^Leaves \$100\.00 in Everyday/).first()).toBeVisible();
  });
});

test('a month passes at the press of a button: covered payments are made, the rest fail', async ({
  page,
  customer,
}) => {
  const { id } = await customer.opensAccount('Everyday', 100);
  const start_date = dayFromNow(2);
  const rule = { account_id: id, frequency: 'MONTHLY', start_date, occurrences: 1 };
  await customer.inserts('scheduled_payments', { ...rule, name: 'Rent', payee: 'Landlord', amount: 800 });
  await customer.inserts('scheduled_payments', { ...rule, name: 'Gym', payee: 'Gym', amount: 39 });
  await customer.comesTo('/scheduled-payments');
  const time = page.getByRole('region', { name: 'Simulated time' });
  await time.getByRole('button', { name: 'One month later' }).click();
  const digest = page.getByRole('dialog');
  await expect(digest.getByRole('region', { name: 'Needs you' })).toContainText('1 payment failed');
  await expect(digest.getByText('1 bill')).toBeVisible();
  await digest.getByRole('button', { name: 'Done' }).click();
  const rules = page.getByRole('list', { name: 'Your scheduled payments' });
  await expect(rules.getByRole('listitem', { name: 'Rent' })).toContainText('Ended');
  await expect(rules.getByRole('listitem', { name: 'Gym' })).toContainText('Ended');
  await expect(page.getByText(/^Rent failed on/)).toBeVisible();
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

test('loaded payments stay visible while offline', async ({ page, customer, complaints }) => {
  complaints.expected(/ERR_INTERNET_DISCONNECTED|WebSocket|Failed to fetch/);
  await hasRules(customer);
  await customer.comesTo('/scheduled-payments');
  const rules = page.getByRole('list', { name: 'Your scheduled payments' });
  await expect(rules).toContainText('Rent');
  await page.context().setOffline(true);
  const banner = page.getByText("You're offline. Some features may be unavailable.");
  await expect(banner).toBeVisible();
  await expect(rules).toContainText('Rent');
  await page.context().setOffline(false);
  await expect(banner).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`scheduled payments are accessible in ${colorScheme}, also at 320 px`, async ({ page, customer }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await hasRules(customer);
    await customer.comesTo('/scheduled-payments');
    await expect(page.getByRole('list', { name: 'Your scheduled payments' })).toBeVisible();
    await page.getByText('Show as a table').click();
    await expectNoViolations(page);
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
    await page.getByRole('button', { name: 'Schedule payment' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule payment' }).click();
    await expect(page.getByText('Enter a payee.')).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Options for Rent' }).click();
    await expectNoViolations(page, { over: true });
  });
}
