import { expect, expectNoSidewaysScroll, expectNoViolationsInThemes, test } from './fixtures/bank.ts';
import { type Customer, dayFromNow } from './fixtures/customer.ts';
import { DIGEST_TITLE } from './fixtures/player.ts';

/** Creates a weekly paycheck rule and a paused rule. */
async function hasRules(customer: Customer): Promise<void> {
  const account = await customer.opensAccount('Everyday Checking with quite a long name', 100);
  const rule = { account_id: account.id, start_date: dayFromNow(2) };
  await customer.inserts('auto_deposits', {
    ...rule,
    name: 'Harbor Studio payroll',
    amount: 1130,
    frequency: 'WEEKLY',
    is_pay: true,
  });
  await customer.inserts('auto_deposits', {
    ...rule,
    name: 'Drip',
    amount: 0.25,
    frequency: 'HOURLY',
    paused: true,
  });
}

test('a weekly paycheck is set up, a month passes, and the history lists every deposit', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday Checking', 100);
  await customer.comesTo('/auto-deposit');
  await page.getByRole('button', { name: 'Set up auto deposit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Pay');
  await dialog.getByLabel('Amount').fill('1130');
  await dialog.getByRole('radio', { name: 'Weekly', exact: true }).click();
  await dialog.getByLabel('Start date').fill(dayFromNow(3));
  await dialog.getByLabel('Time').fill('07:30');
  await dialog.getByRole('switch', { name: 'This is my paycheck' }).click();
  await expect(
    dialog.getByText(/^Every \w+day at 7:30 AM, \$1,130\.00 will arrive in Everyday Checking; first on /),
  ).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Upcoming dates' }).getByRole('listitem')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Set up auto deposit' }).click();
  const rule = page.getByRole('article', { name: 'Pay' });
  await expect(rule).toContainText('Weekly into Everyday Checking');
  await expect(rule).toContainText('in 3 days');
  // Pay arrives on days 3, 10, 17, and 24 of the next 30 days.
  await expect(page.getByText('$4,520.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('table').getByRole('button', { name: /Pay \+\$1,130\.00$/ })).toHaveCount(4);

  await page
    .getByRole('region', { name: 'Simulated time' })
    .getByRole('button', { name: /One month later$/ })
    .click();
  const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
  await expect(digest.getByText('4 paychecks')).toBeVisible();
  await digest.getByRole('button', { name: 'Done' }).click();

  await rule.getByRole('button', { name: 'History' }).click();
  const history = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveCount(4);
  await expect(history.first()).toContainText('Arrived+$1,130.00');
  await dialog.getByRole('link', { name: 'View transactions' }).click();
  await customer.isOn('/transactions');
  const { data } = await customer.bank.from('accounts').select('balance').single().throwOnError();
  expect(data.balance).toBe(100 + 4 * 1130);
});

test('offline, loaded data stays readable and changes wait for the connection', async ({
  page,
  customer,
  context,
  complaints,
}) => {
  // The app may start to load another part while the page is offline.
  complaints.expected(/net::ERR_INTERNET_DISCONNECTED/);
  await hasRules(customer);
  await customer.comesTo('/auto-deposit');
  const rule = page.getByRole('article', { name: 'Harbor Studio payroll' });
  const read = page.waitForResponse(/\/rest\/v1\/categories/);
  await rule.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Amount')).toBeVisible();
  await read;
  await page.evaluate(async () => void (await document.fonts.ready));
  await context.setOffline(true);
  await dialog.getByLabel('Amount').fill('1200');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByText("You're offline.")).toBeVisible();
  const banner = page.getByText("You're offline. Some features may be unavailable.");
  await expect(banner).toBeVisible();
  await context.setOffline(false);
  await expect(banner).toHaveCount(0);
  await expect(dialog).toHaveCount(0);
  await expect(rule).toContainText('+$1,200.00');
});

test('every state is accessible in both themes and at 320 px', async ({ page, customer }) => {
  await customer.comesTo('/auto-deposit');
  await expect(page.getByText('Open an account to receive auto deposits.')).toBeVisible();
  await expectNoViolationsInThemes(page);
  await hasRules(customer);
  await page.reload();
  await expect(page.getByRole('table').getByRole('button').first()).toBeVisible();
  await expectNoViolationsInThemes(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('article', { name: 'Drip' }).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByText('Paused.')).toBeVisible();
  await expectNoViolationsInThemes(page);
  await expectNoSidewaysScroll(page);
});
