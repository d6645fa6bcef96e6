import { getIban } from '@engine/products/accounts/account-numbers.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMoney, sumAmounts } from '@/lib/money';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

/** Returns the text of the first row of the account's history. */
async function headOfHistory(): Promise<string | null | undefined> {
  const list = await screen.findByRole('region', { name: /^History of/ });
  return within(list).getAllByRole('listitem')[0]?.textContent;
}

describe('an account', () => {
  it('shows a deposit in its balance and first in its history', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await user.type(screen.getByLabelText('Amount'), '1250.5');
    await user.type(screen.getByLabelText(/^Note/), 'Found money');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(await press('Deposit $1,250.50 to Everyday'));
    await screen.findByText('$1,250.50 deposited.');
    await user.click(await press('Done'));
    await screen.findByText('Found money');
    expect(await headOfHistory()).toMatch(/^Found money.*\+\$1,250\.50\$1,350\.50$/);
    const { data } = await supabase.from('accounts').select('balance').eq('id', id).single().throwOnError();
    expect(data.balance).toBe(1350.5);
  });

  it('is opened with money from another account, and says how much is missing', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user, path } = await bank.visit('/create-account');
    await user.click(await screen.findByRole('radio', { name: /Savings/ }));
    await user.type(screen.getByLabelText(/^Initial deposit/), '150');
    await user.selectOptions(await screen.findByLabelText('Deposit from'), 'Everyday: $100.00');
    await user.click(screen.getByRole('button', { name: 'Open with $150.00' }));
    await screen.findByText('You have $100.00 available. You need $50.00 more.');
    await user.clear(screen.getByLabelText(/^Initial deposit/));
    await user.type(screen.getByLabelText(/^Initial deposit/), '60');
    await user.click(screen.getByRole('button', { name: 'Open with $60.00' }));
    await screen.findByText('Rainy Day Savings is open');
    expect(path()).toMatch(/^\/dashboard\/accounts\//);
    const { data } = await supabase.from('accounts').select('id, balance').order('created_at').throwOnError();
    expect(data.map(({ balance }) => balance)).toEqual([40, 60]);
    expect(data[0]?.id).toBe(id);
  });

  it('explains the monthly fee of its plan, and waives it when asked', async () => {
    await bank.signUp();
    const { data: account } = await supabase
      .rpc('open_account', { name: 'Everyday', initial_balance: 100, plan: 'classic' })
      .throwOnError();
    for (const by of ['P1M', 'P1M']) await supabase.functions.invoke('advance', { body: { by } });
    const { user } = await bank.visit(`/dashboard/accounts/${account.id}`);
    await user.click(await press(/^Last fee: \$12\.00/));
    await screen.findByText('$1,500.00 needed');
    await user.keyboard('{Escape}');
    await user.click(await press('Ask us to waive this fee'));
    await screen.findByText(/, which we waived$/);
    const { data } = await supabase.from('accounts').select('balance').eq('id', account.id).single();
    expect(data?.balance).toBe(100);
  });

  it('shows the numbers that identify it, in the form of its currency', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100, currency: 'EUR' });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Account numbers'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Account numbers' }));
    const { data } = await supabase.from('accounts').select('account_number').eq('id', id).single();
    const copy = dialog.getByRole('button', { name: 'Copy the IBAN' });
    expect(copy.textContent).toBe(getIban(data?.account_number ?? ''));
    expect(dialog.getByText(/work only in Sandbank/)).toBeTruthy();
  });

  it('shows the shortfall of a withdrawal above the balance and keeps the entries', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '1100.25');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    expect(await screen.findByText('You have $100.00 available. You need $1,000.25 more.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('1,100.25');
  });

  it('covers the shortfall of a withdrawal from another account, and undoes the transfer', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    await bank.openAccount({ name: 'Small', balance: 50 });
    const savings = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 900 });
    const getBalance = async (account: string) =>
      (await supabase.from('accounts').select('balance').eq('id', account).single().throwOnError()).data
        .balance;
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '180.25');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(await press('Move $80.25 from Rainy Day'));
    await screen.findByText('$80.25 moved from Rainy Day to Everyday');
    expect(await Promise.all([getBalance(id), getBalance(savings.id)])).toEqual([180.25, 819.75]);
    await screen.findByText('Available balance: $180.25.');
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await press('Withdraw $180.25 from Everyday');
    await user.click(await press('Undo'));
    await screen.findByText('$80.25 moved back to Rainy Day');
    expect(await Promise.all([getBalance(id), getBalance(savings.id)])).toEqual([100, 900]);
  });

  it('covers a withdrawal from savings after the customer chose that, and shows both balances first', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 20 });
    const savings = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 500 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await screen.findByText(/^We decline payments/);
    await user.click(await press('Change overdraft choice'));
    await user.click(await screen.findByRole('radio', { name: 'Cover it from savings' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/we transfer the missing amount from Rainy Day/);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '95');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('We first transfer $75.00 from Rainy Day. No fee.');
    await user.click(await press('Withdraw $95.00 from Everyday'));
    await screen.findByText('$95.00 withdrawn.');
    const { data } = await supabase.from('accounts').select('id, balance').order('created_at').throwOnError();
    expect(data).toEqual([
      { id, balance: 0 },
      { id: savings.id, balance: 425 },
    ]);
  });

  it('refuses a covered withdrawal in words if savings already covered a payment today', async () => {
    await bank.signUp();
    const savings = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 500 });
    const { id } = await bank.openAccount({ balance: 20 });
    const choice = { account_id: id, choice: 'savings', overdraft_account_id: savings.id };
    await supabase.rpc('set_overdraft', choice).throwOnError();
    await supabase.rpc('withdraw', { account_id: id, amount: 30 }).throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '5');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(await press('Withdraw $5.00 from Everyday'));
    await screen.findByText('You have $0.00 available. You need $5.00 more.');
    await press('Move $5.00 from Rainy Day');
    expect((await screen.findByRole('link', { name: 'Change overdraft choice' })).getAttribute('href')).toBe(
      `/dashboard/accounts/${id}?overdraft=change`,
    );
  });

  it('is opened with savings that cover its payments', async () => {
    await bank.signUp();
    const savings = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 500 });
    const { user, path } = await bank.visit('/create-account');
    await user.click(await screen.findByRole('radio', { name: 'Cover it from savings' }));
    await screen.findByLabelText('Savings account');
    await user.click(screen.getByRole('button', { name: 'Open account' }));
    await screen.findByText('Everyday Checking is open');
    const id = path().split('/').at(-1) ?? '';
    const { data } = await supabase
      .from('accounts')
      .select('overdraft, overdraft_account_id')
      .eq('id', id)
      .single();
    expect(data).toEqual({ overdraft: 'savings', overdraft_account_id: savings.id });
  });

  it('offers no account that could not cover the whole shortfall', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    await bank.openAccount({ name: 'Small', balance: 50 });
    await bank.openAccount({ name: 'Euros', currency: 'EUR', balance: 900 });
    await bank.openAccount({ name: 'Fund', type: 'INVESTMENT', balance: 900 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '180.25');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    expect(await screen.findByText('You have $100.00 available. You need $80.25 more.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull();
  });

  it('shows the shortfall and keeps the entries if the bank refuses because the balance has changed', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '80');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    const confirm = await press('Withdraw $80.00 from Everyday');
    await supabase.rpc('withdraw', { account_id: id, amount: 50 }).throwOnError();
    await user.click(confirm);
    expect(await screen.findByText('You have $50.00 available. You need $30.00 more.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('80');
    expect(screen.queryByText('Failed to withdraw funds')).toBeNull();
  });

  it('changes its currency in the account settings after a warning, with two transactions in its history', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('More account options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Account settings' }));
    await user.selectOptions(await screen.findByLabelText('Currency'), 'GBP');
    await screen.findByText('$100.00 becomes £100.00.');
    await user.click(await press('Save'));
    await screen.findByText('Everyday saved');
    const { data } = await supabase
      .from('transactions')
      .select('kind, direction, amount, currency, balance_after')
      .eq('account_id', id)
      .order('date', { ascending: false })
      .throwOnError();
    expect(data).toEqual([
      { kind: 'currency_change', direction: 'in', amount: 100, currency: 'GBP', balance_after: 100 },
      { kind: 'currency_change', direction: 'out', amount: 100, currency: 'USD', balance_after: 0 },
      { kind: 'opening', direction: 'in', amount: 100, currency: 'USD', balance_after: 100 },
    ]);
    const list = await screen.findByRole('region', { name: /^History of/ });
    expect(await within(list).findAllByText('Currency changed from USD to GBP')).toHaveLength(2);
  });

  it('lists the payments and deposits whose amounts keep their number when the currency changes', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const other = await bank.openAccount({ name: 'Bills' });
    const rule = { amount: 80, frequency: 'MONTHLY', start_date: '2090-01-15' };
    const payment = { ...rule, payee: 'Landlord' };
    await supabase
      .from('scheduled_payments')
      .insert([
        { ...payment, name: 'Rent', account_id: id },
        { ...payment, name: 'Gym', account_id: other.id },
      ])
      .throwOnError();
    await supabase
      .from('auto_deposits')
      .insert({ ...rule, name: 'Pay', amount: 2000, account_id: id })
      .throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('More account options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Account settings' }));
    await user.selectOptions(await screen.findByLabelText('Currency'), 'EUR');
    await screen.findByText('Pay: $2,000.00 becomes €2,000.00');
    await screen.findByText('Rent: $80.00 becomes €80.00');
    expect(screen.queryByText(/^Gym/)).toBeNull();
    await user.click(await press('Save'));
    await screen.findByText('Everyday saved');
    const { data } = await supabase
      .from('scheduled_payments')
      .select('amount')
      .eq('name', 'Rent')
      .throwOnError();
    expect(data).toEqual([{ amount: 80 }]);
  });

  it("of another customer isn't found", async () => {
    await bank.signUp();
    const { id } = await bank.openAccount();
    await bank.signUp();
    const { path } = await bank.visit(`/dashboard/accounts/${id}`);
    await screen.findByRole('heading', { level: 1, name: /found|nothing/i });
    expect(path()).toBe('/not-found');
  });

  it('shows a connection error and reloads on request', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/rest/v1/accounts') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await screen.findByText("We couldn't load your accounts.");
    away = false;
    await user.click(await press('Try again'));
    await screen.findByRole('heading', { level: 1, name: 'Everyday' });
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('opening an account', () => {
  it('with a first deposit leads to the account', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/create-account');
    await user.click(await screen.findByRole('radio', { name: 'Savings' }));
    await user.clear(screen.getByLabelText('Name'));
    await user.type(screen.getByLabelText('Name'), ' Rainy days ');
    await user.selectOptions(screen.getByLabelText('Currency'), 'EUR');
    await user.type(screen.getByLabelText(/^Initial deposit/), '2500');
    await user.click(await press('Open with €2,500.00'));
    await screen.findByRole('heading', { level: 1, name: 'Rainy days' });
    expect(path()).toMatch(/^\/dashboard\/accounts\//);
    expect(await headOfHistory()).toContain('Initial deposit');
  });

  it('suggests a name for each type, and keeps a name that the customer entered', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/create-account');
    const name = await screen.findByLabelText<HTMLInputElement>('Name');
    expect(name.value).toBe('Everyday Checking');
    await user.click(screen.getByRole('radio', { name: 'Savings' }));
    expect(name.value).toBe('Rainy Day Savings');
    await user.type(name, ' 2');
    await user.click(screen.getByRole('radio', { name: 'Investment' }));
    expect(name.value).toBe('Rainy Day Savings 2');
  });

  it('needs a name and keeps the amount', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/create-account');
    await user.type(await screen.findByLabelText(/^Initial deposit/), '12.5');
    await user.clear(screen.getByLabelText('Name'));
    await user.click(await press('Open with $12.50'));
    await screen.findByText('Enter an account name.');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>(/^Initial deposit/).value).toBe('12.5');
  });

  it('accepts no more digits than the bank can store', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/create-account');
    const amount = await screen.findByLabelText<HTMLInputElement>(/^Initial deposit/);
    await user.type(amount, '99999999912.34');
    expect(amount.value).toBe('999,999,999.34');
  });

  it("shows the savings rates, and the APY of the balance on the account's page", async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 5000 });
    await bank.visit(`/dashboard/accounts/${id}`);
    const apy = await screen.findByText('APY on your balance');
    expect(apy.parentElement?.textContent).toContain('3.14%');
    screen.getByRole('row', { name: /^\$25,000\.01 and up 3\.90%/ });
    cleanup();
    const { user } = await bank.visit('/create-account');
    expect(screen.queryByRole('region', { name: 'Savings rates' })).toBeNull();
    await user.click(await screen.findByRole('radio', { name: 'Savings' }));
    const offer = await screen.findByRole('region', { name: 'Savings rates' });
    expect(within(offer).getAllByRole('row')).toHaveLength(4);
    within(offer).getByRole('row', { name: 'Up to $5,000.00 3.10% 3.14%' });
    within(offer).getByText(/every day on the balance at the end of the day \(actual\/365\)/);
  });
});

