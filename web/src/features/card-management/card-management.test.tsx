import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function openCard() {
  const card = { name: 'Tide Card', credit_limit: 500, balance: 0, apr: 19.99 };
  const { data } = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
  return data;
}
async function charge(
  user: Awaited<ReturnType<typeof bank.visit>>['user'],
  amount: string,
  merchant: string,
) {
  await user.click(await press('Charge'));
  await user.type(await screen.findByLabelText('Amount'), amount);
  await user.type(screen.getByLabelText('Merchant'), merchant);
}

describe('card settings', () => {
  it('freeze the card immediately, and purchases are declined until it is unfrozen', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await screen.findByRole('switch', { name: 'Freeze card' }));
    await screen.findByText('New purchases are declined. Payments, refunds, interest, and autopay continue.');
    await charge(user, '5', 'Corner Grocer');
    await user.click(await press('Charge $5 to Tide Card'));
    await screen.findByText('This card is frozen. Unfreeze it to use it again.');
    const { data } = await supabase.from('credit_cards').select('balance, frozen').single().throwOnError();
    expect(data).toEqual({ balance: 0, frozen: true });
  });

  it('offer recurring charges only while the card is frozen', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await screen.findByRole('switch', { name: 'Freeze card' }));
    await user.click(await screen.findByRole('switch', { name: 'Allow recurring charges' }));
    await screen.findByText(/declined, except recurring charges/);
    await user.click(screen.getByRole('switch', { name: 'Freeze card' }));
    await screen.findByText('Declines new purchases. Refunds still post.');
    expect(screen.queryByRole('switch', { name: 'Allow recurring charges' })).toBeNull();
  });

  it('waive a late fee on request', async () => {
    await bank.signUp();
    const { id } = await openCard();
    await supabase.from('credit_cards').update({ balance: 100 }).eq('id', id).throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P2M' } });
    const { user } = await bank.visit(`/credit-cards/${id}/transactions`);
    const fees = await screen.findAllByRole('button', { name: /late fee/ });
    await user.click(fees[0] as HTMLElement);
    await user.click(await press('Ask us to waive this fee'));
    await screen.findByRole('button', { name: /Waived: Tide Card late fee/ });
  });

  it('limit the amount of a purchase, and the refusal states the limit', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press('New control'));
    await user.type(await screen.findByLabelText('Limit'), '40');
    await user.click(await press('Save control'));
    const controls = await screen.findByRole('list', { name: 'Spending controls' });
    await within(controls).findByText('Up to $40.00 per purchase');
    await charge(user, '40.01', 'Corner Grocer');
    await user.click(await press('Charge $40.01 to Tide Card'));
    await screen.findByText(/\$40\.00/, { selector: '.text-negative' });
  });

  it('move cash to an account after a review of the fee and interest, and show the balances by APR', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const account = { name: 'Everyday', type: 'CHECKING', currency: 'USD' };
    await supabase.from('accounts').insert(account).throwOnError();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press(/^Cash advance/));
    await user.type(await screen.findByLabelText('Amount'), '80');
    await user.click(await press('Review'));
    await screen.findByText('$10.00');
    await screen.findByText('$2.22');
    await user.click(await press('Move $80.00 to Everyday'));
    await screen.findByText('$80.00 moved to your account');
    await user.click(await screen.findByRole('link', { name: 'Summary' }));
    const balances = await screen.findByRole('list', { name: 'Balances by APR' });
    await within(balances).findByText('29.99% APR, no grace period');
    expect(balances.textContent).toContain('90.00');
  });

  it('transfer a balance from another card after a review of the saving', async () => {
    await bank.signUp();
    const old = { name: 'Old Card', credit_limit: 5000, balance: 3000, apr: 21.49 };
    await supabase.from('credit_cards').insert(old).throwOnError();
    const card = { name: 'New Card', credit_limit: 5000, balance: 0, apr: 19.99 };
    const { data } = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
    const { user } = await bank.visit(`/credit-cards/${data.id}/manage`);
    await user.click(await press(/^Transfer a balance/));
    await user.type(await screen.findByLabelText('Amount'), '3000');
    await user.click(await press('Review'));
    for (const figure of ['$90.00', '$206.00 a month', '$507.15', '$417.15']) await screen.findByText(figure);
    await user.click(await press('Transfer $3,000.00 to New Card'));
    await screen.findByText('$3,000.00 transferred to New Card');
    const { data: cards } = await supabase
      .from('credit_cards')
      .select('name, balance')
      .order('name')
      .throwOnError();
    expect(cards).toEqual([
      { name: 'New Card', balance: 3090 },
      { name: 'Old Card', balance: 0 },
    ]);
  });

  it("create a virtual card for one merchant, which others can't charge", async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press('New virtual card'));
    await user.type(await screen.findByLabelText('Name'), 'Streaming');
    await user.type(screen.getByLabelText(/^Merchant/), 'Streamline');
    await user.click(await press('Create virtual card'));
    const virtuals = await screen.findByRole('list', { name: 'Virtual cards' });
    await within(virtuals).findByText(/only at Streamline/);
    await charge(user, '5', 'Corner Grocer');
    await user.selectOptions(
      await screen.findByLabelText('Card'),
      screen.getByRole('option', { name: /^Streaming/ }),
    );
    await user.click(await press('Charge $5 to Tide Card'));
    await screen.findByText('This virtual card only works at Streamline.');
  });
});

