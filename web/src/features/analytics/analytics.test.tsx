import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMoney } from '@/lib/money';
import { removeStored } from '@/lib/storage/customer-keys';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const patience = { timeout: 10_000 };

async function simulated() {
  await bank.signUp();
  const { id } = await bank.openAccount();
  await supabase.rpc('deposit', { account_id: id, amount: 1000 }).throwOnError();
  await supabase.rpc('withdraw', { account_id: id, amount: 100, description: 'Newsstand' }).throwOnError();
  const card = { name: 'Tide', credit_limit: 5000, balance: 0, apr: 20, due_date: '2030-01-01' };
  const { data } = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
  for (const amount of [40, 60.5])
    await supabase
      .rpc('charge_credit_card', { card_id: data.id, amount, merchant: 'Corner Market', category: 'Food' })
      .throwOnError();
  return { accountId: id };
}

describe('analytics', () => {
  it('show and explain income, spending, and net savings', async () => {
    await simulated();
    const { user } = await bank.visit('/analytics');
    await user.click(
      await screen.findByRole('button', { name: /^\$799 ?\.50 Explain Net savings$/ }, patience),
    );
    const explained = within(await screen.findByRole('dialog', { name: 'Net savings' }));
    explained.getByText('$1,000.00');
    explained.getByText('\u2212$200.50');
    await user.keyboard('{Escape}');
    screen.getByRole('button', { name: '80% Explain Savings rate' });
    await user.click(screen.getByRole('link', { name: 'Spending' }));
    const merchants = within(await screen.findByRole('list', { name: 'Top merchants' }, patience));
    expect(merchants.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Corner Market\$100\.50New · 2 transactions/),
      expect.stringMatching(/^Newsstand\$100\.00/),
    ]);
  });

  it('link a category to transactions with the same total', async () => {
    await simulated();
    const { user } = await bank.visit('/analytics?range=month&part=spending');
    const categories = within(await screen.findByRole('list', { name: 'Spending by category' }, patience));
    await user.click(categories.getByRole('link', { name: /^Food \$100 ?\.50/ }));
    const rows = within(await screen.findByRole('dialog', { name: 'Food' }, patience));
    await rows.findByText('in 2 rows');
    expect(rows.getByText('.50', { selector: 'data > span' }).parentElement?.textContent).toBe('$100.50');
    expect(rows.getAllByRole('listitem')).toHaveLength(2);
    expect(rows.getByRole('link').getAttribute('href')).toEqual(
      expect.stringMatching(
        /^\/transactions\?q=is%3Aspending&category=[0-9a-f-]{36}&from=\d{4}-\d{2}-01&to=/,
      ),
    );
  });

  it('convert everything to the base currency at daily rates, or show one currency, for any date range', async () => {
    await simulated();
    const euros = await bank.openAccount({ name: 'Travel', currency: 'EUR', balance: 50 });
    await supabase.rpc('withdraw', { account_id: euros.id, amount: 7 }).throwOnError();
    const { data } = await supabase.from('spending_in_base').select('base_amount').eq('currency', 'EUR');
    const inDollars = data?.[0]?.base_amount ?? 0;
    expect(inDollars).toBeGreaterThan(7);
    const { user } = await bank.visit('/analytics');
    await screen.findByText('Foreign amounts are converted to USD at daily rates.', undefined, patience);
    const [units, cents] = formatMoney(1000 - 200.5 - inDollars)
      .slice(1)
      .split('.');
    await screen.findByRole('button', { name: new RegExp(`^.${units} ?.${cents} Explain Net savings$`) });
    await user.selectOptions(await screen.findByLabelText('Currency', undefined, patience), 'EUR');
    await screen.findByRole('button', { name: /^€7 ?\.00 Explain Overspent$/ }, patience);
    await user.selectOptions(screen.getByLabelText('Date range'), 'Custom');
    const from = await screen.findByLabelText('From');
    await user.clear(from);
    await user.type(from, '2020-01-01');
    const to = screen.getByLabelText('To');
    await user.clear(to);
    await user.type(to, '2020-01-31');
    await screen.findByText('No income or spending', undefined, patience);
  });

  it('list unusual spending, and dismissed items stay dismissed until the customer signs out', async () => {
    const { accountId } = await simulated();
    for (const description of ['Cinema', 'Cinema'])
      await supabase.rpc('withdraw', { account_id: accountId, amount: 12, description }).throwOnError();
    const { user } = await bank.visit('/analytics?range=month&part=subscriptions');
    await screen.findByText('Cinema: $12.00 twice', undefined, patience);
    await user.click(screen.getByRole('button', { name: 'Dismiss Cinema: $12.00 twice' }));
    expect(screen.queryByText('Cinema: $12.00 twice')).toBeNull();
    const getStorageKeys = () =>
      Object.keys(localStorage).filter((key) => key.endsWith(':analytics-dismissed'));
    expect(getStorageKeys()).toHaveLength(1);
    removeStored();
    expect(getStorageKeys()).toEqual([]);
  });

  it('reload after an error, and lead a customer without an account to one', async () => {
    await bank.signUp();
    let isDown = true;
    bank.interrupt((url) =>
      isDown && url.pathname.endsWith('/rpc/analytics_flows') ? new Response('{}', { status: 500 }) : null,
    );
    const { user } = await bank.visit('/analytics');
    await screen.findByText("We couldn't load your analytics.", undefined, { timeout: 15_000 });
    isDown = false;
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    await screen.findByText('No activity yet', undefined, patience);
    screen.getByRole('link', { name: 'Open account' });
  });
});
