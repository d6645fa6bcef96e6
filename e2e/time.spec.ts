import type { Locator } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import type { Customer } from './fixtures/customer.ts';
import { DIGEST_TITLE, fastForwardToDay } from './fixtures/player.ts';

async function hashLedger({ bank }: Customer): Promise<string> {
  const { data } = await bank.rpc('my_ledger_hash').throwOnError();
  return (data as { hash: string }).hash;
}

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
    await expect(page.getByText(/^\d+ events posted\.$/)).toBeVisible();
    await page.getByRole('button', { name: 'View' }).click();
    const digest = page.getByRole('dialog');
    await expect(digest.getByRole('heading', { level: 2 })).toHaveText('One day later');
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
    const panel = page.getByRole('dialog', { name: 'Simulated time' });
    await panel.getByLabel('Date', { exact: true }).fill('2020-01-01');
    await expect(panel).toContainText('Choose a day after today');
    await expect(panel.getByRole('button', { name: 'Choose a date' })).toBeDisabled();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    const next = new Date();
    next.setUTCFullYear(next.getUTCFullYear() + 1, 6, 4);
    await panel.getByLabel('Date', { exact: true }).fill(next.toISOString().slice(0, 10));
    await panel.getByRole('button', { name: /^Fast-forward to \w{3}, Jul 4/ }).click();
    const question = page.getByRole('dialog', { name: 'How often should surprises happen?' });
    await question.getByRole('radio', { name: 'Off' }).check();
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Save and fast-forward' }).click();
    await expect(page.getByRole('dialog').getByRole('heading')).toContainText('Jul 4');
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(time).toContainText('Jul 4');
  });

  test('goes back to the checkpoint before a fast-forward by keyboard, and forward again', async ({
    page,
    customer,
  }) => {
    test.slow();
    const { id } = await customer.opensAccount('Everyday', 100);
    await customer.bank
      .from('auto_deposits')
      .insert({ account_id: id, name: 'Allowance', amount: 25, frequency: 'DAILY' })
      .throwOnError();
    await customer.comesTo('/dashboard');
    const time = page.getByRole('region', { name: 'Simulated time' });
    const date = time.locator('[aria-live]');
    const today = await date.textContent();
    const start = await hashLedger(customer);
    const button = time.getByRole('button', { name: /^Simulated date/ });
    await button.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Simulated time' });
    await panel.getByRole('button', { name: /^One month later/ }).press('Enter');
    const digest = page.getByRole('dialog', { name: DIGEST_TITLE });
    await expect(digest).toBeVisible();
    const later = await date.textContent();
    expect(later).not.toBe(today);
    const end = await hashLedger(customer);
    await digest.getByRole('button', { name: 'Undo this month' }).press('Enter');
    await expect(page.getByText(/^Back on /)).toBeVisible();
    await expect(date).toHaveText(String(today));
    expect(await hashLedger(customer)).toBe(start);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect(date).toHaveText(String(later));
    expect(await hashLedger(customer)).toBe(end);

    await button.press('Enter');
    await expectNoViolations(page);
    await panel.getByRole('button', { name: /^Before \+1 month/ }).press('Enter');
    const review = page.getByRole('dialog', { name: 'Restore “Before +1 month”?' });
    await expect(review).toContainText('$100.00');
    await review.getByRole('button', { name: 'Restore' }).click();
    await expect(review).toBeHidden();
    await expect(date).toHaveText(String(today));
    expect(await hashLedger(customer)).toBe(start);
  });

  test('has no actions before there is an account', async ({ page, customer }) => {
    await customer.comesTo('/dashboard');
    const time = page.getByRole('region', { name: 'Simulated time' });
    await expect(time.getByRole('button', { name: 'One day later' })).toBeDisabled();
  });
});

