import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const CARD = { name: 'Tide Card', credit_limit: 500, balance: 50, apr: 19.99 };
const LOAN = { name: 'Car loan', amount: 1000, interest_rate: 5, term: 12, remaining_balance: 1000 };

it.each([
  { form: 'a loan payment', path: '/loans', hasLoan: true, open: /^Pay \$/, submit: 'Review' },
  { form: 'a new loan', path: '/loans', open: 'Create loan', submit: 'Create loan' },
  { form: 'a card charge', path: '/credit-cards', open: 'Charge', submit: /^Charge/ },
  { form: 'a deposit', path: '/dashboard/accounts/', open: 'Deposit', submit: 'Review' },
])('asks for an amount when the amount in $form is empty', async (form) => {
  await bank.signUp();
  const account = await bank.openAccount({ balance: 500 });
  if ('hasLoan' in form) await supabase.from('loans').insert(LOAN).throwOnError();
  await supabase.from('credit_cards').insert(CARD).throwOnError();
  const { user } = await bank.visit(form.path.endsWith('/') ? form.path + account.id : form.path);
  await user.click(await screen.findByRole('button', { name: form.open }));
  const amount = await screen.findByLabelText('Amount');
  await user.clear(amount);
  const submits = screen.getAllByRole('button', { name: form.submit });
  await user.click(submits.at(-1) as HTMLElement);
  await screen.findByText('Enter an amount.');
  expect(amount.getAttribute('aria-invalid')).toBe('true');
});
