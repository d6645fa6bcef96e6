import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string) => screen.findByRole('button', { name });

async function balances() {
  const { data } = await supabase.from('accounts').select('name, balance').order('name').throwOnError();
  return data;
}

describe('a transfer', () => {
  it('is reviewed with both balances first, and has a receipt', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 1000 });
    const target = await bank.openAccount({ name: 'Savings', type: 'SAVINGS', balance: 50 });
    const { user } = await bank.visit(`/dashboard/move?from=${id}&to=${target.id}`);
    await user.type(await screen.findByLabelText('Amount'), '250');
    await user.click(await press('Review'));
    await screen.findByRole('heading', { name: 'Transfer $250.00 to Savings?' });
    const review = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    // A year at 3.1%, compounded monthly: 9.43 on 300.00 instead of 1.57 on 50.00.
    expect(review).toEqual(['$1,000.00$750.00', '$50.00$300.00', '$0.00', '+$7.86']);
    expect(await balances()).toMatchObject([{ balance: 1000 }, { balance: 50 }]);
    await user.click(await press('Transfer $250.00 to Savings'));
    await screen.findByRole('heading', { name: '$250.00 transferred to Savings' });
    expect(await balances()).toMatchObject([{ balance: 750 }, { balance: 300 }]);
    const receipt = screen.getAllByRole('definition').map(({ textContent }) => textContent);
    expect(receipt).toEqual(['$1,000.00$750.00', '$50.00$300.00']);
    await user.click(await press('Receipt'));
    await waitFor(async () =>
      expect(
        (await supabase.from('documents').select('kind').eq('kind', 'receipt').throwOnError()).data,
      ).toHaveLength(1),
    );
  });

  it('shows the available balance of each account, without money on hold', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    const target = await bank.openAccount({ name: 'Savings' });
    await supabase
      .rpc('authorize_purchase', {
        account_id: id,
        amount: 175,
        purchase: 'gas_pump',
        merchant: 'Corner Fuel',
      })
      .throwOnError();
    await bank.visit(`/dashboard/move?from=${id}&to=${target.id}`);
    const [option] = await screen.findAllByRole('option', { name: /Everyday/ });
    expect(option?.textContent).toMatch(/: \$125\.00$/);
  });

  it('above the daily limit names what is left, and moves nothing', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 1000 });
    const target = await bank.openAccount({ name: 'Savings' });
    await supabase
      .from('customers')
      .update({ daily_transfer_limit: 100 })
      .neq('time_zone', '')
      .throwOnError();
    const { user } = await bank.visit(`/dashboard/move?from=${id}&to=${target.id}`);
    await user.type(await screen.findByLabelText('Amount'), '250');
    await user.click(await press('Review'));
    await user.click(await press('Transfer $250.00 to Savings'));
    await screen.findByText('You can transfer $100.00 more today. Your daily limit in Settings is $100.00.');
    expect(await balances()).toMatchObject([{ balance: 1000 }, { balance: 0 }]);
  });

  it('can be undone before the accounts have been read again', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 1000 });
    const target = await bank.openAccount({ name: 'Savings' });
    const { user } = await bank.visit(`/dashboard/move?from=${target.id}&to=${id}`);
    await user.click(await press('Swap'));
    await user.type(screen.getByLabelText('Amount'), '250');
    await user.click(await press('Review'));
    const confirm = await press('Transfer $250.00 to Savings');
    bank.interrupt(({ pathname }) => (pathname === '/rest/v1/accounts' ? new Promise(() => {}) : null));
    await user.dblClick(confirm);
    await user.click(await press('Undo transfer'));
    await user.click(await press('Review'));
    await user.click(await press('Transfer $250.00 to Everyday'));
    await screen.findByRole('heading', { name: '$250.00 transferred to Everyday' });
    bank.interrupt(() => null);
    expect(await balances()).toMatchObject([{ balance: 1000 }, { balance: 0 }]);
  });

  it('is scheduled for a day or repeatedly, and shows when the account would fall below zero', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    const target = await bank.openAccount({ name: 'Savings', type: 'SAVINGS' });
    const { user } = await bank.visit(`/dashboard/move?from=${id}&to=${target.id}`);
    await user.type(await screen.findByLabelText('Amount'), '200');
    await screen.findByText(/^Everyday stays at \$100\.00 or more for the next 60 days/);
    await user.click(screen.getByRole('radio', { name: 'Repeat' }));
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Every month');
    // The second transfer within 60 days would take 400.00 of 300.00.
    await screen.findByText(/^Everyday would fall to \u2212\$100\.00 on /);
    await user.click(screen.getByRole('radio', { name: 'On a date' }));
    await screen.findByText(/^Everyday stays at \$100\.00 or more/);
    await user.click(await press('Review'));
    await user.click(await press('Schedule transfer of $200.00 to Savings'));
    await screen.findByRole('heading', { name: 'Transfer of $200.00 to Savings scheduled' });
    const { data } = await supabase.from('scheduled_payments').select('*').single().throwOnError();
    expect(data).toMatchObject({
      name: 'To Savings',
      account_id: id,
      to_account_id: target.id,
      amount: 200,
      occurrences: 1,
    });
    expect(await balances()).toMatchObject([{ balance: 300 }, { balance: 0 }]);
  });

  it('keeps its entries on the way back from the review', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 1000 });
    await bank.openAccount({ name: 'Savings' });
    const { user } = await bank.visit('/dashboard/move');
    await user.type(await screen.findByLabelText('Amount'), '999.99');
    await user.type(screen.getByLabelText(/^Note/), 'For later');
    await user.click(await press('Review'));
    await user.click(await press('Edit'));
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('999.99');
    expect(screen.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('For later');
  });

  it('between currencies receives exactly the amount shown with the rate', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'A dollars', balance: 1000 });
    await bank.openAccount({ name: 'B euros', currency: 'EUR' });
    const { user } = await bank.visit('/dashboard/move');
    await user.type(await screen.findByLabelText('Amount'), '100');
    await user.click(await press('Review'));
    const text = (await screen.findByText(/^\$100\.00 × [\d.]+ = €/)).textContent;
    const promised = Number(/€([\d.]+)$/.exec(text)?.[1]);
    await user.click(await press('Transfer $100.00 to B euros'));
    await screen.findByRole('heading', { name: '$100.00 transferred to B euros' });
    expect(await balances()).toMatchObject([{ balance: 900 }, { balance: promised }]);
  });

  it('buys an exact amount of another currency for the price shown', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'A dollars', balance: 1000 });
    await bank.openAccount({ name: 'B euros', currency: 'EUR' });
    await supabase.rpc('set_exchange_margin', { charged: true }).throwOnError();
    const { user } = await bank.visit('/dashboard/move');
    await user.click(await screen.findByRole('radio', { name: 'EUR you receive' }));
    await user.type(screen.getByLabelText('Amount'), '500');
    await user.click(await press('Review'));
    const text = (await screen.findByText(/^€500\.00 × [\d.]+ = \$[\d.]+, rounded to the nearest cent$/))
      .textContent;
    const cost = /\$([\d.]+),/.exec(text)?.[1];
    await screen.findByRole('heading', { name: `Buy €500.00 for $${cost}?` });
    await screen.findByText(/^Price held for/);
    await user.click(await press(`Buy €500.00 for $${cost}`));
    await screen.findByRole('heading', { name: `€500.00 bought for $${cost}` });
    await screen.findByText('EUR rate');
    expect(await balances()).toMatchObject([
      { balance: expect.closeTo(1000 - Number(cost), 2) },
      { balance: 500 },
    ]);
  });

  it('for more currency than the account can pay shows the shortfall in the review', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'A dollars', balance: 100 });
    await bank.openAccount({ name: 'B euros', currency: 'EUR' });
    const { user } = await bank.visit('/dashboard/move');
    await user.click(await screen.findByRole('radio', { name: 'EUR you receive' }));
    await user.type(screen.getByLabelText('Amount'), '500');
    await user.click(await press('Review'));
    await screen.findByText(/^You have \$100\.00 available\. You need \$[\d.]+ more\.$/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Buy €500\.00 for/ }).disabled).toBe(true);
  });

  it('above the balance shows the shortfall', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 10 });
    await bank.openAccount({ name: 'Savings' });
    const { user } = await bank.visit('/dashboard/move');
    await user.type(await screen.findByLabelText('Amount'), '12.34');
    await user.click(await press('Review'));
    await screen.findByText('You have $10.00 available. You need $2.34 more.');
  });

  it('requires two accounts', async () => {
    await bank.signUp();
    await bank.openAccount();
    await bank.visit('/dashboard/move');
    await screen.findByText('You need a second account to transfer money');
  });
});
