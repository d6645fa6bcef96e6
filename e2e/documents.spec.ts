import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { readPdf } from '../supabase/tests/support/pdf.ts';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

const LEASE = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF');

test('a statement opens and downloads, uploads are stored, and hostile files are refused', async ({
  page,
  customer,
  complaints,
}) => {
  // The browser also logs the bank's refusals.
  complaints.expected(/422/);
  await customer.triesTheDemo();
  await page.goto('/documents');
  const statement = page.getByRole('link', { name: /^Everyday Checking, statement of \w+ \d{4}, new$/ });
  await expect(statement).toBeVisible();
  await expectNoSidewaysScroll(page);
  await statement.click();
  await expect(page.getByRole('figure', { name: /page 1 of \d/ })).toContainText('Closing balance');
  await expectNoViolations(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await (await downloading).path();
  const { text, pages } = await readPdf(new Uint8Array(await readFile(file)));
  expect(text).toContain('Opening balance');
  expect(pages.every((text) => text.includes('Simulation, not a bank document'))).toBe(true);

  await page.getByRole('link', { name: 'Documents' }).first().click();
  await expect(page.getByRole('link', { name: /^Everyday Checking, statement of .*, new$/ })).toHaveCount(0);
  await page.getByLabel('Choose files to upload').setInputFiles([
    { name: 'Lease.pdf', mimeType: 'application/pdf', buffer: LEASE },
    { name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ\u0090\u0000 a program') },
    {
      name: 'page.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('<html><script>alert(1)</script></html>'),
    },
    { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
  ]);
  await customer.isOn('/documents/files');
  const uploads = page.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByRole('listitem').filter({ hasText: 'invoice.pdf' })).toContainText(
    "The file's content doesn't match its type.",
  );
  await expect(uploads.getByRole('listitem').filter({ hasText: 'page.txt' })).toContainText(
    "Web pages and drawings can contain scripts, so we can't accept this file.",
  );
  await expect(uploads.getByRole('listitem').filter({ hasText: 'empty.pdf' })).toContainText('empty');
  await expect(uploads.getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('link', { name: /^Lease\.pdf/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test('files are uploaded, renamed, selected, moved, deleted, and opened by keyboard', async ({
  page,
  customer,
}) => {
  await customer.comesTo('/documents/files');
  const keys = page.keyboard;
  const goesTo = async (target: Locator, key = 'Tab') => {
    await expect(target).toBeVisible();
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await keys.press(key);
    }
    await expect(target).toBeFocused();
  };
  const file = (name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}`) });
  const choosing = page.waitForEvent('filechooser');
  await goesTo(page.getByRole('button', { name: 'Upload files' }));
  await keys.press('Enter');
  await (await choosing).setFiles(
    ['Lease', 'Boiler', 'Bicycle'].map((name) => ({
      name: `${name}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name}: what was agreed on`),
    })),
  );
  await goesTo(page.getByRole('button', { name: 'New folder' }));
  await keys.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keys.type('Home');
  await keys.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New folder' })).toBeFocused();

  await goesTo(file('Home'));
  await goesTo(file('Bicycle.txt'), 'ArrowDown');
  await keys.press('F2');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await keys.press('ControlOrMeta+a');
  await keys.type('Bicycle lock');
  await keys.press('Enter');
  await expect(file('Bicycle lock.txt')).toBeFocused();
  await keys.press('Delete');
  await expect(file('Bicycle lock.txt')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Folders and files' }).locator('a:focus')).toHaveCount(1);
  // Toasts have their own keyboard shortcut.
  await keys.press('Alt+t');
  await goesTo(page.getByRole('button', { name: 'Undo' }));
  await keys.press('Enter');
  await expect(file('Bicycle lock.txt')).toBeVisible();

  await goesTo(file('Boiler.txt'), 'Shift+Tab');
  await keys.press('Space');
  await goesTo(file('Home'), 'ArrowUp');
  await goesTo(file('Lease.txt'), 'ArrowDown');
  await keys.press('Space');
  const chosen = page.getByRole('group', { name: 'Selected files' });
  await expect(chosen).toContainText('2 files selected');
  await expectNoViolations(page);
  await goesTo(chosen.getByRole('button', { name: 'Move to…' }), 'Shift+Tab');
  await keys.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Home' })).toBeFocused();
  await keys.press('Enter');
  await expect(file('Home 2 files')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Folders and files' }).locator('a:focus')).toHaveCount(1);
  await goesTo(file('Home 2 files'), 'ArrowUp');
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'Home' })).toBeVisible();
  await goesTo(file('Lease.txt'));
  await keys.press('Enter');
  await expect(page.getByRole('region', { name: 'Text' })).toContainText('Lease: what was agreed on');
  await goesTo(page.getByRole('button', { name: 'Delete' }));
  await keys.press('Enter');
  await customer.isOn('/documents/files');
});
