import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCreditScore } from '../../../engine/credit/score.ts';
import { parseScenarioValue, problemLine } from '../../../engine/scenarios/file.ts';
import type { Scenario } from '../../../engine/scenarios/scenario.ts';
import { FULL_SCENARIO } from '../../../engine/testing/full-scenario.ts';
import { TINY_SCENARIO } from '../../../engine/testing/tiny-scenario.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import { Game, runScenario, type ScenarioRunRow, shippedScenario } from '../support/scenarios.ts';

/** Plays the small scenario to a win: saves money after each paycheck and keeps the card current. */
async function saveAndPay(game: Game): Promise<void> {
  await game.live(6);
  await game.transfer('checking', 'savings', 300);
  await game.autopay('card', 'checking', 'minimum');
}

describe('a scenario', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const plays = async ({ client }: Game) =>
    (await client.from('scenario_runs').select('*').order('created_at').throwOnError())
      .data as ScenarioRunRow[];
  const isSound = async (game: Game) => expect(await game.call('audit_my_books')).toEqual([]);

  it('is won by meeting its objectives, and the ledger balances', async () => {
    const { play: scenarioRun, game } = await runScenario(server, TINY_SCENARIO, saveAndPay);
    expect([scenarioRun.state, scenarioRun.ended_on]).toEqual(['won', '2031-04-30']);
    expect(scenarioRun.results.objectives.map(({ standing: status, value }) => [status, value])).toEqual([
      ['met', expect.any(Number)],
      ['met', 0],
    ]);
    await isSound(game);
  });

  it('is lost by doing nothing, and time stops on that day', async () => {
    const broke = {
      ...TINY_SCENARIO,
      checkpoints: [5, 10, 15, 20, 25, 30, 35].map((day) => ({
        id: `day-${day}`,
        day,
        title: `Day ${day}`,
        text: '-',
      })),
      losing: [{ id: 'late', text: 'Late.', figure: 'days_late' as const, above: 5 }],
    };
    const { play: scenarioRun, game } = await runScenario(server, broke, async (playing) => {
      const fastForward = await playing.invoke('advance', { by: 'P1Y' });
      expect(fastForward).toMatchObject({ ended: 'lost', whole: false, to: '2031-04-27T04:00:00.000Z' });
    });
    expect(scenarioRun).toMatchObject({ state: 'lost', ended_on: '2031-04-26' });
    expect(scenarioRun.results.outcome?.by).toBe('late');
    const { data: checkpoint } = await game.client
      .from('checkpoints')
      .select('id, name')
      .eq('is_before_fast_forward', false)
      .order('created_at')
      .throwOnError();
    expect(checkpoint?.map(({ name }) => name)).toEqual(['Day 15', 'Day 20', 'Day 25', 'Day 30', 'Day 35']);
    expect(checkpoint?.at(-1)?.id).toBe(scenarioRun.last_checkpoint);
    await isSound(game);
  });

  it('opens products with all their terms, which the bank continues to simulate', async () => {
    const read = parseScenarioValue(JSON.parse(JSON.stringify(FULL_SCENARIO)));
    if ('problems' in read) throw new Error(read.problems.map(problemLine).join('\n'));
    const game = await Game.begin(server, read.pack);
    const rows = async (table: string) =>
      ((await game.client.from(table).select('*').throwOnError()).data ?? []) as Record<string, unknown>[];
    await game.live(50);
    const [stub] = await rows('pay_stubs');
    expect(stub).toMatchObject({ gross: 3_000, retirement: 120, employer_match: 60, health: 60 });
    expect((await rows('certificates'))[0]).toMatchObject({ term_months: 12, principal: 2_000 });
    expect((await rows('fund_accounts'))[0]).toMatchObject({ us_stocks: 60, bonds: 30, money_market: 10 });
    const orders = await rows('fund_orders');
    expect(orders.map(({ side, amount, status }) => [side, amount, status])).toContainEqual([
      'buy',
      100,
      'filled',
    ]);
    expect((await rows('mortgages'))[0]).toMatchObject({ pmi_rate: 0.6, points_fee: 1_800 });
    expect((await rows('debt_reserves'))[0]).toMatchObject({ property_tax: 1_800, home_insurance: 900 });
    const accounts = await rows('accounts');
    const named = (name: string) => accounts.find((account) => account['name'] === name);
    expect(named('Everyday')).toMatchObject({ overdraft: 'savings' });
    expect(named('401(k)')).toMatchObject({ tax_treatment: '401k' });
    expect((await rows('credit_cards'))[0]).toMatchObject({ product: 'quarter_five' });
    // Health insurance covers the bill for healthcare, but not the one for the roof.
    const events = await rows('household_events');
    expect(events.filter(({ kind }) => kind === 'insurance_claim')).toHaveLength(1);
    await isSound(game);
    expect(await game.call('my_ledger_hash')).toMatchObject({ chain_intact: true, violations: 0 });
  });

  it('offers the balance transfer that the credit-card trap announces', async () => {
    const game = await Game.begin(server, shippedScenario('credit-card-trap'));
    await game.live(26);
    await game.call('transfer_balance', {
      card_id: game.getId('plains'),
      from_card_id: game.getId('store'),
      amount: 1_000,
    });
    const owed = await game.owed('store');
    expect(owed).toBeLessThan(1_000);
    await game.live(60);
    const fees = await server.context.database.owner`
      select p.amount::float8 as amount from bank.entries e join bank.postings p on p.entry_id = e.id
      where e.household_id = ${game.id} and e.description like '%balance transfer fee' and p.amount > 0`;
    expect(fees.map(({ amount }) => amount)).toEqual([30]);
    await isSound(game);
  });

  it("is judged by the bank's own score, including inquiries and late payments", async () => {
    const measure = { figure: 'credit_score' as const, atLeast: 850, when: 'end' as const };
    const request = { ...TINY_SCENARIO.objectives[1], id: 'score', text: 'Good.', measure, required: false };
    const scored: Scenario = {
      ...TINY_SCENARIO,
      objectives: [...TINY_SCENARIO.objectives, { ...request, met: 'Yes.', missed: 'No.' }],
    };
    const { play: scenarioRun, game } = await runScenario(server, scored, async (playing) => {
      await playing.live(4);
      await playing.pay('card', 'checking', 20);
      await playing.call('request_credit_limit', { card_id: playing.getId('card'), credit_limit: 1_500 });
    });
    expect(scenarioRun.results.credit.inquiries).toHaveLength(1);
    const score = getCreditScore(await game.call('my_credit_facts'));
    expect(scenarioRun.results.objectives.find(({ id }) => id === 'score')?.value).toBe(score.score);
    expect(scenarioRun.results.credit.dues.map(({ daysLate }) => daysLate).toSorted()).toEqual([0, 0, 1]);
  });

  it('is not won with borrowed money', async () => {
    const { play: scenarioRun, game } = await runScenario(server, TINY_SCENARIO, async (playing) => {
      const terms = { interest_rate: 5, term: 24, account_id: playing.getId('savings') };
      await playing.call('take_loan', { name: 'A friend in need', amount: 400, ...terms });
      await playing.live(50);
      await playing.call('open_account', { name: 'Out of a hat', type: 'SAVINGS', initial_balance: 250 });
    });
    expect(await game.balance('savings')).toBeGreaterThan(400);
    expect(scenarioRun.results.totals.brought).toBe(25_000);
    expect(scenarioRun).toMatchObject({ state: 'lost', results: { outcome: { by: 'saved' } } });
  });

  it('has the same result in one fast-forward and in many', async () => {
    const [whole, many] = await Promise.all([
      runScenario(server, TINY_SCENARIO),
      runScenario(server, TINY_SCENARIO, async (game) => {
        for (const day of [1, 3, 20, 31, 32, 40, 41, 59]) await game.live(day);
      }),
    ]);
    const plain = ({ play: { results } }: typeof whole) => {
      const names = new Map(Object.entries(results.ids).map(([name, id]) => [id, name]));
      return JSON.parse(
        JSON.stringify(results).replace(
          /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
          (id) => names.get(id) ?? id,
        ),
      );
    };
    expect(plain(many)).toEqual(plain(whole));
  });

  it('keeps the previous household and restores it', async () => {
    const game = await Game.begin(server, TINY_SCENARIO);
    expect((await game.play()).checkpoint_before).toBeNull();
    await game.call('leave_scenario_run');
    await game.call('open_account', { name: 'Mine', initial_balance: 12.34 });
    await game.beginAgain();
    const { checkpoint_before, began_at } = await game.play();
    await (await game.beginAgain()).live(3);
    const repeated = await game.play();
    expect([repeated.checkpoint_before, repeated.began_at]).toEqual([checkpoint_before, began_at]);
    await game.returnTo(checkpoint_before ?? '');
    const { data: accounts } = await game.client.from('accounts').select('name').order('name').throwOnError();
    expect(accounts?.map(({ name }) => name)).toContain('Mine');
    expect((await plays(game)).map(({ state, is_current }) => [state, is_current])).toEqual([
      ['left', false],
      ['left', false],
      ['left', false],
    ]);
    await isSound(game);
  });

  it('is restored with a checkpoint and can end differently', async () => {
    const { play: scenarioRun, game } = await runScenario(server, TINY_SCENARIO);
    expect(scenarioRun.state).toBe('lost');
    await game.returnTo(scenarioRun.last_checkpoint ?? '');
    const back = await game.play();
    expect([back.state, back.results.outcome, back.results.objectives[0]?.standing]).toEqual([
      'playing',
      null,
      'open',
    ]);
    expect([back.pack, back.checkpoint_before, back.last_checkpoint]).toEqual([
      scenarioRun.pack,
      null,
      scenarioRun.last_checkpoint,
    ]);
    await game.transfer('checking', 'savings', 400);
    await game.live();
    expect((await plays(game)).map(({ state, is_current }) => [state, is_current])).toEqual([
      ['lost', false],
      ['won', true],
    ]);
    await isSound(game);
  });

  it('is resumed on the day on which it was left, and left for the latest own household', async () => {
    const first = await Game.begin(server, TINY_SCENARIO);
    await first.call('leave_scenario_run');
    const game = await first.beginAgain();
    await game.live(10);
    const played = await game.play();
    await game.returnTo(played.checkpoint_before ?? '');
    const paused = (await plays(game)).at(-1);
    expect(paused).toMatchObject({ id: played.id, state: 'left', judged_until: played.judged_until });
    await game.call('open_account', { name: 'Opened in the meantime', initial_balance: 12.34 });
    await game.returnTo(paused?.last_checkpoint ?? '');
    const resumed = await game.play();
    expect(resumed).toMatchObject({ state: 'playing', judged_until: played.judged_until });
    await game.returnTo(resumed.checkpoint_before ?? '');
    const { data: accounts } = await game.client.from('accounts').select('name').throwOnError();
    expect(accounts?.map(({ name }) => name)).toContain('Opened in the meantime');
    await isSound(game);
  });

  it('is still left for the latest own household after a return to a checkpoint from before it was resumed', async () => {
    const first = await Game.begin(server, TINY_SCENARIO);
    await first.call('leave_scenario_run');
    const game = await first.beginAgain();
    await game.live(3);
    const early = await game.call('save_checkpoint', { name: 'Early' });
    await game.live(6);
    const played = await game.play();
    await game.returnTo(played.checkpoint_before ?? '');
    await game.call('open_account', { name: 'Opened in the meantime', initial_balance: 12.34 });
    const paused = (await plays(game)).at(-1);
    await game.returnTo(paused?.last_checkpoint ?? '');
    const resumed = await game.play();
    await game.returnTo(early.id);
    const rewound = await game.play();
    expect(rewound.checkpoint_before).toBe(resumed.checkpoint_before);
    await game.returnTo(rewound.checkpoint_before ?? '');
    const { data: accounts } = await game.client.from('accounts').select('name').throwOnError();
    expect(accounts?.map(({ name }) => name)).toContain('Opened in the meantime');
    await isSound(game);
  });

  it('continues as an ordinary household without its remaining events', async () => {
    const game = await Game.begin(server, TINY_SCENARIO);
    await game.live(10);
    const seen = await game.call('my_household');
    expect([seen.carryover.shocks, seen.carryover.play.ids]).toEqual([[], (await game.play()).results.ids]);
    expect(await game.call('leave_scenario_run')).toMatchObject({ state: 'left', is_current: false });
    await game.invoke('advance', { by: 'P2M' });
    const { data: notifications } = await game.client
      .from('household_events')
      .select('kind')
      .eq('kind', 'shock')
      .throwOnError();
    expect(notifications).toEqual([]);
    await expect(game.call('leave_scenario_run')).rejects.toThrow(/^NTFND/);
  });

  it('is exported in the household file, and a file with false results is refused', async () => {
    const game = await Game.begin(server, TINY_SCENARIO);
    await game.live(40);
    const file = await game.call('export_household');
    const secondGame = await Game.begin(server, { ...TINY_SCENARIO, id: 'other' });
    await secondGame.invoke('restore', { file });
    const { results, pack } = await secondGame.play();
    expect([results.months.length, pack.id]).toEqual([1, 'tiny']);
    expect(Object.values(results.ids)).not.toContain(game.getId('card'));
    const forged = structuredClone(file);
    forged.carryover.play.objectives[0].figure = 'luck';
    await expect(secondGame.invoke('restore', { file: forged })).rejects.toThrow(/^422 .*HOUSE/);
    forged.carryover.play = file.carryover.play;
    forged.play.pack.months = 9_000;
    await expect(secondGame.invoke('restore', { file: forged })).rejects.toThrow(/^422 .*HOUSE/);
    expect((await secondGame.play()).pack.id).toBe('tiny');
  });

  it('is refused for visitors and when invalid', async () => {
    const game = await Game.begin(server, TINY_SCENARIO);
    const broken = { ...TINY_SCENARIO, months: 0 };
    await expect(game.invoke('start-scenario', { pack: broken })).rejects.toThrow(
      '422 {"code":"BADPK","message":"months: expected a whole number from 1 to 120."}',
    );
    await expect(game.invoke('start-scenario', {})).rejects.toThrow(/^422 .*BADPK/);
    await game.client.auth.signOut();
    await expect(game.invoke('start-scenario', { pack: TINY_SCENARIO })).rejects.toThrow(/^401 .*sign in/);
  });

  it('is stored from a file byte for byte, up to twenty of them', async () => {
    const { client } = await Game.begin(server, TINY_SCENARIO);
    const file = `\uFEFF${JSON.stringify(TINY_SCENARIO, null, 1)}\r\n  é 💰`;
    const keep = () => client.from('scenario_packs').insert({ file }).select('file').single();
    expect((await keep().throwOnError()).data?.file).toBe(file);
    expect((await client.from('scenario_packs').insert({ file: 'x'.repeat(262_145) })).error?.code).toBe(
      '23514',
    );
    for (let count = 1; count < 20; count += 1) await keep().throwOnError();
    expect((await keep()).error?.code).toBe('LIMIT');
  });

  it('starts with any valid position, and its ledger balances', async () => {
    const game = await Game.begin(server, TINY_SCENARIO);
    await fc.assert(
      fc.asyncProperty(start(), async (parts) => {
        const pack: Scenario = { ...TINY_SCENARIO, start: { ...TINY_SCENARIO.start, ...parts } };
        const read = parseScenarioValue(JSON.parse(JSON.stringify(pack)));
        expect('problems' in read ? read.problems.map(problemLine) : []).toEqual([]);
        const started = await game.beginAgain(pack);
        expect(await started.balance('checking')).toBe(parts.accounts[0]?.balance);
        for (const card of parts.cards) expect(await started.owed(card.id)).toBe(card.balance);
        await isSound(started);
      }),
      { numRuns: 8 },
    );
  });
});

