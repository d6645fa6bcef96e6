import { readFile } from 'node:fs/promises';
import { readPdf } from '../supabase/tests/pdf.ts';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

const LEASE = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF');

test('a statement is read and saved; own files are kept, hostile ones refused, deleted ones brought back', async ({
  page,
  customer,
  complaints,
}) => {
  // What the bank refuses is told by the browser too.
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
  expect(pages.every((each) => each.includes('Simulation, not a bank document'))).toBe(true);

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
    'not what the name says',
  );
  await expect(uploads.getByRole('listitem').filter({ hasText: 'page.txt' })).toContainText('web page');
  await expect(uploads.getByRole('listitem').filter({ hasText: 'empty.pdf' })).toContainText('empty');
  await expect(uploads.getByRole('listitem')).toHaveCount(3);
  await page.getByRole('button', { name: 'More about Lease.pdf' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: /^Lease\.pdf/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
