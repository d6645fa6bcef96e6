import { buildForecast } from '@engine/forecast/forecast.ts';
import { buildHouseholdState } from '@engine/household/state.ts';
import { toMinor } from '@engine/money/minor.ts';
import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { queryClient } from '@/app/query-client';
import { openBank } from '@/app/testing/testing';
import { clockQueries } from '@/entities/household/clock-queries';
import { getToday } from '@/entities/household/days';
import { exchangeRateQueries } from '@/entities/household/exchange-rate-queries';
import { perform, type Results } from '@/entities/what-if/projection';
import { formatMoney, sumAmounts } from '@/lib/money';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const patience = { timeout: 20_000 };

/** Sets up a household with one product of each kind, two currencies, and a month of history. */
async function openHousehold() {
  await bank.signUp();
  const checking = await bank.openAccount({ name: 'Everyday', balance: 5000.1 });
  await bank.openAccount({ name: 'Rainy Day', type: 'SAVINGS', balance: 2000.2 });
  await bank.openAccount({ name: 'Fund', type: 'INVESTMENT', balance: 3000.3 });
  await bank.openAccount({ name: 'Travel', currency: 'EUR', balance: 1001.37 });
  await bank.openAccount({ name: 'Travel savings', type: 'SAVINGS', currency: 'EUR', balance: 55.55 });
  const card = { name: 'Card', credit_limit: 4000, apr: 20, currency: 'EUR' };
  const opened = await supabase.from('credit_cards').insert(card).select().single().throwOnError();
  await supabase
    .rpc('charge_credit_card', { card_id: opened.data.id, amount: 33.33, description: 'Market' })
    .throwOnError();
  const loan = { name: 'Car loan', amount: 4000, interest_rate: 5, term: 24, remaining_balance: 4000 };
  await supabase.from('loans').insert(loan).throwOnError();
  const home = {
    name: 'Home',
    property_value: 200_000,
    down_payment: 50_000,
    loan_amount: 150_000,
    interest_rate: 5,
    term: 30,
    remaining_balance: 150_000,
  };
  await supabase.from('mortgages').insert(home).throwOnError();
  return checking;
}

const today = async () => (await supabase.rpc('net_worth_history').throwOnError()).data.at(-1);

describe('net worth', () => {
  it('is the same on the dashboard, in analytics, in a what-if, in the assistant, and after a fast-forward', async () => {
    await openHousehold();
    const before = await today();
    const fastForward = await supabase.functions.invoke('advance', { body: { by: 'P1M' } });
    const { data: history } = await supabase.rpc('net_worth_history').throwOnError();
    const day = history.at(-1);
    const worth = formatMoney(day?.amount ?? 0);

    // Checks the fast-forward summary.
    expect(fastForward.data.digest.netWorth).toEqual({
      before: { amount: before?.amount, currency: 'USD' },
      after: { amount: day?.amount, currency: 'USD' },
    });

    // Checks that the parts in the dashboard's explanation add up to the same amount.
    const { user } = await bank.visit('/dashboard');
    const region = await screen.findByRole('region', { name: 'Net worth' }, patience);
    await within(region).findAllByText(worth);
    const change = sumAmounts([day?.amount ?? 0, -(history[0]?.opened_with ?? 0)]);
    within(region).getAllByText(formatMoney(change, 'USD', true));
    await user.click(within(region).getByRole('button', { name: /Explain Net worth/ }));
    const explanation = await screen.findByRole('dialog', { name: 'Net worth' });
    const rows = within(explanation).getAllByRole('term');
    expect(rows.map(({ textContent }) => textContent?.replace(/−?€.*/, ''))).toEqual([
      'Cash',
      'Cash in EUR',
      'Investments',
      'Homes',
      'Credit cards in EUR',
      'Loans',
      'Mortgages',
      'Net worth',
    ]);
    const amounts = within(explanation)
      .getAllByRole('definition')
      .map(({ textContent }) => Number((textContent ?? '').replace('−', '-').replace(/[$,]/g, '')));
    expect(sumAmounts(amounts.slice(0, -1))).toBe(day?.amount);
    within(explanation).getByRole('link', { name: /^Lesson: / });

    // Checks that the table below the analytics chart ends with the same amount.
    cleanup();
    await bank.visit('/analytics?part=net-worth');
    const byKind = { name: 'Net worth by kind as a table', hidden: true };
    const months = within(await screen.findByRole('region', byKind, patience));
    expect(months.getAllByRole('row', { hidden: true }).at(-1)?.textContent).toContain(worth);

    // Checks that what-ifs start with the same net worth.
    const row = queryClient.getQueryData(clockQueries.household().queryKey);
    const rates = await queryClient.fetchQuery(exchangeRateQueries.day('USD', day?.day ?? ''));
    if (!row) throw new Error('The household is not in the cache.');
    const setting = { row, years: 1, currency: 'USD', rates, history: [] };
    const projection = perform(
      setting,
      { task: 'projection', decisions: [] },
      () => {},
    ) as Results['projection'];
    expect(projection.points[0]?.netWorth).toBe(toMinor(day?.amount ?? 0));

    // Checks that the cash forecast starts with the cash part of net worth.
    const { data: parts } = await supabase.rpc('net_worth_parts').throwOnError();
    const cash = sumAmounts(parts.filter(({ kind }) => kind === 'cash').map(({ worth }) => worth));
    const to = getToday(row) + 1;
    const forecast = buildForecast({
      state: buildHouseholdState(row),
      history: [],
      to,
      seed: 1,
      currency: 'USD',
      rates,
    });
    expect(forecast.days[0]?.known).toBe(toMinor(cash));
    expect(projection.points[0]?.cash).toBe(toMinor(cash));

    // Checks that the assistant answers with the same amount.
    cleanup();
    await bank.visit('/assistant?ask=What+is+my+net+worth%3F');
    await screen.findAllByText(
      new RegExp(`Your net worth is ${worth.replace(/[$.]/g, '\\$&')}`),
      undefined,
      patience,
    );
  });
});
