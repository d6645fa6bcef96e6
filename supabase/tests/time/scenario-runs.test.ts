import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../../../server/testing/server.ts';
import { performLine } from '../support/scenario-acts.ts';
import { SCENARIO_LINES } from '../support/scenario-lines.ts';
import { runScenario, shippedScenario } from '../support/scenarios.ts';

describe('the included scenarios', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const scenarioRun = (name: string, line: 'won' | 'lost') =>
    runScenario(server, shippedScenario(name), (game) =>
      performLine(game, SCENARIO_LINES[name]?.[line] ?? []),
    );

  it.each(Object.keys(SCENARIO_LINES))(
    '%s is won by good decisions, and the ledger balances',
    async (name) => {
      const { play: won, game } = await scenarioRun(name, 'won');
      expect(
        won.results.objectives.filter(({ required, standing: status }) => required && status !== 'met'),
      ).toEqual([]);
      expect(won.state).toBe('won');
      expect(await game.call('audit_my_books')).toEqual([]);
    },
  );

  it.each(Object.entries(SCENARIO_LINES).map(([name, { mistake, by }]) => ({ name, mistake, by })))(
    '$name is lost if the customer $mistake',
    async ({ name, by }) => {
      const { play: lost } = await scenarioRun(name, 'lost');
      expect(lost.results.outcome).toMatchObject({ state: 'lost', by });
      expect(lost.state).toBe('lost');
    },
  );
});
