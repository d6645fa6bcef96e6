import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function openInvestor(): Promise<string> {
  await bank.signUp();
  await bank.openAccount({ balance: 5000 });
  const { data } = await supabase
    .rpc('open_account', { name: 'Future', type: 'INVESTMENT', currency: 'USD', initial_balance: 10_000 })
    .throwOnError();
  return data.id;
}

const advance = async (by: string) => {
  const { error } = await supabase.functions.invoke('advance', { body: { by } });
  if (error) throw error;
};

describe('an investment account', () => {
  it('is converted to funds with a review, and the order can be canceled', async () => {
    const id = await openInvestor();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Convert to funds'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Convert to funds' }));
    await user.clear(dialog.getByLabelText('Bonds, %'));
    await user.type(dialog.getByLabelText('Bonds, %'), '50');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText('The parts add up to 110%. Change them to add up to 100%.');
    await user.clear(dialog.getByLabelText('Bonds, %'));
    await user.type(dialog.getByLabelText('Bonds, %'), '40');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(await dialog.findByRole('button', { name: 'Convert Future' }));
    await dialog.findByText('Future now holds funds.');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await screen.findByText('Rebalance to the target mix');
    const { data } = await supabase.from('accounts').select('balance').eq('id', id).single().throwOnError();
    expect(data.balance).toBe(10_000);
    await user.click(await press('Cancel: Rebalance to the target mix'));
    await screen.findByText('Order canceled');
    await waitFor(() => expect(screen.queryByText('Rebalance to the target mix')).toBe(null));
  });

  it('shows holdings, and buys from checking at the next close', async () => {
    const id = await openInvestor();
    await supabase
      .rpc('convert_to_funds', {
        account_id: id,
        us_stocks: 50,
        world_stocks: 0,
        bonds: 30,
        money_market: 20,
      })
      .throwOnError();
    await advance('P7D');
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    const holdings = within(await screen.findByRole('list', { name: 'Holdings' }));
    const rows = holdings.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(rows).toEqual([
      expect.stringMatching(/^US Stocks.*, target 50% · expense ratio .* units at \$/),
      expect.stringMatching(/^Bonds.*, target 30% · expense ratio .* units at \$/),
      expect.stringMatching(/^Money Market.*, target 20% · expense ratio /),
    ]);
    await user.click(await press('Buy'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy a fund' }));
    await user.type(dialog.getByLabelText('Amount'), '500');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText('Estimated units');
    await user.click(dialog.getByRole('button', { name: 'Place buy order' }));
    await dialog.findByText('Order placed.');
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await screen.findByText('Buy $500.00 of US Stocks');
    await advance('P7D');
    const { data } = await supabase
      .from('accounts')
      .select('balance')
      .eq('type', 'CHECKING')
      .single()
      .throwOnError();
    expect(data.balance).toBe(4500);
  });

  it('follows historical returns after the customer chooses them', async () => {
    const id = await openInvestor();
    await supabase.rpc('convert_to_funds', { account_id: id, money_market: 100 }).throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Mix and dividends'));
    const dialog = within(await screen.findByRole('dialog', { name: /^Mix and dividends/ }));
    await user.selectOptions(await dialog.findByLabelText('Market returns'), 'historical');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Settings saved');
    await user.click(await press('Mix and dividends'));
    const again = within(await screen.findByRole('dialog', { name: /^Mix and dividends/ }));
    await waitFor(() =>
      expect(again.getByLabelText<HTMLSelectElement>('Market returns').value).toBe('historical'),
    );
  });

  it('says how much more money an order needs', async () => {
    const id = await openInvestor();
    await supabase.rpc('convert_to_funds', { account_id: id, money_market: 100 }).throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Buy'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Buy a fund' }));
    await user.type(dialog.getByLabelText('Amount'), '6000');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await user.click(await dialog.findByRole('button', { name: 'Place buy order' }));
    await dialog.findByText('You have $5,000.00 available. You need $1,000.00 more.');
  });
});
