import { toMinor } from '@engine/money/minor.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { scheduleCsv } from '@/entities/debt/schedule';
import { supabase } from '@/lib/supabase';
// Loads the lazy pages before the tests' timeouts start.
import '@/entities/debt/debt-page';
import './refinance-page';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function takeLoan(parts: { name?: string; amount?: number; rate?: number; term?: number } = {}) {
  const { name = 'Car loan', amount = 12_000, rate = 6, term = 48 } = parts;
  const account = await bank.openAccount({ balance: 1000 });
  const { data } = await supabase
    .rpc('take_loan', { name, amount, interest_rate: rate, term, account_id: account.id })
    .throwOnError();
  return { loan: data, account };
}

describe('the page of a loan', () => {
  it('opens from the list if it is the only one, with its next payment and payoff month', async () => {
    await bank.signUp();
    await takeLoan();
    await bank.visit('/loans');
    await screen.findByRole('heading', { level: 1, name: 'Car loan' });
    screen.getByText('6% fixed, 6% APR, 48 payments, no autopay');
    // The first month's interest is 12,000 × 0.06 ÷ 12 = 60.00, so 221.82 of the 281.82 payment is principal.
    await press('Pay $281.82');
    await screen.findByText('$12,000.00 × 6% ÷ 12 = $60.00 interest.');
    screen.getByText('$221.82', { selector: 'dd' });
    screen.getByText(/^\$1,527\.\d\d$/, { selector: 'dd' });
    await screen.findByText('48 expected');
  });

  it('names the past-due part of the next payment, and the late fee after 15 days', async () => {
    await bank.signUp();
    const { loan } = await takeLoan();
    for (const by of ['P1M', 'P20D']) await supabase.functions.invoke('advance', { body: { by } });
    await bank.visit(`/loans/${loan.id}`);
    await screen.findByText('includes $281.82 past due');
    await screen.findByText(/^We charged a 5% late fee\./);
    // The missed installment and the next one.
    await press('Pay $563.64');
  });

  it('shows months and interest saved by paying more, and applies it', async () => {
    await bank.signUp();
    const { loan, account } = await takeLoan();
    const { user } = await bank.visit(`/loans/${loan.id}`);
    await user.type(await screen.findByLabelText('Extra every month'), '85');
    await user.click(screen.getByRole('button', { name: 'Increase amount' }));
    await screen.findByText('1 year 1 month sooner');
    await screen.findByText(/^\$\d+\.\d\d less interest$/);
    await user.click(await press('Pay $100.00 extra a month'));
    await user.click(await press('Pay $381.82 a month'));
    await waitFor(async () => {
      const { data } = await supabase.from('loans').select('*').single().throwOnError();
      expect(data).toMatchObject({ autopay_account_id: account.id, autopay_extra: 100 });
    });
  });

  it('moves its payment day, and shows the interest of the odd days first', async () => {
    await bank.signUp();
    const { loan } = await takeLoan();
    const due = Number(loan.next_due_date.slice(8));
    const day = due + 5 <= 28 ? due + 5 : due + 5 - 30;
    const { user } = await bank.visit(`/loans/${loan.id}`);
    await user.click(await press(/^Payment day/));
    await user.type(await screen.findByLabelText('Payment day'), '29');
    await user.click(await press('Review'));
    await screen.findByText('Enter 1 to 28 as the day of the month.');
    await user.clear(screen.getByLabelText('Payment day'));
    await user.type(screen.getByLabelText('Payment day'), String(day > 0 ? day : 5));
    await user.click(await press('Review'));
    await screen.findByText('New payment due date');
    await user.click(await press('Change payment day'));
    await waitFor(async () => {
      const { data } = await supabase.from('loans').select('payment_day').single().throwOnError();
      expect(data.payment_day).toBe(day > 0 ? day : 5);
    });
  });

  it('is recast by an extra payment: lower payment, same end', async () => {
    await bank.signUp();
    const { loan } = await takeLoan();
    const { user } = await bank.visit(`/loans/${loan.id}`);
    await user.click(await screen.findByRole('radio', { name: 'Once, today' }));
    await user.type(screen.getByLabelText('Extra today'), '6000');
    await user.click(await screen.findByRole('radio', { name: 'Lower monthly payment' }));
    await user.click(await press('Pay $6,000.00 extra today'));
    await user.click(await press('Pay $6,000.00 extra'));
    await waitFor(async () => {
      const { data } = await supabase.from('loans').select('*').single().throwOnError();
      expect(data).toMatchObject({ remaining_balance: 6000, monthly_payment: 140.91 });
    });
  });

  it('starts and stops a biweekly plan, and shows what it saves', async () => {
    await bank.signUp();
    const { loan, account } = await takeLoan();
    await supabase.from('loans').update({ autopay_account_id: account.id }).eq('id', loan.id).throwOnError();
    const { user } = await bank.visit(`/loans/${loan.id}`);
    await user.click(await press(/^Biweekly plan/));
    await screen.findByText('$140.91');
    screen.getByText(/^\w+ \d{4} instead of \w+ \d{4}$/);
    screen.getByText(/^\$\d+\.\d\d in interest and \d months$/);
    await user.click(await press('Start biweekly plan'));
    await screen.findByText(/^\$140\.91 on .+\. We hold \$0\.00\.$/);
    // Until the thirteenth payment, the schedule has the usual installments.
    const schedule = within(screen.getByRole('region', { name: /^Payment schedule/ }));
    const [next] = schedule.getAllByText(/expected/).map((text) => text.closest('tr'));
    expect(next?.textContent).toContain('$281.82');
    await user.click(await press(/^Biweekly plan/));
    await user.click(await press('Stop biweekly plan'));
    await screen.findByText('Off. Autopay pays once a month.');
  });

  it('is paid off to exactly zero at the quoted amount', async () => {
    await bank.signUp();
    const { loan } = await takeLoan({ amount: 900, term: 12 });
    const { user } = await bank.visit(`/loans/${loan.id}`);
    await user.click(await press(/^Pay off early/));
    await user.click(await press('Pay off $900.00'));
    await screen.findByText('Car loan is paid off.');
    const { data } = await supabase.from('loans').select('remaining_balance').single().throwOnError();
    expect(data.remaining_balance).toBe(0);
  });
});