describe('the page of an account', () => {
  it('groups its history by day and shows the money in and out this month', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    await supabase.rpc('deposit', { account_id: id, amount: 50.25 }).throwOnError();
    await supabase.rpc('withdraw', { account_id: id, amount: 20 }).throwOnError();
    await bank.visit(`/dashboard/accounts/${id}`);
    const history = within(await screen.findByRole('region', { name: /^History of/ }));
    expect(history.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Today']);
    expect(history.getAllByRole('listitem')).toHaveLength(3);
    const figure = async (term: RegExp) => (await screen.findByText(term)).nextElementSibling?.textContent;
    expect(await figure(/^Money in, /)).toBe('+$150.25');
    expect(await figure(/^Money out, /)).toBe('\u2212$20.00');
  });

  it('splits the value of an investment into contributions and return, which add up to the ledger', async () => {
    await bank.signUp();
    const checking = await bank.openAccount({ balance: 5000 });
    const fund = await bank.openAccount({ name: 'Index Fund', type: 'INVESTMENT', balance: 10_000 });
    const transfer = { from_account_id: checking.id, to_account_id: fund.id, amount: 250.5 };
    await supabase.rpc('transfer', transfer).throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P2M' } });
    const { data } = await supabase
      .from('transactions')
      .select('kind, direction, amount')
      .eq('account_id', fund.id)
      .throwOnError();
    const changes = data.filter(({ kind }) => kind === 'market_change');
    expect(changes.length).toBeGreaterThan(0);
    const gains = sumAmounts(changes.map(({ direction, amount }) => (direction === 'in' ? amount : -amount)));
    await bank.visit(`/dashboard/accounts/${fund.id}`);
    const figure = async (term: string) =>
      (await screen.findByText(term, { selector: 'dt' })).nextElementSibling?.textContent;
    expect(await figure('Net contributions')).toBe('$10,250.50');
    expect(await figure('Price changes')).toBe(formatMoney(gains, 'USD', true));
    const { data: account } = await supabase
      .from('accounts')
      .select('balance')
      .eq('id', fund.id)
      .single()
      .throwOnError();
    expect(account.balance).toBe(sumAmounts([10_250.5, gains]));
    // The price changes of a year are one row.
    await screen.findAllByText(/^\d price changes?$/);
  });
});

