import { createLeak } from '@engine/testing/surprises.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const DAY_MS = 86_400_000;

/** Signs up a customer whose water heater started leaking today. */
async function signUpWithLeak(balance: number) {
  await bank.signUp();
  await bank.openAccount({ balance });
  const { data: file } = await supabase.rpc('export_household').throwOnError();
  const today = Math.floor(Date.now() / DAY_MS);
  const shock = {
    ...createLeak(today, 'luck:2026-01:home_repair', { currency: 'USD', until: today + 4 }),
    begun: true,
  };
  const { carryover, ...rest } = file as { carryover: object };
  const { error } = await supabase.functions.invoke('restore', {
    body: {
      file: {
        ...rest,
        carryover: { ...carryover, surprises: 'some', surpriseChoices: true, shocks: [shock] },
      },
    },
  });
  if (error) throw error;
}

const getBalance = async () =>
  (await supabase.from('accounts').select('balance').single().throwOnError()).data.balance;

describe('a surprise with a decision', () => {
  it('is on the dashboard with its costs, and is paid after a review', async () => {
    await signUpWithLeak(5_000);
    const { user } = await bank.visit('/dashboard');
    const box = within(await screen.findByRole('region', { name: 'Surprise' }, { timeout: 10_000 }));
    box.getByText(/^Surprise: decide by \w+ \d+/);
    box.getByText('The water heater is leaking.');
    box.getByText(/^If you don’t decide, it’s repaired on/);
    await user.click(box.getByRole('button', { name: 'Repair for $240.00' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Repair the water heater' }));
    dialog.getByText(/^About 1 in 4 repairs don’t last a year\. Then a replacement costs \$760\.00\.$/);
    await user.click(await dialog.findByRole('button', { name: 'Pay $240.00' }));
    await screen.findByText('The water heater was repaired');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Surprise' })).toBeNull());
    expect(await getBalance()).toBe(4_760);
  });

  it('can wait, and refuses what the account can’t pay', async () => {
    await signUpWithLeak(100);
    const { user } = await bank.visit('/dashboard');
    const box = within(await screen.findByRole('region', { name: 'Surprise' }, { timeout: 10_000 }));
    await user.click(box.getByRole('button', { name: 'Replace for $760.00' }));
    const replace = within(await screen.findByRole('dialog', { name: 'Replace the water heater' }));
    await user.click(await replace.findByRole('button', { name: 'Pay $760.00' }));
    await replace.findByText(/\$100\.00 available\. You need \$660\.00 more/);
    await user.keyboard('{Escape}');
    await user.click(box.getByRole('button', { name: 'Wait' }));
    const wait = within(await screen.findByRole('dialog', { name: 'Wait to fix the water heater' }));
    wait.getByText(/^About 3 in 4 break within 60 days\. Then an urgent replacement costs \$1,150\.00\.$/);
    await user.click(await wait.findByRole('button', { name: 'Wait' }));
    await screen.findByText('You decided to wait. The water heater isn’t fixed yet.');
    expect(await getBalance()).toBe(100);
  });
});
