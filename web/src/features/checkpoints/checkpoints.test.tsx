import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';
import { formatAhead } from './time-settings';

const bank = openBank();
const SLOW = { timeout: 40_000 };

async function save(name: string): Promise<void> {
  await supabase.rpc('save_checkpoint', { name }).throwOnError();
}

async function exported(): Promise<object> {
  const { data } = await supabase.rpc('export_household').throwOnError();
  return data as object;
}

/** Returns a file with a `text` method, because `File` in jsdom doesn't provide one. */
function getFile(content: string): File {
  const file = new File([content], 'household.json', { type: 'application/json' });
  return Object.assign(file, { text: async () => content });
}

describe('checkpoints', () => {
  it('are saved with a name, and restoring one brings back the balances', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user, path } = await bank.visit('/settings/time');
    await user.click(await screen.findByRole('button', { name: 'Save checkpoint' }));
    await screen.findByText('Enter a checkpoint name.');
    await user.type(screen.getByLabelText('Checkpoint name'), 'Before the move');
    await user.click(screen.getByRole('button', { name: 'Save checkpoint' }));
    const list = within(await screen.findByRole('list', { name: 'Checkpoints' }));
    list.getByText(/· 1 entry · saved/);
    await supabase.rpc('deposit', { account_id: id, amount: 23.45 }).throwOnError();

    await user.click(list.getByRole('button', { name: 'Restore Before the move' }));
    const dialog = within(await screen.findByRole('dialog'));
    dialog.getByText('Before restoring Before the move');
    await user.click(dialog.getByRole('button', { name: 'Restore' }));
    await screen.findByText('Restored “Before the move”', {}, SLOW);
    const have = await screen.findByRole('list', { name: 'What you own' }, SLOW);
    expect(path()).toBe('/dashboard');
    await waitFor(() => expect(have.textContent).toContain('$100.00'));
    const { data } = await supabase.from('checkpoints').select('name').eq('automatic', true).throwOnError();
    expect(data).toEqual([{ name: 'Before restoring Before the move' }]);
  }, 120_000);

  it('are renamed, and deleted after a confirmation', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 5 });
    await save('Here');
    const { user } = await bank.visit('/settings/time');
    await user.click(await screen.findByRole('button', { name: 'More options for Here' }, SLOW));
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }));
    await user.clear(await screen.findByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), 'There');
    await user.click(screen.getByRole('button', { name: 'Rename' }));
    await user.click(await screen.findByRole('button', { name: 'More options for There' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }));
    await user.click(await screen.findByRole('button', { name: 'Delete checkpoint' }));
    await screen.findByText('No checkpoints yet');
  }, 120_000);

  it("that can't be restored state the reason, and nothing changes", async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 5 });
    await save('Here');
    bank.interrupt(({ pathname }) =>
      pathname.endsWith('/functions/v1/restore')
        ? Response.json({ code: 'CLOCK', message: 'A fast-forward is in progress.' }, { status: 409 })
        : null,
    );
    const { user } = await bank.visit('/settings/time');
    await user.click(await screen.findByRole('button', { name: 'Restore Here' }, SLOW));
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    await screen.findByText("We couldn't restore the checkpoint.");
    await screen.findByText('A fast-forward is in progress.');
  }, 120_000);
});

describe('household files', () => {
  it('show their contents before the import', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Nest egg', type: 'SAVINGS', balance: 1234.5 });
    const content = JSON.stringify(await exported());
    await bank.signUp();
    await bank.openAccount({ name: 'Purse', balance: 1 });
    const { user } = await bank.visit('/settings/data');
    const input = await screen.findByLabelText('Household file', {}, SLOW);
    await user.upload(input, getFile('{"version": 1}'));
    await screen.findByText('Nothing was imported.');
    await user.upload(input, getFile(content));
    const dialog = within(await screen.findByRole('dialog', { name: 'Import this bank?' }, SLOW));
    dialog.getByText('Nest egg');
    expect(dialog.getByText('$1,234', { exact: false }).textContent).toContain('$1,234.50');
    await user.click(dialog.getByRole('button', { name: 'Import bank' }));
    const have = await screen.findByRole('list', { name: 'What you own' }, SLOW);
    await waitFor(() => expect(have.textContent).toContain('Nest egg'));
    expect(have.textContent).not.toContain('Purse');
  }, 120_000);
});

describe('starting over', () => {
  it('saves the current bank and leaves an empty one', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 5 });
    const { user } = await bank.visit('/settings/time');
    await user.click(await screen.findByRole('button', { name: 'Start a new household…' }, SLOW));
    await user.click(await screen.findByRole('button', { name: 'Save and start over' }));
    await screen.findByText('Whose money do you want to manage?', {}, SLOW);
    const { data } = await supabase.from('checkpoints').select('name, entries').throwOnError();
    expect(data).toEqual([{ name: 'Before starting over', entries: 1 }]);
  }, 120_000);
});

describe('the clock', () => {
  const from = Date.parse('2026-03-10T12:00:00');

  it.each([
    ['2026-03-10T12:00:20', null],
    ['2026-04-10T12:00:00', '1 month'],
    ['2027-05-10T11:59:59', '1 year 2 months'],
    ['2027-03-15T12:00:00', '1 year'],
    ['2026-03-12T15:00:00', '2 days 3 hours'],
  ])('%s ahead is described as %s', (to, text) => {
    expect(formatAhead(from, Date.parse(to))).toBe(text);
  });
});
