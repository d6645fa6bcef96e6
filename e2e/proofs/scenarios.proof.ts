import { performLine } from '../../supabase/tests/support/scenario-acts.ts';
import { SCENARIO_LINES } from '../../supabase/tests/support/scenario-lines.ts';
import { firstDayOfTests, Game, shippedScenario } from '../../supabase/tests/support/scenarios.ts';
import { expect, test } from '../fixtures/bank.ts';
import { Player } from '../fixtures/player.ts';

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/**
 * Imports, checks, and starts each scenario in the browser, fast-forwards, and reads the result there. The
 * player's other actions call the bank's functions, as in the bank's tests.
 */
for (const [name, lines] of Object.entries(SCENARIO_LINES))
  for (const outcome of ['won', 'lost'] as const)
    test(`${name} is ${outcome} in the browser`, async ({ page, customer }) => {
      const shipped = shippedScenario(name);
      // Uses the same random events in every run.
      const pack = { ...shipped, start: { ...shipped.start, begins: { on: firstDayOfTests(shipped) } } };
      const player = new Player(page, customer);
      await customer.comesTo('/tips/stories');
      await player.brings(pack);
      await player.begins();
      const game = await Game.of(customer.bank, pack, async (to) => {
        await player.fastForwardUntil(dayIn.format(to));
        const { state } = await game.play();
        if (state === 'playing') await player.putsDigestAway();
      });
      await performLine(game, lines[outcome]);
      await game.live();
      await player.readsHowItWent();
      const ended = outcome === 'won' ? /^Won on / : /^The scenario ended on /;
      await expect(page.getByText(ended)).toBeVisible();
      await expect(page.getByRole('list', { name: 'Your goals' }).getByRole('listitem')).toHaveCount(
        pack.objectives.length,
      );
    });