describe("the card's edit dialog", () => {
  it('requests a higher limit through the credit policy and shows why it is declined', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press(/^Edit/));
    const limit = await screen.findByLabelText<HTMLInputElement>('Credit limit');
    await user.clear(limit);
    await user.type(limit, '9000');
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, 'Blue Card');
    await user.click(await press('Save'));
    await screen.findByText('Declined. Your credit limit is still $500.00.');
    await screen.findByText(
      /^Your total card limits can't exceed your income over 90 days, which was \$0\.00\./,
    );
    expect(limit.value).toBe('500.00');
    const { data } = await supabase.from('credit_cards').select('name, credit_limit').single().throwOnError();
    expect(data).toEqual({ name: 'Blue Card', credit_limit: 500 });
    const { data: requests } = await supabase
      .from('card_limit_requests')
      .select('requested, decision')
      .throwOnError();
    expect(requests).toEqual([{ requested: 9000, decision: 'declined' }]);
  });

  it('lowers the limit immediately and closes', async () => {
    await bank.signUp();
    const { id } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press(/^Edit/));
    const limit = await screen.findByLabelText('Credit limit');
    await user.clear(limit);
    await user.type(limit, '300');
    await user.click(await press('Save'));
    await screen.findByText('Tide Card saved');
    const { data } = await supabase.from('credit_cards').select('credit_limit').single().throwOnError();
    expect(data).toEqual({ credit_limit: 300 });
  });
});

describe('closing a card', () => {
  it('requires a zero balance and keeps the history', async () => {
    await bank.signUp();
    const { id } = await openCard();
    await supabase
      .rpc('charge_credit_card', { card_id: id, amount: 80, merchant: 'Boat Yard' })
      .throwOnError();
    const { user } = await bank.visit(`/credit-cards/${id}/manage`);
    await user.click(await press(/^Close card/));
    await screen.findByText('You still owe $80.00. Pay it first.');
    expect((await press('Close Tide Card permanently')).hasAttribute('disabled')).toBe(true);
    await supabase.rpc('pay_credit_card', { card_id: id, amount: 80 }).throwOnError();
    await queryClient.invalidateQueries();
    await screen.findByText('No balance owed');
    await user.click(await press('Close Tide Card permanently'));
    await screen.findByText(/^Closed on/);
    expect(screen.queryByRole('button', { name: 'Charge' })).toBeNull();
  });
});

describe('the card details', () => {
  it('show the number on demand and hide it when the window loses focus', async () => {
    await bank.signUp();
    const { id, card_number } = await openCard();
    const { user } = await bank.visit(`/credit-cards/${id}/details`);
    const whole = card_number.replace(/(.{4})(?=.)/g, '$1 ');
    await user.click(await press('Show details'));
    await screen.findByText(whole);
    fireEvent.blur(window);
    await press('Show details');
    expect(screen.queryByText(whole)).toBeNull();
  });
});

describe('a charge', () => {
  it('is disputed from its transaction and credited, and the credit is reversed with the dispute', async () => {
    await bank.signUp();
    const { id } = await openCard();
    await supabase
      .rpc('charge_credit_card', { card_id: id, amount: 80, merchant: 'Boat Yard', category: 'Shopping' })
      .throwOnError();
    const { user } = await bank.visit(`/credit-cards/${id}/transactions`);
    await user.click(await press(/^Boat Yard/));
    await user.click(await press('Dispute this charge'));
    await user.selectOptions(await screen.findByLabelText('Reason'), "I didn't receive my purchase");
    await user.click(await press('Open dispute'));
    const cases = await screen.findByRole('list', { name: 'Disputes' });
    await within(cases).findByText('Dispute: in review');
    const rows = screen.getByRole('region', { name: 'Card transactions' });
    await within(rows).findByText('\u2212$80');
    await user.click(within(cases).getByRole('button', { name: 'Withdraw' }));
    const past = await screen.findByRole('list', { name: 'Past disputes' });
    await within(past).findByText('Dispute: withdrawn');
    const { data } = await supabase.from('credit_cards').select('balance').single().throwOnError();
    expect(data.balance).toBe(80);
  });
});
