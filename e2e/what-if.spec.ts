import type { Page } from '@playwright/test';
import { TINY_SCENARIO } from '../engine/testing/tiny-scenario.ts';
import { expect, expectNoSidewaysScroll, test } from './fixtures/bank.ts';
import { Player } from './fixtures/player.ts';

test('a customer tries extra mortgage payments, sees the savings, and applies them', async ({
  page,
  customer,
}) => {
  await customer.triesTheDemo();
  await page.goto('/forecasts/what-if');
  await page.getByRole('button', { name: /^Pay \$300 more on Mortgage/ }).click();
  await expect(page.getByRole('heading', { name: 'What if you pay $300 more on Mortgage?' })).toBeVisible();
  const difference = page.getByRole('group', { name: /^Difference in .+, 10 years from now/ });
  await expect(difference).toContainText(/\+\$\d/);
  const interest = async (name: string) => {
    const groupText = await page.getByRole('group', { name, exact: true }).innerText();
    return Number((/Interest paid \$([\d,.]+)/.exec(groupText)?.[1] ?? '').replaceAll(',', ''));
  };
  expect(await interest('This what-if')).toBeLessThan(await interest('Current plan'));
  await expectNoSidewaysScroll(page);

  const before = await difference.innerText();
  const monthly = page.getByRole('group', { name: 'Per month: Pay more on Mortgage' });
  await monthly.getByRole('button', { name: 'More' }).click();
  await monthly.getByRole('button', { name: 'More' }).click();
  await expect(monthly).toContainText('$400.00');
  await expect(difference).not.toHaveText(before, { useInnerText: true });

  await page.reload();
  await expect(monthly).toContainText('$400.00');
  await page.getByRole('button', { name: 'Apply 1 decision' }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply this what-if' });
  await expect(dialog).toContainText('We’ll pay more on Mortgage each month.');
  await dialog.getByRole('button', { name: 'Apply 1 decision' }).click();
  await expect(page.getByRole('dialog')).toContainText('1 of 1 applied.');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(customer.toast('What-if applied to your household')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Starting points' })).toBeVisible();
  expect(await extraOnMortgage(page)).toBe(400);
});

test('a what-if and a scenario are shared by link', async ({ page, customer, context, browser }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const readLink = async () => {
    await expect(customer.toast('Link copied')).toBeVisible();
    return await page.evaluate(() => navigator.clipboard.readText());
  };
  await customer.triesTheDemo();
  await page.goto('/forecasts/what-if');
  await page.getByRole('button', { name: /^Pay \$300 more on Mortgage/ }).click();
  const question = page.getByRole('heading', { name: 'What if you pay $300 more on Mortgage?' });
  await expect(question).toBeVisible();
  await page.getByRole('button', { name: 'More options for this what-if' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const whatIf = await readLink();
  await page.getByRole('button', { name: 'More options for this what-if' }).click();
  await page.getByRole('menuitem', { name: 'Discard' }).click();
  await expect(question).toHaveCount(0);
  await page.goto(whatIf);
  await expect(question).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(whatIf);
  await expect(visitor.getByText('Someone shared this with you.')).toBeVisible();
  await visitor.getByRole('button', { name: 'Try the demo' }).click();
  await expect(visitor.getByRole('heading', { name: 'What if you pay $300 more on Mortgage?' })).toBeVisible({
    timeout: 60_000,
  });
  await visitor.context().close();

  await page.goto('/tips/stories');
  await new Player(page, customer).brings(TINY_SCENARIO);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  const scenario = await readLink();
  await page.goto(scenario);
  await expect(page.getByRole('dialog', { name: TINY_SCENARIO.title })).toContainText('Save $300.00.');
  await page.goto(scenario.slice(0, -20));
  await expect(page.getByRole('dialog', { name: "We can't import this file yet" })).toContainText(
    'This link is damaged.',
  );
});

/**
 * Reads the mortgage's extra autopay amount from the bank with the demo customer's session, which is only in
 * the browser.
 */
async function extraOnMortgage(page: Page): Promise<number> {
  return await page.evaluate(async () => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? '';
    const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string };
    const { anonKey } = (await (await fetch('/config.json')).json()) as { anonKey: string };
    const answer = await fetch('/rest/v1/mortgages?select=autopay_extra', {
      headers: { apikey: anonKey, authorization: `Bearer ${access_token}` },
    });
    const [mortgage] = (await answer.json()) as { autopay_extra: number }[];
    return mortgage?.autopay_extra ?? 0;
  });
}
