import { getNextBusinessDay } from '@engine/calendar/bank-holidays.ts';
import { dayText, parseDay } from '@engine/calendar/calendar.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const advanceTo = (body: { by: string } | { to: string }) => supabase.functions.invoke('advance', { body });
const advance = (by: string) => advanceTo({ by });
const press = (name: string | RegExp) => screen.findByRole('button', { name });

describe('a pending purchase', () => {
  it('is made with an account, lowers what is available, and can be canceled', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('More account options'));
    await user.click(await screen.findByRole('menuitem', { name: 'Make a purchase' }));
    await user.type(await screen.findByLabelText('Price'), '48.37');
    await user.type(screen.getByLabelText('Merchant'), 'Corner Fuel');
    await user.selectOptions(screen.getByLabelText('Kind of purchase'), 'Gas pump: 2 hours');
    await user.click(screen.getByRole('button', { name: 'Buy for $48.37' }));
    await screen.findByText('$175.00 is pending at Corner Fuel.');
    await screen.findByText('Available $125.00');
    await screen.findByText('On hold $175.00 (1)');
    const pending = within(await screen.findByRole('region', { name: 'Pending' }));
    expect(pending.getByRole('listitem').textContent).toMatch(
      /^Corner Fuel.* · The exact amount posts within hours · Drops off by .*−\$175\.00$/,
    );
    await user.click(await press('Withdraw'));
    await user.type(await screen.findByLabelText('Amount'), '200');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(
      /^You have \$125\.00 available\. You need \$75\.00 more\. \$175\.00 is on hold until .* at the latest\.$/,
    );
    await user.keyboard('{Escape}');
    await user.click(await press('Cancel the purchase at Corner Fuel'));
    await screen.findByText('Purchase canceled');
    await expect.poll(() => screen.queryByRole('region', { name: 'Pending' })).toBeNull();
    expect(screen.queryByText(/^Available/)).toBeNull();
  });

  it('on a card comes first, and lowers the available credit', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 300 });
    const { data: card } = await supabase
      .from('credit_cards')
      .insert({ name: 'Tide Card', credit_limit: 500, apr: 20 })
      .select()
      .single()
      .throwOnError();
    const sent = { card_id: card.id, amount: 60, purchase: 'restaurant', merchant: 'Noodle Wharf' };
    await supabase.rpc('authorize_purchase', sent).throwOnError();
    await bank.visit(`/credit-cards/${card.id}`);
    const pending = within(await screen.findByRole('region', { name: 'Pending' }));
    expect(pending.getByRole('listitem').textContent).toMatch(/Noodle Wharf.*Tip may change the amount/);
    await expect.poll(() => document.body.textContent).toContain('$440.00');
    cleanup();
    await bank.visit('/transactions');
    await expect
      .poll(() => screen.queryByRole('region', { name: 'Pending' })?.textContent)
      .toMatch(/Noodle Wharf.*Tide Card/);
  });

  it('is turned on and off in the settings', async () => {
    await bank.signUp();
    await bank.openAccount({ balance: 300 });
    const { user } = await bank.visit('/settings/time');
    const choice = await screen.findByRole('switch', { name: /^Hold purchases before they post/ });
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true');
    await user.click(choice);
    await screen.findByText('Purchases post right away');
    await expect.poll(() => choice.getAttribute('aria-checked')).toBe('false');
  });
});

describe('a transfer from another bank', () => {
  it('shows its arrival, and that a same-day transfer has a fee', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    // A Sunday has a same-day window on the next business day at any hour.
    const days = (7 - new Date().getUTCDay()) % 7;
    if (days > 0) await advance(`P${days}D`);
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await user.type(await screen.findByLabelText('Amount'), '500');
    expect(screen.queryByLabelText('Arrives')).toBeNull();
    await user.click(await screen.findByRole('radio', { name: 'Bank transfer' }));
    const options = within(screen.getByLabelText('Arrives')).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^\w{3}, .*, free$/),
      expect.stringMatching(/^\w{3}, .*, by .*, \$3\.00$/),
    ]);
    await screen.findByText('Same-day transfers are open until 1:00 PM in New York on business days.');
    await user.selectOptions(screen.getByLabelText('Arrives'), 'same_day');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(
      /You can use \$500\.00 on .*, by .*\. The same-day fee of \$3\.00 is charged when the transfer arrives\.$/,
    );
    await user.click(await press('Deposit $500.00 to Everyday'));
    await screen.findByText('$500.00 deposited.');
    const { data: hold } = await supabase.from('holds').select('deposit').single().throwOnError();
    expect(hold.deposit).toBe('same_day');
  });

  it('offers the next morning after the last same-day window of a day', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    const day = dayText(getNextBusinessDay(parseDay(new Date().toISOString().slice(0, 10)) + 1, 'USD'));
    // The afternoon in New York, in summer and in winter.
    const afternoon = `${day}T20:00:00.000Z`;
    await advanceTo({ to: afternoon });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await user.click(await screen.findByRole('radio', { name: 'Bank transfer' }));
    expect(screen.queryByLabelText('Arrives')).toBeNull();
    await user.click(await press(/^Fast-forward to \w{3}, .*:00 [AP]M$/));
    await expect
      .poll(async () => (await supabase.rpc('simulated_now').throwOnError()).data > afternoon)
      .toBe(true);
    await user.click(await press('Deposit'));
    await user.click(await screen.findByRole('radio', { name: 'Bank transfer' }));
    await screen.findByLabelText('Arrives');
  });
});

