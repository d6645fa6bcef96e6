import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const PATIENCE = { timeout: 15_000 };

const press = (name: string | RegExp) => screen.findByRole('button', { name }, PATIENCE);
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, undefined, PATIENCE), { target: { value } });

describe('the card catalog', () => {
  it('lists five cards, and compares two of them side by side', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/credit-cards/catalog');
    const list = await screen.findByRole('list', { name: 'Cards' }, PATIENCE);
    expect(
      within(list)
        .getAllByRole('heading')
        .map(({ textContent }) => textContent),
    ).toEqual(['Anchor Secured', 'Campus', 'Tide Cash', 'Quarter Five', 'Voyage']);
    await user.selectOptions(screen.getByLabelText('Second card'), 'voyage');
    const section = screen
      .getByRole('heading', { name: 'Compare two cards' })
      .closest('section') as HTMLElement;
    await within(section).findByText('$95, first year free');
    within(section).getByText('0% for 12 months, then 18.99% to 24.49%');
  });

  it('declines a card with reasons, offers another one, and opens it with a deposit after a review', async () => {
    await bank.signUp();
    await supabase.rpc('open_account', { name: 'Everyday', initial_balance: 900 }).throwOnError();
    const { user } = await bank.visit('/credit-cards/catalog/voyage');
    await fill('Annual income', '60000');
    await screen.findByText(/We could offer you Anchor Secured instead/);
    await user.click(await press('Get the decision'));
    await screen.findByText('Counteroffer', undefined, PATIENCE);
    screen.getByText('Your credit score is too low for this card.');
    await user.click(await press('Open Anchor Secured'));
    await fill('Deposit', '300');
    await user.click(await press('Review'));
    await user.click(await press('Deposit $300.00 and open Anchor Secured'));
    await screen.findByRole('article', { name: 'Anchor Secured' }, PATIENCE);
    const { data } = await supabase.from('accounts').select('balance').throwOnError();
    expect(data).toEqual([{ balance: 600 }]);
    await waitFor(() => expect(screen.getAllByText(/\$300/).length).toBeGreaterThan(0));
  });
});
