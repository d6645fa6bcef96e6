import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const figures = () => screen.findByRole('region', { name: 'Summary' });

beforeEach(() => localStorage.clear());

/** Schedules a rent payment that is due in five days. */
async function hasRent(accountId: string, amount: number) {
  await supabase
    .from('scheduled_payments')
    .insert({
      account_id: accountId,
      name: 'Rent',
      payee: 'Shoreline Apartments',
      amount,
      frequency: 'MONTHLY',
      start_date: dayFromNow(5),
    })
    .throwOnError();
}

/** Fills in the form and adds the assumption to the forecast. */
async function tries(
  user: Awaited<ReturnType<typeof bank.visit>>['user'],
  { kind, name, amount }: { kind: string; name: string; amount: string },
) {
  await user.click(await screen.findByRole('button', { name: 'Try a change' }));
  await user.click(await screen.findByRole('radio', { name: kind }));
  await user.type(screen.getByLabelText('Name'), name);
  await user.type(screen.getByLabelText('Amount'), amount);
  await user.click(screen.getByRole('button', { name: 'Add to forecast' }));
}

describe('the forecast', () => {
  it('leads a customer without an account to one', async () => {
    await bank.signUp();
    await bank.visit('/forecasts');
    await screen.findByText('No cash to forecast yet');
    expect(screen.getByRole('link', { name: 'Open account' })).toBeTruthy();
  });

  it("shows the lowest point and its causes, and warns of a payment that can't be made", async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Everyday', balance: 1000 });
    await hasRent(id, 400);
    const { user } = await bank.visit('/forecasts?range=90d');
    const short = await figures();
    await within(short).findByText('$200');
    expect(within(short).getByText('$1,000')).toBeTruthy();
    await user.click(within(short).getByRole('button', { name: /Explain Lowest point$/ }));
    const lowest = await screen.findByRole('dialog', { name: 'Lowest point' });
    expect(lowest.textContent).toMatch(
      /Today\$1,000\.00Scheduled items until then\u2212\$800\.00.*\$200\.00/,
    );
    expect(
      within(lowest)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/scheduled-payments', '/tips/months-covered']);
    await user.keyboard('{Escape}');
    await screen.findByText(/^We need at least 20 days of spending/);
    const [first] = within(await screen.findByRole('list', { name: 'Month by month' })).getAllByText('Rent');
    expect(first).toBeTruthy();
    const warning = await screen.findByText(/^Everyday won't have enough money on /);
    expect(within(warning.parentElement ?? document.body).getByRole('link').textContent).toBe(
      'View scheduled payments',
    );
    await user.click(screen.getByRole('radio', { name: '30 days' }));
    await within(short).findByText('$600');
    expect(screen.queryByText(/^Everyday won't have enough money on /)).toBeNull();
  });

  it('converts other currencies and can be filtered by currency or account', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 1000 });
    const savings = await bank.openAccount({ name: 'Rainy Day', type: 'CHECKING', balance: 25 });
    await bank.openAccount({ name: 'Euros', currency: 'EUR', balance: 7 });
    const { data } = await supabase.rpc('net_worth_parts').throwOnError();
    const euro = data.find(({ currency }) => currency === 'EUR')?.rate ?? 0;
    const { user } = await bank.visit('/forecasts');
    await screen.findByText(/^Foreign balances use today's exchange rates/);
    await within(await figures()).findAllByText(`$${Math.round(1025 + 7 * euro).toLocaleString('en-US')}`);
    await user.selectOptions(screen.getByLabelText('Accounts'), 'Only cash in USD');
    await screen.findByText("Cash in EUR isn't included.");
    await within(await figures()).findAllByText('$1,025');
    await user.selectOptions(screen.getByLabelText('Accounts'), savings.id);
    await within(await figures()).findAllByText('$25');
    await user.selectOptions(screen.getByLabelText('Accounts'), 'EUR');
    await within(await figures()).findAllByText('€7');
  });

  it('falls for an assumed bill, saves it in the browser, and sets it up', async () => {
    const customer = await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 1000 });
    const { user } = await bank.visit('/forecasts?range=30d');
    await user.click(await screen.findByRole('button', { name: 'Try a change' }));
    await user.click(await screen.findByRole('button', { name: 'Add to forecast' }));
    await screen.findByText('Enter a name.');
    await user.keyboard('{Escape}');
    await tries(user, { kind: 'Bill', name: 'Gym', amount: '50' });
    await within(await figures()).findByText('$950');
    await screen.findByText(/^Without your changes: \$1,000\.00/);
    expect(localStorage.getItem(`sandbank-of:${customer}:imagined`)).toContain('Gym');

    await user.click(screen.getByRole('button', { name: 'Set up Gym' }));
    await user.click(await screen.findByRole('button', { name: 'Schedule $50.00 from Everyday' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Your changes' })).toBeNull());
    const { data } = await supabase.from('scheduled_payments').select('*').throwOnError();
    expect(data).toMatchObject([
      {
        account_id: account.id,
        name: 'Gym',
        payee: 'Gym',
        amount: 50,
        frequency: 'MONTHLY',
        start_date: dayFromNow(1),
        occurrences: null,
      },
    ]);
    await within(await figures()).findByText('$950');
  });

  it('rises for a one-time income, which can be set up as an auto deposit or removed', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ name: 'Everyday', balance: 0 });
    const { user } = await bank.visit('/forecasts?range=30d');
    await tries(user, { kind: 'Income', name: 'Bonus', amount: '300' });
    await user.click(await screen.findByRole('button', { name: 'Set up Bonus' }));
    await user.click(await screen.findByRole('button', { name: 'Set up $300.00 into Everyday' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Your changes' })).toBeNull());
    await waitFor(async () => {
      const { data } = await supabase.from('auto_deposits').select('*').throwOnError();
      expect(data).toMatchObject([
        { account_id: account.id, name: 'Bonus', amount: 300, frequency: 'MONTHLY', is_pay: false },
      ]);
    });
    await tries(user, { kind: 'Purchase', name: 'Sofa', amount: '20' });
    await user.click(await screen.findByRole('button', { name: 'Remove Sofa' }));
    expect(screen.queryByRole('list', { name: 'Your changes' })).toBeNull();
  });

  it('shows an error and reloads on request', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 10 });
    bank.interrupt((url) =>
      url.pathname.endsWith('/card_activity') ? new Response('{}', { status: 500 }) : null,
    );
    const { user } = await bank.visit('/forecasts');
    await screen.findByText("We couldn't load your forecast.");
    bank.interrupt(() => null);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await within(await figures()).findAllByText('$10');
  });
});
