import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { onFastForwardRequested } from '@/entities/household/request-fast-forward';
import { supabase } from '@/lib/supabase';
import { commands } from './command-dialogs';

const bank = openBank();
beforeAll(async () => {
  await commands.load();
});
const patience = { timeout: 15_000 };

async function openSearch(path = '/settings') {
  const visit = await bank.visit(path);
  await visit.user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search' }, patience);
  return { ...visit, field, dialog: within(screen.getByRole('dialog', { name: 'Search' })) };
}

const getActive = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the search', () => {
  it('finds accounts, transactions, and pages, marks the match, and opens the chosen one', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ name: 'Harbor savings', type: 'SAVINGS', balance: 80 });
    await supabase.rpc('deposit', { account_id: id, amount: 5, description: 'Harbor refund' }).throwOnError();
    const { user, field, dialog, path } = await openSearch();
    await user.type(field, 'harbor');
    const transactions = within(await dialog.findByRole('group', { name: 'Transactions' }, patience));
    expect(transactions.getByRole('option', { name: /Harbor refund/ }).querySelector('b')?.textContent).toBe(
      'Harbor',
    );
    expect(getActive(field)).toContain('Harbor savings');
    await user.keyboard('{ArrowDown}');
    expect(getActive(field)).toContain('Harbor refund');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(path()).toBe(`/dashboard/accounts/${id}`));
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
  });

  it('finds nested pages by their purpose', async () => {
    await bank.signUp();
    const { user, field, dialog, path } = await openSearch();
    for (const [query, name] of [
      ['irs refund', /Taxes/],
      ['stop working', /Retirement/],
      ['audit', /Change history/],
      ['hide amounts', /Appearance and privacy/],
      ['pending purchases', /Realism/],
    ] as const) {
      await user.clear(field);
      await user.type(field, query);
      await dialog.findByRole('option', { name }, patience);
    }
    await user.clear(field);
    await user.type(field, 'w-2');
    await waitFor(() => expect(getActive(field)).toContain('Taxes'), patience);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/documents/taxes'));
  });

  it('passes a question without results to the assistant', async () => {
    await bank.signUp();
    const { user, field, dialog, path } = await openSearch();
    await user.type(field, 'zebra crossing');
    await dialog.findByText('No results for “zebra crossing”.', undefined, patience);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toMatch(/^\/assistant/), patience);
  });

  it('shows the bank’s failure and searches again', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 80 });
    const { user, field, dialog } = await openSearch();
    bank.interrupt(({ pathname }) =>
      pathname.endsWith('/search_transactions') ? new Response('{}', { status: 503 }) : null,
    );
    await user.type(field, 'initial');
    await dialog.findByText(/couldn't search your transactions/, undefined, patience);
    bank.interrupt(() => null);
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('option', { name: /Initial deposit/ }, patience);
  });

  it('requests a fast-forward of one month', async () => {
    await bank.signUp();
    const requests: unknown[] = [];
    const stop = onFastForwardRequested((target) => requests.push(target));
    const { user, field } = await openSearch();
    await user.type(field, 'one month{Enter}');
    expect(requests).toEqual([{ by: 'P1M' }]);
    stop();
  });
});

describe('shortcuts', () => {
  it('go to pages, but not while the customer types', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/support');
    await user.type(await screen.findByRole('searchbox', undefined, patience), 'gb?');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(path()).toBe('/support');
    await user.click(document.body);
    await user.keyboard('gb');
    await waitFor(() => expect(path()).toBe('/budgets'));
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }, patience));
    expect(sheet.getByText('Transfer money')).toBeDefined();
    // Dialogs have their own keys.
    await user.keyboard('gd');
    expect(path()).toBe('/budgets');
  });
});
