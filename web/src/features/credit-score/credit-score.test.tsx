import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

describe('the credit score', () => {
  it('of a customer without debts is a sentence and one action', async () => {
    await bank.signUp();
    await bank.visit('/dashboard/credit-score');
    await screen.findByText('No score yet');
    expect(screen.getByRole('link', { name: 'Add card' }).getAttribute('href')).toBe('/credit-cards');
  });

  it('is explained by five factors that sum to it', async () => {
    await bank.signUp();
    const card = { name: 'Tide Card', credit_limit: 1000, balance: 0, apr: 20 };
    const { data } = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
    await supabase.rpc('charge_credit_card', { card_id: data.id, amount: 500 }).throwOnError();
    const { user } = await bank.visit('/dashboard/credit-score');
    const parts = await screen.findByRole('list', { name: 'Score factors' });
    within(parts).getByText('Your credit utilization is 50%.');
    await user.click(screen.getByRole('button', { name: /Explain Credit score/ }));
    const panel = await screen.findByRole('dialog', { name: 'Credit score' });
    const numbers = within(panel)
      .getAllByRole('definition')
      .map(({ textContent }) => Number(textContent?.replace('\u2212', '-').replace('+', '')));
    const score = numbers.pop();
    expect(numbers).toHaveLength(6);
    expect(numbers.reduce((sum, points) => sum + points, 0)).toBe(score);
  });

  it('shows the effect of paying down a card before it is paid', async () => {
    await bank.signUp();
    const card = { name: 'Tide Card', credit_limit: 1000, balance: 500, apr: 20 };
    await supabase.from('credit_cards').insert(card).throwOnError();
    await bank.visit('/dashboard/credit-score');
    const panel = await screen.findByRole('region', { name: 'What if' });
    within(panel).getByText('Your credit utilization went from 50% to 25%');
    within(panel).getByText('$250.00');
    within(panel).getByRole('link', { name: 'Pay Tide Card' });
  });
});
