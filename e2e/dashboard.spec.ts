import { expect, expectNoViolations, test } from './fixtures/bank.ts';

test('a customer rearranges the dashboard by keyboard, adds a goal, and resets it', async ({
  page,
  customer,
}) => {
  const everyday = await customer.opensAccount('Everyday', 150);
  await customer.inserts('goals', { name: 'Lisbon', target: 900, account_id: everyday.id });
  await customer.comesTo('/dashboard');
  const latest = page.getByRole('heading', { name: 'Latest transactions' });
  const accounts = page.getByRole('heading', { name: 'Accounts' });
  const goal = page.getByRole('heading', { name: 'Lisbon' });
  const getTop = async (heading: typeof latest) => (await heading.boundingBox())?.y ?? 0;
  const getLeft = async (heading: typeof latest) => (await heading.boundingBox())?.x ?? 0;
  await expect(latest).toBeVisible();
  expect(await getLeft(latest)).toBeGreaterThan(await getLeft(accounts));

  await page.getByRole('button', { name: 'Customize' }).click();
  const dialog = page.getByRole('dialog', { name: 'Customize dashboard' });
  const handle = dialog.getByRole('button', { name: 'Move Latest transactions' });
  for (let step = 0; step < 6; step += 1) await handle.press('ArrowUp');
  await expect(dialog.getByText('Latest transactions: position 1 of 4, left column.')).toBeAttached();
  await expect(handle).toBeFocused();
  await dialog.getByRole('switch', { name: 'Show Insights' }).press('Space');
  await dialog.getByRole('button', { name: 'Add section' }).click();
  await page.getByRole('menuitem', { name: 'Lisbon' }).click();
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).click();

  await expect(dialog).toBeHidden();
  for (const visit of ['saved', 'reloaded']) {
    if (visit === 'reloaded') await page.reload();
    await expect(goal).toBeVisible();
    await expect(latest).toBeVisible();
    await expect.poll(async () => (await getLeft(latest)) === (await getLeft(accounts))).toBe(true);
    expect(await getTop(latest)).toBeLessThan(await getTop(accounts));
  }

  await page.getByRole('button', { name: 'Customize' }).click();
  await expect(dialog.getByRole('switch', { name: 'Show Insights' })).not.toBeChecked();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const upcoming = dialog.getByRole('button', { name: 'Move Upcoming', exact: true });
  await upcoming.scrollIntoViewIfNeeded();
  const start = await upcoming.boundingBox();
  if (!start) throw new Error('The handle is not visible.');
  await page.mouse.move(start.x + 20, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(start.x + 20, start.y + 35, { steps: 3 });
  await expect.poll(async () => (await upcoming.boundingBox())?.y).toBeCloseTo(start.y + 15, 0);
  await page.mouse.up();
  await expect.poll(async () => (await upcoming.boundingBox())?.y).toBe(start.y);
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(goal).toBeHidden();
  await expect.poll(async () => (await getLeft(latest)) > (await getLeft(accounts))).toBe(true);
});