describe('a check', () => {
  it('is deposited after its dates were shown, and is pending until then', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await user.type(await screen.findByLabelText('Amount'), '1000');
    await user.click(await screen.findByRole('radio', { name: 'Check' }));
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(
      /You can use \$1,000\.00 on .*Deposits take longer in an account that is less than 30 days old\.$/,
    );
    await user.click(await press('Deposit $1,000.00 to Everyday'));
    await screen.findByText('$1,000.00 deposited.');
    await user.click(await press('Done'));
    await screen.findByText('Available $300.00');
    await screen.findByText('On hold $1,000.00 (1)');
    const pending = within(await screen.findByRole('region', { name: 'Pending' }));
    await expect
      .poll(() => pending.getByRole('listitem').textContent)
      .toMatch(/^Check deposit.*Available: \$1,000\.00 on .*\$1,000\.00$/);
    expect(pending.queryByRole('button')).toBeNull();
    await user.click(await press('Withdraw'));
    await user.type(await screen.findByLabelText('Amount'), '301');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(/^You have \$300\.00 available\. .* The next part is released on /);
  });

  it('limits cash after its second business day, and says why the rest is on hold for longer', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    await advance('P2M');
    const sent = { account_id: id, amount: 10_000, method: 'check' };
    await supabase.rpc('deposit', sent).throwOnError();
    const getHeld = async () =>
      (await supabase.from('holds').select('remaining_amount').single().throwOnError()).data.remaining_amount;
    for (let days = 0; days < 6 && (await getHeld()) > 3275; days += 1) await advance('P1D');
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    const pending = within(await screen.findByRole('region', { name: 'Pending' }));
    await expect
      .poll(() => pending.getByRole('listitem').textContent)
      .toMatch(
        /Available: \$3,275\.00 on .*You can withdraw \$5,900\.00 of it in cash starting .*\. Amounts above \$6,725\.00/,
      );
    await screen.findByText('On hold $3,275.00 (1)');
    await user.click(await press('Withdraw'));
    await screen.findByText(/^Available balance: \$7,025\.00\. You can withdraw up to \$1,125\.00 in cash\./);
    await user.type(await screen.findByLabelText('Amount'), '1125.01');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(
      /^You can withdraw up to \$1,125\.00 in cash\. More of your check deposit can be/,
    );
  });

  it('that was returned before shows its longer hold before the deposit', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    await advance('P2M');
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await user.type(await screen.findByLabelText('Amount'), '80');
    expect(screen.queryByLabelText('Check', { selector: 'select' })).toBeNull();
    await user.click(await screen.findByRole('radio', { name: 'Check' }));
    const check = screen.getByLabelText('Check', { selector: 'select' });
    await user.selectOptions(check, 'Returned unpaid before');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await screen.findByText(
      /You can use \$80\.00 on .*The check was returned unpaid before, so it takes five more business days\.$/,
    );
    await user.click(await press('Deposit $80.00 to Everyday'));
    await screen.findByText('$80.00 deposited.');
    expect((await supabase.from('holds').select('check_kind').throwOnError()).data).toEqual([
      { check_kind: 'redeposited' },
    ]);
  });

  it('is not offered in a household whose deposits are available at once', async () => {
    await bank.signUp();
    const { id } = await bank.openAccount({ balance: 300 });
    await supabase.rpc('set_pending_transactions', { level: 'instant' }).throwOnError();
    const { user } = await bank.visit(`/dashboard/accounts/${id}`);
    await user.click(await press('Deposit'));
    await screen.findByLabelText('Amount');
    expect(screen.queryByText('Kind of deposit')).toBeNull();
  });
});
