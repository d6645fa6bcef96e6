import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
type User = Awaited<ReturnType<typeof bank.visit>>['user'];

const press = (name: string | RegExp) => screen.findByRole('button', { name });
const go = async (user: User) => user.click(await press('Continue'));
/** Sets the value without typing, because the amount field has its own typing test. */
const fill = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

/** Completes the first two steps. */
async function begin(amount: string): Promise<User> {
  const { user } = await bank.visit('/loan-applications');
  await screen.findByRole('group', { name: "What's the loan for?" });
  await go(user);
  await fill('Amount', amount);
  await go(user);
  await fill('Your name', 'Alice Sands');
  return user;
}

/** Submits an application and opens its page. */
async function submitted({ amount = 12_500, income = 90_000 } = {}): Promise<User> {
  const { data } = await supabase
    .rpc('submit_application', {
      loan_type: 'PERSONAL',
      loan_amount: amount,
      term_months: 36,
      applicant_name: 'Alice Sands',
      annual_income: income,
      employment_status: 'EMPLOYED',
    })
    .throwOnError();
  const { user } = await bank.visit(`/applications/${data.id}`);
  return user;
}

const decide = async (user: User) => user.click(await press('Get the decision'));

describe('an application', () => {
  it('of a customer with an income is estimated while it is typed, and submitted in four steps', async () => {
    await bank.signUp();
    const user = await begin('12500');
    const projected = await screen.findByRole('complementary', { name: 'Instant estimate' });
    within(projected).getByText('Add your income to see an estimate');
    await fill('Annual income', '90000');
    await within(projected).findByText('Likely approved');
    await go(user);
    await user.click(await press('Submit application'));
    await screen.findByText('Your application is ready for a decision', { exact: false });
  });

  it('of a customer with an income is approved with reasons and offers, and causes a notification', async () => {
    await bank.signUp();
    const user = await submitted();
    await decide(user);
    await screen.findByRole('heading', { name: 'Our offers' });
    screen.getByText('Your debt-to-income ratio with this loan is within our limit.');
    expect(screen.getAllByRole('link', { name: 'Review and accept' })).toHaveLength(3);
    await user.click(await screen.findByRole('button', { name: /^Notifications/ }));
    await screen.findByText('Your loan application for $12,500.00 has been approved.');
  });

  it('is listed below the form on /loan-applications', async () => {
    await bank.signUp();
    await submitted();
    cleanup();
    const { user } = await bank.visit('/loan-applications');
    await screen.findByRole('group', { name: "What's the loan for?" });
    const heading = await screen.findByRole('heading', { level: 2, name: 'Your applications' });
    const list = heading.closest('section') as HTMLElement;
    const item = await within(list).findByRole('article', { name: /^Personal loan application, / });
    expect(item.textContent).toContain('$12,500.00');
    await user.click(within(item).getByRole('link', { name: /Personal loan/ }));
    await screen.findByRole('heading', { level: 1, name: 'Personal loan' });
  });

  it('shows missing entries beside their fields and stays on the step', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/loan-applications');
    await user.click(await screen.findByRole('radio', { name: /^Buying a home/ }));
    await go(user);
    await fill('home price', '200000');
    await fill('Down payment', '0');
    await go(user);
    expect((await screen.findByLabelText('Down payment')).getAttribute('aria-invalid')).toBe('true');
    screen.getByText('Enter a down payment of at least 5% of the price.');
    await fill('Down payment', '40000');
    await screen.findByText('$160,000.00');
    await go(user);
    await go(user);
    await screen.findByText('Enter your name.');
    screen.getByText('Enter an amount.');
  });

  it('that was started is still there on return, and can be started over', async () => {
    await bank.signUp();
    const user = await begin('777');
    await user.click(screen.getByRole('link', { name: 'Application dashboard' }));
    await user.click(await screen.findByRole('link', { name: 'Continue draft' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Alice Sands');
    await user.click(await press('Start over'));
    await screen.findByRole('group', { name: "What's the loan for?" });
    const { data } = await supabase.from('loan_applications').select('id').throwOnError();
    expect(data).toEqual([]);
  });

  it('starts with the name of the profile, even if it was added after the draft', async () => {
    const id = await bank.signUp();
    const { user } = await bank.visit('/loan-applications');
    await go(user);
    await fill('Amount', '777');
    await screen.findByText('Draft saved');
    cleanup();
    await supabase.from('customers').update({ display_name: 'Alice Sands' }).eq('id', id).throwOnError();
    queryClient.clear();
    const { user: later } = await bank.visit('/loan-applications');
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('777');
    await go(later);
    expect((await screen.findByLabelText<HTMLInputElement>('Your name')).value).toBe('Alice Sands');
  });

  it('of a customer without an income is declined with reasons', async () => {
    await bank.signUp();
    const user = await submitted({ income: 0 });
    await decide(user);
    await screen.findByText('Declined', { selector: 'span' });
    screen.getByText("We couldn't find any income to repay the loan.");
    expect(screen.queryByRole('link', { name: 'Review and accept' })).toBeNull();
  });

  it('for too much shows what would change the decision', async () => {
    await bank.signUp();
    const user = await submitted({ amount: 40_000 });
    await decide(user);
    await screen.findByText('Counteroffer', { selector: 'span' });
    const today = await screen.findByRole('complementary', { name: 'Estimate today' });
    within(today).getByText('Likely approved with changes');
    await user.click(await press('$15,000.00'));
    await within(today).findByText('Likely approved');
    fireEvent.change(screen.getByRole('slider', { name: /Annual income/ }), { target: { value: '0' } });
    await within(today).findByText('Add your income to see an estimate');
  });

  it('is accepted after its agreement, and becomes a loan and money', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 100 });
    const user = await submitted();
    await decide(user);
    await user.click((await screen.findAllByRole('link', { name: 'Review and accept' }))[1] as HTMLElement);
    const agreement = await screen.findByRole('region', { name: 'Agreement' });
    expect(agreement.textContent).toContain('24 monthly payments');
    await user.click(await press('Accept $12,500.00'));
    await screen.findByText("Confirm that you've read the agreement.");
    await user.click(screen.getByRole('checkbox'));
    await user.click(await press('Accept $12,500.00'));
    await screen.findByText('The money is in your account.');
    screen.getByText('You accepted this offer.');
    const { data: account } = await supabase.from('accounts').select('balance').single().throwOnError();
    const { data: loan } = await supabase.from('loans').select('term').single().throwOnError();
    // The origination fee is 1% of the loan.
    expect([account.balance, loan.term]).toEqual([12_475, 24]);
  });

  it('for 90% of a home is accepted with a point, escrow, and mortgage insurance', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 30_000 });
    const { data } = await supabase
      .rpc('submit_application', {
        ...{ loan_type: 'HOME', loan_amount: 180_000, term_months: 360, collateral_value: 200_000 },
        ...{ applicant_name: 'Alice Sands', annual_income: 60_000, employment_status: 'EMPLOYED' },
      })
      .throwOnError();
    const { user } = await bank.visit(`/applications/${data.id}`);
    await decide(user);
    const [review] = await screen.findAllByRole('link', { name: 'Review and accept' });
    const [repaid] = screen.getAllByText('Total repaid').map((term) => term.nextElementSibling?.textContent);
    await user.click(review as HTMLElement);
    const agreement = await screen.findByRole('region', { name: 'Agreement' });
    expect(agreement.textContent).toContain(`Total of payments${repaid}`);
    // A new customer's score is weak, so insurance costs 1.5% a year: $225.00 a month.
    expect(agreement.textContent).toContain('Mortgage insurance (PMI)$225.00');
    expect(agreement.textContent).toContain('Deposit into escrow');
    const acceptance = screen.getByRole('region', { name: 'Acceptance' });
    const before = agreement.textContent;
    await user.click(screen.getByRole('radio', { name: '1 point' }));
    await screen.findByText(/^You pay \$1,800\.00 for a rate of/);
    expect(agreement.textContent).not.toBe(before);
    expect(agreement.textContent).toContain('Points$1,800.00');
    await fill('Annual property tax', '150000');
    await within(acceptance).findByText(/^You have \$30,000\.00 available\. You need \$/);
    await fill('Annual property tax', '1800');
    await fill('Annual home insurance', '1200');
    await fill('Payment day', '29');
    await user.click(screen.getByRole('checkbox'));
    await user.click(await press('Accept $180,000.00'));
    await screen.findByText('Enter 1 to 28 as the day of the month.');
    await fill('Payment day', '15');
    await user.click(await press('Accept $180,000.00'));
    await screen.findByText('The home is yours.');
    const { data: mortgage } = await supabase.from('mortgages').select('*').single().throwOnError();
    expect(mortgage).toMatchObject({
      ...{ origination_fee: 995, underwriting_fee: 850, points_fee: 1800, pmi_rate: 1.5, payment_day: 15 },
    });
    const { data: escrow } = await supabase.from('debt_reserves').select('*').single().throwOnError();
    expect(escrow).toMatchObject({ property_tax: 1800, home_insurance: 1200, next_deposit: 250 });
  });

  it('can be withdrawn', async () => {
    await bank.signUp();
    const user = await submitted();
    await user.click(await press('Withdraw'));
    await user.click(await press('Withdraw application'));
    await waitFor(() => screen.getByText(/^You withdrew this application on/));
    expect(screen.queryByRole('button', { name: 'Get the decision' })).toBeNull();
  });
});