/** Returns products and rules of every kind, in addition to those that the small pack names. */
function start() {
  const cents = (from: number, to: number) =>
    fc.integer({ min: from, max: to }).map((amount) => amount / 100);
  const day = fc.integer({ min: 1, max: 28 });
  const [account] = TINY_SCENARIO.start.accounts;
  const autopay = fc.option(fc.constant({ from: 'checking' }), { nil: undefined });
  return fc.record({
    accounts: fc
      .tuple(cents(0, 1e9), cents(0, 1e9), fc.constantFrom('SAVINGS' as const, 'INVESTMENT' as const))
      .map(([checking, savings, type]) => [
        { ...account, id: 'checking', name: 'Everyday', type: 'CHECKING' as const, balance: checking },
        { id: 'savings', name: 'Everyday', type, balance: savings },
      ]),
    cards: fc
      .tuple(
        cents(100, 5e6),
        fc.double({ min: 0, max: 1, noNaN: true }),
        day,
        fc.integer({ min: 0, max: 36 }),
      )
      .map(([limit, used, dueDay, apr]) => [
        { id: 'card', name: 'Card', limit, apr, balance: Math.floor(limit * used * 100) / 100, dueDay },
      ]),
    loans: fc
      .array(fc.tuple(cents(100, 1e8), fc.integer({ min: 2, max: 600 }), day, autopay), { maxLength: 3 })
      .map((loans) =>
        [...loans, [1_000, 12, 5, undefined] as const].map(([lent, months, dueDay, pays], index) => ({
          ...{
            id: index === loans.length ? 'loan' : `loan-${index}`,
            name: `Loan ${index}`,
            lent,
            months,
            dueDay,
          },
          ...{ rate: 6.25, paid: Math.floor(months / 3), autopay: pays },
        })),
      ),
    mortgages: fc
      .array(fc.tuple(cents(1e6, 1e9), fc.integer({ min: 1, max: 40 }), day, autopay), { maxLength: 1 })
      .map((homes) =>
        homes.map(([lent, years, dueDay, pays]) => ({
          ...{
            id: 'home',
            name: 'Home',
            lent,
            years,
            dueDay,
            rate: 7,
            price: Math.round((lent + 50_000) * 100) / 100,
            paid: years * 6,
            autopay: pays,
          },
        })),
      ),
    goals: fc.constantFrom([], TINY_SCENARIO.start.goals),
  });
}
