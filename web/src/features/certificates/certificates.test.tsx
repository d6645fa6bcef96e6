import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

async function openCertificate(balance = 20_000, amount = 10_000) {
  await bank.signUp();
  const { id } = await bank.openAccount({ balance });
  const { data } = await supabase
    .rpc('open_cd', { funding_account_id: id, amount, term_months: 12 })
    .throwOnError();
  return { checking: id, cd: data?.id ?? '' };
}

describe('a certificate of deposit', () => {
  it('is opened after a review of its yield, maturity, and penalty', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 20_000 });
    const { user, path } = await bank.visit('/create-account');
    await user.click(await screen.findByRole('radio', { name: 'Certificate of deposit' }));
    await user.click(await screen.findByRole('radio', { name: '12 months' }));
    await user.type(screen.getByLabelText('Amount'), '400');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('Enter at least $500.');
    await user.clear(screen.getByLabelText('Amount'));
    await user.type(screen.getByLabelText('Amount'), '10000');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText('4.08%');
    expect(screen.getByText('$98.63')).toBeTruthy();
    expect(screen.getByText('$10,408.08')).toBeTruthy();
    await user.click(await press('Open 12-Month CD with $10,000.00'));
    await screen.findByText('12-Month CD is open');
    expect(path()).toMatch(/^\/dashboard\/accounts\//);
    await screen.findByText('365 days left');
    const { data } = await supabase
      .from('accounts')
      .select('type, balance')
      .order('created_at')
      .throwOnError();
    expect(data).toEqual([
      { type: 'CHECKING', balance: 10_000 },
      { type: 'CD', balance: 10_000 },
    ]);
  });

  it('shows the exact penalty before a part of it is withdrawn', async () => {
    const { cd } = await openCertificate();
    const { user } = await bank.visit(`/dashboard/accounts/${cd}`);
    await user.click(await press('Withdraw'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw from 12-Month CD' }));
    await user.click(dialog.getByRole('radio', { name: 'Part of the balance' }));
    await user.type(dialog.getByLabelText('Amount'), '9990');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText(/At least 500.00 must stay in the CD/);
    await user.clear(dialog.getByLabelText('Amount'));
    await user.type(dialog.getByLabelText('Amount'), '4000');
    await user.click(dialog.getByRole('button', { name: 'Review' }));
    await dialog.findByText('$5,960.55');
    await user.click(dialog.getByRole('button', { name: 'Withdraw and pay $39.45' }));
    await dialog.findByText('$4,000.00 withdrawn.');
    const { data } = await supabase.from('accounts').select('balance').order('created_at').throwOnError();
    expect(data).toEqual([{ balance: 14_000 }, { balance: 5_960.55 }]);
  });

  it('is closed by a withdrawal of everything', async () => {
    const { cd } = await openCertificate();
    const { user } = await bank.visit(`/dashboard/accounts/${cd}`);
    await user.click(await press('Withdraw'));
    await user.click(await press('Review'));
    await user.click(await press('Withdraw and pay $98.63'));
    await screen.findByText('$9,901.37 withdrawn.');
    await user.click(await press('Done'));
    await screen.findByText('Closed');
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull();
  });

  it('renews unless the customer chooses a payout', async () => {
    const { cd, checking } = await openCertificate();
    const { user } = await bank.visit(`/dashboard/accounts/${cd}`);
    await screen.findByText(/it renews for 12 months at the rate of that day/);
    await user.click(await press('At maturity'));
    await user.selectOptions(await screen.findByLabelText('When it matures'), 'Pay to Everyday');
    await user.selectOptions(screen.getByLabelText('Monthly interest'), 'Pay to Everyday');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText(/we pay the balance to Everyday. We pay each month's interest to Everyday/);
    const { data } = await supabase
      .from('certificates')
      .select('at_maturity, payout_account_id, interest_account_id')
      .single()
      .throwOnError();
    expect(data).toEqual({
      at_maturity: 'pay_out',
      payout_account_id: checking,
      interest_account_id: checking,
    });
  });
});
