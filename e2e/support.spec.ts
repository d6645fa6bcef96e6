import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { dataFolder, expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

/** Runs `npm run operator` as the operator would, with the key from the data folder. */
async function operator(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['tools/scripts/operator.mjs', ...args], {
    env: { ...process.env, SANDBANK_DATA: dataFolder() },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  expect(code).toBe(0);
  return output;
}

test('a support question goes from the help page to its resolution, with customer and operator', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/support');
  await page.getByRole('searchbox', { name: 'Search help' }).fill('lat fee');
  await page.getByRole('link', { name: /Why there is a late fee on a card/ }).click();
  await page.getByRole('button', { name: 'No', exact: true }).click();
  await page.getByRole('link', { name: 'Ask support' }).click();
  await page.getByLabel('Subject').fill('A late fee on my card');
  await page.getByLabel('Your question').fill('I paid on time.\nWhy is there a late fee?');
  await page.locator('input[type=file]').setInputFiles({
    name: 'Bill.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Paid on the first.'),
  });
  await expect(page.getByRole('button', { name: 'Remove Bill.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Send question' }).click();
  const thread = page.getByRole('list', { name: 'Messages' });
  await expect(thread.getByText('Automatic answer')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectNoViolations(page);

  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await operator('show', id)).toContain('Attached: Bill.txt (18 bytes)');
  await operator('answer', id, 'You are right: it is credited.');
  await expect(thread.getByText('You are right: it is credited.')).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const bell = page.getByRole('dialog', { name: 'Notifications' });
  await expect(bell.getByText('We answered: A late fee on my card.')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('Reply').fill('Thank you!');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(thread.getByText('Thank you!')).toBeVisible();
  await operator('close', id, 'With pleasure.');
  await expect(page.getByText('Closed', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Great' }).click();
  await expect(page.getByText('Thanks for your feedback.')).toBeVisible();
  await expectNoViolations(page);
  const { data: tickets } = await customer.bank.from('tickets').select('state, satisfaction').throwOnError();
  expect(tickets).toEqual([{ state: 'closed', satisfaction: 5 }]);
});
