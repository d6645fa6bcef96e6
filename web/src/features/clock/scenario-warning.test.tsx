import type { Scenario } from '@engine/scenarios/scenario.ts';
import { TINY_SCENARIO } from '@engine/testing/tiny-scenario.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { requestFastForward } from '@/entities/household/request-fast-forward';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const SLOW = { timeout: 60_000 };
const TITLE = 'This fast-forward would end your scenario';

const ON_FAILURE: Scenario['losing'] = [
  { id: 'failed', text: 'A payment failed.', figure: 'failed_payments', above: 0 },
];

/**
 * Starts a scenario that the customer loses if the rent payment on Mar 20 fails, or under the conditions in
 * `losing`. `rent` is in dollars.
 */
async function startScenario(rent: number, { losing = ON_FAILURE, path = '/settings' } = {}) {
  await bank.signUp();
  const pack: Scenario = {
    ...TINY_SCENARIO,
    start: {
      ...TINY_SCENARIO.start,
      payments: TINY_SCENARIO.start.payments.map((payment) => ({ ...payment, amount: rent, day: 20 })),
    },
    losing,
  };
  const { error } = await supabase.functions.invoke('start-scenario', { body: { pack, time_zone: 'UTC' } });
  if (error) throw new Error(JSON.stringify(await error.context.json()));
  const { user } = await bank.visit(path);
  const step = async (name: string) => {
    const button = await screen.findByRole<HTMLButtonElement>('button', { name }, SLOW);
    await waitFor(() => expect(button.disabled).toBe(false), SLOW);
    await user.click(button);
  };
  return { user, step };
}

async function readScenario() {
  const { data } = await supabase.from('scenario_runs').select('state').single().throwOnError();
  const { data: now } = await supabase.rpc('simulated_now').throwOnError();
  const { data: checkpoints } = await supabase.from('checkpoints').select('name').throwOnError();
  return {
    state: data.state,
    day: String(now).slice(0, 10),
    checkpoints: checkpoints.map(({ name }) => name),
  };
}

const findWarning = async () => within(await screen.findByRole('dialog', { name: TITLE }, SLOW));

it('warns a customer before a rent that fails and ends the scenario, and stops on the day before', async () => {
  const { user, step } = await startScenario(5_000);
  await step('+1 month: One month later');
  const warning = await findWarning();
  warning.getByText('If nothing changes, you’ll lose the scenario on Sun, Mar 23.');
  warning.getByText(/^Rent, \$5,000\.00, can’t be paid on Thu, Mar 20\. You’ll be \$[\d,]+\.\d\d short\.$/);
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-01' });
  await user.click(warning.getByRole('button', { name: /^Stop the day before/ }));
  await screen.findByText(/^Sat, Mar 1(, 2025)? to /, {}, SLOW);
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-19' });
}, 120_000);

it('saves a checkpoint before it continues into the failing payment, and loses the scenario', async () => {
  const { user, step } = await startScenario(5_000);
  await step('+1 month: One month later');
  const warning = await findWarning();
  await user.click(warning.getByRole('button', { name: 'Save a checkpoint and continue' }));
  await screen.findByText(/ to \w{3}, \w{3} \d+, \d{4}$/, {}, SLOW);
  const { state, checkpoints } = await readScenario();
  expect(state).toBe('lost');
  expect(checkpoints).toContainEqual(expect.stringMatching(/^Before .*Mar 20.*: Rent$/));
}, 120_000);

it('warns about a fast-forward that another page requests, and changes nothing when it is canceled', async () => {
  const { user } = await startScenario(5_000);
  await waitFor(() => {
    if (!screen.queryByRole('dialog')) requestFastForward({ by: 'P1M' });
    expect(screen.queryByRole('dialog', { name: TITLE })).not.toBeNull();
  }, SLOW);
  await user.click((await findWarning()).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-01' });
}, 120_000);

it('warns about a scenario that is lost without a failing payment, and stops before the condition holds', async () => {
  const { user, step } = await startScenario(1_700, {
    losing: [
      { id: 'poor', text: 'You had less than {losing.poor.target}.', figure: 'cash', below: 1_000, days: 2 },
    ],
  });
  await step('+1 month: One month later');
  const warning = await findWarning();
  warning.getByText('If nothing changes, you’ll lose the scenario on Sat, Mar 22.');
  warning.getByText('This condition ends the scenario: “You had less than $1,000.00.”');
  await user.click(warning.getByRole('button', { name: 'Stop the day before (Wed, Mar 19)' }));
  await screen.findByText(/^Sat, Mar 1(, 2025)? to /, {}, SLOW);
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-19' });
}, 120_000);

it('warns before the last day of a scenario whose required objective will be missed', async () => {
  const { user, step } = await startScenario(700, { losing: [] });
  await step('+1 year: One year later');
  const warning = await findWarning();
  warning.getByText('You’ll miss a required objective: “Save $300.00.”');
  await user.click(warning.getByRole('button', { name: 'Cancel' }));
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-01' });
}, 120_000);

it('warns about a fast-forward proposed by the assistant, and confirms it only on request', async () => {
  const { user, step } = await startScenario(5_000, { path: '/assistant?ask=Fast+forward+one+month' });
  await screen.findByText("If nothing changes, you'll lose your scenario on Mar 23, 2031.", {}, SLOW);
  await step('Confirm');
  await user.click((await findWarning()).getByRole('button', { name: 'Cancel' }));
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-01' });
  await step('Confirm');
  await user.click((await findWarning()).getByRole('button', { name: /^Stop the day before/ }));
  await screen.findByText('Nothing changed.', {}, SLOW);
  await screen.findByText(/^Sat, Mar 1(, 2025)? to /, {}, SLOW);
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-03-19' });
}, 120_000);

it('fast-forwards a scenario without a warning when every payment is made', async () => {
  const { step } = await startScenario(700);
  await step('+1 month: One month later');
  await screen.findByText(/ to \w{3}, \w{3} \d+, \d{4}$/, {}, SLOW);
  expect(screen.queryByRole('dialog', { name: TITLE })).toBeNull();
  expect(await readScenario()).toMatchObject({ state: 'playing', day: '2031-04-01' });
}, 120_000);
