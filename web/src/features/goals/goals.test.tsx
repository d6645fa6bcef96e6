import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMoney } from '@/lib/money';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const patience = { timeout: 10_000 };

async function setGoal(accountId: string, details: object = {}) {
  const { data } = await supabase
    .from('goals')
    .insert({ name: 'Lisbon', target: 1000, account_id: accountId, portion: 0, ...details })
    .select()
    .single()
    .throwOnError();
  return data;
}

describe('goals', () => {
  it('begin with three suggestions, and the date follows the contribution', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 900 });
    await bank.openAccount({ name: 'Rainy day', type: 'SAVINGS' });
    const { user, path } = await bank.visit('/goals');
    await user.click(await press('Save for A trip'));
    const dialog = within(await screen.findByRole('dialog', { name: 'New goal' }));
    const whenReached = () => dialog.getByText(/^in \w{3} \d{4}$/).textContent;
    const slowly = whenReached();
    await user.clear(dialog.getByLabelText(/^Amount a month/));
    await user.type(dialog.getByLabelText(/^Amount a month/), '500');
    expect(whenReached()).not.toBe(slowly);
    await user.click(dialog.getByRole('button', { name: 'Add goal' }));
    await screen.findByRole('heading', { level: 1, name: 'A trip' }, patience);
    expect(path()).toMatch(/^\/goals\/[0-9a-f-]{36}$/);
    const { data } = await supabase.from('goals').select('*').single().throwOnError();
    expect(data).toMatchObject({
      target: 1500,
      picture: 'plane',
      contribution: 'fixed',
      contribution_amount: 500,
      frequency: 'MONTHLY',
      portion: 0,
    });
  });

  it('show each error beside its field', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 900 });
    const { user } = await bank.visit('/goals');
    await user.click(await press('New goal'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText(/^Set aside now/), '901');
    await user.click(dialog.getByRole('button', { name: 'Add goal' }));
    await dialog.findByText('Enter a name.');
    await user.type(dialog.getByLabelText('Name'), 'Lisbon');
    await user.type(dialog.getByLabelText('Target'), '1000');
    await user.click(dialog.getByRole('button', { name: 'Add goal' }));
    await dialog.findByText('You have $900.00 available. You need $1.00 more.', undefined, patience);
  });

  it('receive and return money, with a review of each', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 900 });
    const savings = await bank.openAccount({ name: 'Rainy day', type: 'SAVINGS' });
    const { id } = await setGoal(savings.id);
    const { user } = await bank.visit(`/goals/${id}`);
    await user.click(await press('Contribute'));
    await user.type(await screen.findByLabelText('Amount'), '250');
    await user.click(await press('Review'));
    await user.click(await press('Put $250.00 toward Lisbon'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), patience);
    const history = await screen.findByRole('list', { name: 'Goal history' }, patience);
    await within(history).findByText('Contributed');
    await user.click(await press('Withdraw'));
    await user.type(await screen.findByLabelText('Amount'), '251');
    await user.click(await press('Review'));
    await screen.findByText('Only $250.00 is saved.');
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '100');
    await user.click(await press('Review'));
    await user.click(await press('Withdraw $100.00 to Everyday'));
    await waitFor(
      () => expect(screen.getByRole('meter', { name: /^Lisbon/ }).getAttribute('aria-valuenow')).toBe('15'),
      patience,
    );
  });

  it('are deleted with undo', async () => {
    await bank.signUp();
    const savings = await bank.openAccount({ name: 'Rainy day', type: 'SAVINGS', balance: 600 });
    const { id } = await setGoal(savings.id, { portion: 500 });
    const { user } = await bank.visit(`/goals/${id}`);
    await user.click(await press('More options for Lisbon'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('What would you like to save for?', undefined, patience);
    await user.click(await press('Undo'));
    const list = await screen.findByRole('list', { name: 'Goals' }, patience);
    within(list).getByText('Lisbon');
    within(list).getByText('50% saved');
  });

  it('are filled in from an assistant link', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Rainy day', type: 'SAVINGS' });
    await bank.visit('/goals?new=goal&name=New%20bike&target=800&date=2030-06-30');
    const dialog = within(await screen.findByRole('dialog', { name: 'New goal' }, patience));
    expect(dialog.getByDisplayValue('New bike')).toBeDefined();
    expect(dialog.getByDisplayValue('800.00')).toBeDefined();
  });

  it('are totaled in the base currency at the stated rates', async () => {
    await bank.signUp();
    const dollars = await bank.openAccount({ name: 'Rainy day', type: 'SAVINGS', balance: 100 });
    const euros = await bank.openAccount({ name: 'Travel', type: 'SAVINGS', currency: 'EUR', balance: 50 });
    await setGoal(dollars.id, { name: 'Umbrella', portion: null });
    await setGoal(euros.id, { portion: null });
    const { data } = await supabase.rpc('net_worth_parts').throwOnError();
    const euro = data.find(({ currency }) => currency === 'EUR')?.rate ?? 0;
    await bank.visit('/goals');
    await screen.findByText("Foreign amounts use today's exchange rates.", undefined, patience);
    const saved = screen.getByText('Saved for your goals').parentElement;
    expect(saved?.textContent).toContain(formatMoney(100 + Math.round(5000 * euro) / 100));
  });
});
