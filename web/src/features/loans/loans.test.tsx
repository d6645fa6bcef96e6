import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';
// Loads the lazy page before the tests' timeouts start.
import '@/entities/debt/debt-page';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

describe('loans', () => {
  it('are listed with rate, next payment, and payoff month, and open from the list', async () => {
    await bank.signUp();
    for (const name of ['Car loan', 'Boat'])
      await supabase.rpc('take_loan', { name, amount: 12_000, interest_rate: 6, term: 48 }).throwOnError();
    const { user } = await bank.visit('/loans');
    const card = within(await screen.findByRole('article', { name: 'Boat' }));
    card.getByText('6%');
    card.getByText('$281.82', { selector: 'dd' });
    card.getByText(/^[A-Z][a-z]{2} \d{4}$/);
    card.getByText('0% of $12,000.00');
    card.getByRole('button', { name: 'Pay $281.82' });
    await screen.findByText('$24,000');
    await user.click(card.getByRole('link', { name: 'Boat' }));
    await screen.findByRole('heading', { level: 1, name: 'Boat' });
    await user.click(screen.getByRole('button', { name: 'More options for Boat' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete loan' }));
    await user.click(await press('Delete Boat'));
    // The remaining loan opens directly.
    await screen.findByRole('heading', { level: 1, name: 'Car loan' });
  });
});

describe('a loan', () => {
  it("shows its monthly payment while typing, equal to the bank's to the cent", async () => {
    await bank.signUp();
    const { user } = await bank.visit('/loans');
    await user.click(await press('Create loan'));
    await screen.findByText('Enter an amount, rate, and term to see the monthly payment.');
    await user.type(screen.getByLabelText('Name'), 'Car loan');
    await user.type(screen.getByLabelText('Amount'), '12000');
    await user.type(screen.getByLabelText(/^Interest rate/), '6.4');
    await user.type(screen.getByLabelText(/^Term/), '48');
    const dialog = screen.getByRole('dialog');
    await waitFor(() => expect(dialog.textContent).toMatch(/Monthly payment\$\d{3}\.\d\d.*48 payments/));
    const promised = Number(/Monthly payment\$(\d+\.\d\d)/.exec(dialog.textContent)?.[1]);
    await user.click(screen.getByRole('button', { name: 'Create loan' }));
    await screen.findByRole('heading', { level: 1, name: 'Car loan' });
    const { data } = await supabase.from('loans').select('*').single().throwOnError();
    expect(data).toMatchObject({ monthly_payment: promised, remaining_balance: 12000, term: 48 });
  });

  it('shows each error beside its field', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/loans');
    await user.click(await press('Create loan'));
    await user.type(await screen.findByLabelText(/^Term/), '601');
    await user.click(await press('Create loan'));
    await screen.findByText('Enter a name.');
    await screen.findByText('Enter 1 to 600 months.');
    await screen.findByText('Enter an annual rate as a percentage, such as 6.4.');
  });

  it('is paid with no more than the balance, and says so', async () => {
    await bank.signUp();
    const loan = { name: 'Car loan', amount: 1000, interest_rate: 5, term: 12, remaining_balance: 1000 };
    await supabase.from('loans').insert(loan).throwOnError();
    const { user } = await bank.visit('/loans');
    await user.click(await press(/^Pay \$/));
    const amount = await screen.findByLabelText<HTMLInputElement>('Amount');
    expect(amount.value).toBe('85.61');
    await user.clear(amount);
    await user.type(amount, '1000.01');
    await user.click(await press('Review'));
    await screen.findByText('You only owe $1,000.00.');
    await user.click(await press('Pay $1,000.00 to Car loan'));
    await screen.findByText('Car loan is paid off.', { exact: false });
  });
});