test('the marker travels, the date rolls, and Escape stops after a whole step', async ({
  page,
  customer,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await customer.opensAccount('Everyday', 100);
  await customer.comesTo('/dashboard');
  const time = page.getByRole('region', { name: 'Simulated time' });
  const date = time.locator('[aria-live]');
  const observed = await date.evaluateHandle((element) => {
    const texts: (string | null)[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  await time.getByRole('button', { name: 'One month later' }).click();
  await expect(page.getByRole('dialog', { name: DIGEST_TITLE })).toBeVisible();
  // A busy machine draws few frames; a date between the first and the last shows that it moved.
  expect(new Set(await observed.jsonValue()).size).toBeGreaterThan(2);
  await expect(date).toHaveAttribute('aria-live', 'polite');
  await page.getByRole('button', { name: 'Done' }).click();

  const before = await date.textContent();
  await fastForwardToDay(page, `${new Date().getFullYear() + 39}-07-04`);
  await page.getByRole('button', { name: 'Save and fast-forward' }).click();
  await expect(time.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Stopped early' })).toBeVisible();
  await expect(date).not.toHaveText(String(before));
  await expect(date).not.toContainText(String(new Date().getFullYear() + 39));
});

test('the demo household passes a month of paydays, bills, and statements, and the ruler follows', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  const time = page.getByRole('region', { name: 'Simulated time' });
  await expect(time.getByRole('list', { name: 'Upcoming in the next 5 weeks' })).toContainText(
    // Net pay of the second or third year. Gross pay rises 3% a year, and tax amounts follow inflation.
    /Harbor Studio payroll \+\$1,1[36]\d\.\d\d/,
  );
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await time.getByRole('button', { name: 'One month later' }).click();
  const digest = page.getByRole('dialog');
  for (const pattern of [/\d paychecks/, /\d+ bills/, /\d card statements/, /interest payment/])
    await expect(digest.getByText(pattern)).toBeVisible();
  await expectNoViolations(page);
  const readAmounts = async (figures: Locator) =>
    (await figures.allTextContents()).map((text) => Number(text.replace('−', '-').replace(/[^\d-]/g, '')));
  const causes = digest.getByRole('region', { name: 'Why it changed' });
  const amounts = await readAmounts(
    causes.locator(':scope > ul > li > data, :scope > ul > li > details > summary data'),
  );
  expect(amounts.length).toBeGreaterThan(5);
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(amounts.at(-1));
  // A cause opens to the postings that it sums.
  const bills = causes.getByRole('listitem').filter({ hasText: /^Bills/ });
  await bills.locator('summary').click();
  const [total, ...postings] = await readAmounts(bills.locator('data'));
  expect(postings.length).toBeGreaterThan(1);
  expect(postings.reduce((sum, amount) => sum + amount, 0)).toBe(total);
  await digest.getByRole('button', { name: '+1 month' }).click();
  await expect(digest).toHaveCount(0);
  await digest.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Your books balance.')).toBeVisible();
});

test('net worth counts through the posted months of a year', async ({ page, customer }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await customer.triesTheDemo();
  const region = page.getByRole('region', { name: 'Net worth' });
  const worth = region.locator('[aria-live] data').first();
  await expect(worth).toBeVisible();
  const before = await worth.textContent();
  const observed = await page.locator('main').evaluateHandle((element) => {
    const texts = new Set<string | null | undefined>();
    new MutationObserver(() =>
      texts.add(element.querySelector('[aria-label="Net worth"] [aria-live] data')?.textContent),
    ).observe(element, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  const time = page.getByRole('region', { name: 'Simulated time' });
  await time.getByRole('button', { name: 'More fast-forward options' }).click();
  await page
    .getByRole('dialog', { name: 'Simulated time' })
    .getByRole('button', { name: 'One year later' })
    .click();
  await page.getByRole('button', { name: 'Save and fast-forward' }).click();
  await expect(page.getByRole('dialog', { name: DIGEST_TITLE })).toBeVisible({ timeout: 30_000 });
  const shown = new Set(await observed.evaluate((texts) => [...texts]));
  shown.delete(before);
  shown.delete(await worth.textContent());
  // A slow browser draws few frames. Several figures between the first and the last show that it counted.
  expect(shown.size).toBeGreaterThan(4);
});
