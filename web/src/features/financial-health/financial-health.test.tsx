import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const PAGE = '/analytics/financial-health';
const patience = { timeout: 20_000 };

describe('the financial health score', () => {
  it('of a new customer says what is missing', async () => {
    await bank.signUp();
    await bank.visit(PAGE);
    await screen.findByText('No score yet', undefined, patience);
    expect(screen.getByRole('link', { name: 'Open account' }).getAttribute('href')).toBe('/create-account');
    cleanup();
    queryClient.clear();
    await bank.openAccount({ balance: 100 });
    await bank.visit(PAGE);
    const add = await screen.findByRole('link', { name: 'Add paycheck' }, patience);
    expect(add.getAttribute('href')).toBe('/auto-deposit');
  });

  it('is the average of its indicators, on its page and on the dashboard', async () => {
    const customerId = await bank.signUp();
    const { id } = await bank.openAccount({ balance: 6000 });
    await supabase
      .from('auto_deposits')
      .insert({ account_id: id, name: 'Pay', amount: 3000, frequency: 'MONTHLY', start_date: '2026-01-01' })
      .throwOnError();
    await supabase
      .from('scheduled_payments')
      .insert({ account_id: id, name: 'Rent', payee: 'Landlord', amount: 1500, frequency: 'MONTHLY' })
      .throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P3M' } });
    const layout = [{ part: 'financial_health', column: 'main' }];
    await supabase.from('customers').update({ dashboard_layout: layout }).eq('id', customerId).throwOnError();

    const { user } = await bank.visit(PAGE);
    const spend = within(await screen.findByRole('list', { name: 'Spend indicators' }, patience));
    spend.getByText(/^50% of income spent/);
    spend.getByText('100% on time · All on time');
    within(screen.getByRole('list', { name: 'Borrow indicators' })).getByText('No debt');
    screen.getByText(/This is not your credit score/);
    const best = within(screen.getByRole('region', { name: 'Next best step' }));
    expect(best.getAllByRole('link')).toHaveLength(1);

    await user.click(screen.getByRole('button', { name: /Explain Financial health score/ }));
    const panel = within(await screen.findByRole('dialog', { name: 'Financial health score' }));
    const points = panel.getAllByRole('definition').map(({ textContent }) => Number(textContent));
    const score = Math.round(points.reduce((sum, value) => sum + value, 0) / points.length);
    const meters = screen.getAllByRole('meter', { hidden: true });
    expect(meters.map(({ ariaValueNow }) => Number(ariaValueNow))).toEqual(points);
    screen.getByRole('img', { name: new RegExp(`^${score} of 0 to 100`), hidden: true });

    const streaks = within(await screen.findByRole('list', { name: 'Streaks' }, patience));
    const titles = streaks.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(titles).toEqual([
      'Spent less than you earned',
      'Paid everything on time',
      'No late or overdraft fees',
    ]);
    const { data: months } = await supabase.rpc('habit_months').throwOnError();
    expect(streaks.getAllByText(/^\d+ months?$/).map(({ textContent }) => textContent)).toEqual(
      titles.map(() => `${months.length} months`),
    );
    await user.click(screen.getByRole('button', { name: 'Hide streaks' }));
    await screen.findByText('Streaks hidden');
    expect(screen.queryByRole('list', { name: 'Streaks' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByRole('list', { name: 'Streaks' });

    cleanup();
    queryClient.clear();
    await bank.visit('/dashboard');
    const heading = await screen.findByRole('heading', { name: 'Financial health' }, patience);
    const part = heading.closest('section');
    expect(
      (await within(part as HTMLElement).findByText('of 100', undefined, patience)).parentElement
        ?.textContent,
    ).toBe(`${score} of 100`);
  });
});
