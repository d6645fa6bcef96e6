import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function openCard() {
  const card = { name: 'Tide Card', credit_limit: 500, balance: 0, apr: 19.99 };
  const { data } = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
  return data;
}
async function owed(id: string) {
  const { data } = await supabase.from('credit_cards').select('balance').eq('id', id).single().throwOnError();
  return data.balance;
}

describe('a credit card', () => {
  it('shows a charge at a merchant', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit('/credit-cards');
    await user.click(await press('Charge'));
    await user.type(await screen.findByLabelText('Amount'), '120.5');
    await user.type(screen.getByLabelText('Merchant'), 'Corner Grocer');
    await screen.findByRole('option', { name: 'Food' });
    await user.selectOptions(screen.getByLabelText('Category'), 'Food');
    await user.click(await press('Charge $120.5 to Tide Card'));
    const activity = await screen.findByRole('list', { name: 'Card activity' });
    expect(within(activity).getByRole('listitem').textContent).toMatch(/Corner Grocer.*Food\$120\.50/);
    expect(await owed(id)).toBe(120.5);
  });

  it('shows the available credit if a charge exceeds the limit and keeps the entries', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit('/credit-cards');
    await user.click(await press('Charge'));
    await user.type(await screen.findByLabelText('Amount'), '500.01');
    await user.type(screen.getByLabelText('Merchant'), 'Corner Grocer');
    await user.click(await press('Charge $500.01 to Tide Card'));
    await screen.findByText("This charge would exceed the card's credit limit. You have $500.00 available.");
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('500.01');
    expect(screen.queryByText('Failed to charge credit card')).toBeNull();
    expect(await owed(id)).toBe(0);
  });

  it('is paid from an account after a review of both balances', async () => {
    await bank.signUp();
    const { id } = await openCard();
    await bank.openAccount({ balance: 300 });
    await supabase
      .rpc('charge_credit_card', { card_id: id, amount: 200, merchant: 'Corner Grocer', category: 'Food' })
      .throwOnError();
    const { user } = await bank.visit('/credit-cards');
    await user.click(await press('Pay'));
    await user.click(await press(/^Full balance/));
    await user.click(await press('Review'));
    const review = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
    await waitFor(() => expect(review()).toEqual(['$200.00$0.00', '$300.00$100.00']));
    await user.click(await press('Pay $200.00 to Tide Card'));
    await screen.findByText('Tide Card is paid off.');
    expect(await owed(id)).toBe(0);
  });

  it('is created with a limit and a rate and is due in thirty days', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/credit-cards');
    await user.click(await press('Add card'));
    await user.type(await screen.findByLabelText('Name'), 'Reef Card');
    await user.type(screen.getByLabelText('Credit limit'), '2500');
    await user.click(await press('Create card'));
    const card = await screen.findByRole('article', { name: 'Reef Card' });
    await within(card).findByText('Limit');
    expect(card.textContent).toContain('Limit$2,500.00');
  });
});
