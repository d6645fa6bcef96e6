import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

async function spend(...descriptions: string[]) {
  await bank.signUp();
  const account = await bank.openAccount({ balance: 500 });
  for (const description of descriptions)
    await supabase.rpc('withdraw', { account_id: account.id, amount: 10, description }).throwOnError();
  return account;
}
const categories = async () =>
  (await supabase.from('spending').select('category').order('at').throwOnError()).data.map(
    ({ category }) => category,
  );

describe('rules', () => {
  it('are written with a preview of past transactions, which can be changed and undone', async () => {
    const account = await spend('Corner Market', 'Market of books', 'Cinema');
    const { user } = await bank.visit('/transactions/rules');
    await screen.findByText('No rules yet');
    await user.click(screen.getByRole('button', { name: 'New rule' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Contains'), 'market');
    await dialog.findByRole('option', { name: 'Food' });
    await user.selectOptions(dialog.getByLabelText('Category'), 'Food');
    await dialog.findByText('2 past transactions match, 2 would change.');
    await user.click(dialog.getByLabelText(/these 2 transactions too/));
    await user.click(dialog.getByRole('button', { name: 'Save rule' }));
    await screen.findByText('2 transactions changed');
    expect(await categories()).toEqual(['Food', 'Food', null]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(async () => expect(await categories()).toEqual([null, null, null]));
    await supabase
      .rpc('withdraw', { account_id: account.id, amount: 5, description: 'Market' })
      .throwOnError();
    expect((await categories()).at(-1)).toBe('Food');
  });

  it('say in words what they do, with their latest matches', async () => {
    await spend('Corner Market', 'Cinema');
    const { data: food } = await supabase
      .from('categories')
      .select('id')
      .eq('name', 'Food')
      .single()
      .throwOnError();
    await supabase
      .from('categorization_rules')
      .insert([
        { words: 'market', flow: 'out', lowest: 5, set_category_id: food.id, add_tags: ['food', 'weekly'] },
        { words: 'never bought', type: 'CARD', set_category_id: food.id },
      ])
      .throwOnError();
    await bank.visit('/transactions/rules');
    const [market, card] = within(await screen.findByRole('list', { name: 'Rules' }))
      .getAllByRole('button', { name: /^When/ })
      .map((button) => within(button.closest('li') as HTMLElement));
    market?.getByText('When a transaction contains “market”, is money out, and is at least 5.00');
    await market?.findByText('Set the category to Food and add the tags “food” and “weekly”.');
    await market?.findByText('1 past transaction matches');
    market?.getByText('Corner Market');
    market?.getByText(/No category becomes Food$/);
    await card?.findByText("When one posts, we'll set the category to Food.");
  });

  it('show missing fields, and are ordered, turned off, deleted, and restored', async () => {
    await spend('Corner Market');
    const { data: food } = await supabase
      .from('categories')
      .select('id')
      .eq('name', 'Food')
      .single()
      .throwOnError();
    for (const words of ['market', 'corner'])
      await supabase.from('categorization_rules').insert({ words, set_category_id: food.id }).throwOnError();
    const { user } = await bank.visit('/transactions/rules');
    const list = within(await screen.findByRole('list', { name: 'Rules' }));
    const order = () => list.getAllByText(/^When.*”$/).map((item) => /“.*”/.exec(item.textContent)?.[0]);
    expect(order()).toEqual(['“market”', '“corner”']);
    await user.click(list.getByRole('button', { name: 'More options for rule 2' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
    await waitFor(() => expect(order()).toEqual(['“corner”', '“market”']));
    await user.click(list.getByRole('switch', { name: 'Rule 1 is on' }));
    await waitFor(() =>
      expect(list.getByRole('switch', { name: 'Rule 1 is on' }).getAttribute('aria-checked')).toBe('false'),
    );
    await user.click(list.getByRole('button', { name: 'More options for rule 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(order()).toEqual(['“market”']));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(order()).toEqual(['“corner”', '“market”']));
    await user.click(screen.getByRole('button', { name: 'New rule' }));
    await user.click(await screen.findByRole('button', { name: 'Save rule' }));
    await screen.findByText('Choose which transactions this rule applies to.');
    await screen.findByText('Choose what this rule does.');
  });

  it('are suggested after two manual categorizations', async () => {
    await spend('Bakery', 'Bakery');
    const { data: food } = await supabase
      .from('categories')
      .select('id')
      .eq('name', 'Food')
      .single()
      .throwOnError();
    const { data: rows } = await supabase
      .from('transactions')
      .select('id')
      .eq('kind', 'withdrawal')
      .throwOnError();
    await supabase
      .rpc('annotate_transactions', {
        transaction_keys: rows.map(({ id }) => id),
        changes: { category_id: food.id },
      })
      .throwOnError();
    const { user } = await bank.visit('/transactions/rules');
    await user.click(await screen.findByRole('button', { name: /“Bakery” into Food/ }));
    expect((await screen.findByLabelText<HTMLInputElement>('Contains')).value).toBe('Bakery');
    await user.click(screen.getByRole('button', { name: 'Save rule' }));
    await within(await screen.findByRole('list', { name: 'Rules' })).findByText(
      'When a transaction contains “Bakery”',
    );
    await waitFor(() => expect(screen.queryByText('Suggested')).toBeNull());
  });
});
