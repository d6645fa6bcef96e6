import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const patience = { timeout: 15_000 };

/**
 * Uploads a file as the screen does, but without progress, because jsdom's XMLHttpRequest can't reach the
 * bank.
 */
async function keep(name: string, content: string) {
  const form = new FormData();
  form.set('id', crypto.randomUUID());
  form.set('name', name);
  form.set('file', new Blob([content]));
  const { data, error } = await supabase.functions.invoke('upload-document', { body: form });
  if (error) throw error;
  return data as { id: string };
}

describe('documents', () => {
  it('describe future documents on the first day and invite uploads', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/documents');
    await screen.findByText('No statements yet', undefined, patience);
    await user.click(screen.getByRole('link', { name: 'Other documents' }));
    await screen.findByText('No other documents yet');
    await user.click(screen.getByRole('link', { name: 'Your files' }));
    await screen.findByText('No files yet');
    await screen.findByText(/^0 bytes of .* used$/);
    await user.click(screen.getByRole('link', { name: 'Trash' }));
    await screen.findByText('Trash is empty');
  });

  it('list the latest three statements of an account with their closing balances, and a whole year', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 500 });
    const { error } = await supabase.functions.invoke('advance', { body: { by: 'P5M' } });
    expect(error).toBeNull();
    const { user } = await bank.visit('/documents');
    const rows = within(await screen.findByRole('list', { name: 'Statements of Everyday' }, patience));
    expect(rows.getAllByRole('listitem')).toHaveLength(3);
    for (const row of rows.getAllByRole('listitem'))
      await waitFor(() => expect(row.textContent).toContain('$500.00'), patience);
    const years = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Everyday: year' });
    const [, latest, earliest = latest] = [...years.options].map(({ value }) => value);
    await user.selectOptions(years, latest ?? '');
    const inLatest = rows.getAllByRole('listitem').length;
    await user.selectOptions(years, earliest ?? '');
    const inEarliest = earliest === latest ? 0 : rows.getAllByRole('listitem').length;
    expect(inLatest + inEarliest).toBeGreaterThanOrEqual(5);
  });

  it('include tax forms and a return that is filed after a review', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday Checking' });
    const { data: now } = await supabase.rpc('simulated_now').throwOnError();
    const pay_details = {
      gross_per_year: 62_400,
      filing_status: 'single',
      retirement_percent: 6,
      match_percent: 50,
      match_up_to: 6,
      health: 55.38,
      hsa: 50,
      state_percent: 4,
    };
    const tomorrow = new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10);
    await supabase
      .from('auto_deposits')
      .insert({
        account_id: account.id,
        name: 'Acme',
        amount: 1,
        frequency: 'WEEKLY',
        is_pay: true,
        pay_details,
        start_date: tomorrow,
      })
      .throwOnError();
    const year = new Date(tomorrow).getUTCFullYear();
    const days = Math.ceil((Date.UTC(year + 1, 1, 20) - Date.parse(now)) / 86_400_000);
    const { error } = await supabase.functions.invoke('advance', { body: { by: `P${days}D` } });
    expect(error).toBeNull();
    const { user } = await bank.visit('/documents/taxes');
    await screen.findByRole('link', { name: new RegExp(`Form W-2 ${year} Acme`) }, patience);
    await screen.findByRole('table', { name: `Tax return ${year}` });
    await user.click(await screen.findByRole('button', { name: 'Review and file' }));
    const dialog = within(await screen.findByRole('dialog', { name: `File your tax return for ${year}?` }));
    await dialog.findByRole('option', { name: 'Everyday Checking' });
    await user.click(dialog.getByRole('button', { name: 'File tax return' }));
    await screen.findByText(
      /^Filed on .+\. Your refund of \$[\d,]+\.00 arrives on .+\.$/,
      undefined,
      patience,
    );
    expect(screen.queryByRole('button', { name: 'Review and file' })).toBeNull();
    const { data } = await supabase.from('tax_returns').select('tax_year, account_id').throwOnError();
    expect(data).toEqual([{ tax_year: year, account_id: account.id }]);
  });

  it('are filed, renamed, searched, deleted, and restored', async () => {
    await bank.signUp();
    await keep('Lease.txt', 'The flat by the harbor');
    const { user, path } = await bank.visit('/documents/files');
    await user.click(await screen.findByRole('button', { name: 'New folder' }, patience));
    await user.type(screen.getByLabelText('Name'), 'Home');
    await user.click(screen.getByRole('button', { name: 'Create folder' }));
    await screen.findByRole('link', { name: /^Home/ }, patience);
    await user.click(screen.getByRole('button', { name: 'More options for Lease.txt' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Lease 2026');
    await user.click(dialog.getByRole('button', { name: 'Rename' }));
    await user.click(
      await screen.findByRole('button', { name: 'More options for Lease 2026.txt' }, patience),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Home' }));
    await user.click(await screen.findByRole('link', { name: /^Home 1 file/ }, patience));
    await user.click(
      await screen.findByRole('button', { name: 'More options for Lease 2026.txt' }, patience),
    );
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('This folder is empty', undefined, patience);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('link', { name: /^Lease 2026\.txt/ }, patience);
    expect(path()).toMatch(/^\/documents\/files\//);
    // Waits until the toast has closed, because closing it returns the focus to the previous element.
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull(), patience);
    await user.type(screen.getByRole('searchbox', { name: 'Search your documents' }), 'no such paper');
    await screen.findByText('No documents found.', undefined, patience);
  });

  it('leave the dialog open and the focus on "New folder" when a first file ends the empty list', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/documents/files');
    await user.click(await screen.findByRole('button', { name: 'New folder' }, patience));
    await user.type(screen.getByLabelText('Name'), 'Ho');
    await keep('Lease.txt', 'The flat by the harbor');
    await queryClient.invalidateQueries();
    await screen.findByText('Lease.txt', undefined, patience);
    await user.type(screen.getByLabelText('Name'), 'me{Enter}');
    await screen.findByText('Home', undefined, patience);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New folder' })),
    );
  });

  it('reject two folders with the same name beside the field', async () => {
    await bank.signUp();
    await supabase.from('document_folders').insert({ name: 'Home' }).throwOnError();
    const { user } = await bank.visit('/documents/files');
    await user.click(await screen.findByRole('button', { name: 'New folder' }, patience));
    await user.type(screen.getByLabelText('Name'), 'home');
    await user.click(screen.getByRole('button', { name: 'Create folder' }));
    await screen.findByText('You already have a folder with this name.', undefined, patience);
  });

  it('belong to a transaction when they are attached to it', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 50 });
    const { id } = await keep('Slip.txt', 'Paid in at the counter');
    const { user } = await bank.visit(`/documents/view/${id}`);
    await user.click(await screen.findByRole('button', { name: 'Attach to transaction' }, patience));
    const dialog = within(await screen.findByRole('dialog', { name: 'Attach to transaction' }));
    await user.click(await dialog.findByRole('button', { name: /Initial deposit/ }, patience));
    const row = await screen.findByRole('link', { name: /Initial deposit/ }, patience);
    expect(row.getAttribute('href')).toMatch(/^\/transactions\?open=[0-9a-f-]{36}$/);
  });

  it('show a text file without running anything in it, and delete it permanently from the trash', async () => {
    await bank.signUp();
    const { id } = await keep('Notes.txt', 'Warranty & <b>until</b> 2028');
    const { user } = await bank.visit(`/documents/view/${id}`);
    await screen.findByText('Warranty & <b>until</b> 2028', undefined, patience);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await user.click(await screen.findByRole('link', { name: /^Trash/ }, patience));
    await user.click(await screen.findByRole('button', { name: 'Delete permanently' }, patience));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete permanently' }),
    );
    await screen.findByText('Trash is empty', undefined, patience);
    await waitFor(async () => expect((await supabase.from('documents').select()).data).toEqual([]));
  });
});
