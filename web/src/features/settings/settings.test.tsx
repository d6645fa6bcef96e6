import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

it('a customer sees the proof that the books balance, and checks it again', async () => {
  await bank.signUp();
  const { id } = await bank.openAccount({ balance: 100 });
  const { user } = await bank.visit('/settings');
  await screen.findByText(/^All 1 entries since .*, 2 postings in all, sum to \$0\.00/);
  await supabase.rpc('deposit', { account_id: id, amount: 5 }).throwOnError();
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText(/^All 2 entries since .*, 4 postings in all, sum to \$0\.00/);
  expect(screen.getByText('Your books balance.')).toBeTruthy();
});
