import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const PASSWORD = 'four plain words here';

it('sessions and recent activity are listed', async () => {
  await bank.signUp();
  await bank.visit('/settings/security');
  const sessions = within(await screen.findByRole('list', { name: 'Sessions' }));
  sessions.getByText('This browser');
  expect(screen.queryByRole('button', { name: 'Sign out all other sessions' })).toBeNull();
  const events = within(await screen.findByRole('list', { name: 'Recent activity' }));
  events.getByText('Account created');
  await screen.findByText("Sign-in with other services isn't available on this server.");
});

it('the email changes after a review, with the password', async () => {
  await bank.signUp();
  const { user } = await bank.visit('/settings/profile');
  const field = await screen.findByLabelText('Email');
  const email = `moved-${Date.now()}@sandbank.test`;
  await user.clear(field);
  await user.type(field, email);
  await user.click(screen.getByRole('button', { name: 'Change email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your email?' }));
  await user.type(await dialog.findByLabelText('Your password'), PASSWORD);
  await user.click(dialog.getByRole('button', { name: 'Change email' }));
  await screen.findByText('Email updated');
  const { data } = await supabase.auth.getUser();
  expect(data.user?.email).toBe(email);
});

it('a daily transfer limit is saved, and removed when the field is empty', async () => {
  await bank.signUp();
  const { user } = await bank.visit('/settings/security');
  const field = await screen.findByLabelText(/^Limit per day/);
  const save = screen.getByRole('button', { name: 'Save limit' });
  await user.type(field, '-5');
  await user.click(save);
  await screen.findByText('Enter an amount above zero.');
  await user.clear(field);
  await user.type(field, '250');
  await user.click(save);
  await screen.findByText('You can transfer up to $250.00 per day');
  const getLimit = async () =>
    (await supabase.from('customers').select('daily_transfer_limit').single().throwOnError()).data;
  expect(await getLimit()).toEqual({ daily_transfer_limit: 250 });
  await user.clear(field);
  await user.click(save);
  await screen.findByText('Daily transfer limit removed');
  expect(await getLimit()).toEqual({ daily_transfer_limit: null });
});

it('a new base currency shows its effects before it is saved', async () => {
  await bank.signUp();
  const { user } = await bank.visit('/settings/profile');
  await user.selectOptions(await screen.findByLabelText('Base currency'), 'EUR');
  await screen.findByText(/Totals and charts will appear in EUR at daily exchange rates/);
});

it('a refused deletion shows the reason beside the field and is logged once', async () => {
  await bank.signUp();
  const { user } = await bank.visit('/settings/data');
  await user.click(await screen.findByRole('button', { name: 'Delete my account…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  const password = await dialog.findByLabelText('Your password');
  await waitFor(() => expect(document.activeElement).toBe(password));
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  await user.type(password, 'not this one{Enter}');
  await dialog.findByText('That password is incorrect. Try again.');
  expect(logged.mock.calls.map(([text]) => text)).toEqual(["We couldn't delete your account"]);
  logged.mockRestore();
});
