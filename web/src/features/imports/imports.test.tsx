import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

// The columns of a file are remembered in the browser, which all tests share.
beforeEach(() => localStorage.removeItem('sandbank-import-columns'));
const patience = { timeout: 10_000 };
const press = (name: string | RegExp) => screen.findByRole('button', { name }, patience);
const today = () => new Date().toISOString().slice(0, 10);
/**
 * Formats today's date, such as `14.10.2026`. The tests need today's date because their accounts open today.
 */
const german = () => today().split('-').toReversed().join('.');
const getFile = (text: string, name = 'bank.csv') => new File([text], name, { type: 'text/csv' });
const statement = () =>
  getFile(
    `Buchungstag;Verwendungszweck;Betrag\n01.01.2020;Alt;5,00\n${german()};Bäckerei;-3,20\n${german()};Gehalt;1.500,00\n${german()};Zu teuer;-99.000,00\n;Summe;1,00\n`,
  );
const getBalance = async (id: string) =>
  (await supabase.from('accounts').select('balance').eq('id', id).single().throwOnError()).data.balance;

describe('an import', () => {
  it('shows every line and its effect, posts the valid ones, and is undone as a whole', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit('/transactions/import');
    await screen.findByText('No imports yet', undefined, patience);
    await user.upload(screen.getByLabelText('Statement file'), statement());
    await screen.findByText(/cells separated by semicolons/, undefined, patience);
    expect(screen.getByLabelText('Amount')).toHaveProperty('value', '2');
    const left = within(await screen.findByRole('list', { name: 'Transactions in the file' }, patience));
    expect(left.getByText(/would overdraw the account\. You.d have \$1,596\.80/)).toBeTruthy();
    expect(left.getByText(/It opened on/)).toBeTruthy();
    expect(left.getByText(/The date is missing/)).toBeTruthy();
    await user.click(await press('Import 2 transactions'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    expect(await getBalance(account.id)).toBe(1596.8);
    const posted = within(await screen.findByRole('list', { name: 'Imported' }, patience));
    expect(posted.getAllByRole('listitem')).toHaveLength(2);

    await user.click(await press('Undo the import of bank.csv'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(dialog.getByText(/Your balance will go down by \$1,496\.80/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Undo import' }));
    await screen.findByText('This import was undone.', undefined, patience);
    expect(await getBalance(account.id)).toBe(100);
  });

  it('skips duplicates unless requested, and remembers the columns', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday' });
    const rows = [{ day: today(), amount: 12, description: 'Refund' }];
    await supabase
      .rpc('import_transactions', { account_id: account.id, rows, file_name: 'first.csv' })
      .throwOnError();
    const { user } = await bank.visit(`/transactions/import?account=${account.id}`);
    const table = getFile(`date,words,value\n${today()},Refund,12.00\n${today()},Gift,3.00\n`);
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table);
    await user.click(await press('Import Refund anyway'));
    await user.click(await press('Import 2 transactions'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    expect(await getBalance(account.id)).toBe(27);
    await user.click(screen.getByRole('link', { name: 'Import transactions' }));
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table);
    expect(await screen.findByText('Same as last time', undefined, patience)).toBeTruthy();
    expect(await press('Nothing to import')).toHaveProperty('disabled', true);
  });

  it('asks for the direction of amounts without a sign, and posts nothing before the answer', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit(`/transactions/import?account=${account.id}`);
    const table = getFile(`Date,Description,Amount\n${today()},Bookshop,12.00\n${today()},Paint,8.00\n`);
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table);
    await screen.findByText(/Is “Bookshop” \(\$12\.00\) money out or money in\?/, undefined, patience);
    expect(await press('Import 2 transactions')).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('radio', { name: 'Money out' }));
    const samples = within(await screen.findByRole('list', { name: 'Sample transactions' }, patience));
    await samples.findByText('\u221212.00', undefined, patience);
    await waitFor(async () => {
      expect(await press('Import 2 transactions')).toHaveProperty('disabled', false);
    }, patience);
    await user.click(await press('Import 2 transactions'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    expect(await getBalance(account.id)).toBe(80);
  });

  it('suggests the fields of a new account again after an answer, and keeps the chosen account', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit('/transactions/import');
    const table = getFile(
      'date,description,amount,balance\n04/03/2020,Rent,-40.00,60.00\n05/03/2020,Pay,5.00,65.00\n',
    );
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table);
    await user.click(await screen.findByRole('radio', { name: 'Month first' }, patience));
    await user.selectOptions(
      await screen.findByLabelText('Account or card', undefined, patience),
      'New account…',
    );
    expect(screen.getByLabelText('Opening date')).toHaveProperty('value', '2020-04-03');
    await user.click(screen.getByRole('radio', { name: 'Day first' }));
    await waitFor(
      () => expect(screen.getByLabelText('Opening date')).toHaveProperty('value', '2020-03-04'),
      patience,
    );
    expect(screen.getByLabelText('Account or card')).toHaveProperty('value', 'new');
  });

  it('imports a file in another currency only after the customer chose how', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit(`/transactions/import?account=${account.id}`);
    await user.upload(
      await screen.findByLabelText('Statement file', undefined, patience),
      getFile(`Buchungstag;Verwendungszweck;Betrag;Waehrung\n${german()};Gehalt;50,00;EUR\n`),
    );
    await screen.findByText('The file is in EUR, but the account is in USD.', undefined, patience);
    expect(await press('Import 1 transaction')).toHaveProperty('disabled', true);
    await user.click(await press('Open EUR account'));
    await screen.findByText('The file and the account are in EUR.', undefined, patience);
    await user.selectOptions(screen.getByLabelText('Account or card'), account.id);
    await user.click(await press('Import as USD'));
    await waitFor(async () => {
      expect(await press('Import 1 transaction')).toHaveProperty('disabled', false);
    }, patience);
    await user.click(await press('Import 1 transaction'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    expect(await getBalance(account.id)).toBe(150);
  });

  it('opens an account that starts with the first transaction', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday' });
    const { user } = await bank.visit('/transactions/import');
    const table = getFile(
      'date,description,amount,balance\n2020-01-02,Rent,-40.00,60.00\n2020-01-03,Pay,5.00,65.00\n',
    );
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table);
    await user.click(await press('Open account with earlier date'));
    expect(screen.getByLabelText('Opening date')).toHaveProperty('value', '2020-01-02');
    expect(screen.getByLabelText('Opening balance')).toHaveProperty('value', '100.00');
    await user.click(await press('Import 2 transactions'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    const { data } = await supabase
      .from('accounts')
      .select('balance')
      .eq('name', 'Imported account')
      .single()
      .throwOnError();
    expect(data.balance).toBe(65);
  });
});

describe('a reconciliation', () => {
  it('explains the difference, finishes at zero, and can be undone', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 100 });
    await supabase
      .rpc('deposit', { account_id: account.id, amount: 20, description: 'Refund' })
      .throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${account.id}/reconcile`);
    await user.type(await screen.findByLabelText('Ending balance', undefined, patience), '120');
    await user.click(await press('Compare'));
    await user.click(await screen.findByRole('checkbox', { name: /Initial deposit/ }, patience));
    expect(screen.getByText(/“Refund” is exactly this amount/)).toBeTruthy();
    expect(await press('Finish')).toHaveProperty('disabled', true);
    await user.click(await press('Select transaction'));
    await user.click(await press('Finish'));
    const past = within(await screen.findByRole('list', { name: 'Past reconciliations' }, patience));
    expect(past.getByText('2 transactions reconciled')).toBeTruthy();
    await user.click(past.getByRole('button', { name: /^Undo the reconciliation/ }));
    await waitFor(() => expect(screen.getByText('No reconciliations yet')).toBeTruthy(), patience);
  });
});
