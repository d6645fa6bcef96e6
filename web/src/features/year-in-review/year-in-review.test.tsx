import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const PAGE = '/analytics/year-in-review';
const patience = { timeout: 20_000 };

const parse = (text: string | null) =>
  Math.round(Number((text ?? '').replace('\u2212', '-').replace(/[^\d.-]/g, '')) * 100);

describe('the year in review', () => {
  it('says when the first review is ready', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    await bank.visit(PAGE);
    await screen.findByText('No year to review yet', undefined, patience);
    screen.getByRole('button', { name: /^Fast-forward to Jan 1, \d{4}$/ });
  });

  it('explains a complete year with causes that add up, and prints', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 6000 });
    await supabase.rpc('withdraw', { account_id: id, amount: 250.75, description: 'Sofa' }).throwOnError();
    await supabase
      .from('auto_deposits')
      .insert({ account_id: id, name: 'Pay', amount: 3000, frequency: 'MONTHLY' })
      .throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P14M' } });
    const print = vi.spyOn(window, 'print').mockImplementation(() => {});
    const { user, path } = await bank.visit(PAGE);
    const worth = within(await screen.findByRole('region', { name: 'Net worth' }, patience));
    const amounts = worth.getAllByRole('definition').map(({ textContent }) => parse(textContent));
    const change = amounts.pop();
    expect(amounts).toEqual([3_600_000]);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(change);
    await user.click(screen.getByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();

    // The year before is the household's first, with the purchase.
    const years = screen.getByRole('combobox', { name: 'Year' });
    const first = within(years).getAllByRole('option').at(-1)?.textContent ?? '';
    await user.selectOptions(years, first);
    await screen.findByRole('heading', { level: 1, name: `${first} in review` }, patience);
    expect(path()).toBe(`${PAGE}/${first}`);
    await screen.findByRole('link', { name: 'Sofa' });
    const highlights = screen.getByRole('heading', { name: 'Highlights' }).closest('section');
    expect(highlights?.textContent).toContain('$250.75');

    // Analytics shows the same spending for the same days.
    cleanup();
    queryClient.clear();
    await bank.visit(`/analytics?range=custom&from=${first}-01-01&to=${first}-12-31`);
    const spending = await screen.findByRole('button', { name: /Explain Spending$/ }, patience);
    expect(parse(spending.textContent)).toBe(25_075);
  });
});
