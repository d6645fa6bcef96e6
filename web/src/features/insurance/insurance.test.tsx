import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

describe('the insurance page', () => {
  it('starts, changes, and ends a policy', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 2_000 });
    const { user } = await bank.visit('/insurance');
    await user.click(await screen.findByRole('button', { name: 'Get covered by car insurance' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Car insurance' }));
    await user.click(await dialog.findByRole('button', { name: 'Start for $215.00 a month' }));
    await screen.findByText('Car insurance started');
    await screen.findByText('$215.00 a month, deductible $500.00 per claim.');

    await user.click(screen.getByRole('button', { name: 'Change car insurance' }));
    const change = within(await screen.findByRole('dialog', { name: 'Car insurance' }));
    await user.selectOptions(await change.findByLabelText('Deductible'), '100000');
    await user.click(change.getByRole('button', { name: 'Save' }));
    await screen.findByText('$197.80 a month, deductible $1,000.00 per claim.');

    await user.click(screen.getByRole('button', { name: 'Change car insurance' }));
    const end = within(await screen.findByRole('dialog', { name: 'Car insurance' }));
    await user.click(await end.findByRole('button', { name: 'End coverage' }));
    await user.click(end.getByRole('button', { name: 'End car insurance' }));
    await screen.findByText('Car insurance ended');
    await waitFor(async () =>
      expect((await supabase.from('scheduled_payments').select('id').throwOnError()).data).toEqual([]),
    );
  });

  it('offers home insurance without a premium if escrow already pays it', async () => {
    await bank.signUp();
    const { id: account_id } = await bank.openAccount({ balance: 300_000 });
    const home = { property_value: 400_000, down_payment: 200_000, interest_rate: 6, term: 30, account_id };
    const { data: mortgage } = await supabase.rpc('take_mortgage', home).throwOnError();
    const bills = { mortgage_id: mortgage.id, property_tax: 4_200, home_insurance: 1_680, account_id };
    await supabase.rpc('start_escrow', bills).throwOnError();
    const { user } = await bank.visit('/insurance');
    await screen.findByText(
      /^Damage to your home\. .* Your mortgage’s escrow account already pays the premium\.$/,
    );
    await user.click(screen.getByRole('button', { name: 'Get covered by home insurance' }));
    await user.click(await screen.findByRole('button', { name: 'Start coverage' }));
    await screen.findByText(/^Paid through escrow, deductible/);
  });

  it('shows what a bill costs with and without insurance', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 2_000 });
    const { user } = await bank.visit('/insurance');
    await screen.findByRole('heading', { name: 'Cost of a claim' });
    // A deductible of $1,900 and 20% of the other $3,100.
    screen.getByText('$2,520.00');
    screen.getByText(/^The insurer pays \$2,480\.00 right away\./);
    await user.click(screen.getByRole('radio', { name: 'Car' }));
    screen.getByText('$500.00');
    screen.getByText('The insurer pays $4,500.00 7 to 14 days later.');
    await user.click(screen.getByRole('radio', { name: '$20,000' }));
    screen.getByText('The insurer pays $19,500.00 7 to 14 days later.');
  });
});
