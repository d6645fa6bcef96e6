import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

test.describe('time', { tag: '@phone' }, () => {
  test('moves by a day at the press of a button, and the digest lists what happened', async ({
    page,
    customer,
  }) => {
    const { id } = await customer.opensAccount('Everyday', 100);
    await customer.bank
      .from('auto_deposits')
      .insert({ account_id: id, name: 'Allowance', amount: 25, frequency: 'HOURLY' })
      .throwOnError();
    await customer.comesTo('/dashboard');
    const time = page.getByRole('region', { name: 'Simulated time' });
    const before = await time.getByText(/^\w{3}, \w{3} \d+, \d{4}$/).textContent();
    await time.getByRole('button', { name: 'One day later' }).click();
    const digest = page.getByRole('dialog');
    await expect(digest.getByRole('heading', { level: 2 })).toContainText('Fast-forwarded to');
    const deposits = digest.getByRole('listitem').filter({ hasText: /\d+ deposits/ });
    // The engine first runs in the morning, so a rule created soon after midnight starts that day.
    const count = Number.parseInt((await deposits.getByText(/^\d+ deposits$/).textContent()) ?? '', 10);
    expect(count).toBeGreaterThanOrEqual(18);
    expect(count).toBeLessThanOrEqual(24);
    await expect(deposits).toContainText(`+$${count * 25}.00`);
    await deposits.locator('summary').click();
    await expect(deposits.getByRole('link', { name: 'Allowance' }).first()).toBeVisible();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await digest.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('list', { name: 'What you own' })).toContainText(`$${100 + count * 25}.00`);
    await expect(time).not.toContainText(before ?? '');
  });

  test('moves to a chosen day, and not backwards', async ({ page, customer }) => {
    await customer.opensAccount('Everyday', 100);
    await customer.comesTo('/dashboard');
    const time = page.getByRole('region', { name: 'Simulated time' });
    await time.getByRole('button', { name: 'More fast-forward options' }).click();
    await page.getByRole('menuitem', { name: 'Pick a date…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Date', { exact: true }).fill('2020-01-01');
    await dialog.getByRole('button', { name: 'Choose a date' }).click();
    await expect(dialog).toContainText('Choose a day after today');
    const next = new Date();
    next.setUTCFullYear(next.getUTCFullYear() + 1, 6, 4);
    await dialog.getByLabel('Date', { exact: true }).fill(next.toISOString().slice(0, 10));
    await dialog.getByRole('button', { name: /^Fast-forward to \w{3}, Jul 4/ }).click();
    await expect(page.getByRole('dialog').getByRole('heading')).toContainText('Jul 4');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(time).toContainText('Jul 4');
  });

  test('has no actions before there is an account', async ({ page, customer }) => {
    await customer.comesTo('/dashboard');
    const time = page.getByRole('region', { name: 'Simulated time' });
    await expect(time.getByRole('button', { name: 'One day later' })).toBeDisabled();
  });
});

test('the demo household passes a month of paydays, bills, and statements, and the ruler follows', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  const time = page.getByRole('region', { name: 'Simulated time' });
  await expect(time.getByRole('list', { name: 'Due in the next 5 weeks' })).toContainText(
    // A paycheck from the second or third year. Pay rises 3% on each anniversary of its first day.
    /Harbor Studio payroll \+\$1,1(27\.85|61\.69)/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await time.getByRole('button', { name: 'One month later' }).click();
  const digest = page.getByRole('dialog');
  for (const pattern of [/\d paychecks/, /\d+ bills/, /\d card statements/, /interest payment/])
    await expect(digest.getByText(pattern)).toBeVisible();
  await expectNoViolations(page);
  const causes = await digest
    .getByRole('region', { name: 'Why it changed' })
    .getByRole('definition')
    .allTextContents();
  const amounts = causes.map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')));
  expect(amounts.length).toBeGreaterThan(5);
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
  await digest.getByRole('button', { name: '+1 month' }).click();
  await expect(digest).toHaveCount(0);
  await digest.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Your books balance.')).toBeVisible();
});
