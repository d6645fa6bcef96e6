import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { removeStored } from '@/lib/storage/customer-keys';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const DAY_MS = 86_400_000;
const press = (name: string | RegExp) => screen.findByRole('button', { name });
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const rules = async () => {
  const { data } = await supabase.from('scheduled_payments').select('*').order('created_at').throwOnError();
  return data;
};

/** Schedules rent of 300.00 from an account, first due in five days. */
async function hasRent(accountId: string, more: Record<string, unknown> = {}) {
  const rent = {
    account_id: accountId,
    name: 'Rent',
    payee: 'Shoreline Apartments',
    amount: 300,
    frequency: 'MONTHLY',
  };
  const { data } = await supabase
    .from('scheduled_payments')
    .insert({ ...rent, start_date: dayFromNow(5), ...more })
    .select()
    .single()
    .throwOnError();
  return data;
}

async function advance(by: string) {
  const { error } = await supabase.functions.invoke('advance', { body: { by } });
  if (error) throw error;
}

describe('scheduled payments', () => {
  it('lead a customer without an account to one', async () => {
    await bank.signUp();
    await bank.visit('/scheduled-payments');
    await screen.findByText('No accounts yet');
    expect(screen.getByRole('link', { name: 'Open account' })).toBeTruthy();
  });

  it('are described while typing with warnings, and saved as described', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ balance: 500 });
    const { user } = await bank.visit('/scheduled-payments');
    await screen.findByText('No scheduled payments yet');
    await user.click(await press('Schedule payment'));
    await user.type(await screen.findByLabelText('Payee'), 'Shoreline Apartments');
    await user.type(screen.getByLabelText(/^Description/), 'Rent');
    await user.type(screen.getByLabelText('Amount'), '300');
    const date = screen.getByLabelText('Start date');
    await user.clear(date);
    await user.type(date, dayFromNow(5));
    await screen.findByText(/^\$300\.00 is paid from Everyday to Shoreline Apartments every month on the /);
    await screen.findByText('Next 5 dates');
    await screen.findByText(/^The first payment arrives on /);
    await screen.findByText(/^This payment would fail on .+: \$100\.00 short\.$/);
    await user.click(screen.getByRole('button', { name: 'Schedule payment' }));
    await within(await screen.findByRole('list', { name: 'Your scheduled payments' })).findByText('Next');
    expect(await rules()).toMatchObject([
      {
        account_id: account.id,
        name: 'Rent',
        payee: 'Shoreline Apartments',
        amount: 300,
        frequency: 'MONTHLY',
        weekend: 'stays',
      },
    ]);
    await screen.findAllByText('Leaves $200.00');
    await screen.findByText('Will fail: $100.00 short in Everyday');
  });

  it('show each error beside its field', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 500 });
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Schedule payment'));
    await user.selectOptions(await screen.findByLabelText('Ends'), 'count');
    await user.clear(screen.getByLabelText('Number of payments'));
    await user.click(screen.getByRole('button', { name: 'Schedule payment' }));
    await screen.findByText('Enter a payee.');
    await screen.findByText('Enter an amount.');
    await screen.findByText('Enter a number from 1 to 9999.');
    await user.selectOptions(screen.getByLabelText('Ends'), 'date');
    await user.type(screen.getByLabelText('End date'), dayFromNow(0));
    await screen.findByText('Choose an end date after the start date.');
    expect(await rules()).toEqual([]);
  });

  it("stay in one currency, and pay a card's statement balance", async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Euros', currency: 'EUR', balance: 50 });
    const dollars = await bank.openAccount({ name: 'Dollars', balance: 50 });
    const card = { name: 'Tide', credit_limit: 500, balance: 0, apr: 20, due_date: dayFromNow(20) };
    await supabase.from('credit_cards').insert(card).throwOnError();
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Schedule payment'));
    const from = await screen.findByLabelText<HTMLSelectElement>('From');
    await user.selectOptions(screen.getByLabelText('Pay to'), 'Tide');
    expect([...from.options].map(({ text }) => text)).toEqual(['Dollars (USD)']);
    await user.selectOptions(screen.getByLabelText('Amount type'), 'Statement balance');
    await user.click(screen.getByRole('button', { name: 'Schedule payment' }));
    await screen.findByRole('list', { name: 'Your scheduled payments' });
    expect(await rules()).toMatchObject([
      { account_id: dollars.id, name: 'Tide payment', amount: null, amount_kind: 'statement', payee: null },
    ]);
  });

  it('are skipped once, changed once, and restored to the rule', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 5000 });
    const rent = await hasRent(id, { occurrences: 1 });
    const exceptions = async () => {
      const { data } = await supabase
        .from('payment_exceptions')
        .select('planned_date, amount')
        .throwOnError();
      return data;
    };
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press(/^Change Rent on/));
    await user.click(await screen.findByRole('menuitem', { name: 'Skip payment' }));
    await screen.findByText('Skipped');
    expect(await exceptions()).toEqual([{ planned_date: rent.start_date, amount: null }]);
    await user.click(await press('Undo'));
    await waitFor(async () => expect(await exceptions()).toEqual([]));
    await screen.findByText('Leaves $4,700.00');
    await user.click(await press(/^Change Rent on/));
    await user.click(await screen.findByRole('menuitem', { name: 'Change amount once' }));
    const amount = await screen.findByLabelText(/^Amount on/);
    await user.clear(amount);
    await user.type(amount, '250.50');
    await user.click(screen.getByRole('button', { name: 'Change this payment' }));
    await screen.findByText('Amount changed for this payment. Leaves $4,749.50');
    expect(await exceptions()).toEqual([{ planned_date: rent.start_date, amount: 250.5 }]);
    await user.click(await press(/^Change Rent on/));
    await user.click(await screen.findByRole('menuitem', { name: 'Restore original amount' }));
    await screen.findByText('Leaves $4,700.00');
    expect(await exceptions()).toEqual([]);
  });

  it('are paused and resumed, deleted and restored under the same name', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 5000 });
    const rent = await hasRent(id);
    const { user } = await bank.visit('/scheduled-payments');
    const choose = async (what: string) => {
      await user.click(await press('Options for Rent'));
      await user.click(await screen.findByRole('menuitem', { name: what }));
    };
    await choose('Pause');
    await screen.findByText('Paused');
    await screen.findByText('No payments in the next 60 days.');
    await choose('Resume');
    await screen.findByText('Next');
    expect(screen.queryByText('Paused')).toBeNull();
    await choose('Delete');
    await screen.findByText('No scheduled payments yet');
    expect(await rules()).toEqual([]);
    await user.click(await press('Undo'));
    await screen.findByRole('list', { name: 'Your scheduled payments' });
    expect(await rules()).toMatchObject([{ id: rent.id, name: 'Rent', amount: 300 }]);
  });

  it('keep unchanged fields when edited', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 5000 });
    await hasRent(id, { weekend: 'after', occurrences: 7 });
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Options for Rent'));
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
    const amount = await screen.findByLabelText('Amount');
    await user.clear(amount);
    await user.type(amount, '1,250');
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Quarterly');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('Quarterly from Everyday to Shoreline Apartments · goes up each year');
    expect(await rules()).toMatchObject([
      {
        name: 'Rent',
        payee: 'Shoreline Apartments',
        amount: 1250,
        frequency: 'QUARTERLY',
        weekend: 'after',
        occurrences: 7,
      },
    ]);
  });

  it('mark the risky days of an account, also as a table', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 350 });
    await hasRent(id, { frequency: 'BIWEEKLY' });
    const { user } = await bank.visit('/scheduled-payments');
    const table = await screen.findByRole('region', { name: 'Upcoming days for Everyday as a table' });
    const rows = [...table.querySelectorAll('tbody tr')].map(({ textContent }) => textContent ?? '');
    expect(rows).toHaveLength(61);
    expect(rows.find((row) => row.includes('Rent'))).toMatch(/\$50\.00\$50\.00LowRent −\$300\.00$/);
    expect(rows.filter((row) => row.includes('Rent'))[1]).toMatch(/\$50\.00\$50\.00FailsRent −\$300\.00$/);
    const today = screen.getAllByRole('button', { pressed: true })[0];
    today?.focus();
    await user.keyboard('{ArrowRight}');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true'));
    expect(document.activeElement).not.toBe(today);
  });

  it('are suggested for regular payments unless dismissed', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 5000 });
    const { id: ruleId } = await hasRent(id, {
      name: 'Kelp Gym',
      payee: 'Kelp Gym',
      amount: 39,
      frequency: 'WEEKLY',
    });
    await advance('P1M');
    await supabase.from('scheduled_payments').delete().eq('id', ruleId).throwOnError();
    const { user } = await bank.visit('/scheduled-payments');
    await screen.findByText(/ exactly a week apart, always the same amount\./);
    await user.click(await press('Dismiss: Kelp Gym'));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Suggested payments' })).toBe(null));
    await user.click(await press('Undo'));
    await user.click(await press('Schedule payment: Kelp Gym'));
    expect((await screen.findByLabelText<HTMLInputElement>('Payee')).value).toBe('Kelp Gym');
    expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('39.00');
    await user.click(screen.getByRole('button', { name: 'Schedule payment' }));
    await screen.findByText('Weekly from Everyday');
    expect(screen.queryByRole('list', { name: 'Suggested payments' })).toBe(null);
  });

  it('are suggested again after the customer who dismissed them signed out', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 5000 });
    const gym = { name: 'Kelp Gym', payee: 'Kelp Gym', amount: 39, frequency: 'WEEKLY' };
    const { id: ruleId } = await hasRent(id, gym);
    await advance('P1M');
    await supabase.from('scheduled_payments').delete().eq('id', ruleId).throwOnError();
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Dismiss: Kelp Gym'));
    const getStoredTexts = () => Object.values({ ...localStorage }).filter((text) => /kelp gym/i.test(text));
    expect(getStoredTexts()).toHaveLength(1);
    removeStored();
    expect(getStoredTexts()).toEqual([]);
  });

  it('that fail for lack of money are retried, in the list and the history', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 500 });
    await hasRent(id, { amount: 800, occurrences: 1 });
    await advance('P6D');
    const { user } = await bank.visit('/scheduled-payments');
    await screen.findByText('Retrying');
    await screen.findByText(/^Tried (once|twice): \$300\.00 short in Everyday\.$/);
    await screen.findByText("Rent didn't go through. We'll try again.");
    await user.click(await press('View Rent history'));
    await screen.findAllByText('Retrying');
    await user.keyboard('{Escape}');
    await advance('P1W');
    await queryClient.invalidateQueries();
    await screen.findByText('Ended');
    await screen.findByText(/^Rent failed on .*: \$300\.00 short\.$/);
    await user.click(await press('View Rent history'));
    await screen.findByText('Failed');
    const history = await screen.findByRole('list', { name: 'History of Rent' });
    expect(within(history).getAllByText('Retrying')).toHaveLength(3);
    expect(history.textContent).toContain('attempt 3 of 4, $300.00 short');
  });

  it('show an announced increase, which the customer can keep from happening', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ balance: 20_000 });
    const rent = await hasRent(account.id, { amount: 1450, start_date: dayFromNow(64 - 365) });
    await advance('P1W');
    const { user } = await bank.visit(`/scheduled-payments?increase=${rent.id}`);
    const dialog = await screen.findByRole('dialog', { name: 'Rent goes up' });
    // 1,450.00 at 2.5% + 0.5 points = 1,493.50, in whole dollars.
    expect(dialog.textContent).toMatch(/Now\$1,450\.00From .*\$1,494\.00Increase\$44\.00/);
    await user.click(within(dialog).getByRole('button', { name: 'Pay the new amount' }));
    await user.click(await press(/^Goes up to \$1,494\.00 on /));
    await user.click(await press('Keep this amount'));
    await screen.findByText('Rent stays at $1,450.00');
    await waitFor(() => expect(screen.queryByText(/^Goes up to/)).toBeNull());
    expect(await rules()).toMatchObject([{ amount: 1450, yearly_adjustment: 'none' }]);
  });

  it('can be canceled from the notice of an increase', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ balance: 20_000 });
    const rent = await hasRent(account.id, { amount: 1450, start_date: dayFromNow(64 - 365) });
    await advance('P1W');
    const { user } = await bank.visit(`/scheduled-payments?increase=${rent.id}`);
    await user.click(await press('Cancel payment'));
    await screen.findByText('Rent deleted');
    expect(await rules()).toEqual([]);
  });

  it('explain how the amount usually goes up while the form is filled in', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 500 });
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Schedule payment'));
    await user.type(await screen.findByLabelText('Payee'), 'Northgate Power');
    await screen.findByText(/^Utilities vary with the season/);
    await user.selectOptions(screen.getByLabelText('Yearly change'), 'Goes up like rent');
    await screen.findByText(
      'Rent goes up by inflation plus 0.5 points each year. We notify you 60 days before.',
    );
    await user.selectOptions(screen.getByLabelText('Yearly change'), 'Keep this amount');
    expect(screen.queryByText(/^Rent goes up/)).toBeNull();
  });

  it('reload on request after an error', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 10 });
    bank.interrupt((url) =>
      url.pathname.endsWith('/scheduled_payments') ? new Response('{}', { status: 500 }) : null,
    );
    const { user } = await bank.visit('/scheduled-payments');
    await screen.findByText("We couldn't load your scheduled payments.");
    bank.interrupt(() => null);
    await user.click(await press('Try again'));
    await screen.findByText('No scheduled payments yet');
  });
});

