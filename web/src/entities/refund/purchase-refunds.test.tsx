import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

/** Signs up a customer who charges a new card. */
async function chargeCard(amount: number) {
  await bank.signUp();
  const { data: card } = await supabase
    .from('credit_cards')
    .insert({ name: 'Blue', credit_limit: 1000, apr: 20 })
    .select('id')
    .single()
    .throwOnError();
  const { data: charged } = await supabase
    .rpc('charge_credit_card', { card_id: card.id, amount, merchant: 'Florist', category: 'Shopping' })
    .throwOnError();
  return { cardId: card.id, key: `${card.id}:${charged.last_entry}` };
}

async function openDetails(key: string) {
  const { user } = await bank.visit(`/transactions?open=${encodeURIComponent(key)}`);
  return { user, detail: within(await screen.findByRole('region', { name: 'Details' })) };
}

const getRefunds = async () =>
  (await supabase.from('refunds').select('amount, status').order('returned_at').throwOnError()).data;

describe('a refund on its way', () => {
  it('is among the pending transactions of the list and of the card', async () => {
    const { cardId, key } = await chargeCard(80);
    await supabase.rpc('return_purchase', { transaction_key: key, amount: 30 }).throwOnError();
    for (const path of ['/transactions', `/credit-cards/${cardId}/transactions`]) {
      await bank.visit(path);
      const pending = within(await screen.findByRole('region', { name: 'Pending' }));
      const row = within(await pending.findByRole('listitem'));
      expect(row.getByRole('link', { name: 'Florist' }).getAttribute('href')).toBe(
        `/transactions?open=${encodeURIComponent(key)}`,
      );
      row.getByText(/Refund on its way .*Expected by \w{3}, \w{3} \d+/);
      expect(pending.getByRole('listitem').textContent).toContain('30.00');
      cleanup();
    }
  });
});

describe('returning a purchase', () => {
  it('shows what is on its way, offers the rest, and can be taken back', async () => {
    const { key } = await chargeCard(80);
    const { user, detail } = await openDetails(key);
    await user.click(await detail.findByRole('button', { name: 'Return purchase' }));
    const form = within(await screen.findByRole('dialog', { name: 'Return purchase: Florist' }));
    const amount = form.getByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '90');
    await user.click(form.getByRole('button', { name: 'Return purchase' }));
    await form.findByText('You can return up to $80.00 of this purchase.');
    expect(await getRefunds()).toEqual([]);
    await user.clear(amount);
    await user.type(amount, '30');
    await user.click(form.getByRole('button', { name: 'Return purchase' }));
    await detail.findByText(/\$30\.00 refund on its way/);
    await detail.findByText(/Expected \w{3}, \w{3} \d+/);
    await detail.findByRole('button', { name: 'Return more' });
    await user.click(detail.getByRole('button', { name: 'Keep purchase' }));
    await waitFor(() => expect(detail.queryByText(/on its way/)).toBeNull());
    await detail.findByRole('button', { name: 'Return purchase' });
    expect(await getRefunds()).toEqual([{ amount: 30, status: 'canceled' }]);
  });

  it('is not offered for payments to the card', async () => {
    const { cardId } = await chargeCard(80);
    await supabase.rpc('pay_credit_card', { card_id: cardId, amount: 10 }).throwOnError();
    const { data: payment } = await supabase
      .from('card_activity')
      .select('entry_id')
      .eq('kind', 'card_payment')
      .single()
      .throwOnError();
    const { detail } = await openDetails(`${cardId}:${payment.entry_id}`);
    await detail.findByLabelText('Note');
    expect(detail.queryByRole('button', { name: 'Return purchase' })).toBeNull();
  });
});
