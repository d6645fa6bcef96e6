import { DAY_MS, dayText } from '@engine/calendar/calendar.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const press = (name: string | RegExp) => screen.findByRole('button', { name });

/** Returns the simulated day a number of days from today. */
async function dayFromNow(days: number): Promise<string> {
  const { data } = await supabase.rpc('simulated_now').throwOnError();
  return dayText(Math.floor((Date.parse(data) + days * DAY_MS) / DAY_MS));
}

async function hasRule(changes: Record<string, unknown> = {}) {
  const account = await bank.openAccount();
  const rule = {
    account_id: account.id,
    name: 'Pocket money',
    amount: 20,
    frequency: 'WEEKLY',
    start_date: await dayFromNow(1),
    ...changes,
  };
  const { data } = await supabase.from('auto_deposits').insert(rule).select().single().throwOnError();
  return data;
}

async function advance(by: string) {
  const { error } = await supabase.functions.invoke('advance', { body: { by } });
  if (error) throw error;
}

describe('auto deposits', () => {
  it('are described while they are typed, and saved as described', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday Checking' });
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('Set up auto deposit'));
    const dialog = await screen.findByRole('dialog', { name: 'New auto deposit' });
    const form = within(dialog);
    expect(form.getByText('Enter an amount, start date, and time to see a preview.')).toBeTruthy();
    await user.type(form.getByLabelText('Name'), 'Pay');
    await user.type(form.getByLabelText('Amount'), '1130');
    await user.click(form.getByText('Weekly'));
    await user.click(form.getByLabelText('This is my paycheck'));
    await user.click(form.getByText('After a number of deposits'));
    await user.type(form.getByLabelText('Number of deposits'), '2');
    await form.findByText(
      /^Every \w+day at 6:00 AM, \$1,130\.00 will arrive in Everyday Checking; first on .+, last on .+\.$/,
    );
    expect(within(form.getByRole('list', { name: 'Upcoming dates' })).getAllByRole('listitem')).toHaveLength(
      2,
    );
    await user.click(form.getByText('Set up auto deposit'));
    const rule = await screen.findByRole('article', { name: 'Pay' });
    expect(rule.textContent).toContain('Weekly into Everyday Checking');
    expect(rule.textContent).toContain('$4,910.12 a month');
    await screen.findByText(/^2 deposits until/);
    expect((await screen.findByText(/^Arriving in the next/)).nextSibling?.textContent).toBe('$2,260.00');
    const { data } = await supabase
      .from('auto_deposits')
      .select('*, categories(name)')
      .single()
      .throwOnError();
    expect(data).toMatchObject({
      amount: 1130,
      frequency: 'WEEKLY',
      start_date: await dayFromNow(1),
      start_time: '06:00:00',
      occurrences: 2,
      end_date: null,
      is_pay: true,
      categories: { name: 'Salary' },
    });
  });

  it('compute net pay from pay details', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday Checking' });
    await bank.openAccount({ name: 'My 401(k)', type: 'INVESTMENT' });
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('Set up auto deposit'));
    const form = within(await screen.findByRole('dialog', { name: 'New auto deposit' }));
    await user.type(form.getByLabelText('Name'), 'Acme');
    await user.click(form.getByText('Biweekly'));
    await user.click(form.getByLabelText('This is my paycheck'));
    await user.click(await form.findByRole('switch', { name: 'Pay details' }));
    form.getByText('Enter your pay per year to see your paycheck.');
    await user.click(form.getByRole('button', { name: 'Set up auto deposit' }));
    await form.findByText('Enter your pay per year before taxes, $1,000.00 or more.');
    await user.type(form.getByLabelText('Gross pay per year'), '62400');
    const fill = async (label: string, text: string) => {
      await user.clear(form.getByLabelText(label));
      await user.type(form.getByLabelText(label), text);
    };
    await fill('401(k), % of pay', '6');
    await fill('Employer match, %', '50');
    await fill('Health insurance', '55.38');
    await fill('Health savings account (HSA)', '100');
    await user.selectOptions(form.getByLabelText('State income tax'), '4% flat');
    await user.selectOptions(form.getByLabelText('401(k) contributions go to'), 'My 401(k)');
    await form.findByText('$2,400.00 gross becomes $1,676.65 net. Your employer adds $72.00 to your 401(k).');
    expect(form.getByRole('list', { name: 'Parts of gross pay' }).textContent).toContain('Taxes$423.97');
    await user.click(form.getByRole('button', { name: 'Set up auto deposit' }));
    await screen.findByRole('article', { name: 'Acme' });
    const { data } = await supabase.from('auto_deposits').select('amount').single().throwOnError();
    expect(data).toEqual({ amount: 1676.65 });
  });

  it('keep a pay stub that the transaction opens to', async () => {
    await bank.signUp();
    await hasRule({
      name: 'Acme',
      frequency: 'BIWEEKLY',
      is_pay: true,
      pay_details: {
        gross_per_year: 62_400,
        filing_status: 'single',
        retirement_percent: 6,
        match_percent: 50,
        match_up_to: 6,
        health: 55.38,
        hsa: 100,
        state_percent: 4,
      },
    });
    await advance('P2D');
    const { data } = await supabase.from('transactions').select('id').eq('kind', 'auto_deposit').single();
    await bank.visit(`/transactions?open=${data?.id}`);
    const stub = within(await screen.findByRole('region', { name: 'Pay stub' }, { timeout: 15_000 }));
    const rows = stub.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toContain('Gross pay$2,400.00$2,400.00');
    expect(rows).toContainEqual(expect.stringMatching(/^Federal income tax.\$168\.23.\$168\.23$/));
    expect(rows).toContain('Net pay$1,676.65$1,676.65');
    stub.getByRole('button', { name: 'Download pay stub' });
  });

  it('open filled in as a paycheck from the checklist, and return to it', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday Checking' });
    const { user, path } = await bank.visit('/dashboard');
    await user.click(await screen.findByRole('link', { name: 'Add paycheck' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add your paycheck' }));
    const isPay = await form.findByRole('switch', { name: 'This is my paycheck' });
    expect(isPay.ariaChecked).toBe('true');
    await form.findByText(/^Every Friday at 6:00 AM, \$900\.00 will arrive in Everyday Checking/);
    await user.click(form.getByRole('button', { name: 'Add paycheck' }));
    await screen.findByRole('list', { name: 'Get started' });
    expect(path()).toBe('/dashboard');
    const { data } = await supabase.from('auto_deposits').select('is_pay, categories(name)').single();
    expect(data).toEqual({ is_pay: true, categories: { name: 'Salary' } });
  });

  it('show each error beside its field', async () => {
    await bank.signUp();
    const rule = await hasRule();
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('New auto deposit'));
    await user.click(await screen.findByText('After a number of deposits'));
    await user.click(await press('Set up auto deposit'));
    await screen.findByText('Enter a name.');
    await screen.findByText('Enter an amount.');
    await screen.findByText('Enter a number from 1 to 100,000.');
    await user.click(screen.getByText('On a date'));
    await user.type(screen.getByLabelText('End date'), '2000-01-01');
    await user.click(await press('Set up auto deposit'));
    await screen.findByText('Choose a date on or after the start date.');

    // The account closes while the form is open, so the bank's refusal appears beside the field.
    await user.type(screen.getByLabelText('Name'), 'Late');
    await user.type(screen.getByLabelText('Amount'), '5');
    await user.click(screen.getByText('Never'));
    await supabase.rpc('close_account', { account_id: rule.account_id }).throwOnError();
    await user.click(await press('Set up auto deposit'));
    await waitFor(() =>
      expect(
        document.getElementById(screen.getByLabelText('Deposit to').getAttribute('aria-describedby') ?? '')
          ?.textContent,
      ).toBe('This account is closed.'),
    );
  });

  it('stop while paused and continue when resumed', async () => {
    await bank.signUp();
    await hasRule();
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('More options for Pocket money'));
    await user.click(await screen.findByRole('menuitem', { name: 'Pause' }));
    await screen.findByText('Paused. Resume it to receive deposits.');
    await screen.findByText(/^0 deposits until/);
    await user.click(await press('Resume'));
    await screen.findByText(/^5 deposits until/);
  });

  it('return with their history when a deletion is undone', async () => {
    await bank.signUp();
    const rule = await hasRule();
    await advance('P2W');
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('More options for Pocket money'));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('No automatic deposits yet');
    await user.click(await press('Undo'));
    await screen.findByRole('article', { name: 'Pocket money' });
    const { data } = await supabase.from('auto_deposits').select('*').single().throwOnError();
    expect(data).toMatchObject({ id: rule.id, amount: 20, start_date: rule.start_date });
    await user.click(await press('History'));
    const history = await screen.findByRole('list', { name: 'History' });
    expect(within(history).getAllByRole('listitem')).toHaveLength(2);
    expect(history.textContent).toContain('Arrived+$20.00');
  });

  it('are edited in the same form', async () => {
    await bank.signUp();
    await hasRule();
    const { user } = await bank.visit('/auto-deposit');
    await user.click(await press('Edit'));
    const amount = await screen.findByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '25.5');
    await user.click(screen.getByText('Monthly'));
    await user.click(await press('Save changes'));
    await screen.findByText('Monthly into Everyday');
    const { data } = await supabase.from('auto_deposits').select('amount, frequency').single().throwOnError();
    expect(data).toEqual({ amount: 25.5, frequency: 'MONTHLY' });
  });

  it('skip closed accounts and lost jobs, and state the reason', async () => {
    await bank.signUp();
    await hasRule({ name: 'Salary', is_pay: true });
    await supabase
      .from('shocks')
      .insert({ shock: 'job_loss', on_date: await dayFromNow(0), months: 2 })
      .throwOnError();
    await bank.visit('/auto-deposit');
    await screen.findByText("Stopped while you're out of work");
    await screen.findByText(/^0 deposits until/);
    await screen.findByText('Skipped: job lost');
  });

  it('show an error and reload on request', async () => {
    await bank.signUp();
    await hasRule();
    bank.interrupt((url) =>
      url.pathname.endsWith('/auto_deposits') ? new Response('{}', { status: 500 }) : null,
    );
    const { user } = await bank.visit('/auto-deposit');
    await screen.findByText("We couldn't load your auto deposits.", undefined, { timeout: 10_000 });
    bank.interrupt(() => null);
    await user.click(await press('Try again'));
    await screen.findByRole('article', { name: 'Pocket money' });
  });

  it('require an account', async () => {
    await bank.signUp();
    await bank.visit('/auto-deposit');
    await screen.findByText('Open an account to receive auto deposits.');
    expect(screen.getByRole('link', { name: 'Open account' }).getAttribute('href')).toBe('/create-account');
  });
});
