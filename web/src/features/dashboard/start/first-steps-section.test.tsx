import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

describe('the first steps', () => {
  it('mark the next step, progress with the ledger, and can be hidden and shown again', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 100 });
    const { user } = await bank.visit('/dashboard');
    const steps = within(await screen.findByRole('list', { name: 'Get started' }));
    const next = () => steps.getAllByRole('listitem').find((step) => step.ariaCurrent === 'step');
    expect(next()?.textContent).toContain('Add your paycheck');
    await supabase
      .from('auto_deposits')
      .insert({ account_id: id, name: 'Pay', amount: 900, frequency: 'MONTHLY', start_date: '2030-01-01' })
      .throwOnError();
    await screen.findByText('2 of 6 done', {}, { timeout: 20_000 });
    expect(next()?.textContent).toContain('Add a bill');

    await user.click(screen.getByRole('button', { name: /^Hide/ }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Get started' })).toBeNull());
    await user.click(screen.getByRole('button', { name: /my account menu$/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Get started' }));
    await screen.findByRole('list', { name: 'Get started' });
  });

  it('count an opened explanation as the review of the month', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    const { error } = await supabase.functions.invoke('advance', { body: { by: 'P1M' } });
    expect(error).toBeNull();
    const { user } = await bank.visit('/dashboard');
    await screen.findByText('2 of 6 done');
    const [figure] = await screen.findAllByRole('button', { name: /Explain / });
    if (!figure) throw new Error('The dashboard explains no figure.');
    await user.click(figure);
    await screen.findByText('3 of 6 done', {}, { timeout: 10_000 });
  });

  it('reload on request after an error', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 100 });
    let away = true;
    bank.interrupt(({ pathname }) =>
      away && pathname.endsWith('/rpc/first_steps') ? new Response('{}', { status: 503 }) : null,
    );
    const { user } = await bank.visit('/dashboard');
    await screen.findByText("We couldn't load your checklist.", {}, { timeout: 10_000 });
    away = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('list', { name: 'Get started' });
  });
});
