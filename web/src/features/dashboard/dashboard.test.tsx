import { TINY_SCENARIO } from '@engine/testing/tiny-scenario.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { formatListDate } from '@/lib/dates';
import { supabase } from '@/lib/supabase';

const bank = openBank();

describe('the dashboard', () => {
  it('leads a new customer who starts empty to the first account and back to the checklist', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Start empty' }));
    await user.click(await screen.findByRole('link', { name: 'Open account' }));
    await screen.findByRole('heading', { level: 1, name: 'Open account' });
    expect(path()).toBe('/create-account');
    await user.click(screen.getByRole('button', { name: 'Open with $2,000.00' }));
    const steps = await screen.findByRole('list', { name: 'Get started' });
    await waitFor(() => expect(steps.textContent).toContain('Open your first account: done'));
    const have = await screen.findByRole('list', { name: 'What you own' });
    expect(have.textContent).toContain('Everyday Checking');
  });

  it('returns a customer who starts empty to the sample households', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Start empty' }));
    await user.click(await screen.findByRole('button', { name: 'Choose a sample household' }));
    await screen.findByRole('radiogroup', { name: 'Sample households' }, { timeout: 10_000 });
  });

  it('offers a new customer five sample households and one button', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/dashboard');
    const personas = within(
      await screen.findByRole('radiogroup', { name: 'Sample households' }, { timeout: 10_000 }),
    );
    expect(personas.getAllByRole('radio')).toHaveLength(5);
    expect(personas.getByRole('radio', { name: 'Young family' }).ariaChecked).toBe('true');
    personas.getByText('Mortgage $256,000, Car loan $10,500, Nest Store Card $1,500');
    screen.getByRole('button', { name: 'Start as Young family' });
    await user.click(personas.getByRole('radio', { name: 'Retiree' }));
    screen.getByRole('button', { name: 'Start as Retiree' });
  });

  it('shows why a sample household failed to start and tries again', async () => {
    await bank.signUp();
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/functions/v1/start-household')
        ? Response.json({ code: 'CLOCK', message: 'A fast-forward is in progress.' }, { status: 409 })
        : null,
    );
    const { user } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('radio', { name: 'Student' }, { timeout: 10_000 }));
    await user.click(screen.getByRole('button', { name: 'Start as Student' }));
    await screen.findByText("We couldn't set up this household. Nothing changed.");
    await screen.findByText('A fast-forward is in progress.');
    away = false;
    await user.click(screen.getByRole('button', { name: 'Start as Student' }));
    const have = await screen.findByRole('list', { name: 'What you own' }, { timeout: 30_000 });
    expect(have.textContent).toContain('Campus Checking');
    const owe = await screen.findByRole('list', { name: 'What you owe' });
    // Each product list reloads separately.
    await waitFor(() => expect(owe.textContent).toContain('Student loan'));
    expect(screen.queryByRole('list', { name: 'Get started' })).toBeNull();
  }, 120_000);

  it('adds up assets and debts', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 950.1 });
    await supabase.rpc('deposit', { account_id: id, amount: 50 }).throwOnError();
    const loan = { name: 'Car loan', amount: 400, interest_rate: 5, term: 12, remaining_balance: 400 };
    await supabase.from('loans').insert(loan).throwOnError();
    const { user } = await bank.visit('/dashboard');
    const worth = await screen.findByRole('region', { name: 'Net worth' });
    expect(worth.textContent).toContain('$600.10');
    const have = await screen.findByRole('list', { name: 'What you own' });
    expect(have.textContent).toContain('$1,000.10');
    expect(screen.getByRole('list', { name: 'What you owe' }).textContent).toContain('\u2212$400.00');
    await screen.findByText(/^Your books balance\. All \d+ entries sum to \$0\.00\./);
    await user.click(await screen.findByRole('button', { name: /Explain Net, \w+ so far$/ }));
    const net = await screen.findByRole('dialog', { name: /^Net, / });
    expect(net.textContent).toMatch(/In\$[\d,.]+Out\$[\d,.]+Net/);
    expect(within(net).getByRole('link', { name: 'Income' }).getAttribute('href')).toMatch(
      /^\/transactions\?q=is%3Aincome%20date%3A\d{4}-\d\d$/,
    );
  });

  it('shows past-due debts, and payments that will fail with the missing amount', async () => {
    await bank.signUp();
    const { id: account } = await bank.openAccount({ balance: 50 });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const rent = { name: 'Rent', payee: 'Shoreline Apartments', amount: 300, frequency: 'MONTHLY' };
    await supabase
      .from('scheduled_payments')
      .insert({ ...rent, account_id: account, start_date: inDays(5) })
      .throwOnError();
    const loan = { name: 'Car loan', amount: 400, interest_rate: 5, term: 12, remaining_balance: 400 };
    await supabase.from('loans').insert(loan).throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P2M' } });
    await bank.visit('/dashboard');
    const owe = await screen.findByRole('list', { name: 'What you owe' });
    expect(owe.textContent).toMatch(/Car loan\$[\d.]+ past due/);
    expect((await screen.findAllByText('Will fail: $250.00 short in Everyday')).length).toBeGreaterThan(0);
  });

  it('shows the latest transactions, the credit score, and the year as their pages do', async () => {
    await bank.signUp();
    const { id: from } = await bank.openAccount({ name: 'Everyday', balance: 1000 });
    const { id: to } = await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS' });
    await supabase.rpc('transfer', { from_account_id: from, to_account_id: to, amount: 250 }).throwOnError();
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    const card = { name: 'Tide', credit_limit: 500, balance: 0, apr: 20, due_date: day };
    const { data } = await supabase.from('credit_cards').insert(card).select('id').single().throwOnError();
    await supabase
      .rpc('charge_credit_card', { card_id: data.id, amount: 40, merchant: 'Harbor Cinema' })
      .throwOnError();
    await bank.visit('/dashboard');
    const latest = await screen.findByRole('list', { name: 'Latest transactions' });
    const rows = within(latest).getAllByRole('link');
    const listed = rows.map(({ textContent }) => textContent ?? '');
    expect(listed.filter((text) => text.includes('$250.00'))).toEqual([
      expect.stringContaining('Everyday → Rainy Day'),
    ]);
    expect(listed).toContainEqual(expect.stringMatching(/^Harbor Cinema.*Tide.*\u2212\$40\.00$/));
    const score = await screen.findByRole('link', { name: /^Credit score \d{3}$/ });
    const year = within(await screen.findByRole('heading', { name: /^\d{4} so far$/ }).then(getSection));
    const spending = await year.findByText('Spending');
    expect(spending.parentElement?.textContent).toBe('Spending$40.00');
    const income = year.getByText('Income').parentElement?.textContent;
    cleanup();
    await bank.visit('/dashboard/credit-score');
    await screen.findByRole('button', { name: new RegExp(`^${score.textContent?.slice(-3)}\\b`) });
    cleanup();
    await bank.visit('/analytics?range=year');
    const figures = await screen.findByRole('region', { name: 'Income and spending' });
    expect(figures.textContent).toContain('Spending$40.00');
    expect(figures.textContent).toContain(income ?? 'no income');
  });

  it("dates events in the customer's time zone, wherever the browser is", async () => {
    const id = await bank.signUp();
    await bank.openAccount({ balance: 100 });
    // It is never the same date in these two time zones.
    const days = new Set<string>();
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      await supabase.from('customers').update({ time_zone: zone }).eq('id', id).throwOnError();
      queryClient.clear();
      await bank.visit('/dashboard');
      const latest = await screen.findByRole('list', { name: 'Latest transactions' });
      const day = formatListDate(new Date(), zone);
      await waitFor(() => expect(latest.textContent).toContain(day));
      days.add(day);
      cleanup();
    }
    expect(days.size).toBe(2);
  });

  it('shows changes from elsewhere immediately', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    await bank.visit('/dashboard');
    const worth = await screen.findByRole('region', { name: 'Net worth' });
    await waitFor(() => expect(supabase.getChannels().map(({ state }) => state)).toContain('joined'));
    await supabase.rpc('deposit', { account_id: id, amount: 23.45 }).throwOnError();
    await waitFor(() => expect(worth.textContent).toContain('$123.45'));
  });

  it("warns that a bill can't be paid, with the reason, until it is dismissed", async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Everyday', balance: 150 });
    const rule = {
      account_id: id,
      name: 'Rent',
      payee: 'Shoreline Apartments',
      amount: 400,
      frequency: 'MONTHLY',
    };
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await supabase
      .from('scheduled_payments')
      .insert({ ...rule, start_date: day })
      .throwOnError();
    const { user } = await bank.visit('/dashboard');
    const list = within(await screen.findByRole('list', { name: 'Insights' }));
    list.getByText(/^Everyday will run short in the next 5 weeks\. Shortfall starting/);
    list.getByText('$250.00');
    expect(list.getByRole('link', { name: 'Transfer money' }).getAttribute('href')).toBe(
      `/dashboard/move?to=${id}`,
    );
    await user.click(list.getByRole('button', { name: /^Why am I seeing this/ }));
    await screen.findByText('Rent', { selector: '[role="dialog"] *' });
    await user.keyboard('{Escape}');
    await user.click(list.getByRole('button', { name: /^Dismiss/ }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Insights' })).toBeNull());
    const { data } = await supabase.from('insight_dismissals').select('key').throwOnError();
    expect(data).toEqual([{ key: `short ${id} ${day}` }]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('list', { name: 'Insights' });
  });

  it('shows the goals of a scenario, and its first steps only on request', async () => {
    const id = await bank.signUp();
    const { error } = await supabase.functions.invoke('start-scenario', {
      body: { pack: TINY_SCENARIO, time_zone: 'UTC' },
    });
    expect(error).toBeNull();
    await bank.visit('/dashboard');
    await screen.findByText(/^Your books balance/, undefined, { timeout: 30_000 });
    await waitFor(() => expect(screen.queryByText(/of 6 done$/)).toBeNull());
    const goals = within(await screen.findByRole('region', { name: 'Scenario goals' }, { timeout: 30_000 }));
    goals.getByText('Scenario · day 1 of 61');
    within(goals.getByRole('region', { name: 'Goals' })).getByText('Save $300.00');
    within(goals.getByRole('region', { name: 'Bonus star' })).getByText('Don’t pay any late fees');
    within(goals.getByRole('list', { name: 'Game over if' })).getByText('Less than $100.00.');
    cleanup();
    queryClient.clear();
    await supabase.from('customers').update({ shows_first_steps: true }).eq('id', id).throwOnError();
    await bank.visit('/dashboard');
    await screen.findByText(/of 6 done$/, undefined, { timeout: 30_000 });
  }, 60_000);

  it('reloads on request after an error', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/rest/v1/loans') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/dashboard');
    await screen.findByText("We couldn't load your dashboard.");
    away = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'What you own' });
  });
});

function getSection(heading: HTMLElement): HTMLElement {
  const section = heading.closest('section');
  if (!section) throw new Error('The heading has no section.');
  return section;
}
