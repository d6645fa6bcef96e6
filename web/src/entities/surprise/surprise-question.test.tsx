import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const SLOW = { timeout: 60_000 };
const QUESTION = { name: 'How often should surprises happen?' };

async function openClock() {
  await bank.signUp();
  await bank.openAccount({ balance: 20_000 });
  const { user } = await bank.visit('/settings');
  const step = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name }, SLOW);
    await waitFor(() => expect(button.disabled).toBe(false), SLOW);
    await user.click(button);
  };
  const finish = async () => user.click(await screen.findByRole('button', { name: 'Done' }, SLOW));
  return { user, step, finish };
}

async function readChoice() {
  const { data: customer } = await supabase
    .from('customers')
    .select('surprises_chosen_at')
    .single()
    .throwOnError();
  const { data: household } = await supabase.rpc('my_household').throwOnError();
  const { carryover } = household as unknown as { carryover: { surprises?: string } };
  return { isChosen: customer.surprises_chosen_at !== null, surprises: carryover.surprises };
}

it('the bank asks once before the first long fast-forward, and the customer answers with the keyboard', async () => {
  const { user, step, finish } = await openClock();
  await step('+1 month: One month later');
  await finish();
  expect(await readChoice()).toEqual({ isChosen: false, surprises: undefined });
  await step('+1 year: One year later');
  await screen.findByRole('dialog', QUESTION, SLOW);
  screen.getByText(/About 3 in 10 households have a car repair each year/);
  screen.getByRole('radio', { name: 'Some', checked: true });
  await user.tab({ shift: true });
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Many' })));
  await user.keyboard(' ');
  screen.getByRole('radio', { name: 'Many', checked: true });
  await user.tab();
  await user.keyboard('{Enter}');
  await finish();
  expect(await readChoice()).toEqual({ isChosen: true, surprises: 'many' });
  await step('+1 year: One year later');
  await finish();
  expect(screen.queryByRole('dialog', QUESTION)).toBeNull();
}, 180_000);

it('closing the question keeps surprises off, and the fast-forward doesn’t start', async () => {
  const { user, step, finish } = await openClock();
  const { data: before } = await supabase.rpc('simulated_now').throwOnError();
  await step('+1 year: One year later');
  await screen.findByRole('dialog', QUESTION, SLOW);
  await user.keyboard('{Escape}');
  await waitFor(
    async () => expect(await readChoice()).toEqual({ isChosen: true, surprises: undefined }),
    SLOW,
  );
  const { data: after } = await supabase.rpc('simulated_now').throwOnError();
  expect(Date.parse(after) - Date.parse(before)).toBeLessThan(60_000);
  await step('+1 year: One year later');
  await finish();
}, 180_000);