describe('an account that is covered below zero', () => {
  it('is chosen with its fees, warns before a withdrawal, and says how to avoid the fee', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Change overdraft choice'));
    await user.click(await screen.findByRole('radio', { name: 'Cover it below zero' }));
    expect(screen.getByRole('radio', { name: 'Standard' }).getAttribute('aria-checked')).toBe('true');
    await user.click(screen.getByRole('switch', { name: 'Also cover withdrawals and everyday purchases' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^We cover payments, withdrawals, and purchases down to/);
    await user.click(await press('Withdraw'));
    await user.type(screen.getByLabelText('Amount'), '170');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('This overdraws your account by $70.00. A fee of $34.00 may follow.');
    await user.click(await press('Withdraw $170.00 from Everyday'));
    await user.click(await press('Done'));
    await screen.findByText("You're overdrawn by $70.00.");
    await screen.findByText(/^Bring your balance to .{1,2}50\.00 or higher by .* to avoid a fee\.$/);
    await user.click(await press('More account options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Close account' }));
    await screen.findByText(/^This account is overdrawn by \$70\.00/);
  });

  it('is named on the dashboard', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const choice = { choice: 'covered', overdraft_product: 'cushion', overdraft_cards: true };
    await supabase.rpc('set_overdraft', { account_id: id, ...choice }).throwOnError();
    await supabase.rpc('withdraw', { account_id: id, amount: 100.5 }).throwOnError();
    await bank.visit('/dashboard');
    await screen.findByText('Everyday is overdrawn by $0.50.');
    await screen.findByText("There's no fee.");
  });
});
