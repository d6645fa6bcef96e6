import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';
import { codeFor } from './fixtures/configured-bank.ts';
import { Customer } from './fixtures/customer.ts';

test('two customers pay and request money from each other, and both see it arrive', async ({
  page,
  browser,
  customer,
  complaints,
}) => {
  const context = await browser.newContext();
  const theirs = await context.newPage();
  complaints.listenTo(theirs);
  const friend = new Customer(theirs);
  const joined = [page, theirs].map(waitForUpdate);
  await customer.opensAccount('Everyday', 500);
  await friend.opensAccount('Household', 200);
  await customer.comesTo('/dashboard/people');
  await friend.comesTo('/dashboard/people');
  await Promise.all(joined);
  for (const person of [customer, friend]) await confirmAddress(person);

  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('To', { exact: true }).fill(friend.email);
  await dialog.getByLabel('Amount').fill('40');
  await dialog.getByLabel(/^Note/).fill('Pizza');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Review' }).click();
  await expect(dialog).toContainText('$460.00');
  await dialog.getByRole('button', { name: /^Pay \$40\.00 to/ }).click();
  await expect(dialog).toContainText('$40.00 is on its way');
  await dialog.getByRole('button', { name: 'Done' }).click();

  // The payment appears on the other customer's open page without a reload, and in that customer's
  // notifications.
  const inbox = theirs.getByRole('list', { name: 'Needs your response' });
  await expect(inbox).toContainText('sent you $40.00');
  await theirs.getByRole('button', { name: /^Notifications/ }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Money for You' })).toContainText('$40.00');
  await theirs.keyboard.press('Escape');
  await inbox.getByRole('button', { name: /^Accept payment/ }).click();
  const answer = theirs.getByRole('dialog');
  await expect(answer).toContainText('$240.00');
  await expectNoViolations(theirs);
  await answer.getByRole('button', { name: 'Accept $40.00' }).click();
  await expect(answer).toContainText('$40.00 added to Household.');
  await answer.getByRole('button', { name: 'Done' }).click();
  const history = page.getByRole('list', { name: 'Payments with people' });
  await expect(history).toContainText('−$40.00');
  await expect(page.getByRole('list', { name: 'Sent and pending' })).toHaveCount(0);

  // The customers are now linked, so a request is paid after a review, and the money arrives immediately.
  await theirs.getByRole('button', { name: 'Request', exact: true }).click();
  const requestDialog = theirs.getByRole('dialog');
  await requestDialog.getByLabel('From', { exact: true }).fill(customer.email);
  await requestDialog.getByLabel('Amount').fill('15.50');
  await requestDialog.getByRole('button', { name: 'Send request' }).click();
  await expect(requestDialog).toContainText('You requested $15.50');
  await requestDialog.getByRole('button', { name: 'Done' }).click();
  const requests = page.getByRole('list', { name: 'Needs your response' });
  await expect(requests).toContainText('requested $15.50');
  await requests.getByRole('button', { name: /^Pay / }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Pay \$15\.50 to/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('$15.50 paid to');
  await expect(theirs.getByRole('list', { name: 'Payments with people' })).toContainText('+$15.50');
  const [hers, his] = await Promise.all([customer, friend].map(getBalance));
  expect([hers, his]).toEqual([444.5, 255.5]);
  await theirs.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(theirs);
  await context.close();
});

/** Confirms the customer's address with an emailed code. Payments and requests need a confirmed address. */
async function confirmAddress({ page, email }: Customer): Promise<void> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('6-digit code')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('6-digit code').fill(await codeFor(new URL(page.url()).origin, email));
  await page.getByRole('button', { name: 'Confirm address' }).click();
  await expect(page.getByText('Confirm your email address to receive money.')).toHaveCount(0);
}

async function getBalance({ bank }: Customer): Promise<number> {
  const { data } = await bank.from('accounts').select('balance').single().throwOnError();
  return data.balance;
}

/** Resolves when the bank reports changes to this page. */
const waitForUpdate = (page: Customer['page']) =>
  page
    .waitForEvent('websocket')
    .then((socket) =>
      socket.waitForEvent('framereceived', ({ payload }) =>
        String(payload).includes('Subscribed to PostgreSQL'),
      ),
    );
