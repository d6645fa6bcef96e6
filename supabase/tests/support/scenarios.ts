import { readFileSync } from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import { parseDay, Zone } from '../../../engine/calendar/calendar.ts';
import { parseScenario, problemLine } from '../../../engine/scenarios/file.ts';
import type { ScenarioRun } from '../../../engine/scenarios/run-state.ts';
import type { Scenario } from '../../../engine/scenarios/scenario.ts';
import type { TestServer } from '../../../server/testing/server.ts';

const TIME_ZONE = 'America/New_York';
/** Scenario runs in tests start in this year, so that random events are the same in every run. */
const YEAR = 2031;
/** A time of day by which pay, autopay, and due payments have been posted. */
const TEN_IN_THE_MORNING = 10 * 60;

export type ScenarioRunRow = {
  id: string;
  state: 'playing' | 'won' | 'lost' | 'left';
  is_current: boolean;
  began_at: string;
  ended_on: string | null;
  results: ScenarioRun;
  pack: Scenario;
  checkpoint_before: string | null;
  last_checkpoint: string | null;
  judged_until: string | null;
};

/** Returns a scenario that comes with Sandbank, by file name. */
export function shippedScenario(name: string): Scenario {
  const read = parseScenario(
    readFileSync(new URL(`../../../content/scenarios/${name}.json`, import.meta.url), 'utf8'),
  );
  if ('problems' in read) throw new Error(read.problems.map(problemLine).join('\n'));
  return read.pack;
}

/**
 * Runs a scenario through the real bank: signs up a customer, starts it, runs the script, and simulates to
 * its end. Returns the judged run and the customer. The script uses the scenario's names of products, rules,
 * and goals.
 */
export async function runScenario(
  server: TestServer,
  pack: Scenario,
  script: (game: Game) => Promise<void> = async () => {},
  { begins = firstDayOfTests(pack) }: { begins?: string } = {},
): Promise<{ play: ScenarioRunRow; game: Game }> {
  const game = await Game.begin(server, { ...pack, start: { ...pack.start, begins: { on: begins } } });
  await script(game);
  await game.live();
  return { play: await game.play(), game };
}

/** Returns the day on which a scenario starts in tests. */
export function firstDayOfTests({ start: { begins } }: Scenario): string {
  if (typeof begins === 'object' && 'on' in begins) return begins.on;
  const month = typeof begins === 'object' ? begins.month : 1;
  return `${YEAR}-${String(month).padStart(2, '0')}-01`;
}

/** A customer in the middle of a scenario. */
export class Game {
  private constructor(
    readonly client: SupabaseClient,
    readonly id: string,
    readonly pack: Scenario,
    private ids: Record<string, string>,
    private readonly first: number,
    private readonly move: (to: Date) => Promise<void> = (to) => this.invoke('advance', { to }),
  ) {}

  static async begin(server: TestServer, pack: Scenario): Promise<Game> {
    // Imports the module on demand, because a game without a test server doesn't need it.
    const { getClient: clientOf } = await import('../../../server/testing/server.ts');
    const client = clientOf(server);
    const { data, error } = await client.auth.signUp({
      email: `${crypto.randomUUID()}@example.com`,
      password: 'correct horse battery',
    });
    if (error) throw error;
    const game = new Game(client, data.user?.id ?? '', pack, {}, 0);
    return game.beginAgain();
  }

  /**
   * Creates a game for a customer who is in a scenario. `move` fast-forwards to an instant, or to the end of
   * the scenario.
   */
  static async of(client: SupabaseClient, pack: Scenario, move: (to: Date) => Promise<void>): Promise<Game> {
    const { data } = await client.auth.getSession();
    const id = data.session?.user.id ?? '';
    const { results } = await new Game(client, id, pack, {}, 0).play();
    return new Game(client, id, pack, results.ids, results.begins, move);
  }

  /** Starts the same scenario again, or another one. */
  async beginAgain(pack = this.pack): Promise<Game> {
    await this.invoke('start-scenario', { pack, time_zone: TIME_ZONE });
    const { results } = await this.play();
    return new Game(this.client, this.id, pack, results.ids, results.begins);
  }

  /** Returns the id of a product, rule, or goal in this household. */
  getId(name: string): string {
    const id = this.ids[name];
    if (id === undefined) throw new Error(`The scenario has no item with the id ${name}.`);
    return id;
  }

  /** Returns the current run. Throws if there is none. */
  async play(): Promise<ScenarioRunRow> {
    const { data } = await this.client
      .from('scenario_runs')
      .select('*')
      .eq('is_current', true)
      .single()
      .throwOnError();
    return data as ScenarioRunRow;
  }

  /** Fast-forwards to 10 AM on a day of the scenario, or to the end of the scenario if no day is given. */
  async live(day?: number): Promise<void> {
    const { results } = await this.play();
    if (results.outcome) return;
    const zone = new Zone(TIME_ZONE);
    const to =
      day === undefined ? zone.getStart(results.ends + 1) : zone.at(this.first + day, TEN_IN_THE_MORNING);
    await this.move(new Date(to));
  }

