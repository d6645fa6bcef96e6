import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

it('surprises are turned on and off', async () => {
  await bank.signUp();
  await bank.openAccount({ balance: 100 });
  const { user } = await bank.visit('/settings/time');
  const level = (name: string) => screen.findByRole('radio', { name });
  await waitFor(async () => expect((await level('Off')).getAttribute('aria-checked')).toBe('true'));
  await user.click(await level('Many'));
  await screen.findByText('Many surprises starting next month');
  await waitFor(async () => expect((await level('Many')).getAttribute('aria-checked')).toBe('true'));
  await user.click(await level('Off'));
  await screen.findByText('Surprises turned off');
  const { data } = await supabase.rpc('my_household').throwOnError();
  expect((data as { carryover: object }).carryover).not.toHaveProperty('surprises');
});

it('a preset of realism changes all its settings, and a mixed choice has no preset', async () => {
  await bank.signUp();
  await bank.openAccount({ balance: 100 });
  const { user } = await bank.visit('/settings/time');
  const presets = within(await screen.findByRole('radiogroup', { name: 'Realism' }));
  const isChosen = async (name: string) =>
    waitFor(() =>
      expect(presets.getByRole('radio', { name }).getAttribute('aria-checked'), name).toBe('true'),
    );
  await user.click(presets.getByRole('radio', { name: 'Challenging' }));
  await screen.findByText('Realism saved');
  await isChosen('Challenging');
  const { data } = await supabase.rpc('my_household').throwOnError();
  expect((data as { carryover: object }).carryover).toMatchObject({
    surprises: 'many',
    pending: 'realistic',
    bankHolidays: true,
    billIncreases: true,
  });
  await user.click(screen.getByRole('switch', { name: /^Observe bank holidays/ }));
  await screen.findByText('Your own mix of the settings below.');
  await user.click(presets.getByRole('radio', { name: 'Simple' }));
  await isChosen('Simple');
});

it('the ledger balances at a glance, and every entry is checked on demand', async () => {
  await bank.signUp();
  const { id } = await bank.openAccount({ balance: 100 });
  await bank.openAccount({ name: 'Euros', currency: 'EUR', balance: 5 });
  const { user } = await bank.visit('/settings/data');
  await screen.findByText(/^2 entries with 4 postings since .* sum to \$0\.00/);
  expect(screen.queryByRole('list', { name: 'Checks' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Check all entries' }));
  const checks = within(await screen.findByRole('list', { name: 'Checks' }));
  expect(checks.getAllByLabelText('Passed')).toHaveLength(4);
  checks.getByText('EUR €0.00, USD $0.00');
  checks.getByText('Fingerprint saved');
  checks.getByText(/^Each entry.s hash includes the hash before it/);

  await supabase.rpc('deposit', { account_id: id, amount: 5 }).throwOnError();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await checks.findByText('1 fingerprint matches');
  await screen.findByText(/^3 entries with 6 postings since .* sum to \$0\.00/);
  expect(screen.getByText('Your books balance.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Copy hash starting with [0-9a-f]{12}$/ })).toBeTruthy();
});

it('a ledger without entries needs no check', async () => {
  await bank.signUp();
  const { user } = await bank.visit('/settings/data');
  await screen.findByText('No entries yet.');
  await user.click(screen.getByRole('button', { name: 'Check all entries' }));
  expect(await screen.findAllByLabelText('Passed')).toHaveLength(4);
});
