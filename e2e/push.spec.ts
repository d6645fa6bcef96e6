import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures/bank.ts';

test.use({ serviceWorkers: 'allow', permissions: ['notifications'] });

const MESSAGE = { title: 'Payment Failed', body: 'Rent could not be paid.', path: '/scheduled-payments' };

/** Returns a DevTools session and the registration id of this bank's service worker. */
async function workerTools(page: Page): Promise<{ tools: CDPSession; registrationId: string }> {
  const tools = await page.context().newCDPSession(page);
  const received = new Promise<string>((resolve) => {
    tools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active) resolve(active.registrationId);
    });
  });
  await tools.send('ServiceWorker.enable');
  return { tools, registrationId: await received };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }));
  });

test('a push message shows a notification while no page is visible, and clicking it opens its page', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 500);
  await customer.comesTo('/dashboard');
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const { origin } = new URL(page.url());
  const { tools, registrationId } = await workerTools(page);
  const arrives = (data: string) =>
    tools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });

  // A visible page shows the notification itself. Invalid messages show nothing.
  await arrives(JSON.stringify(MESSAGE));
  expect(await shown(page)).toEqual([]);
  await page.goto('about:blank');
  await arrives('this is no message');
  await arrives(JSON.stringify(MESSAGE));
  await page.goto('/notifications');
  const { title, body } = MESSAGE;
  await expect.poll(() => shown(page)).toEqual([{ title, body }]);

  // Simulates a click on the notification.
  const [worker] = page.context().serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }));
  });
  await customer.isOn('/scheduled-payments');
  expect(await shown(page)).toEqual([]);
});
