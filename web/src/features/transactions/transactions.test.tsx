import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

/**
 * Simulates a salary, rent, and a book purchase on one account, a purchase on another account, and lunch by
 * card.
 */
async function simulateSomeDays() {
  const everyday = await bank.openAccount();
  const savings = await bank.openAccount({ name: 'Savings', balance: 7 });
  const move = (verb: 'deposit' | 'withdraw', amount: number, description: string) =>
    supabase.rpc(verb, { account_id: everyday.id, amount, description }).throwOnError();
  await move('deposit', 3000, 'Salary of October');
  await move('withdraw', 1200, 'Rent, "new" flat (100%)');
  await move('withdraw', 15.5, 'A book');
  const { data: card } = await supabase
    .from('credit_cards')
    .insert({ name: 'Blue card', credit_limit: 1000 })
    .select()
    .single()
    .throwOnError();
  await supabase
    .rpc('charge_credit_card', { card_id: card.id, amount: 12, merchant: 'Corner Grocer', category: 'Food' })
    .throwOnError();
  return { everyday, savings, card };
}

const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search transactions' });
async function shown() {
  const list = await screen.findByRole('list', { name: 'Transactions' });
  return within(list).getAllByRole('button');
}
const expectRows = (count: number) => waitFor(async () => expect(await shown()).toHaveLength(count));

