import { expect, REFUSAL, test } from './fixtures/bank.ts';

const GUARD = 'Please sign in to access this page';
const SIGNED_OUT = 'Logged out successfully';

test('a new customer signs up and sees an empty bank', async ({ page, customer }) => {
  await customer.signsUp();
  await expect(page.getByRole('heading', { name: 'Whose money do you want to manage?' })).toBeVisible();
  await page.getByRole('button', { name: 'My account menu' }).click();
  await expect(page.getByText('My Account')).toBeVisible();
  await expect(page.getByText(customer.email)).toBeVisible();
  for (const name of ['Profile', 'Settings'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', '/settings');
  await expect(page.getByRole('button', { name: 'My account menu' })).toHaveText('E2');
});

test('sign-up errors appear beside their fields', async ({ page, customer, complaints }) => {
  complaints.expected(...REFUSAL);
  await customer.joins();
  await page.goto('/auth?mode=sign-up');
  const email = page.getByLabel('Email', { exact: true });
  const password = page.getByLabel('Password', { exact: true });
  const submit = page.getByRole('button', { name: 'Create account' });

  await submit.click();
  await expect(email).toHaveAccessibleDescription('Enter your email address.');
  await expect(email).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Use at least 8 characters.');

  await email.fill('somebody@');
  await password.fill('short');
  await submit.click();
  await expect(email).toHaveAccessibleDescription('Enter a valid email address.');

  await email.fill('new@customers.example');
  await password.fill('password');
  await submit.click();
  await expect(password).toHaveAccessibleDescription(/data breach|easy to guess/);

  await email.fill(customer.email);
  await password.fill('A long enough sentence 9');
  await submit.click();
  await expect(email).toHaveAccessibleDescription(/account with this email already exists/);
  await expect(password).toHaveValue('A long enough sentence 9');
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

test('a wrong password shows an error and keeps the entries', async ({ page, customer, complaints }) => {
  complaints.expected(...REFUSAL);
  await customer.joins();
  await page.goto('/auth');
  await customer.fillsInSignIn(customer.email, 'not the password');
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAccessibleDescription(/don't match/);
  await expect(password).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(customer.email);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
  await customer.fillsInSignIn();
  await customer.isOn('/dashboard');
});

test('signing in before the bank is reachable waits for it', async ({ page, customer }) => {
  await customer.joins();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/config.json', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/auth');
  await customer.fillsInSignIn();
  const button = page.locator('form').getByRole('button', { name: 'Sign in', exact: true });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  release();
  await customer.isOn('/dashboard');
});

test('a customer can show the password while typing and sees its strength', async ({ page }) => {
  await page.goto('/auth?mode=sign-up');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('aaaaaaaa');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(password).toHaveAccessibleDescription('Weak');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill('Four plain words 4');
  await expect(password).toHaveAccessibleDescription('Strong');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('a customer who forgot the password enters the emailed code', async ({ page, customer, complaints }) => {
  complaints.expected(...REFUSAL);
  await page.clock.install();
  await customer.joins();
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    'You must provide either an email or phone number and a password',
  );
  await page.getByLabel('Email', { exact: true }).fill(customer.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
  const again = page.getByRole('button', { name: 'Send new code' });
  await expect(again).toHaveText(/^Send new code in \d+ s$/);
  await expect(again).toBeDisabled();
  await page.clock.fastForward(30_000);
  await expect(again).toBeEnabled();
  await expect(again).toHaveText('Send new code');
  await page.getByLabel('6-digit code').fill('000000');
  await page.getByLabel('New password').fill('Another long password 7');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByLabel('6-digit code')).toHaveAccessibleDescription(/incorrect or expired/);
  await page.getByRole('button', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('signing out from the user menu shows one toast and the landing page, without the sign-in message', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/settings');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/auth/v1/logout**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: 'My account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('menuitem', { name: 'Signing out...' })).toBeVisible();
  release();
  await customer.isOn('/');
  await expect(customer.toast(SIGNED_OUT)).toHaveCount(1);
  await expect(customer.toast(GUARD)).toHaveCount(0);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible();
  await page.goto('/dashboard');
  await customer.isOn('/auth');
});

test('the icon signs a customer out, also on the home page', async ({ page, customer }) => {
  await customer.comesTo('/transactions');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(customer.toast(SIGNED_OUT)).toHaveCount(1);
  await expect(customer.toast(GUARD)).toHaveCount(0);
  await customer.isOn('/');
  await page.getByRole('link', { name: 'Login' }).click();
  await customer.fillsInSignIn();
  await customer.isOn('/dashboard');
});

test('after signing out, signed-in pages show the sign-in message again', async ({ page, customer }) => {
  await customer.comesTo('/');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(customer.toast(SIGNED_OUT)).toHaveCount(1);
  // Navigates within the app, without reloading it.
  await page.evaluate(() => {
    history.pushState(null, '', '/loans');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await customer.isOn('/auth');
  await expect(customer.toast(GUARD)).toHaveCount(1);
});

test('a failed sign-out shows a toast from the icon, and only a console message from the account menu', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(/Failed to sign out/, /Failed to load resource/);
  await customer.comesTo('/settings');
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.getByRole('button', { name: 'My account menu' }).click();
  const logged = page.waitForEvent('console', (message) => message.text().includes('Failed to sign out'));
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await logged;
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expect(customer.toast('Failed to sign out')).toHaveCount(0);
  await expect(page.getByText(/still signed in/)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(customer.toast('Failed to sign out')).toHaveCount(1);
  await customer.isOn('/settings');
});

test('a signed-in customer is redirected from /auth to the dashboard and stays on public pages', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/auth');
  await customer.isOn('/dashboard');
  await page.goto('/privacy-policy');
  await expect(page.getByRole('heading', { level: 1, name: /privacy/i })).toBeVisible();
  await customer.isOn('/privacy-policy');
  await page.goto('/dashboardx');
  await customer.isOn('/not-found');
});

test("a returning customer never sees the visitor's navigation bar", async ({ page, customer }) => {
  await customer.comesTo('/dashboard');
  await page.addInitScript(() => {
    const seen = window as unknown as { sawLogin?: boolean };
    // Checks each painted frame. Nothing is painted before the stylesheet arrives.
    const look = () => {
      const login = [...document.querySelectorAll('a')].find((link) => link.textContent === 'Login');
      if (login?.checkVisibility({ visibilityProperty: true })) seen.sawLogin = true;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  for (const path of ['/', '/transactions']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'My account menu' })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { sawLogin?: boolean }).sawLogin)).toBeUndefined();
  }
});

test('an unreachable bank at the start shows the specified message', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(/Failed to load resource/, /We couldn't read the session/);
  await page.route('**/config.json', (route) => route.abort());
  await page.goto('/auth');
  await expect(customer.toast('Authentication error. Please try again later.')).toHaveCount(1);
});

test('the redirect after sign-in only leads to pages of this bank', async ({ page, customer }) => {
  await customer.joins();
  await page.goto('/auth');
  await page.evaluate(() => history.replaceState({ usr: { requestedPage: '//evil.example' } }, ''));
  await page.reload();
  await customer.fillsInSignIn();
  await customer.isOn('/dashboard');
});

test('the next customer in the same browser sees nothing of the previous one', async ({ page, customer }) => {
  await customer.opensAccount('Secret savings', 5);
  await customer.comesTo('/dashboard');
  await expect(page.getByText('Secret savings').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await customer.isOn('/');
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.getByLabel('Email', { exact: true }).fill(`next-${customer.email}`);
  await page.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Whose money do you want to manage?' })).toBeVisible();
  await expect(page.getByText('Secret savings')).toHaveCount(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByText('No notifications')).toBeVisible();
});
