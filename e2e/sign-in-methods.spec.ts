import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, expectNoViolations, REFUSAL } from './fixtures/bank.ts';
import { test } from './fixtures/configured-bank.ts';

// These tests run in one worker, because they share the second bank.
test.describe.configure({ mode: 'default' });

const unique = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;
const newNumber = () => `+1555${Math.floor(1e7 + Math.random() * 9e7)}`;

async function signsUp(page: Page, address: string, password: string): Promise<void> {
  await page.goto('/auth?mode=sign-up');
  await page.getByLabel('Email or phone').fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
}

/** Pastes text as if the customer had copied it from a message. */
async function pastes(page: Page, text: string): Promise<void> {
  await page.getByLabel('6-digit code').evaluate((field, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', copied);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

async function signsOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).first().click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
}

test('an email is confirmed by a code, and changed with codes sent to both addresses', async ({
  page,
  customer,
  complaints,
  configuredBank: { codeFor },
}) => {
  complaints.expected(...REFUSAL);
  await signsUp(page, customer.email, customer.password);
  await pastes(page, `Your code is ${await codeFor(customer.email)}. Nobody requested it.`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await customer.isOn('/dashboard');

  const next = `next-${unique()}@customers.example`;
  await page.goto('/settings/profile');
  await page.getByLabel('Email', { exact: true }).fill(next);
  await page.getByRole('button', { name: 'Change email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email?' });
  await dialog.getByLabel('Your password').fill(customer.password);
  await dialog.getByRole('button', { name: 'Change email' }).click();
  await expect(page.getByText(`We sent a code to ${customer.email} (1 of 2).`)).toBeVisible();
  const code = page.getByLabel('6-digit code');
  await code.fill('000 000');
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(code).toHaveAccessibleDescription(/incorrect/);
  await code.fill(await codeFor(customer.email, /change/i));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByText(`We sent a code to ${next} (2 of 2).`)).toBeVisible();
  await code.fill(await codeFor(next));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(customer.toast('Email updated')).toHaveCount(1);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(next);
});

test('a phone number signs up, is changed, and signs in with a one-time code', async ({
  page,
  customer,
  configuredBank: { codeFor },
}) => {
  const number = newNumber();
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Continue with Keycloak' })).toBeVisible();
  await expectNoViolations(page);
  await signsUp(page, number.replace(/(\d{3})(?=\d{4}$)/, ' $1-'), customer.password);
  await page.goto('/outbox');
  const message = page.getByRole('listitem').filter({ hasText: number });
  await expect(message).toContainText('Your code is');
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign in with a one-time code' }).click();
  await page.getByLabel('Email or phone').fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await page.getByLabel('6-digit code').fill(await codeFor(number));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await customer.isOn('/dashboard');

  const next = newNumber();
  await page.goto('/settings/profile');
  await page.getByLabel('Phone number').fill(next);
  await page.getByRole('button', { name: 'Change number' }).click();
  await expect(page.getByText(`We sent a code to ${next}.`)).toBeVisible();
  await page.getByLabel('6-digit code').fill(await codeFor(next));
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(customer.toast('Phone number updated')).toHaveCount(1);
  await expect(page.getByLabel('Phone number')).toHaveValue(next);
  await signsOut(page);
  await page.goto('/auth');
  await page.getByLabel('Email or phone').fill(next);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click();
  await customer.isOn('/dashboard');
});

test('another service is linked, signs in, and is unlinked unless it is the only way in', async ({
  page,
  customer,
  complaints,
  configuredBank: { codeFor },
}) => {
  complaints.expected(...REFUSAL);
  await signsUp(page, customer.email, customer.password);
  await page.getByLabel('6-digit code').fill(await codeFor(customer.email));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await customer.isOn('/dashboard');
  await page.goto('/settings/security');
  const services = page.getByRole('list', { name: 'Linked services' });
  await services.getByRole('button', { name: 'Link Keycloak' }).click();
  // If the customer cancels at the provider, nothing changes.
  await page.getByRole('link', { name: 'Cancel' }).click();
  await customer.isOn('/settings/security');
  await expect(page.getByText("You didn't give permission, so nothing changed.")).toBeVisible();
  await services.getByRole('button', { name: 'Link Keycloak' }).click();
  const person = `person-${unique()}`;
  await page.getByPlaceholder('Enter any login').fill(person);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await customer.isOn('/settings/security');
  await expect(services).toContainText(`${person}@people.example`);
  await expectNoSidewaysScroll(page);
  await signsOut(page);

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
  await customer.isOn('/dashboard');
  await page.goto('/settings/security');
  await services.getByRole('button', { name: 'Unlink Keycloak' }).click();
  await expect(customer.toast('Keycloak unlinked')).toHaveCount(1);
  await expect(services.getByRole('button', { name: 'Link Keycloak' })).toBeVisible();
  await signsOut(page);

  // No customer is linked to the provider account now, so the bank creates a new customer who has no other
  // sign-in method.
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Keycloak' }).click();
  await customer.isOn('/dashboard');
  await page.goto('/settings/security');
  const unlink = services.getByRole('button', { name: 'Unlink Keycloak' });
  await expect(unlink).toBeDisabled();
  await expect(unlink).toHaveAccessibleDescription('Add another way to sign in first.');
});
