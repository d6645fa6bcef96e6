import { expect, test } from './fixtures/bank.ts';

test('a deposit in one tab appears in another immediately', async ({
  page,
  context,
  customer,
  complaints,
}) => {
  const account = await customer.opensAccount('Everyday', 150);
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  const joined = context
    .waitForEvent('page')
    .then((tab) =>
      tab
        .waitForEvent('websocket')
        .then((socket) =>
          socket.waitForEvent('framereceived', ({ payload }) =>
            String(payload).includes('Subscribed to PostgreSQL'),
          ),
        ),
    );
  const secondTab = await customer.opensAnotherTab(context, `/dashboard/accounts/${account.id}`);
  complaints.listenTo(secondTab);
  await joined;
  await expect(secondTab.getByText('$150.00', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Deposit' }).click();
  await page.getByLabel('Amount').fill('50');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Deposit $50.00 to Everyday' }).click();
  await expect(secondTab.getByText('$200.00', { exact: true }).first()).toBeVisible();
  await expect(
    secondTab.getByRole('region', { name: 'History of Everyday' }).getByRole('listitem'),
  ).toHaveCount(2);
});

test('signing out in one tab signs out the other', async ({ page, context, customer }) => {
  await customer.opensAccount('Everyday', 150);
  await customer.comesTo('/dashboard');
  const secondTab = await customer.opensAnotherTab(context, '/dashboard');
  await expect(secondTab.getByText('Everyday').first()).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(secondTab).toHaveURL(/\/auth$/);
  await expect(secondTab.getByText('Everyday')).toHaveCount(0);
});

test("the page still updates when the database can't send change notifications", async ({
  page,
  customer,
}) => {
  const account = await customer.opensAccount('Everyday', 150);
  await page.clock.install();
  let polls = false;
  await page.routeWebSocket(/\/realtime\/v1\/websocket/, (socket) => {
    const bank = socket.connectToServer();
    bank.onMessage((message) => {
      const text = String(message);
      const isSubscribed = text.includes('Subscribed to PostgreSQL');
      polls ||= isSubscribed;
      if (isSubscribed) socket.send(text.replace('"status":"ok"', '"status":"error"'));
      else if (!text.includes('"postgres_changes",{"ids"')) socket.send(message);
    });
  });
  await customer.comesTo(`/dashboard/accounts/${account.id}`);
  await expect(page.getByText('$150.00', { exact: true }).first()).toBeVisible();
  await expect.poll(() => polls).toBe(true);
  await customer.calls('deposit', { account_id: account.id, amount: 5 });
  await expect(async () => {
    await page.clock.runFor(16_000);
    await expect(page.getByText('$155.00', { exact: true }).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
});

test('a list that fails to load shows the error in place and reloads on request', async ({
  page,
  customer,
  complaints,
}) => {
  complaints.expected(/Failed to load/);
  await customer.hasCard('Tide');
  // Blocks the realtime channel, because the app reloads everything once if it joins late.
  await page.routeWebSocket('**/realtime/**', () => {});
  let requests = 0;
  let broken = true;
  await page.route('**/rest/v1/credit_cards?**', (route) => {
    requests += 1;
    return broken ? route.fulfill({ status: 503, json: { message: 'down' } }) : route.continue();
  });
  await customer.comesTo('/credit-cards');
  await expect(customer.toast('Failed to load credit cards')).toHaveCount(1);
  // The app retries exactly once, as specified.
  expect(requests).toBe(2);
  broken = false;
  await page.getByRole('main').getByRole('button', { name: /again/i }).click();
  await expect(page.getByRole('article', { name: 'Tide' })).toBeVisible();
});
