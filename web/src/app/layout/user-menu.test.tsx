import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { openBank } from '@/app/testing/testing';

const bank = openBank();

it('logs a failed sign-out from the account menu without a toast', async () => {
  const logged: unknown[][] = [];
  const { error } = console;
  console.error = (...values) => logged.push(values);
  onTestFinished(() => {
    console.error = error;
  });
  await bank.signUp();
  const { user } = await bank.visit('/settings');
  await user.click(await screen.findByRole('button', { name: /my account menu$/ }));
  const menu = await screen.findByRole('menu');
  const before = menu.textContent;
  bank.interrupt((url) => (url.pathname === '/auth/v1/logout' ? new Response('{}', { status: 500 }) : null));
  await user.click(screen.getByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(logged.map(([message]) => message)).toContain('Failed to sign out'));
  await screen.findByRole('menuitem', { name: 'Sign out' });
  expect(menu.textContent).toBe(before);
  expect(screen.queryByText(/Failed to sign out|still signed in/)).toBeNull();
});
