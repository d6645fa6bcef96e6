import { cleanup, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string) => screen.findByRole('button', { name });

async function openInvestor(): Promise<string> {
  await bank.signUp();
  await bank.openAccount({ balance: 50_000 });
  const { data } = await supabase
    .rpc('open_account', { name: 'Future', type: 'INVESTMENT', currency: 'USD', initial_balance: 10_000 })
    .throwOnError();
  return data.id;
}

it('an account becomes an IRA, shows the year’s limit, and refuses a deposit above it', async () => {
  const id = await openInvestor();
  const { user } = await bank.visit(`/dashboard/accounts/${id}`);
  await user.click(await press('Choose tax treatment'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Tax treatment: Future' }));
  await user.selectOptions(await dialog.findByLabelText('Tax treatment'), 'traditional_ira');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Enter your date of birth.');
  await user.type(dialog.getByLabelText('Your date of birth'), '1990-05-01');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Tax treatment saved for Future');
  await screen.findByText(/^\$0\.00 of \$[\d,]+\.00 contributed in \d{4}\. You have \$[\d,]+\.00 left\.$/);
  expect((await screen.findAllByText('Traditional IRA')).length).toBe(2);
  await user.click(await press('Deposit'));
  const deposit = within(await screen.findByRole('dialog', { name: 'Deposit to Future' }));
  await deposit.findByText(/^You can contribute \$[\d,]+\.00 more in \d{4}\.$/);
  await user.type(deposit.getByLabelText('Amount'), '20000');
  await user.click(deposit.getByRole('button', { name: 'Review' }));
  await deposit.findByText(/^Your IRA limit is \$[\d,]+\.00 a year\. You have \$[\d,]+\.00 left\.$/);
});

it('the review shows what a withdrawal costs before the customer confirms it', async () => {
  const id = await openInvestor();
  await supabase
    .rpc('set_tax_treatment', { account_id: id, tax_treatment: 'traditional_ira', birth_date: '1990-05-01' })
    .throwOnError();
  const { user } = await bank.visit(`/dashboard/accounts/${id}`);
  await user.click(await press('Withdraw'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw from Future' }));
  await user.type(dialog.getByLabelText('Amount'), '1000');
  await user.click(dialog.getByRole('button', { name: 'Review' }));
  await dialog.findByText(
    /^Before age 59½: \$100\.00 in additional tax \(10%\), and \$1,000\.00 counts as income in your \d{4} tax return\.$/,
  );
  await dialog.findByRole('button', { name: 'Withdraw $1,000.00 from Future' });
});

it('the form refuses a transfer above the limit before the review', async () => {
  const id = await openInvestor();
  await supabase
    .rpc('set_tax_treatment', { account_id: id, tax_treatment: 'roth_ira', birth_date: '1990-05-01' })
    .throwOnError();
  const { user } = await bank.visit(`/dashboard/move?to=${id}`);
  await screen.findByText(/^\$50,000\.00 available\. You can contribute \$[\d,]+\.00 more in \d{4}\.$/);
  await user.type(screen.getByLabelText('Amount'), '20000');
  await user.click(await press('Review'));
  await screen.findByText(/^Your IRA limit is \$[\d,]+\.00 a year\. You have \$[\d,]+\.00 left\.$/);
  expect(screen.queryByRole('heading', { name: /^Transfer \$20,000\.00/ })).toBeNull();
});

it('the review of a transfer shows whether it is taxed', async () => {
  const id = await openInvestor();
  const { data: accounts } = await supabase.from('accounts').select('id, type').throwOnError();
  const checking = accounts.find(({ type }) => type === 'CHECKING')?.id;
  await supabase
    .rpc('set_tax_treatment', { account_id: id, tax_treatment: 'roth_ira', birth_date: '1990-05-01' })
    .throwOnError();
  const { user } = await bank.visit(`/dashboard/move?from=${id}&to=${checking}`);
  await user.type(await screen.findByLabelText('Amount'), '250');
  await user.click(await press('Review'));
  await screen.findByText('Tax-free: none of this withdrawal counts as income.');
});

it('the form shows the limit of a Roth IRA at the customer’s income, and a conversion has none', async () => {
  const id = await openInvestor();
  const { data: accounts } = await supabase.from('accounts').select('id, type').throwOnError();
  const checking = accounts.find(({ type }) => type === 'CHECKING')?.id as string;
  await supabase
    .rpc('set_tax_treatment', { account_id: id, tax_treatment: 'roth_ira', birth_date: '1990-05-01' })
    .throwOnError();
  const pay = { gross_per_year: 162_000, filing_status: 'single', retirement_percent: 0, match_percent: 0 };
  await supabase
    .from('auto_deposits')
    .insert({
      ...{ account_id: checking, name: 'Job', amount: 1, frequency: 'MONTHLY', is_pay: true },
      pay_details: { ...pay, match_up_to: 0, health: 0, hsa: 0, state_percent: 0 },
    })
    .throwOnError();
  const { data: plan } = await supabase
    .rpc('open_account', { name: 'Old plan', type: 'INVESTMENT', currency: 'USD', initial_balance: 9_000 })
    .throwOnError();
  await supabase.rpc('set_tax_treatment', { account_id: plan.id, tax_treatment: '401k' }).throwOnError();
  await bank.visit(`/dashboard/move?to=${id}&from=${checking}`);
  await screen.findByText(/At your income of about \$162,000\.00, the Roth IRA limit is \$[\d,]+\.00\.$/);
  cleanup();
  const { user } = await bank.visit(`/dashboard/move?from=${plan.id}&to=${id}`);
  await user.type(await screen.findByLabelText('Amount'), '9000');
  await user.click(await press('Review'));
  await screen.findByText(/^Roth conversion: \$9,000\.00 counts as income in your \d{4} tax return\./);
});
