import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMoney } from '@/lib/money';
import { supabase } from '@/lib/supabase';
// Loads the lazy pages before the tests' timeouts start.
import '@/entities/debt/debt-page';
import './credit-line-page';

const bank = openBank();

/** Opens a line of credit on a home worth 400,000.00, and returns its id and the account of its draws. */
async function openLine() {
  const account = await bank.openAccount({ balance: 5000 });
  const { data: home } = await supabase
    .rpc('take_mortgage', { property_value: 400_000, down_payment: 200_000, interest_rate: 6, term: 30 })
    .throwOnError();
  const { data: application } = await supabase
    .rpc('submit_application', {
      ...{ loan_type: 'HOME_EQUITY', loan_amount: 30_000, term_months: 360, home_id: home.id },
      ...{ annual_income: 60_000, employment_status: 'EMPLOYED' },
    })
    .throwOnError();
  await supabase.functions.invoke('decide-application', { body: { application_id: application.id } });
  const { data: opened } = await supabase
    .rpc('accept_offer', { application_id: application.id, offer_index: 0, account_id: account.id })
    .throwOnError();
  return { id: opened.loan_id as string, account };
}

describe('the page of a line of credit', () => {
  it('shows the interest on repaid draws, which can be paid before it is billed', async () => {
    await bank.signUp();
    const { id, account } = await openLine();
    const payment = { loan_id: id, amount: 4_000, account_id: account.id };
    await supabase.rpc('draw_credit_line', payment).throwOnError();
    await supabase.functions.invoke('advance', { body: { by: 'P10D' } });
    await supabase.rpc('pay_loan', payment).throwOnError();
    const { data: quote } = await supabase.rpc('payoff_quote', { debt_id: id }).throwOnError();
    const interest = formatMoney((quote as { total: number }).total);
    const { user } = await bank.visit(`/loans/${id}`);
    await user.click(await screen.findByRole('button', { name: /^Pay off early/ }));
    await user.click(await screen.findByRole('button', { name: `Pay off ${interest}` }));
    await screen.findByText('Home equity line is paid off.');
    await supabase.from('loans').delete().eq('id', id).throwOnError();
    expect((await supabase.from('loans').select('id').eq('id', id).throwOnError()).data).toEqual([]);
  });
});
