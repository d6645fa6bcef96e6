import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/bank.ts';

test.use({ serviceWorkers: 'allow' });

const WITHOUT_A_NETWORK = [/ERR_INTERNET_DISCONNECTED/, /Failed to (load|move|deposit|fetch)/, /WebSocket/];

test('a customer reads data offline, and a transfer made offline is sent once', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.expected(...WITHOUT_A_NETWORK);
  const everyday = await customer.opensAccount('Everyday', 150);
  await customer.opensAccount('Savings', 20);
  await customer.comesTo('/dashboard/move');
  await expect(page.getByLabel('Amount')).toBeVisible();
  await customer.comesTo('/dashboard');
  await expect(page.getByText('$150.00').first()).toBeVisible();
  await isReadyForNoNetwork(page);

  await context.setOffline(true);
  await expect(page.getByText("You're offline. Some features may be unavailable.")).toBeVisible();
  await expect(page.getByText(/Last updated/)).toBeVisible();
  await page.reload();
  await expect(page.getByText('$150.00').first()).toBeVisible();
  await expect(page.getByText(/Last updated/)).toBeVisible();

  await page.getByRole('link', { name: 'Transfer money' }).click();
  await page.getByLabel('Amount').fill('30');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Transfer $30.00 to Savings' }).click();
  const waiting = page.getByRole('region', { name: 'Pending transfers' });
  await expect(waiting.getByText('Transfer $30.00 to Savings')).toBeVisible();
  await page.reload();
  await expect(waiting.getByText('Transfer $30.00 to Savings')).toBeVisible();
  const [call] = await waitingCalls(page);

  // Two tabs reconnect at the same time.
  const secondTab = await context.newPage();
  complaints.listenTo(secondTab);
  await secondTab.goto('/dashboard');
  await context.setOffline(false);
  await expect(waiting).toHaveCount(0);
  await expect(secondTab.getByText('$120.00').first()).toBeVisible();
  for (let replay = 0; replay < 3; replay += 1) await customer.calls('transfer', call?.args ?? {});
  const { data } = await customer.bank.from('accounts').select('balance').eq('id', everyday.id).single();
  expect(data?.balance).toBe(120);
});

test('a queued transfer that the bank refuses shows the reason and moves no money', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.expected(...WITHOUT_A_NETWORK, /status of 4\d\d/);
  const everyday = await customer.opensAccount('Everyday', 150);
  await customer.comesTo(`/dashboard/accounts/${everyday.id}`);
  await isReadyForNoNetwork(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByLabel('Amount').fill('140');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Withdraw $140.00 from Everyday' }).click();
  const waiting = page.getByRole('region', { name: 'Pending transfers' });
  await expect(waiting.getByText(/has been waiting to send/)).toBeVisible();
  // Meanwhile, the money is spent elsewhere.
  await customer.calls('withdraw', { account_id: everyday.id, amount: 100 });
  await context.setOffline(false);
  await expect(waiting.getByText(/didn't go through\. .*You need \$90\.00 more/)).toBeVisible();
  await waiting.getByRole('button', { name: 'Dismiss' }).click();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByText('$50.00').first()).toBeVisible();
});

test('the browser sends queued transfers even when no page is open', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.expected(...WITHOUT_A_NETWORK);
  const everyday = await customer.opensAccount('Everyday', 150);
  await customer.comesTo(`/dashboard/accounts/${everyday.id}`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registration;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByLabel('Amount').fill('25');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Deposit $25.00 to Everyday' }).click();
  await expect(page.getByRole('region', { name: 'Pending transfers' })).toBeVisible();
  const origin = new URL(page.url()).origin;
  await page.goto('about:blank');
  await context.setOffline(false);
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId,
    tag: 'sandbank-waiting',
    lastChance: true,
  });
  await expect
    .poll(
      async () =>
        (await customer.bank.from('accounts').select('balance').eq('id', everyday.id).single()).data?.balance,
    )
    .toBe(175);
});

test('a customer signed out elsewhere sees that the queued transfer was not sent', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  complaints.expected(...WITHOUT_A_NETWORK, /status of 4\d\d/, /session/i);
  const everyday = await customer.opensAccount('Everyday', 150);
  await customer.comesTo(`/dashboard/accounts/${everyday.id}`);
  await isReadyForNoNetwork(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByLabel('Amount').fill('40');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Withdraw $40.00 from Everyday' }).click();
  await expect(page.getByText(/has been waiting to send/)).toBeVisible();
  const { error } = await customer.bank.auth.signOut({ scope: 'local' });
  expect(error).toBeNull();
  await context.setOffline(false);
  await expect(customer.toast("You've been signed out. Sign in again.")).toBeVisible();
  // The transfer may have been in flight when the session ended.
  // Radix also announces the message to screen readers.
  const warning = page.getByText(/^(1 pending transfer wasn't sent|Some may have gone through)\./);
  await expect(warning).toBeVisible();
  expect(await readStore(page, 'sandbank-waiting', 'calls')).toBe('[]');
});

test("signing out clears the browser's data, even if the bank can't be reached", async ({
  page,
  customer,
  context,
  complaints,
}) => {
  complaints.expected(/Failed to sign out/, ...WITHOUT_A_NETWORK);
  await customer.opensAccount('Everyday', 150);
  await customer.comesTo('/dashboard');
  await expect(page.getByText('$150.00').first()).toBeVisible();
  await expect.poll(() => readStore(page, 'sandbank-copy', 'queries')).toContain('Everyday');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(customer.toast('Failed to sign out')).toContainText('Your offline copy is deleted.');
  expect(await readStore(page, 'sandbank-copy', 'queries')).toBe('[]');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(page).toHaveURL('/');
  await expect.poll(() => readStore(page, 'sandbank-copy', 'queries')).toBe('[]');
});

test('a new version asks before it replaces the open one', async ({ page, customer }) => {
  await customer.comesTo('/dashboard');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.reload();
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?another-version'));
  await expect(customer.toast('A new version of Sandbank is ready.')).toBeVisible();
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Reload' }).click()]);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

/** Waits until the service worker has cached the app and the offline copy is written. */
async function isReadyForNoNetwork(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => readStore(page, 'sandbank-copy', 'queries')).toContain('Everyday');
}

async function waitingCalls(page: Page): Promise<{ args: Record<string, unknown> }[]> {
  return JSON.parse(await readStore(page, 'sandbank-waiting', 'calls')).filter(
    (entry: unknown) => typeof entry === 'object' && entry !== null && 'args' in entry,
  );
}

/** Returns the contents of one of the browser's IndexedDB stores as text. */
function readStore(page: Page, database: string, store: string): Promise<string> {
  return page.evaluate(
    async ([name, within]) => {
      // If the test opened the database before the app did, the test would create the database without the
      // store.
      if (!(await indexedDB.databases()).some((database) => database.name === name)) return '[]';
      return new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open(name ?? '');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const all = opening.result
            .transaction(within ?? '')
            .objectStore(within ?? '')
            .getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
          all.onerror = () => reject(all.error);
        };
      });
    },
    [database, store],
  );
}
