import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const PATH = '/forecasts/what-if';
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const difference = () => screen.findByRole('group', { name: /^Difference in/ });

/** Returns a file that tests can read, because jsdom's own files can't be read. */
function getFile(content: string): File {
  const file = new File([content], 'branch.json', { type: 'application/json' });
  return Object.assign(file, { text: async () => content });
}

/** Signs up a customer with a funded account and a loan that autopay pays from the account. */
async function withLoan() {
  await bank.signUp();
  const account = await bank.openAccount({ name: 'Everyday', balance: 50_000 });
  const loan = { name: 'Car loan', amount: 12_000, interest_rate: 9, term: 60, remaining_balance: 12_000 };
  const { data } = await supabase.from('loans').insert(loan).select().single().throwOnError();
  await supabase
    .from('loans')
    .update({ autopay_account_id: account.id, autopay_extra: 0 })
    .eq('id', data.id)
    .throwOnError();
  return { account, loanId: data.id };
}

describe('what-ifs', () => {
  it("begin with the customer's largest debt, and follow the amount", async () => {
    await withLoan();
    const { user, path } = await bank.visit(PATH);
    expect(await press(/^Lose your job/)).toHaveProperty('disabled', true);
    await user.click(await press(/^Pay \$300 more on Car loan/));
    await screen.findByRole('heading', { name: 'What if you pay $300 more on Car loan?' });
    expect(path()).toMatch(/^\/forecasts\/what-if\/.+/);
    const before = (await difference()).textContent;
    expect(before).toMatch(/\+\$[1-9]/);
    const turned = await screen.findByRole('group', { name: 'Per month: Pay more on Car loan' });
    await user.click(within(turned).getByRole('button', { name: 'More' }));
    await within(turned).findByText('$350.00');
    await waitFor(async () => expect((await difference()).textContent).not.toBe(before));
  });

  it('add a decision, show errors beside the fields, and remove it with undo', async () => {
    await withLoan();
    const { user } = await bank.visit(PATH);
    await user.click(await press('Start from scratch'));
    await user.click(await press('Add decision'));
    await user.selectOptions(await screen.findByLabelText('Decision'), 'A new bill');
    await user.click(await press('Add decision'));
    await screen.findByText('Enter a name.');
    await screen.findByText('Enter an amount.');
    await user.type(screen.getByLabelText('Name'), 'Gym');
    await user.type(screen.getByLabelText('Amount'), '40');
    await user.click(await press('Add decision'));
    const decisions = await screen.findByRole('list', { name: 'Decisions' });
    await within(decisions).findByText('Gym');
    await within(decisions).findByText(/^Every month from .+, from Everyday$/);
    await user.click(await press('More options for Gym'));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    await screen.findByText(/This what-if matches your current plan/);
    await user.click(await press('Undo'));
    await screen.findByRole('group', { name: 'Amount: Gym' });
  });

  it('show the premiums that a higher deductible saves, and apply it', async () => {
    const { account } = await withLoan();
    const policy = { insurance_kind: 'car', deductible: 500, account_id: account.id };
    await supabase.rpc('set_insurance', policy).throwOnError();
    const { user } = await bank.visit(PATH);
    await user.click(await press('Start from scratch'));
    await user.click(await press('Add decision'));
    await user.selectOptions(await screen.findByLabelText('Decision'), 'Change coverage');
    const deductible = await screen.findByLabelText('Deductible');
    expect(within(deductible).queryByRole('option', { name: /^\$500\.00/ })).toBeNull();
    await user.selectOptions(deductible, '$1,000.00, $197.80 a month');
    await user.click(await press('Add decision'));
    const decisions = await screen.findByRole('list', { name: 'Decisions' });
    await within(decisions).findByText('Car insurance with a $1,000.00 deductible');
    await screen.findByRole('heading', { name: 'Premiums and claims' });
    const share = screen.getByRole('row', { name: /^Your part of a \$5,000\.00 collision/ });
    expect(share.textContent).toContain('$1,000.00$500.00');
    screen.getByText(/^Car insurance: you save \$[\d,]+\.\d\d in premiums by .*costs you \$500\.00 more\.$/);
    await user.click(await press('Apply 1 decision'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply this what-if' });
    await user.click(within(dialog).getByRole('button', { name: /^Apply/ }));
    await waitFor(async () => {
      const { data } = await supabase.from('scheduled_payments').select('amount').throwOnError();
      expect(data).toEqual([{ amount: 197.8 }]);
    });
  });

  it('offer a plan only for accounts that can have it', async () => {
    await withLoan();
    await bank.openAccount({ name: 'Nest', type: 'SAVINGS', balance: 500 });
    const { user } = await bank.visit(PATH);
    await user.click(await press('Start from scratch'));
    await user.click(await press('Add decision'));
    await user.selectOptions(await screen.findByLabelText('Decision'), 'Choose an account plan');
    await user.selectOptions(await screen.findByLabelText('Account'), 'Everyday');
    const plan = screen.getByLabelText('Plan');
    expect(within(plan).queryByRole('option', { name: 'Goal Saver' })).toBeNull();
    await user.selectOptions(screen.getByLabelText('Account'), 'Nest');
    await user.selectOptions(plan, 'Goal Saver');
    await user.selectOptions(screen.getByLabelText('Account'), 'Everyday');
    expect((plan as HTMLSelectElement).value).not.toBe('goal_saver');
  });

  it('apply possible decisions and keep the others', async () => {
    const { loanId } = await withLoan();
    const { user } = await bank.visit(PATH);
    await user.click(await press(/^Pay \$300 more on Car loan/));
    await user.click(await press('Add decision'));
    await user.selectOptions(await screen.findByLabelText('Decision'), 'Buy a home');
    await user.type(screen.getByLabelText('Name'), 'Cottage');
    await user.type(screen.getByLabelText('Price'), '90000');
    await user.type(screen.getByLabelText('Down payment'), '20000');
    await user.type(screen.getByLabelText(/^Rate/), '5');
    const later = screen.getByLabelText('Date');
    await user.clear(later);
    await user.type(later, '2090-01-01');
    await user.click(await press('Add decision'));
    await user.click(await press('Apply 2 decisions'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply this what-if' });
    within(dialog).getByText(/We’ll pay more on Car loan each month/);
    within(dialog).getByText(/You can’t buy Cottage in advance/);
    await user.click(within(dialog).getByRole('button', { name: 'Apply 1 decision' }));
    await within(dialog).findByText('1 of 2 applied.');
    const { data } = await supabase.from('loans').select('autopay_extra').eq('id', loanId).single();
    expect(data).toEqual({ autopay_extra: 300 });
    await user.click(within(dialog).getByRole('button', { name: 'Done' }));
    const decisions = await screen.findByRole('list', { name: 'Decisions' });
    expect(within(decisions).getAllByRole('listitem')).toHaveLength(1);
    within(decisions).getByText('Cottage');
  });

  it('carry out an account plan, a biweekly plan, a payment day, and an early withdrawal', async () => {
    const { account, loanId } = await withLoan();
    const { data: cd } = await supabase
      .rpc('open_cd', { funding_account_id: account.id, amount: 5_000, term_months: 12 })
      .throwOnError();
    const { user } = await bank.visit(PATH);
    await user.click(await press('Start from scratch'));
    const add = async (label: string) => {
      await user.click(await press('Add decision'));
      await user.selectOptions(await screen.findByLabelText('Decision'), label);
    };
    const see = async (text: string) =>
      within(await screen.findByRole('list', { name: 'Decisions' })).findByText(text);
    await add('Choose an account plan');
    await user.click(await press('Add decision'));
    await see('Classic plan for Everyday');
    await add('Change a payment day');
    const day = screen.getByLabelText(/^Day of the month/);
    await user.clear(day);
    await user.type(day, '29');
    await user.click(await press('Add decision'));
    await screen.findByText('Enter 1 to 28 for the day.');
    const { data: loan } = await supabase.from('loans').select('next_due_date').eq('id', loanId).single();
    const near = String((Number(loan?.next_due_date?.slice(8)) % 28) + 1);
    await user.clear(day);
    await user.type(day, near);
    await user.click(await press('Add decision'));
    await see(`Pay Car loan on day ${near}`);
    await add('Pay a debt every two weeks');
    await user.click(await press('Add decision'));
    await add('Withdraw a CD early');
    await user.click(await press('Add decision'));
    await see('Close 12-Month CD early');
    await user.click(await press('Apply 4 decisions'));
    const dialog = await screen.findByRole('dialog', { name: 'Apply this what-if' });
    within(dialog).getByText(/^We’ll move \$4,9\d\d\.\d\d from 12-Month CD to Everyday now\. The penalty is/);
    await user.click(within(dialog).getByRole('button', { name: 'Apply 4 decisions' }));
    await within(dialog).findByText('4 of 4 applied.');
    const { data: plan } = await supabase.from('accounts').select('plan').eq('id', account.id).single();
    expect(plan).toEqual({ plan: 'classic' });
    const { data: moved } = await supabase.from('loans').select('payment_day').eq('id', loanId).single();
    expect(moved).toEqual({ payment_day: Number(near) });
    const { data: closed } = await supabase.from('accounts').select('balance').eq('id', cd.id).single();
    expect(closed).toEqual({ balance: 0 });
    const { data: held } = await supabase.from('debt_reserves').select('loan_id').throwOnError();
    expect(held).toEqual([{ loan_id: loanId }]);
  });

  it('can add no decision without something to choose, and say what to open first', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Fund', type: 'INVESTMENT', balance: 100 });
    const { user } = await bank.visit(PATH);
    await user.click(await press('Start from scratch'));
    await user.click(await press('Add decision'));
    for (const [kind, reason] of [
      ['Withdraw a CD early', 'Open a CD first.'],
      ['Choose an account plan', 'Open a checking or savings account first.'],
    ] as const) {
      await user.selectOptions(await screen.findByLabelText('Decision'), kind);
      await screen.findByText(reason);
      expect(await press('Add decision')).toHaveProperty('disabled', true);
    }
    await user.selectOptions(screen.getByLabelText('Decision'), 'A new bill');
    expect(await press('Add decision')).toHaveProperty('disabled', false);
  });

  it('are listed with what they change, the difference, their state, and the next step', async () => {
    await withLoan();
    const { user } = await bank.visit(PATH);
    await user.click(await press(/^Pay \$300 more on Car loan/));
    const figure = within(await difference()).getByText(/^\+\$/).textContent;
    await user.click(await press('New what-if'));
    await user.click(await screen.findByRole('menuitem', { name: 'Start from scratch' }));
    await user.click(await screen.findByRole('link', { name: 'All what-ifs' }));
    const list = await screen.findByRole('list', { name: 'Your what-ifs' });
    const [loan, empty] = within(list)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => within(heading.closest('li') as HTMLElement));
    loan?.getByText('Pay more on Car loan: $300.00');
    await loan?.findByText('Ahead of your current plan');
    expect(loan?.getByText(/^\+\$/).textContent).toBe(figure);
    empty?.getByText('No decisions yet, so it matches your current plan.');
    empty?.getByRole('link', { name: /^Add decision/ });
    await user.click(loan?.getByRole('link', { name: /^Review and apply/ }) as HTMLElement);
    await screen.findByRole('heading', { name: 'What if you pay $300 more on Car loan?' });
  });

  it('open a file, and explain an invalid one in a sentence', async () => {
    await withLoan();
    const { user } = await bank.visit(PATH);
    const input = await screen.findByLabelText('What-if file');
    await user.upload(input, getFile('{"a": 1}'));
    await screen.findByText("We couldn't open the what-if.");
    await screen.findByText(/^This file isn’t a what-if/);
    const branch = { id: 'x', name: 'A leaner life', decisions: [] };
    const text = JSON.stringify({ format: 'sandbank-what-if', version: 1, branch });
    await user.upload(input, getFile(text));
    await screen.findByRole('heading', { name: 'What if: A leaner life?' });
  });
});
