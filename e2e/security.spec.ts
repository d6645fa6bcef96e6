import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, expectNoViolations, REFUSAL, test } from './fixtures/bank.ts';
import type { Customer } from './fixtures/customer.ts';

const PERIOD_MS = 30_000;

/**
 * Returns the code of the current period or a later one. The bank accepts the next period's code, and each
 * code works once.
 */
function getCode(secret: string, periodsAhead = 0): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return app.generate({ timestamp: Date.now() + periodsAhead * PERIOD_MS });
}

async function signsOut(page: Page, customer: Customer): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await customer.isOn('/');
  await page.goto('/auth');
}

test('an authenticator app is added and required, and a recovery code replaces it once', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  test.slow();
  await customer.joins();
  await page.goto('/auth');
  await customer.fillsInSignIn();
  await customer.isOn('/dashboard');
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Add app…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectNoViolations(page);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code from your app').fill('000000');
  await dialog.getByRole('button', { name: 'Confirm code' }).click();
  await expect(dialog.getByText('That code is incorrect')).toBeVisible();
  await dialog.getByLabel('Code from your app').fill(getCode(secret));
  await dialog.getByRole('button', { name: 'Confirm code' }).click();
  const shown = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await dialog.getByRole('button', { name: 'I saved them' }).click();
  await expect(page.getByText(/^10 of 10 codes left/)).toBeVisible();

  await signsOut(page, customer);
  await customer.fillsInSignIn();
  const question = page.getByRole('heading', { name: 'Verify your identity' });
  await expect(question).toBeVisible();
  // No page of the bank is accessible before the customer enters a code.
  await page.goto('/dashboard');
  await customer.isOn('/auth');
  await expect(question).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('Authenticator app code').fill(getCode(secret, 1));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await customer.isOn('/dashboard');

  await signsOut(page, customer);
  await customer.fillsInSignIn();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[4] ?? '');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await customer.isOn('/dashboard');
  await expect(customer.toast('9 recovery codes are left')).toHaveCount(1);

  await signsOut(page, customer);
  await customer.fillsInSignIn();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(codes[4] ?? '');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText('That recovery code is incorrect or already used.')).toBeVisible();
});

test('a passkey is added, renamed, suggested and used to sign in, and removed', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(...REFUSAL);
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await customer.comesTo('/settings/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const passkeys = page.getByRole('list', { name: 'Passkeys' });
  await expect(passkeys).toContainText('Chrome on Linux');
  await passkeys.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('The blue laptop');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(passkeys).toContainText('The blue laptop');

  // The browser suggests the passkey, and the virtual authenticator accepts the suggestion.
  await signsOut(page, customer);
  await customer.isOn('/dashboard');

  await page.addInitScript(() => {
    Reflect.deleteProperty(PublicKeyCredential, 'isConditionalMediationAvailable');
  });
  await page.reload();
  await signsOut(page, customer);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await customer.isOn('/dashboard');

  await page.goto('/settings/security');
  await expect(passkeys).toContainText('last used');
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(passkeys).toHaveCount(0);
});

test('a browser that is signed out elsewhere loses access immediately', async ({
  page,
  customer,
  browser,
  complaints,
}) => {
  await customer.joins();
  const elsewhere = await browser.newContext();
  const secondPage = await elsewhere.newPage();
  complaints.listenTo(secondPage);
  await secondPage.goto(`${process.env['SANDBANK_E2E_URL']}/auth`);
  await secondPage.getByLabel('Email', { exact: true }).fill(customer.email);
  await secondPage.getByLabel('Password', { exact: true }).fill(customer.password);
  await secondPage.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(secondPage).toHaveURL(/\/dashboard$/);
  await secondPage.waitForLoadState('networkidle');

  await customer.comesTo('/settings/security');
  const sessions = page.getByRole('list', { name: 'Sessions' });
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await sessions
    .getByRole('button', { name: /^Sign out Chrome/ })
    .first()
    .click();
  // The second page is idle and makes no requests.
  await expect(secondPage).toHaveURL(/\/auth$/, { timeout: 5_000 });
  // Radix also announces the message to screen readers.
  await expect(secondPage.getByText("You've been signed out. Sign in again.", { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Recent activity' })).toContainText('Browser signed out');
  await elsewhere.close();
});
