import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import { expect, expectNoSidewaysScroll, expectNoViolations, REFUSAL, test } from './fixtures/bank.ts';

test('a customer changes the name, time zone, and base currency, and they are saved', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/settings');
  await page.getByRole('textbox', { name: 'Name optional' }).fill('Ada Shore');
  await page.getByLabel('Time zone').selectOption('Europe/Paris');
  await page.getByLabel('Base currency').selectOption('EUR');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(customer.toast('Settings saved')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name optional' })).toHaveValue('Ada Shore');
  await expect(page.getByLabel('Time zone')).toHaveValue('Europe/Paris');
  await expect(page.getByLabel('Base currency')).toHaveValue('EUR');
});

test("after changing the password, the new one works and the old one doesn't", async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  await customer.comesTo('/settings/security');
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription('Use at least 8 characters.');
  await page.getByLabel('New password').fill(customer.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toHaveAccessibleDescription(
    /current password is incorrect/,
  );
  await page.getByLabel('Current password').fill(customer.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/current password/);
  await page.getByLabel('New password').fill('Dunes and marram grass 8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(customer.toast('Password changed')).toHaveCount(1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await customer.isOn('/');
  await page.getByRole('link', { name: 'Login' }).click();
  await customer.fillsInSignIn();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/don't match/);
  await customer.fillsInSignIn(customer.email, 'Dunes and marram grass 8');
  await customer.isOn('/dashboard');
});

test('a customer chooses the theme in the settings', async ({ page, customer }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await customer.comesTo('/settings/appearance');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByLabel('Theme').getByRole('radio', { name: 'Match system' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull();
});

test('each settings section has its own address, and phones show a list first @phone', async ({
  page,
  customer,
  isMobile,
}) => {
  await customer.comesTo('/settings');
  const list = page.getByRole('navigation', { name: 'Settings' });
  await expect(page.getByRole('textbox', { name: 'Name optional' })).toBeVisible({ visible: !isMobile });
  for (const [label, path, heading] of [
    ['Appearance', '/settings/appearance', 'Theme'],
    ['Notifications', '/settings/notifications', 'Notifications'],
    ['Data', '/settings/data', 'Your books'],
    ['Profile', '/settings/profile', 'Profile'],
    ['Security', '/settings/security', 'Password'],
  ] as const) {
    await list.getByRole('link', { name: label }).click();
    await customer.isOn(path);
    await expect(page.getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    if (isMobile) await page.getByRole('link', { name: 'All settings' }).click();
  }
});

test('hidden amounts show on hover, the setting is remembered, and the proof of the sum opens', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 1234.56);
  await customer.comesTo('/dashboard');
  const account = page.getByRole('list', { name: 'What you own' }).getByRole('listitem').first();
  await expect(account).toContainText('$1,234.56');
  await page.keyboard.press('Alt+p');
  await expect(customer.toast('Amounts are hidden')).toHaveCount(1);
  await expect(account).toContainText('$••••');
  await page.reload();
  await expect(account).toContainText('$••••');
  await expect(page.locator('main')).not.toContainText('1,234');
  await expectNoViolations(page);
  await account.hover();
  await expect(account).toContainText('$1,234.56');
  await page.getByRole('button', { name: 'My account menu' }).click();
  await page.getByRole('menuitem', { name: 'Show amounts' }).click();
  await expect(page.getByText('$••••')).toHaveCount(0);
  await page.getByRole('link', { name: 'View proof' }).click();
  await expect(page.getByRole('heading', { name: 'Your books' })).toBeInViewport();
});

test('a customer adds a picture and removes it', async ({ page, customer }) => {
  await customer.comesTo('/settings/profile');
  const choose = async (name: string, buffer: Buffer) =>
    page.getByLabel('Picture file').setInputFiles({ name, mimeType: 'image/png', buffer });
  await choose('picture.png', Buffer.from('<script>alert(1)</script>'));
  await expect(page.getByText("We couldn't open this picture")).toBeVisible();
  await choose('picture.png', await page.getByRole('banner').screenshot());
  await page.getByRole('dialog').getByLabel('Zoom').fill('2');
  await page.getByRole('button', { name: 'Save picture' }).click();
  await expect(customer.toast('Picture saved')).toHaveCount(1);
  const menu = page.getByRole('button', { name: 'My account menu' });
  await expect(menu.locator('img')).toBeVisible();
  await page.reload();
  await expect(menu.locator('img')).toBeVisible();
  await page.getByRole('button', { name: 'Remove picture' }).click();
  await expect(menu).toHaveText('E2');
});

test('a customer downloads everything in one archive', async ({ page, customer }) => {
  await customer.opensAccount('Everyday', 250);
  await customer.comesTo('/settings/data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download everything' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sandbank-everything-\d{4}-\d\d-\d\d\.zip$/);
  const parts = unzipSync(await readFile(await file.path()));
  expect(strFromU8(parts['csv/accounts.csv'] ?? new Uint8Array())).toContain('Everyday');
  expect(JSON.parse(strFromU8(parts['household.json'] ?? new Uint8Array()))).toMatchObject({ version: 2 });
  expect(strFromU8(parts['account.json'] ?? new Uint8Array())).toContain(customer.email);
});

test('a customer requests account deletion with the password and cancels it', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  await customer.comesTo('/settings/data');
  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByLabel('Your password').fill('not this one');
  await dialog.getByRole('button', { name: 'Delete in 7 days' }).click();
  await expect(dialog.getByText('That password is incorrect. Try again.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(customer.password);
  await dialog.getByRole('button', { name: 'Delete in 7 days' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/dashboard');
  await page
    .getByRole('complementary', { name: 'Deletion' })
    .getByRole('link', { name: 'Keep my account' })
    .click();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(customer.toast('Account deletion canceled')).toHaveCount(1);
  await expect(page.getByRole('complementary', { name: 'Deletion' })).toHaveCount(0);
});
