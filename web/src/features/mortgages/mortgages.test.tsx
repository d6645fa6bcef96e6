import { parseDay } from '@engine/calendar/calendar.ts';
import { compareBiweekly, getNewPlan } from '@engine/products/debts/biweekly-saving.ts';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { formatMonths } from '@/entities/debt/data/terms';
import { formatMinor } from '@/lib/money';
import { supabase } from '@/lib/supabase';
// Loads the lazy page before the tests' timeouts start.
import './mortgage-page';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a mortgage', () => {
  it('requires a down payment below the value', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/mortgages');
    await user.click(await press('Create mortgage'));
    await user.type(await screen.findByLabelText('Property value'), '300000');
    await user.click(screen.getByRole('radio', { name: '%' }));
    await user.type(screen.getByLabelText('Down payment'), '100');
    await user.type(screen.getByLabelText(/^Interest rate/), '5');
    await user.click(await press('Create mortgage'));
    await screen.findByText('Enter a down payment below 100%.');
    await user.clear(screen.getByLabelText('Down payment'));
    await user.type(screen.getByLabelText('Down payment'), '15');
    await screen.findByText('You borrow $255,000.00.');
    await screen.findByText('over 80%');
    await user.click(screen.getByRole('radio', { name: 'Variable' }));
    await user.click(await press('Create mortgage'));
    await screen.findByRole('heading', { level: 1, name: 'Mortgage' });
    const { data } = await supabase.from('mortgages').select('*').single().throwOnError();
    expect(data).toMatchObject({ down_payment: 45_000, loan_amount: 255_000, rate_type: 'variable' });
  });

  it('shows the APR with its fees, and the month in which points break even', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/mortgages');
    await user.click(await press('Create mortgage'));
    await user.type(await screen.findByLabelText('Property value'), '400000');
    await user.type(screen.getByLabelText('Down payment'), '80000');
    await user.type(screen.getByLabelText(/^Interest rate/), '6.5');
    await user.click(screen.getByText('Fees (optional)'));
    await user.type(screen.getByLabelText('Origination fee'), '995');
    await user.type(screen.getByLabelText('Underwriting fee'), '850');
    await user.type(screen.getByLabelText('Points'), '1');
    await screen.findByText(
      'You pay $3,200.00 for a rate of 6.25%, which saves $52.32 a month. You break even in month 62.',
    );
    await press(/^6.401%/);
    await screen.findByText('$314,955.00');
    await user.click(await press('Create mortgage'));
    await screen.findByText('6.25% fixed, 6.401% APR, 30 years, no autopay');
    const { data } = await supabase.from('mortgages').select('*').single().throwOnError();
    expect(data).toMatchObject({ interest_rate: 6.25, points_fee: 3200, origination_fee: 995 });
  });

  it('shows mortgage insurance, and says when it can be removed', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/mortgages');
    await user.click(await press('Create mortgage'));
    await user.type(await screen.findByLabelText('Property value'), '350000');
    await user.type(screen.getByLabelText('Down payment'), '17500');
    await user.type(screen.getByLabelText(/^Interest rate/), '6.25');
    await screen.findByText(/^Plus \$166\.25 a month for mortgage insurance, through/);
    await user.click(await press('Create mortgage'));
    await screen.findByRole('heading', { name: 'Mortgage insurance (PMI)' });
    await user.click(await press('Ask to remove PMI'));
    await screen.findByText(
      /^You owe 95% of your home's original value \(\$332,500\.00\)\. You can ask to remove PMI at 80% \(\$280,000\.00\)\. With an extra \$200\.00 a month, that's \w+ \d{4}\.$/,
    );
  });

  it('opens with escrow, and splits the payment', async () => {
    await bank.signUp();
    const { data: account } = await supabase
      .rpc('open_account', { name: 'Everyday', initial_balance: 90_000 })
      .throwOnError();
    const { user } = await bank.visit('/mortgages');
    await user.click(await press('Create mortgage'));
    await user.type(await screen.findByLabelText('Property value'), '400000');
    await user.type(screen.getByLabelText('Down payment'), '80000');
    await user.type(screen.getByLabelText(/^Interest rate/), '6.25');
    await user.selectOptions(screen.getByLabelText('Down payment from'), account.id);
    await user.click(screen.getByLabelText('Escrow for taxes and insurance'));
    await user.click(await press('Create mortgage'));
    await screen.findByText('Enter your annual property tax or home insurance.');
    await user.type(screen.getByLabelText('Annual property tax'), '4200');
    await user.type(screen.getByLabelText('Annual home insurance'), '1680');
    await screen.findByText(/^\$490\.00 a month in addition to your payment\. We take an initial deposit of/);
    await user.click(await press('Create mortgage'));
    await screen.findByText('6.25% fixed, 6.25% APR, 30 years, autopay from Everyday');
    await screen.findByRole('heading', { name: 'Escrow' });
    await screen.findByText('Escrow', { selector: 'dt' });
    expect(await screen.findAllByText('$490.00')).toHaveLength(2);
    await user.click(await press('Add money to escrow'));
    await user.type(await screen.findByLabelText('Amount'), '25');
    await user.click(await press('Review'));
    await user.click(await press('Add $25.00 to escrow'));
    await waitFor(async () => {
      const { data } = await supabase.from('reserve_activity').select('amount').throwOnError();
      expect(data.map(({ amount }) => amount)).toContain(25);
    });
  });

  it('starts and stops a biweekly plan', async () => {
    await bank.signUp();
    const { data: account } = await supabase
      .rpc('open_account', { name: 'Everyday', initial_balance: 9_000 })
      .throwOnError();
    const { data } = await supabase
      .rpc('take_mortgage', { property_value: 400_000, down_payment: 80_000, interest_rate: 6.25, term: 30 })
      .throwOnError();
    await supabase
      .from('mortgages')
      .update({ autopay_account_id: account.id })
      .eq('id', data.id)
      .throwOnError();
    const { user } = await bank.visit(`/mortgages/${data.id}`);
    await user.click(await press(/^Biweekly plan/));
    await screen.findByText('$985.15');
    const today = parseDay(data.start_date);
    const terms = { balance: 320_000_00, rate: 6.25, payment: 1_970_30, term: 360, start: today, next: 1 };
    const saving = compareBiweekly(terms, getNewPlan(today), 0);
    screen.getByText(`${formatMinor(saving.interest)} in interest and ${formatMonths(saving.months)}`);
    await user.click(await press('Start biweekly plan'));
    await screen.findByText(/^\$985\.15 on .+\. We hold \$0\.00\.$/);
    await user.click(await press(/^Biweekly plan/));
    await user.click(await press('Stop biweekly plan'));
    await screen.findByText('Off. Autopay pays once a month.');
  });

  it('starts escrow for an existing mortgage', async () => {
    await bank.signUp();
    const { data } = await supabase
      .rpc('take_mortgage', { property_value: 300_000, down_payment: 90_000, interest_rate: 5, term: 30 })
      .throwOnError();
    const { user } = await bank.visit(`/mortgages/${data.id}`);
    await user.click(await press('Start escrow'));
    await user.type(await screen.findByLabelText('Annual property tax'), '2400');
    await user.click(await press(/^Pay \$[\d,]+\.\d\d and start escrow$/));
    await press('Add money to escrow');
    const { data: reserve } = await supabase.from('debt_reserves').select('*').single().throwOnError();
    expect(reserve).toMatchObject({ next_deposit: 200, property_tax: 2_400, home_insurance: 0 });
  });

  it('shows the home equity and the cost of a rate increase', async () => {
    await bank.signUp();
    const { data } = await supabase
      .rpc('take_mortgage', {
        property_value: 300_000,
        down_payment: 30_000,
        interest_rate: 5,
        term: 30,
        rate_type: 'variable',
      })
      .throwOnError();
    const { user } = await bank.visit(`/mortgages/${data.id}`);
    await screen.findByRole('meter', { name: 'Loan-to-value ratio' });
    await screen.findByText(
      /^Above 80%: lenders require mortgage insurance until you pay it down, here about \w+ \d{4}\.$/,
    );
    await screen.findByText(/more, at 6%$/);
    await user.click(screen.getByRole('radio', { name: '+3' }));
    // A reset changes the rate by at most two points.
    await waitFor(() => screen.getByText(/more, at 7%$/));
    await screen.findByText(/^limited by the cap/);
  });
});
