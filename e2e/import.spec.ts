import { readFileSync } from 'node:fs';
import { expect, expectNoSidewaysScroll, expectNoViolations, test } from './fixtures/bank.ts';

const STATEMENT = [
  'Konto;DE00',
  'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Saldo',
  '03.03.2026;Arbeitgeber;Gehalt;1.200,00;1.660,50',
  '02.03.2026;Stadtwerke;Strom;-35,90;460,50',
  '01.03.2026;Laden;=Sonderangebot;-3,60;496,40',
].join('\r\n');

test('a statement with decimal commas is imported, reconciled, and undone, and its export imports again @phone', async ({
  page,
  customer,
}) => {
  await customer.opensAccount('Everyday', 20);
  await customer.comesTo('/transactions/import');
  const choose = (name: string, text: string) =>
    page
      .getByLabel('Statement file')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await choose('umsätze.csv', STATEMENT);
  await expect(page.getByText('3 transactions are dated before this account opened.')).toBeVisible();
  await page.getByRole('button', { name: 'Open account with earlier date' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Old bank');
  await page.getByLabel('Currency', { exact: true }).last().selectOption('EUR');
  await expect(page.getByLabel('Opening balance')).toHaveValue('500.00');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Import 3 transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import results' })).toBeVisible();
  await expect(page.getByText('€1,660.50')).toBeVisible();

  await page.getByRole('link', { name: 'View transactions' }).click();
  await page.getByRole('button', { name: 'Import or export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV for spreadsheets' }).click();
  const file = readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain("2026-03-01,Old bank,'=Sonderangebot,Laden,,-3.60,EUR,withdrawal");
  expect(file.trim().split('\r\n')).toHaveLength(5);

  await page.goto('/transactions/import');
  await page.getByRole('button', { name: 'Undo the import of umsätze.csv' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this import?' });
  await dialog.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();

  await choose('export.csv', file);
  await page.getByRole('button', { name: 'Import 4 transactions' }).click();
  await expect(page.getByText('€1,660.50')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Imported' })).toContainText('=Sonderangebot');

  await page.getByRole('link', { name: 'Reconcile statement' }).click();
  await page.getByLabel('Ending balance').fill('1660.50');
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expect(page.getByText('4 of 4 selected')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('list', { name: 'Past reconciliations' })).toContainText(
    '4 transactions reconciled',
  );

  await page.goto('/transactions');
  await page.getByRole('button', { name: /Stadtwerke/ }).click();
  await expect(page.getByRole('link', { name: /^statement dated/ })).toBeVisible();
});
