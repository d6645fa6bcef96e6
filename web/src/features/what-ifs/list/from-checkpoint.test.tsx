import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const SLOW = { timeout: 40_000 };
const press = (name: string | RegExp) => screen.findByRole('button', { name }, SLOW);

describe('a what-if from a checkpoint', () => {
  it('starts there beside what has happened since, and applies only future decisions', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Everyday', balance: 1_000 });
    await supabase.rpc('save_checkpoint', { name: 'Before the bike' }).throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P2M' } });
    await supabase.rpc('withdraw', { account_id: id, amount: 600 }).throwOnError();

    const { user } = await bank.visit('/forecasts/what-if');
    await user.click(await press('Start from a checkpoint…'));
    await user.click(await screen.findByRole('menuitem', { name: /^Before the bike/ }));
    await screen.findByRole('heading', { name: /A different plan after Before the bike/ });
    await screen.findByText(/^Starts from “Before the bike” on /, {}, SLOW);
    // The what-if doesn't include the withdrawal, which came after the checkpoint.
    const difference = await screen.findByRole(
      'group',
      { name: /^Difference in .+, 10 years from now$/ },
      SLOW,
    );
    await waitFor(() => expect(difference.textContent).toContain('+$600.00'));
    await screen.findByText(/^The solid line shows actual results/);

    await user.click(await press('Add decision'));
    await user.selectOptions(await screen.findByLabelText('Decision'), 'Buy something once');
    await user.type(screen.getByLabelText('Name'), 'Bike');
    await user.type(screen.getByLabelText('Amount'), '100');
    await user.click(await press('Add decision'));
    await user.click(await press('Apply 1 decision'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Apply this what-if' }));
    dialog.getByText('The date has passed.');
    dialog.getByText(/restore “Before the bike” first/);
    expect(dialog.getByRole('link', { name: 'Checkpoints' }).getAttribute('href')).toBe('/settings/time');
    expect(dialog.getByRole('button', { name: 'Apply 0 decisions' })).toHaveProperty('disabled', true);
  }, 120_000);
});
