import { SCENARIO_TOPICS } from '@engine/scenarios/scenario.ts';
import { TINY_SCENARIO } from '@engine/testing/tiny-scenario.ts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';
import { SHIPPED_SCENARIOS } from './scenarios';

const bank = openBank();
/** Replacing a household can take a long time on a busy machine. */
const SLOW = { timeout: 60_000 };

const TINY = JSON.stringify(TINY_SCENARIO);
const getFile = (text: string) => new File([text], 'two-months.json', { type: 'application/json' });

async function begin(pack: object = TINY_SCENARIO): Promise<void> {
  const { error } = await supabase.functions.invoke('start-scenario', { body: { pack, time_zone: 'UTC' } });
  if (error) throw error;
}

async function live(by: string): Promise<void> {
  const { error } = await supabase.functions.invoke('advance', { body: { by } });
  if (error) throw error;
}

describe('the scenario catalog', () => {
  it('has eight scenarios on all six topics, and filters by topic', async () => {
    await bank.signUp();
    const { user } = await bank.visit('/tips/stories');
    const list = await screen.findByRole('list', { name: 'All scenarios' }, SLOW);
    expect(within(list).getAllByRole('listitem')).toHaveLength(8);
    for (const topic of SCENARIO_TOPICS)
      expect(SHIPPED_SCENARIOS.filter(({ pack }) => pack.topics.includes(topic)).length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Investing' }));
    const shown = within(screen.getByRole('list', { name: 'All scenarios' })).getAllByRole('listitem');
    expect(shown).toHaveLength(
      SHIPPED_SCENARIOS.filter(({ pack }) => pack.topics.includes('investing')).length,
    );
  });

  it('lists the problems of an invalid file, and stores a valid one unchanged', async () => {
    await bank.signUp();
    const { user, path } = await bank.visit('/tips/stories');
    const input = await screen.findByLabelText('Scenario file', {}, SLOW);
    await user.upload(input, getFile(JSON.stringify({ ...TINY_SCENARIO, months: 0, losing: 'none' })));
    const mended = await screen.findByRole('list', { name: 'Problems to fix' });
    expect(within(mended).getAllByRole('listitem')).toHaveLength(2);
    within(mended).getByText('months');
    within(mended).getByText('expected a list.');
    await user.click(screen.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

    await user.upload(input, getFile(`${TINY}\n`));
    const dialog = within(await screen.findByRole('dialog', { name: 'Two months' }));
    dialog.getByText('A card with a limit of $1,000.00.');
    dialog.getByText('Save $300.00.');
    await user.click(dialog.getByRole('button', { name: 'Import scenario' }));
    await screen.findByText('You have $1,500.00 and owe $400.00.', {}, SLOW);
    const { data } = await supabase.from('scenario_packs').select('id, file').single().throwOnError();
    expect(data.file).toBe(`${TINY}\n`);
    expect(path()).toBe(`/tips/stories/own/${data.id}`);

    await user.click(screen.getByRole('link', { name: 'Scenarios' }));
    await user.click(await screen.findByRole('button', { name: 'More options for Two months' }, SLOW));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }, SLOW));
    await waitFor(
      async () =>
        expect((await supabase.from('scenario_packs').select('file').throwOnError()).data).toHaveLength(1),
      SLOW,
    );
  }, 120_000);
});

describe('a scenario', () => {
  it('saves the current bank before it starts, shows its progress, restores the bank, and resumes', async () => {
    await bank.signUp();
    await bank.openAccount({ name: 'Mine', balance: 12.34 });
    const { data: own } = await supabase
      .from('scenario_packs')
      .insert({ file: TINY })
      .select('id')
      .single()
      .throwOnError();
    const { user, path } = await bank.visit(`/tips/stories/own/${own.id}`);
    await user.click(await screen.findByRole('button', { name: 'Start' }, SLOW));
    const dialog = within(await screen.findByRole('dialog', { name: 'Start “Two months”?' }));
    dialog.getByText(/as a checkpoint named “Before Two months”/);
    dialog.getByText(/automatic payments replace yours on Sat, Mar 1, 2031/);
    await user.click(dialog.getByRole('button', { name: 'Save and start' }));
    const strip = await screen.findByRole('complementary', { name: 'Scenario' }, SLOW);
    await waitFor(() => expect(path()).toBe('/dashboard'));
    expect(strip.textContent).toContain('2 objectives: 1 met, 1 not met.');
    expect(strip.textContent).toContain('Half time in 31 days');

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), SLOW);
    await user.click(within(strip).getByRole('link'));
    const objectives = within(await screen.findByRole('list', { name: 'Objectives' }, SLOW));
    expect(objectives.getByRole('meter').getAttribute('aria-label')).toBe(
      'Balance: no data yet, at least $300.00',
    );
    await screen.findByText(/^If nothing changes, you'll reach \$0\.00\. The target is at least \$300\.00\./);
    await user.click(screen.getByRole('button', { name: 'More options for this scenario' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Leave scenario…' }));
    await user.click(await screen.findByRole('button', { name: 'Restore my bank' }));
    const have = await screen.findByRole('list', { name: 'What you own' }, SLOW);
    await waitFor(() => expect(have.textContent).toContain('Mine'), SLOW);
    expect(screen.queryByRole('complementary', { name: 'Scenario' })).toBeNull();

    cleanup();
    await bank.visit('/tips/stories');
    const paused = within(await screen.findByRole('region', { name: 'Paused' }, SLOW));
    paused.getByText('Paused · day 1 of 61');
    const imported = within(screen.getByRole('list', { name: 'Imported' }));
    imported.getByText('Paused, day 1');
    await userEvent.click(paused.getByRole('button', { name: 'Resume' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Resume scenario' }, SLOW));
    await screen.findByRole('region', { name: 'Scenario goals' }, SLOW);
  }, 180_000);

  it("that is lost shows why with the customer's numbers, and can be retried from its last checkpoint", async () => {
    await bank.signUp();
    await begin();
    await live('P1Y');
    const { data: lost } = await supabase.from('scenario_runs').select('id').single().throwOnError();
    const { user, path } = await bank.visit(`/tips/stories/plays/${lost.id}`);
    await screen.findByText('The scenario ended on Apr 30', {}, SLOW);
    const requested = within(screen.getByRole('list', { name: 'Your goals' }));
    requested.getByText('You saved only $0.00.');
    screen.getByText(/^Others keep \$/);
    expect(within(screen.getByRole('list', { name: 'Turning points' })).getByText('A tooth')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Try again from “Half time”' }));
    await waitFor(() => expect(path()).toBe('/dashboard'), SLOW);
    const strip = await screen.findByRole('complementary', { name: 'Scenario' }, SLOW);
    await waitFor(() => expect(strip.textContent).toContain('Month 2 of 2'), SLOW);
  }, 180_000);
});