describe('the calendar address', () => {
  it('is shown once, has amounts only by choice, and is replaced and removed', async () => {
    await bank.signUp();
    const account = await bank.openAccount({ balance: 500 });
    await hasRent(account.id);
    const { user } = await bank.visit('/scheduled-payments');
    await user.click(await press('Create calendar address…'));
    const amounts = await screen.findByRole('switch', { name: 'Include amounts' });
    expect(amounts.getAttribute('aria-checked')).toBe('false');
    await user.click(screen.getByRole('button', { name: 'Create address' }));
    const shown = await screen.findByText(/\/calendar\/[0-9a-f]{64}\.ics$/);
    const address = shown.textContent;
    const calendar = await (await fetch(address)).text();
    expect(calendar).toContain('SUMMARY:Rent (simulated)');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByText(/^Created .*\. Not read yet\. Amounts are left out\.$/);
    expect(document.body.textContent).not.toContain(address);

    await user.click(await press('Replace address…'));
    await user.click(await screen.findByRole('switch', { name: 'Include amounts' }));
    await user.click(screen.getByRole('button', { name: 'Replace address' }));
    const next = (await screen.findByText(/\.ics$/)).textContent;
    expect(next).not.toBe(address);
    expect((await fetch(address)).status).toBe(404);
    expect(await (await fetch(next)).text()).toMatch(/SUMMARY:Rent\\, −\$[\d,.\\]+ \(simulated\)/);
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await user.click(await press('Remove address'));
    await press('Create calendar address…');
    expect((await fetch(next)).status).toBe(404);
  });
});
