import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

/** A year's worth of a day: a salary, rent and a book on one account, something else on another. */
async function liveALittle() {
  const everyday = await bank.openAccount();
  const savings = await bank.openAccount({ name: 'Savings', balance: 7 });
  const move = (verb: 'deposit' | 'withdraw', amount: number, description: string) =>
    supabase.rpc(verb, { account_id: everyday.id, amount, description }).throwOnError();
  await move('deposit', 3000, 'Salary of October');
  await move('withdraw', 1200, 'Rent, "new" flat (100%)');
  await move('withdraw', 15.5, 'A book');
  return { everyday, savings };
}

async function shown() {
  const list = await screen.findByRole('list', { name: 'Transactions' });
  return within(list).getAllByRole('button');
}
const expectRows = (count: number) => waitFor(async () => expect(await shown()).toHaveLength(count));

describe('transactions', () => {
  it('are narrowed by type, account and words, and shown in full again', async () => {
    await bank.signUp();
    const { savings } = await liveALittle();
    const { user } = await bank.visit('/transactions');
    await expectRows(4);
    await user.selectOptions(screen.getByLabelText('Type'), 'Withdrawals');
    await expectRows(2);
    await user.type(screen.getByLabelText('Search transactions'), 'book');
    await expectRows(1);
    expect((await shown())[0]?.textContent).toMatch(/A book.*\u2212\$15\.50/);
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await expectRows(4);
    await user.selectOptions(screen.getByLabelText('Account'), savings.id);
    await expectRows(1);
  });

  it.each([
    ['flat rent', 1],
    ['"new"', 1],
    ['(100%)', 1],
    ['%', 1],
    ['r*nt,', 1],
    ['r_nt', 0],
    ['october,', 0],
  ])('a search for %s finds %d, whatever signs are in it', async (words, count) => {
    await bank.signUp();
    await liveALittle();
    await bank.visit(`/transactions?q=${encodeURIComponent(words)}`);
    await (count === 0 ? screen.findByText('Nothing matches.') : expectRows(count));
  });

  it('of this month are all of them, and a filter in the address that is no day is passed over', async () => {
    await bank.signUp();
    await liveALittle();
    const { user } = await bank.visit('/transactions?from=soon&to=2026-99-99');
    await expectRows(4);
    const months = screen.getByLabelText<HTMLSelectElement>('Month');
    await user.selectOptions(months, months.options[1]?.value ?? '');
    await expectRows(4);
    await user.selectOptions(months, months.options[2]?.value ?? '');
    await screen.findByText('Nothing matches.');
  });

  it('that could not be read are read again on request', async () => {
    await bank.signUp();
    await liveALittle();
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/rest/v1/transactions') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/transactions');
    await screen.findByText('Your transactions could not be read.');
    away = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await expectRows(4);
  });
});