describe('transactions', () => {
  it('on accounts and cards are filtered by one search, part by part, and shown in full again', async () => {
    await bank.signUp();
    await simulateSomeDays();
    const { user } = await bank.visit('/transactions');
    await expectRows(5);
    await user.type(await box(), 'category:food amount:>10');
    await expectRows(1);
    expect((await shown())[0]?.textContent).toMatch(/Corner Grocer.*Food, Blue card.*\u2212\$12\.00/);
    const chips = screen.getByRole('list', { name: 'Search filters' });
    await user.click(within(chips).getByRole('button', { name: 'Remove Food' }));
    expect((await box()).value).toBe('amount:>10');
    await expectRows(4);
    const totals = screen.getByRole('region', { name: 'Totals' });
    await waitFor(() =>
      expect(totals.textContent).toContain('Transactions4In$3,000.00Out$1,227.50Net+$1,772.50'),
    );
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await expectRows(5);
  });

  it('show a transfer once, or once per account in a search for accounts, with the balance', async () => {
    await bank.signUp();
    const { everyday, savings, card } = await simulateSomeDays();
    await supabase
      .rpc('transfer', { from_account_id: everyday.id, to_account_id: savings.id, amount: 100 })
      .throwOnError();
    await supabase
      .rpc('pay_credit_card', { card_id: card.id, amount: 5, account_id: everyday.id })
      .throwOnError();
    const { user } = await bank.visit('/transactions');
    await expectRows(7);
    expect((await shown())[1]?.textContent).toMatch(/^Everyday → Savings.*Transfer\$100\.00$/);
    expect((await shown())[0]?.textContent).toMatch(/Everyday → Blue card.*\$5\.00$/);
    const totals = screen.getByRole('region', { name: 'Totals' });
    // Both sides count, as before and in the export.
    await waitFor(() => expect(totals.textContent).toContain('Transactions9In$3,112.00Out$1,332.50'));
    await screen.findByText(/^9 transactions\. Each transfer between your accounts counts as 2/);
    await user.type(await box(), 'account:Savings');
    await expectRows(2);
    expect((await shown())[0]?.textContent).toMatch(/^From Everyday.*\+\$100\.00\$107\.00$/);
    const balances = screen.getByRole('region', { name: 'Balances' });
    expect(balances.textContent).toContain('Savings$107.00');
    await user.type(await box(), ' account:Everyday');
    await expectRows(7);
    expect(balances.textContent).toMatch(/Everyday\$1,679\.50.*Savings\$107\.00/);
  });

  it('show what is upcoming above the list, with the balance after it in one account', async () => {
    await bank.signUp();
    const { everyday, savings } = await simulateSomeDays();
    const start_date = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    await supabase
      .from('scheduled_payments')
      .insert({
        name: 'Saving',
        account_id: everyday.id,
        to_account_id: savings.id,
        amount: 50,
        start_date,
        frequency: 'MONTHLY',
      })
      .throwOnError();
    const { user } = await bank.visit('/transactions');
    const upcoming = await screen.findByRole('region', { name: 'Upcoming' });
    expect(within(upcoming).getAllByRole('listitem').at(-1)?.textContent).toMatch(
      /^Saving.*Everyday → Savings\$50\.00$/,
    );
    await user.type(await box(), 'account:Savings');
    await waitFor(() =>
      expect(upcoming.textContent).toMatch(
        /\+\$50\.00, balance afterward \$57\.00Balances don't include everyday spending\.$/,
      ),
    );
    // Days without transactions yet can have upcoming ones.
    await user.clear(await box());
    await user.type(await box(), `after:${start_date}`);
    await screen.findByText('No transactions found.');
    expect((await screen.findByRole('region', { name: 'Upcoming' })).textContent).toContain('Saving');
    await user.type(await box(), ' -book');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Upcoming' })).toBeNull());
  });

  it.each([
    ['flat rent', 1],
    ['(100%)', 1],
    ['r*nt,', 0],
    ['-rent -book', 3],
    ['"blue card"', 0],
    ['amount:12..16', 2],
  ])('a search for %s finds %d, whatever characters it contains', async (text, count) => {
    await bank.signUp();
    await simulateSomeDays();
    await bank.visit(`/transactions?q=${encodeURIComponent(text)}`);
    await (count === 0 ? screen.findByText('No transactions found.') : expectRows(count));
  });

  it('accept the older parameters of the address and ignore invalid dates', async () => {
    await bank.signUp();
    const { savings } = await simulateSomeDays();
    const { user } = await bank.visit(`/transactions?account=${savings.id}&from=soon&to=2026-99-99`);
    await expectRows(1);
    expect((await box()).value).toBe('account:Savings');
    await user.clear(await box());
    await user.type(await box(), 'account:zzz');
    await screen.findByText('No account or card is called \u201czzz\u201d.');
    await screen.findByText('No transactions found.');
  });

  it('are completed, opened, navigated, and selected by keyboard', async () => {
    await bank.signUp();
    await simulateSomeDays();
    const { user } = await bank.visit('/transactions');
    await expectRows(5);
    await user.keyboard('/');
    expect(await box()).toBe(document.activeElement);
    await user.keyboard('cat{ArrowDown}{Enter}fo{ArrowDown}{Enter}');
    expect((await box()).value).toBe('category:Food ');
    await expectRows(1);
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await expectRows(5);
    (await shown())[0]?.focus();
    await user.keyboard('x{ArrowDown}');
    await waitFor(async () => expect((await shown())[1]).toBe(document.activeElement));
    await user.keyboard('X');
    await screen.findByText('2 selected');
    await user.click(screen.getByRole('button', { name: 'Select all 5' }));
    await screen.findByText('5 selected');
  });

  it('are saved as a view, which is renamed, deleted, and restored', async () => {
    await bank.signUp();
    await simulateSomeDays();
    const { user } = await bank.visit('/transactions?q=amount%3A%3E1000');
    await expectRows(2);
    await user.click(await screen.findByRole('button', { name: 'Save view' }));
    await user.type(screen.getByLabelText('Name'), 'Large');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const views = await screen.findByRole('navigation', { name: 'Saved views' });
    await within(views).findByRole('button', { name: 'Large', current: 'page' });
    await user.click(within(views).getByRole('button', { name: 'All' }));
    await expectRows(5);
    await user.click(within(views).getByRole('button', { name: 'Large' }));
    await expectRows(2);
    await user.click(within(views).getByRole('button', { name: 'More options for Large' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await within(views).findByRole('button', { name: 'Large' });
  });

  it('reload on request after an error', async () => {
    await bank.signUp();
    await simulateSomeDays();
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.includes('/rpc/search_') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/transactions');
    await screen.findByText("We couldn't load your transactions.", {}, { timeout: 5000 });
    away = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectRows(5);
  });
});