describe('refinancing', () => {
  it('compares two loans with one offer and replaces them', async () => {
    await bank.signUp();
    const { loan } = await takeLoan({ name: 'Card debt', amount: 8000, rate: 24, term: 60 });
    const { loan: other } = await takeLoan({ name: 'Boat', amount: 4000, rate: 18, term: 48 });
    const { user } = await bank.visit(`/loans/refinance?debts=${loan.id},${other.id}`);
    await user.clear(await screen.findByLabelText('New term (months)'));
    await user.type(screen.getByLabelText('New term (months)'), '0');
    await user.click(await press('View offer'));
    await screen.findByText('Enter 1 to 600 months.');
    await user.clear(screen.getByLabelText('New term (months)'));
    await user.type(screen.getByLabelText('New term (months)'), '48');
    await user.click(await press('View offer'));
    const table = await screen.findByRole('table');
    within(table).getByText('$12,120.00');
    await screen.findAllByText(/^You break even in \w+ \d{4} \(month \d+\)/);
    await user.click(await press('Accept offer'));
    await user.click(await press('Replace with a $12,120.00 loan'));
    await screen.findByRole('heading', { level: 1, name: 'Refinanced debts' });
    const { data } = await supabase
      .from('loans')
      .select('remaining_balance')
      .order('created_at')
      .throwOnError();
    expect(data.map(({ remaining_balance }) => remaining_balance).sort()).toEqual([0, 0, 12_120]);
  });
});

describe('refinancing a mortgage with escrow', () => {
  it('credits the balance, or says that it is refunded', async () => {
    await bank.signUp();
    const { data: mortgage } = await supabase
      .rpc('take_mortgage', {
        ...{ property_value: 400_000, down_payment: 80_000, interest_rate: 7.5, term: 30 },
        ...{ property_tax: 4200, home_insurance: 1680 },
      })
      .throwOnError();
    const { user } = await bank.visit(`/loans/refinance?debts=${mortgage.id}`);
    await user.click(await press('View offer'));
    await user.click(await press('Accept offer'));
    await screen.findByText(/^\$[\d,]+\.00 credited, then \$490\.00 a month$/);
    const credit = screen.getByRole('checkbox', { name: /^Credit the escrow balance/ });
    await user.click(credit);
    screen.getByText(/^\$[\d,]+\.00 refunded later, \$[\d,]+\.00 due now, then \$490\.00 a month$/);
    await user.click(credit);
    await user.click(await press('Replace with a $323,200.00 loan'));
    await waitFor(async () => {
      const { data } = await supabase
        .from('debt_reserves')
        .select('mortgage_id, balance, ended_on')
        .throwOnError();
      expect(data).toHaveLength(2);
      const closed = data.find(({ mortgage_id }) => mortgage_id === mortgage.id);
      expect(closed).toMatchObject({ balance: 0, ended_on: expect.any(String) });
    });
  });
});

describe('an exported schedule', () => {
  it('has plain amounts and dates', () => {
    const row = {
      key: '1',
      payment: toMinor(1234.5),
      interest: toMinor(0.05),
      fees: toMinor(0),
      principal: toMinor(1234.45),
      balance: toMinor(0),
      isExtra: false,
    };
    expect(scheduleCsv([{ ...row, day: '2026-10-14', isPast: true }])).toBe(
      'date,status,payment,interest and fees,principal,remaining balance\r\n2026-10-14,paid,1234.50,0.05,1234.45,0.00\r\n',
    );
  });
});