  /** Fast-forwards to 10 AM on a date such as `2031-03-15`. */
  async liveTo(date: string): Promise<void> {
    await this.live(parseDay(date) - this.first);
  }

  /** Calls a function of the bank as the customer. Throws if the bank refuses. */
  async call(verb: string, values: Record<string, unknown> = {}): Promise<ReturnType<JSON['parse']>> {
    const { data, error } = await this.client.rpc(verb, values);
    if (error) throw new Error(`${error.code} ${error.message}`);
    return data;
  }

  /** Rounds the amount down to the cent. Transfers nothing if the result is zero or less. */
  async transfer(from: string, to: string, amount: number): Promise<void> {
    const cents = Math.floor(amount * 100 + 0.001) / 100;
    const accounts = { from_account_id: this.getId(from), to_account_id: this.getId(to) };
    if (cents > 0) await this.call('transfer', { ...accounts, amount: cents });
  }

  /** Makes a payment on a card, loan, or mortgage, up to the balance owed. */
  async pay(product: string, from: string, amount: number): Promise<void> {
    const { start } = this.pack;
    const isCard = start.cards.some(({ id }) => id === product);
    const isLoan = start.loans.some(({ id }) => id === product);
    const due = Math.min(amount, await this.owed(product));
    if (due <= 0) return;
    const values = { amount: due, account_id: this.getId(from) };
    if (isCard) await this.call('pay_credit_card', { card_id: this.getId(product), ...values });
    else
      await this.call(isLoan ? 'pay_loan' : 'pay_mortgage', {
        [isLoan ? 'loan_id' : 'mortgage_id']: this.getId(product),
        ...values,
      });
  }

  /** Makes an extra payment, which shortens the loan or mortgage. */
  async payExtra(product: string, from: string, amount: number): Promise<void> {
    await this.call('pay_extra', { debt_id: this.getId(product), amount, account_id: this.getId(from) });
  }

  /** Returns an account balance in dollars. */
  async balance(account: string): Promise<number> {
    return Number((await this.row('accounts', account)).balance);
  }

  /** Returns the balance owed on a card, loan, or mortgage in dollars. */
  async owed(product: string): Promise<number> {
    const { start } = this.pack;
    if (start.cards.some(({ id }) => id === product))
      return Number((await this.row('credit_cards', product)).balance);
    const table = start.loans.some(({ id }) => id === product) ? 'loans' : 'mortgages';
    return Number((await this.row(table, product)).remaining_balance);
  }

  /** Returns the unpaid part of a card's open statement in dollars. */
  async statement(card: string): Promise<number> {
    const { data } = await this.client.rpc('my_household').throwOnError();
    const { statement, paid } = data.carryover.cards[this.getId(card)].cycle;
    return statement ? Math.max(0, (statement.balance - paid) / 100) : 0;
  }

  /** Turns on autopay for a card. */
  async autopay(card: string, from: string, pays: 'minimum' | 'statement'): Promise<void> {
    await this.client
      .from('credit_cards')
      .update({ autopay: pays, autopay_account_id: this.getId(from) })
      .eq('id', this.getId(card))
      .throwOnError();
  }

  /** Changes the amount of a scheduled payment or pauses the payment. */
  async change(payment: string, values: { amount?: number; paused?: boolean }): Promise<void> {
    await this.client.from('scheduled_payments').update(values).eq('id', this.getId(payment)).throwOnError();
  }

  /** Creates a monthly transfer between the customer's accounts, starting on a date. */
  async saveMonthly(from: string, to: string, amount: number, startDate: string): Promise<void> {
    await this.client
      .from('scheduled_payments')
      .insert({
        account_id: this.getId(from),
        to_account_id: this.getId(to),
        name: 'Saving',
        amount,
        frequency: 'MONTHLY',
        start_date: startDate,
      })
      .throwOnError();
  }

  /** Returns to a checkpoint. Rules and products get new ids. */
  async returnTo(checkpointId: string): Promise<void> {
    await this.invoke('restore', { checkpoint_id: checkpointId });
    const { data } = await this.client
      .from('scenario_runs')
      .select('results')
      .eq('is_current', true)
      .maybeSingle()
      .throwOnError();
    if (data) this.ids = (data.results as ScenarioRun).ids;
  }

  async invoke(name: string, body: object): Promise<ReturnType<JSON['parse']>> {
    const { data, error } = await this.client.functions.invoke(name, { body });
    if (error) throw new Error(`${error.context.status} ${await error.context.text()}`);
    return data;
  }

  private async row(table: string, product: string): Promise<ReturnType<JSON['parse']>> {
    const { data } = await this.client
      .from(table)
      .select('*')
      .eq('id', this.getId(product))
      .single()
      .throwOnError();
    return data;
  }
}
