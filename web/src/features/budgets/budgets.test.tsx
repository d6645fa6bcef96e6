import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMoney } from '@/lib/money';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const patience = { timeout: 10_000 };

async function categoryId(name: string): Promise<string> {
  const { data } = await supabase.from('categories').select('id').eq('name', name).single().throwOnError();
  return data.id;
}

async function spend(amount: number, category: string) {
  const card = { name: 'Tide', credit_limit: 5000, balance: 0, apr: 20, due_date: '2030-01-01' };
  const { data: cards } = await supabase.from('credit_cards').select('id').throwOnError();
  const cardId = cards[0]?.id;
  const card_id =
    cardId ?? (await supabase.from('credit_cards').insert(card).select().single().throwOnError()).data.id;
  await supabase.rpc('charge_credit_card', { card_id, amount, merchant: 'Shop', category }).throwOnError();
}

async function setBudget(category: string, amount: number) {
  await supabase
    .from('budgets')
    .insert({ category_id: await categoryId(category), amount })
    .throwOnError();
}

describe('budgets', () => {
  it('list every category and can be set in place', async () => {
    await bank.signUp();
    await spend(42.5, 'Food');
    const { user } = await bank.visit('/budgets');
    await screen.findByText('No budgets yet');
    await user.click(await press(/^Food/));
    const form = within(await screen.findByRole('form', { name: 'Budget for Food' }));
    await user.type(form.getByLabelText('Monthly amount'), '300');
    await user.selectOptions(form.getByLabelText('Rollover'), 'surplus');
    await user.click(form.getByRole('button', { name: 'Set budget' }));
    await screen.findByText(/\$42\.50 of \$300\.00 spent/, undefined, patience);
    expect(screen.getByRole('meter', { name: /^Food/ }).getAttribute('aria-valuenow')).toBe('14');
    const { data } = await supabase.from('budgets').select('amount, rollover').single().throwOnError();
    expect(data).toEqual({ amount: 300, rollover: 'surplus' });
  });

  it('say which announced increase of a bill exceeds them', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ balance: 20_000 });
    await setBudget('Housing', 1450);
    const start = new Date(Date.now() + (64 - 365) * 86_400_000).toISOString().slice(0, 10);
    const rent = { account_id: account.id, name: 'Rent', payee: 'Landlord', amount: 1450 };
    await supabase
      .from('scheduled_payments')
      .insert({
        ...rent,
        frequency: 'MONTHLY',
        start_date: start,
        category_id: await categoryId('Housing'),
      })
      .throwOnError();
    const { error } = await supabase.functions.invoke('advance', { body: { by: 'P1W' } });
    expect(error).toBeNull();
    await bank.visit('/budgets');
    await screen.findByText(/^Rent goes up to \$1,494\.00 on .*, \$44\.00 over this budget\./);
    await screen.findByRole('link', { name: 'View increase' });
  });

  it('show the overspent category and cover it from another', async () => {
    await bank.signUp();
    await setBudget('Food', 300);
    await setBudget('Entertainment', 50);
    await spend(80, 'Entertainment');
    const { user } = await bank.visit('/budgets');
    await user.click(await press(/^Entertainment.*\$30\.00 over budget/));
    await user.click(await press('Cover overspending'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cover Entertainment' }));
    await user.click(dialog.getByRole('button', { name: 'Move $30.00 to Entertainment' }));
    await waitFor(() => screen.getByRole('button', { name: /^Food.*\$0\.00 of \$270\.00/ }), patience);
    await screen.findByRole('button', { name: /^Entertainment.*\$80\.00 of \$80\.00/ });
  });

  it('with envelopes assign income and refuse more than there is', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount();
    await supabase.rpc('deposit', { account_id: id, amount: 500 }).throwOnError();
    await setBudget('Food', 300);
    const { user } = await bank.visit('/budgets');
    await user.click(await press('Options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Use envelopes' }));
    await user.click(await screen.findByRole('button', { name: 'Fill categories' }, patience));
    await screen.findByRole('button', { name: /^Food.*\$0\.00 of \$300\.00/ }, patience);
    await user.click(await press(/^Shopping/));
    await user.click(await press('Move money'));
    const dialog = within(await screen.findByRole('dialog'));
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '200.01');
    await user.click(dialog.getByRole('button', { name: /^Move \$200\.01/ }));
    await dialog.findByText('Only $200.00 is left in that category.');
  });

  it("subtract foreign bills at today's rate from the daily amount", async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 5000 });
    const { id } = await bank.openAccount({ name: 'Paris', currency: 'EUR', balance: 900 });
    await setBudget('Housing', 2000);
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const category_id = await categoryId('Housing');
    const bill = { name: 'Flat', payee: 'Landlord', account_id: id, amount: 400, category_id };
    await supabase
      .from('scheduled_payments')
      .insert({ ...bill, frequency: 'MONTHLY', start_date: tomorrow })
      .throwOnError();
    const { data } = await supabase
      .from('exchange_rates')
      .select('rate')
      .match({ base: 'EUR', quote: 'USD', rate_date: today })
      .single()
      .throwOnError();
    const isThisMonth = tomorrow.slice(0, 7) === today.slice(0, 7);
    const worth = isThisMonth ? Math.round(400_00 * data.rate) / 100 : 0;
    const { user } = await bank.visit('/budgets');
    await user.click(await screen.findByRole('button', { name: /Explain Safe to spend per day/ }, patience));
    const line = (await screen.findByText('Unpaid bills in your budgets')).parentElement;
    expect(line?.textContent).toContain(formatMoney(-worth, 'USD'));
    expect(screen.getByText('Bills before payday').parentElement?.textContent).toContain('$0.00');
  });

  it('of a past month are read-only', async () => {
    await bank.signUp();
    await setBudget('Food', 300);
    const month = new Date();
    month.setUTCDate(0);
    const { user } = await bank.visit(`/budgets?month=${month.toISOString().slice(0, 7)}`);
    await screen.findByText(/^Spent in/, undefined, patience);
    await user.click(await press(/^Food/));
    await screen.findByText('This month is over.');
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Options' })).toBeNull();
  });

  it('show an error and reload on request', async () => {
    await bank.signUp();
    let isDown = true;
    bank.interrupt((url) =>
      isDown && url.pathname.endsWith('/rpc/budget_status') ? new Response('{}', { status: 500 }) : null,
    );
    const { user } = await bank.visit('/budgets');
    await screen.findByText("We couldn't load your budgets.", undefined, { timeout: 15_000 });
    isDown = false;
    await user.click(await press('Try again'));
    await screen.findByText('No budgets yet', undefined, patience);
  });
});
