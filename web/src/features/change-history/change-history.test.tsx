import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';
import { formatValue, getLabel } from './change-text';

const bank = openBank();

it('the change history shows values before and after, for everything or one card', async () => {
  await bank.signUp();
  await bank.openAccount({ balance: 100 });
  const { data: card } = await supabase
    .from('credit_cards')
    .insert({ name: 'Blue', credit_limit: 500, apr: 19.99 })
    .select('id')
    .single()
    .throwOnError();
  const changes = { frozen: true, apr: 21.5, name: 'Green' };
  await supabase.from('credit_cards').update(changes).eq('id', card.id).throwOnError();
  const { user } = await bank.visit(`/settings/changes?about=${card.id}`);
  await screen.findByRole('heading', { name: 'Changes to Green' });
  const list = within(screen.getByRole('list', { name: 'Changes' }));
  const text = list
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
    .filter((line) => /^(?:APR|Frozen|Name):/.test(line ?? ''));
  expect(text.toSorted()).toEqual(['APR: 19.99% →to 21.5%', 'Frozen: off →to on', 'Name: Blue →to Green']);
  await user.click(screen.getByRole('link', { name: 'All changes' }));
  await screen.findByRole('heading', { name: 'Change history' });
  await screen.findByText('Everyday');
  await user.selectOptions(screen.getByLabelText('Type'), 'Card changes');
  expect(screen.queryByText('Everyday')).toBeNull();
  expect(within(screen.getByRole('region', { name: 'Today' })).getAllByText('Green')).not.toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Show all' }));
  await screen.findByText('Everyday');
});

it('the change history says when nothing has changed', async () => {
  await bank.signUp();
  await bank.visit('/settings/changes');
  await screen.findByRole('heading', { name: 'Nothing has changed yet' });
});

it.each([
  ['yearly_adjustment', null, 'none', 'Yearly change: Goes up as usual → Keep this amount'],
  ['cost_method', 'average', 'fifo', 'Cost of sold units: Average cost → Oldest units first (FIFO)'],
  ['dividend_account_id', null, 'Everyday', 'Dividends to: Reinvested → Everyday'],
  ['us_stocks', 60, 40, 'Target for US stocks: 60% → 40%'],
  ['biweekly', false, true, 'Biweekly plan: off → on'],
  ['escrow', false, true, 'Escrow: off → on'],
  ['property_tax', null, 2400, 'Property tax: none → $2,400.00'],
  ['pmi_ended_on', null, '2031-11-29', 'Mortgage insurance ended: none → Nov 29, 2031'],
  ['autopay_retries', false, true, 'Autopay tries again: off → on'],
] as const)('describes a change of %s with the label of its page', (field, before, after, text) => {
  const [from, to] = [before, after].map((value) => formatValue(field, value, 'USD'));
  expect(`${getLabel(field)}: ${from} → ${to}`).toBe(text);
});
