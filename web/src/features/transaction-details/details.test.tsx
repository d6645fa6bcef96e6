import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { formatListDate, formatTextDate, getDay } from '@/lib/dates';
import { supabase } from '@/lib/supabase';

const bank = openBank();

/** Signs up a customer and opens the details of a withdrawal. */
async function openRow(amount = 120) {
  await bank.signUp();
  const account = await bank.openAccount({ balance: 500 });
  await supabase
    .rpc('withdraw', { account_id: account.id, amount, description: 'Corner Market' })
    .throwOnError();
  const { data } = await supabase
    .from('transactions')
    .select('id')
    .eq('kind', 'withdrawal')
    .single()
    .throwOnError();
  const { user } = await bank.visit(`/transactions?open=${data.id}`);
  const detail = within(await screen.findByRole('region', { name: 'Details' }));
  await detail.findByLabelText('Note');
  await detail.findByRole('option', { name: 'Food' });
  return { user, detail, id: data.id, account };
}

/** Moves the customer to a time zone whose date differs from this browser's date. Returns the time zone. */
async function movesToAnotherDay(): Promise<string> {
  const zone =
    ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find(
      (item) => getDay(new Date(), item) !== getDay(new Date()),
    ) ?? 'UTC';
  await supabase.from('customers').update({ time_zone: zone }).neq('time_zone', zone).throwOnError();
  await queryClient.invalidateQueries({ queryKey: ['customers'] });
  return zone;
}

const getStored = async (id: string) => {
  const [row, details, tags] = await Promise.all([
    supabase
      .from('transactions')
      .select('description, categories(name)')
      .eq('id', id)
      .single()
      .throwOnError(),
    supabase
      .from('transaction_details')
      .select('note')
      .eq('transaction_key', id)
      .maybeSingle()
      .throwOnError(),
    supabase.from('transaction_tags').select('tag').eq('transaction_key', id).order('tag').throwOnError(),
  ]);
  return {
    description: row.data.description,
    category: row.data.categories?.name,
    note: details.data?.note,
    tags: tags.data.map(({ tag }) => tag),
  };
};

describe('transaction details', () => {
  it('save the category, text, and tags while typing, and say so', async () => {
    const { user, detail, id } = await openRow();
    await user.selectOptions(detail.getByLabelText('Category'), 'Food');
    await user.type(detail.getByLabelText('Note'), 'For two');
    await user.type(detail.getByLabelText('Tags'), 'Party,summer{Enter}');
    await detail.findByText('Saved');
    await waitFor(async () =>
      expect(await getStored(id)).toEqual({
        description: 'Corner Market',
        category: 'Food',
        note: 'For two',
        tags: ['party', 'summer'],
      }),
    );
    await user.click(detail.getByRole('button', { name: 'Remove party' }));
    await waitFor(async () => expect((await getStored(id)).tags).toEqual(['summer']));
  });

  it("keep the entries while the bank can't be reached, and send them afterwards", async () => {
    const { user, detail, id } = await openRow();
    let away = true;
    bank.interrupt(({ pathname }) => {
      if (away && pathname.endsWith('/rpc/annotate_transactions')) throw new TypeError('Failed to fetch');
      return null;
    });
    await user.type(detail.getByLabelText('Note'), 'Later');
    await detail.findByText(/We'll send it/);
    expect((await getStored(id)).note).toBeUndefined();
    away = false;
    window.dispatchEvent(new Event('online'));
    await detail.findByText('Saved');
    expect((await getStored(id)).note).toBe('Later');
  });

  it('add a category in place', async () => {
    const { user, detail, id } = await openRow();
    await user.selectOptions(detail.getByLabelText('Category'), 'New category…');
    await user.type(detail.getByLabelText('New category name'), 'Boats{Enter}');
    await waitFor(async () => expect((await getStored(id)).category).toBe('Boats'));
    await waitFor(() =>
      expect(detail.getByLabelText<HTMLSelectElement>('Category').selectedOptions[0]?.text).toBe('Boats'),
    );
  });

  it('split between categories, show the remainder, and remove the split with one press', async () => {
    const { user, detail } = await openRow();
    await user.click(detail.getByRole('button', { name: 'Split between categories' }));
    await user.selectOptions(detail.getByLabelText('Category for part 1'), 'Food');
    await user.type(detail.getByLabelText('Amount for part 1'), '80');
    await detail.findByText('$40.00 left to assign.');
    await user.keyboard('{Escape}');
    await detail.findByText("Your split isn't saved yet. Save or cancel it.");
    await user.click(detail.getByRole('button', { name: 'Remaining: $40.00' }));
    await detail.findByText('The parts add up.');
    await user.click(detail.getByRole('button', { name: 'Save split' }));
    await detail.findByRole('button', { name: 'Edit split' });
    const { data } = await supabase.from('spending').select('category, amount').order('part').throwOnError();
    expect(data).toEqual([
      { category: 'Food', amount: 80 },
      { category: null, amount: 40 },
    ]);
    await user.click(detail.getByRole('button', { name: 'Remove split' }));
    await detail.findByRole('button', { name: 'Split between categories' });
  });

  it('correct a mistake with a new entry after a review, and link both', async () => {
    const { user, detail } = await openRow();
    const zone = await movesToAnotherDay();
    await user.click(detail.getByRole('button', { name: 'Correct transaction' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Correct amount'), '12');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText('$488', { exact: false });
    await user.click(dialog.getByRole('button', { name: 'Correct transaction' }));
    await detail.findByText(/was reversed/);
    const corrections = (await detail.findByRole('link', { name: 'reversed' })).closest('li');
    expect(corrections?.textContent).toContain(formatTextDate(new Date(), zone));
    await detail.findByText(new RegExp(formatListDate(new Date(), zone)));
    await user.click(await detail.findByRole('link', { name: 'reversed' }));
    await screen.findByText(/This reverses/);
    expect(screen.queryByRole('button', { name: 'Correct transaction' })).toBeNull();
    const { data } = await supabase.from('accounts').select('balance').single().throwOnError();
    expect(data.balance).toBe(488);
  });
});
