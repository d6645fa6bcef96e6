import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

const readLayout = async () =>
  (await supabase.from('customers').select('dashboard_layout').single().throwOnError()).data.dashboard_layout;

describe('the parts of the dashboard', () => {
  it('are hidden and moved by their customer on all devices', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit('/dashboard');
    await screen.findByRole('heading', { name: 'Latest transactions' });
    await user.click(screen.getByRole('button', { name: 'Customize' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Customize dashboard' }));
    await user.click(dialog.getByRole('switch', { name: 'Show Latest transactions' }));
    await user.click(dialog.getByRole('button', { name: 'More options for Upcoming' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to left column' }));
    dialog.getByText('Upcoming: position 4 of 4, left column.');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Latest transactions' })).toBeNull());
    expect(await readLayout()).toEqual([
      { part: 'accounts', column: 'main' },
      { part: 'month', column: 'main' },
      { part: 'budgets', column: 'main' },
      { part: 'upcoming', column: 'main' },
      { part: 'insights', column: 'side' },
      { part: 'transactions', column: 'side', hidden: true },
      { part: 'year', column: 'side' },
    ]);
  });

  it('return to the earlier layout on request', async () => {
    const customerId = await bank.signUp();
    await bank.openAccount({ balance: 100 });
    const layout = [{ part: 'transactions', column: 'main' }];
    await supabase.from('customers').update({ dashboard_layout: layout }).eq('id', customerId).throwOnError();
    const { user } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Customize' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Customize dashboard' }));
    await user.click(dialog.getByRole('button', { name: 'Reset to default' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(async () =>
      expect(await readLayout()).toEqual([
        { part: 'transactions', column: 'main' },
        { part: 'accounts', column: 'main' },
        { part: 'month', column: 'main' },
        { part: 'budgets', column: 'main' },
        { part: 'upcoming', column: 'side' },
        { part: 'insights', column: 'side' },
        { part: 'year', column: 'side' },
      ]),
    );
  });

  it('stay unchanged if the bank refuses them', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    bank.interrupt(({ pathname }, init) =>
      pathname.endsWith('/rest/v1/customers') && init?.method === 'PATCH'
        ? Response.json(
            {
              code: 'BADLO',
              message: "We don't recognize one of these sections. Reload the page and try again.",
            },
            { status: 400 },
          )
        : null,
    );
    const { user } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Customize' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Customize dashboard' }));
    await user.click(dialog.getByRole('switch', { name: 'Show Accounts' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText("We don't recognize one of these sections. Reload the page and try again.");
    expect(dialog.getByRole('switch', { name: 'Show Accounts' }).ariaChecked).toBe('false');
    // The page behind the dialog is hidden from screen readers.
    screen.getByRole('list', { name: 'What you own', hidden: true });
  });

  it('that the customer has added show the figures of their own screens', async () => {
    const customerId = await bank.signUp();
    const { id } = await bank.openAccount({ balance: 1000 });
    await supabase.rpc('withdraw', { account_id: id, amount: 40.5 }).throwOnError();
    const { data: goal } = await supabase
      .from('goals')
      .insert({ name: 'Lisbon', target: 2000, account_id: id })
      .select()
      .single()
      .throwOnError();
    const { data: view } = await supabase
      .from('saved_views')
      .insert({ name: 'Cash', query: 'is:spending', position: 0 })
      .select()
      .single()
      .throwOnError();
    const gone = crypto.randomUUID();
    await supabase
      .from('customers')
      .update({
        dashboard_layout: [
          { part: 'safe_to_spend', column: 'main' },
          { part: 'goal', id: goal.id, column: 'main' },
          { part: 'saved_view', id: view.id, column: 'side' },
          { part: 'goal', id: gone, column: 'side' },
          { part: 'what_if', id: gone, column: 'side' },
        ],
      })
      .eq('id', customerId)
      .throwOnError();
    const { data: category } = await supabase
      .from('categories')
      .select('id')
      .eq('name', 'Food')
      .single()
      .throwOnError();
    await supabase.from('budgets').insert({ category_id: category.id, amount: 300 }).throwOnError();
    await bank.visit('/budgets');
    const getSafe = () => screen.findByRole('button', { name: /Safe to spend per day/ }, { timeout: 20_000 });
    const title = (await getSafe()).textContent;
    cleanup();
    queryClient.clear();
    await bank.visit('/dashboard');
    expect((await getSafe()).textContent).toBe(title);
    const lisbon = await screen.findByRole('meter', { name: /^Lisbon/ });
    expect(lisbon.ariaValueNow).toBe('48');
    const totals = await screen.findByRole('region', { name: 'Totals' });
    expect(totals.textContent).toContain('Out$40.50');
    await screen.findByText(/We can't find this what-if in this browser/);
  });
});
