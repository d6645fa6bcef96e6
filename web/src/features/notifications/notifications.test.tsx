import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
/** Finds the button by label, because queries by role are slow on large pages. */
const press = (name: string) =>
  name.includes(':')
    ? screen.findByLabelText(name, { selector: 'button' })
    : screen.findByText(name, { selector: 'button, button *' });
const main = () => within(screen.getByRole('main'));
const rows = () => main().queryAllByRole('listitem');
const patience = { timeout: 10_000 };
const DAY_MS = 86_400_000;

/** Advances simulated time while the page is closed. */
async function advance(by: string) {
  const { error } = await supabase.functions.invoke('advance', { body: { by } });
  if (error) throw error;
}

/** Opens an account that receives weekly pay, starting tomorrow. */
async function earnWeekly() {
  const account = await bank.openAccount({ balance: 500 });
  const start_date = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  await supabase
    .from('auto_deposits')
    .insert({ account_id: account.id, name: 'Pay', amount: 300, frequency: 'WEEKLY', start_date })
    .throwOnError();
  return account;
}

describe('notifications', () => {
  it('describe future notifications while there are none', async () => {
    await bank.signUp();
    await bank.visit('/notifications');
    await screen.findByRole('heading', { name: 'No notifications' }, patience);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' }).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Notification settings' }).getAttribute('href')).toBe(
      '/settings/notifications',
    );
  });

  it('are one per rule after weeks pass, with a count, and keep their state', async () => {
    await bank.signUp();
    await earnWeekly();
    await advance('P29D');
    const { user } = await bank.visit('/notifications');
    await screen.findByText(/Pay of \$300\.00 arrived in Everyday/, undefined, patience);
    expect(rows()).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'View: Deposit Landed' }).getAttribute('href')).toBe(
      '/auto-deposit',
    );
    await user.click(await press('Mark as read: Deposit Landed'));
    await main().findByText('All read');
    // Simulates a reload, after which the page shows unseen notifications.
    await advance('P21D');
    await act(() => queryClient.invalidateQueries());
    await main().findByText(/, and 2 more like it\./, undefined, patience);
    expect(rows()).toHaveLength(1);
    expect(await main().findByText('1 unread of 1.')).toBeTruthy();
  });

  it('are filtered, grouped, marked, deleted, and restored', async () => {
    await bank.signUp();
    await earnWeekly();
    await bank.openAccount({ name: 'Purse', balance: 5 });
    await advance('P2D');
    const { user } = await bank.visit('/notifications');
    await waitFor(() => expect(rows()).toHaveLength(2), patience);
    await user.click(screen.getByText('By type'));
    expect(main().getByRole('heading', { name: 'Low Balance Alert' })).toBeTruthy();
    await user.click(await press('Mark as read: Low Balance Alert'));
    await user.click(screen.getByText('Unread'));
    expect(rows()).toHaveLength(1);
    await user.selectOptions(screen.getByLabelText('Type'), 'Low Balance Alert');
    await screen.findByRole('heading', { name: 'No unread notifications' });
    await user.click(await press('Show all'));
    expect(rows()).toHaveLength(2);
    await user.click(await press('Mark as unread: Low Balance Alert'));
    await main().findByText('2 unread of 2.');
    await user.click(await press('Delete notification: Deposit Landed'));
    expect(rows()).toHaveLength(1);
    await user.click(await press('Undo'));
    expect(rows()).toHaveLength(2);
    await user.click(await press('Clear all'));
    await screen.findByRole('heading', { name: 'No notifications' });
    await user.click((await screen.findAllByText('Undo', { selector: 'button' }))[0] as HTMLElement);
    await waitFor(() => expect(rows()).toHaveLength(2));
  });

  it('are navigated with arrow keys and deleted with Delete, without losing the position', async () => {
    await bank.signUp();
    for (const name of ['One', 'Two', 'Three']) await bank.openAccount({ name, balance: 5 });
    const { user } = await bank.visit('/notifications');
    await waitFor(() => expect(rows()).toHaveLength(3), patience);
    const [first, second] = rows().map((row) => within(row).getAllByRole('button')[0] as HTMLElement);
    act(() => first?.focus());
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{Delete}');
    await waitFor(() => expect(rows()).toHaveLength(2));
    await waitFor(() => expect(rows()[1]?.contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowUp}');
    expect(rows()[0]?.contains(document.activeElement)).toBe(true);
  });

  it('show an error about events, keep the alerts, and reload on request', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Purse', balance: 5 });
    bank.interrupt((url) =>
      url.pathname.endsWith('/my_notifications') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/notifications');
    await screen.findByText("We couldn't load your notifications.", undefined, patience);
    await waitFor(() => expect(rows()).toHaveLength(1), patience);
    bank.interrupt(() => null);
    await user.click(await press('Try again'));
    await waitFor(
      () => expect(screen.queryByText("We couldn't load your notifications.")).toBeNull(),
      patience,
    );
  });

  it("don't attribute last month's budget to this month after a fast-forward", async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 500 });
    const food = await supabase.from('categories').select('id').eq('name', 'Food').single().throwOnError();
    await supabase.from('budgets').insert({ category_id: food.data.id, amount: 100 }).throwOnError();
    const purchase = { account_id: id, amount: 120, type: 'WITHDRAWAL', category_id: food.data.id };
    await supabase
      .from('transactions')
      .insert({ ...purchase, date: new Date().toISOString() })
      .throwOnError();
    await bank.visit('/notifications');
    await screen.findByText(/You have spent \$120\.00 of \$100\.00 on Food in /, undefined, patience);
    await advance('P1M');
    // The new month's budgets fail to load, so only the old month's budgets are available.
    bank.interrupt((url) =>
      url.pathname.endsWith('/budget_status') ? new Response('{}', { status: 503 }) : null,
    );
    await act(() => queryClient.invalidateQueries());
    await waitFor(() => expect(screen.queryByText(/You have spent/)).toBeNull(), patience);
  });
});
