import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, Zone } from '../../../engine/calendar/calendar.ts';
import type { HouseholdRow } from '../../../engine/household/row.ts';
import { buildHouseholdState } from '../../../engine/household/state.ts';
import { getHoldings } from '../../../engine/insights/net-worth.ts';
import { createLeak } from '../../../engine/testing/surprises.ts';
import { getCommands } from '../../../engine/what-if/apply.ts';
import { type Decision, type DecisionKind, simulateWhatIf } from '../../../engine/what-if/what-if.ts';
import { startTestServer } from '../../../server/testing/server.ts';
import {
  type Customer,
  canonical,
  getHouseholds,
  type HouseholdJson,
} from '../support/simulated-household.ts';

const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const ID_LENGTH = 36;
const MIX = { us_stocks: 30, world_stocks: 30, bonds: 30, money_market: 10 };
const PAY = {
  gross_per_year: 40_000,
  filing_status: 'single',
  retirement_percent: 6,
  match_percent: 50,
  match_up_to: 6,
  health: 55.38,
  hsa: 100,
  state_percent: 4,
};
/** The kinds of entries that the features post in the test's time. */
const KINDS = [
  'balance_transfer',
  'biweekly_payment',
  'cash_advance',
  'cd_interest',
  'cd_matured',
  'charge_off',
  'dispute_reversal',
  'dividend',
  'fee',
  'maintenance_fee',
  'market_change',
  'overdraft_fee',
  'overdraft_transfer',
  'pmi',
  'refund',
];
/** The kinds of other events in that time. */
const EVENTS = ['cd_renewed', 'coverage_ended', 'penalty_notice', 'surprise_decided'];

describe('a household that uses everything at once', () => {
  let server: Awaited<ReturnType<typeof startTestServer>>;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const { sql, signUp, signUpWithDemo, live, hashOf, violationsOf, exported, restore } = getHouseholds(
    () => server,
  );

  /** Returns a household with every product and setting, and with changes that the engine hasn't seen yet. */
  async function openEverything(): Promise<Customer> {
    const customer = await signUpWithDemo(Date.now() - 8 * DAY_MS);
    await live(customer, Date.now());
    const { client } = customer;
    const call = async (verb: string, parameters: object) => {
      const { data, error } = await client.rpc(verb, parameters);
      if (error) throw new Error(`${verb}: ${error.code} ${error.message} ${error.details}`);
      return data;
    };
    const add = async (table: string, row: object) =>
      (await client.from(table).insert(row).select().single().throwOnError()).data;
    const open = async (name: string, type: string, initial_balance: number) =>
      (await call('open_account', { name, type, currency: 'USD', initial_balance })).id as string;
    await call('set_pending_transactions', { level: 'realistic' });
    const checking = await open('Combined', 'CHECKING', 900);
    const short = await open('Short', 'CHECKING', 60);
    const savings = await open('Cover', 'SAVINGS', 20_000);
    const retirement = await open('401(k)', 'INVESTMENT', 0);
    const hsa = await open('HSA', 'SAVINGS', 0);
    const fund = await open('Future', 'INVESTMENT', 20_000);
    await call('set_overdraft', { account_id: checking, choice: 'savings', overdraft_account_id: savings });
    await call('set_overdraft', {
      account_id: short,
      choice: 'covered',
      overdraft_product: 'standard',
      overdraft_cards: true,
    });
    await call('convert_to_funds', { account_id: fund, ...MIX });
    await call('change_fund_account', {
      account_id: fund,
      ...MIX,
      rebalances: 'drift',
      cost_method: 'fifo',
      dividend_account_id: checking,
    });
    await add('auto_deposits', {
      account_id: checking,
      name: 'Employer',
      amount: 1,
      frequency: 'BIWEEKLY',
      is_pay: true,
      pay_details: { ...PAY, retirement_account_id: retirement, hsa_account_id: hsa },
      start_date: day(2),
    });
    await add('scheduled_payments', {
      name: 'Invest',
      account_id: checking,
      to_account_id: fund,
      fund: 'US_STOCKS',
      amount: 150,
      frequency: 'WEEKLY',
    });
    await add('scheduled_payments', {
      name: 'Gym',
      account_id: short,
      payee: 'Gym',
      amount: 55,
      frequency: 'MONTHLY',
    });
    const mortgage = await call('take_mortgage', {
      property_value: 350_000,
      down_payment: 17_500,
      interest_rate: 6.25,
      term: 30,
      pmi_rate: 0.6,
      property_tax: 4_200,
      home_insurance: 1_680,
      payment_day: 12,
    });
    await client
      .from('mortgages')
      .update({ autopay_account_id: checking })
      .eq('id', mortgage.id)
      .throwOnError();
    await call('start_biweekly', {
      debt_id: mortgage.id,
      first_day: day(1),
    });
    const card = (name: string) =>
      add('credit_cards', { name, credit_limit: 5000, balance: 0, apr: 19.99, currency: 'USD' });
    const [blue, green] = [await card('Blue'), await card('Green')];
    await client
      .from('credit_cards')
      .update({ autopay: 'statement', autopay_account_id: short, autopay_retries: true })
      .eq('id', blue.id)
      .throwOnError();
    const returned = await call('charge_credit_card', {
      card_id: blue.id,
      amount: 250,
      merchant: 'Grocer',
      category: 'Food',
    });
    await call('return_purchase', { transaction_key: `${blue.id}:${returned.last_entry}`, amount: 100 });
    const disputed = await call('charge_credit_card', { card_id: blue.id, amount: 120, merchant: 'Shop' });
    await call('open_dispute', {
      card_id: blue.id,
      entry_id: disputed.last_entry,
      amount: 120,
      reason: 'other',
    });
    await call('take_cash_advance', { card_id: blue.id, account_id: checking, amount: 200 });
    await call('transfer_balance', { card_id: green.id, from_card_id: blue.id, amount: 150 });
    const undone = await call('import_transactions', {
      card_id: blue.id,
      file_name: 'a.csv',
      rows: [{ day: day(-13), amount: 80, description: 'Payment' }],
    });
    await call('import_transactions', {
      card_id: green.id,
      file_name: 'b.csv',
      rows: [{ day: day(-12), amount: -70, description: 'Diner' }],
    });
    await call('undo_import', { import_id: undone.id });
    for (const purchase of ['store', 'online', 'restaurant', 'gas_pump', 'hotel', 'subscription']) {
      await call('authorize_purchase', { amount: 30, purchase, card_id: blue.id, merchant: purchase });
      await call('authorize_purchase', { amount: 40, purchase, account_id: checking, merchant: purchase });
    }
    for (const cash_account_id of [checking, null])
      await call('place_fund_order', {
        account_id: fund,
        side: 'buy',
        fund: 'BONDS',
        amount: 75.5,
        cash_account_id,
      });
    await call('withdraw', { account_id: short, amount: 130 });
    await openLaterProducts(customer, call, { checking, savings, short });
    return customer;
  }

  /** Adds CDs, account plans, cards of the catalog, insurance, held deposits, and decisions about surprises. */
  async function openLaterProducts(
    { id }: Customer,
    call: (verb: string, parameters: object) => Promise<{ id: string }>,
    { checking, savings, short }: Record<'checking' | 'savings' | 'short', string>,
  ): Promise<void> {
    const open = async (parameters: object) =>
      (await call('open_account', { type: 'CHECKING', currency: 'USD', ...parameters })).id;
    const classic = await open({ name: 'Classic', type: 'SAVINGS', initial_balance: 40, plan: 'classic' });
    const goalSaver = await open({
      name: 'Goal Saver',
      type: 'SAVINGS',
      initial_balance: 900,
      plan: 'goal_saver',
    });
    const euros = await open({ name: 'Euros', currency: 'EUR' });
    await call('set_exchange_margin', { charged: true });
    await call('transfer', { from_account_id: checking, to_account_id: euros, amount: 40 });
    for (const at_maturity of ['renew', 'pay_out'])
      await call('open_cd', {
        funding_account_id: savings,
        amount: 1_000,
        term_months: 3,
        at_maturity,
        payout_account_id: classic,
        interest_account_id: at_maturity === 'renew' ? goalSaver : null,
      });
    await call('deposit', { account_id: checking, amount: 7_500, method: 'check' });
    await call('deposit', { account_id: classic, amount: 90, method: 'direct' });
    await call('authorize_purchase', { amount: 125, purchase: 'hotel', account_id: checking });
    for (const [insurance_kind, deductible, account_id] of [
      ['health', 3_800, checking],
      ['car', 500, short],
      ['home', 1_000, checking],
    ])
      await call('set_insurance', { insurance_kind, deductible, account_id });
    const cards = [];
    for (const [product, name, apr] of [
      ['anchor_secured', 'Anchor Secured', 26.99],
      ['voyage', 'Voyage', 20.99],
    ] as const) {
      const decision = { outcome: 'approved', product, name, apr, limit: 90_000 };
      const deposit = { least: 20_000, most: 300_000 };
      const [application] = await sql()`
        select * from record_card_application(${id}, ${product}, 60000, 'EMPLOYED', 0,
          ${sql().json({ ...decision, deposit })}, null)`;
      cards.push(
        await call('open_card', {
          application_id: application?.id,
          ...(product === 'anchor_secured' && { deposit: 300, account_id: goalSaver }),
        }),
      );
    }
    const [secured, voyage] = cards;
    await call('charge_credit_card', { card_id: secured?.id, amount: 35, merchant: 'Grocer' });
    await call('charge_credit_card', { card_id: voyage?.id, amount: 420, merchant: 'Airline' });
    await call('charge_abroad', { card_id: secured?.id, amount: 20, currency: 'EUR' });
    const today = Math.floor(Date.now() / DAY_MS);
    const shocks = ['home_repair', 'car_repair'].map((kind) => ({
      ...createLeak(today - 1, `luck:2026-01:${kind}`, { currency: 'USD', until: today + 6 }),
      kind,
      begun: true,
    }));
    await sql()`update bank.clocks set carryover = carryover || ${sql().json({
      surprises: 'many',
      surpriseChoices: true,
      shocks,
    })} where household_id = ${id}`;
    await call('decide_surprise', {
      surprise: 'luck:2026-01:home_repair',
      choice: 'repair',
      account_id: checking,
    });
  }

  /**
   * Adds a home equity line of credit with a draw, an IRA with a date of birth, a biweekly plan for a loan, and
   * bills that go up.
   */
  async function openTaxesAndBorrowing({ id, client }: Customer): Promise<void> {
    const call = async (verb: string, parameters: object) =>
      (await client.rpc(verb, parameters).throwOnError()).data;
    const open = async (name: string, type: string, initial_balance: number) =>
      (await call('open_account', { name, type, currency: 'USD', initial_balance })).id as string;
    const payer = await open('Home', 'CHECKING', 40_000);
    const home = await call('take_mortgage', {
      property_value: 400_000,
      down_payment: 250_000,
      interest_rate: 6,
      term: 30,
    });
    const application = await call('submit_application', {
      loan_type: 'HOME_EQUITY',
      loan_amount: 20_000,
      term_months: 360,
      home_id: home.id,
      annual_income: 300_000,
      employment_status: 'EMPLOYED',
    });
    // The household's credit is bad, so the bank's decision is made here.
    const rates = { rate: 9.75, margin: 3.25, rateCap: 18 };
    const offer = { ...rates, amount: 2_000_000, term: 360, drawMonths: 120 };
    const decision = { decision: 'approved', version: 'test', reasons: [{ code: 'score' }], offers: [offer] };
    await sql()`select review_application(${id}, ${application.id})`;
    await sql()`select record_decision(${id}, ${application.id}, ${sql().json(decision)})`;
    const { loan_id } = await call('accept_offer', { application_id: application.id, account_id: payer });
    await call('draw_credit_line', { loan_id, amount: 4_000, account_id: payer });
    const loan = await call('take_loan', {
      name: 'Boat',
      amount: 6_000,
      interest_rate: 7,
      term: 48,
      account_id: payer,
    });
    await client.from('loans').update({ autopay_account_id: payer }).eq('id', loan.id).throwOnError();
    await call('start_biweekly', { debt_id: loan.id, first_day: day(5) });
    const ira = await open('IRA', 'INVESTMENT', 900);
    await call('set_tax_treatment', {
      account_id: ira,
      tax_treatment: 'traditional_ira',
      birth_date: '1984-02-29',
    });
    await call('transfer', { from_account_id: payer, to_account_id: ira, amount: 300 });
    await call('transfer', { from_account_id: ira, to_account_id: payer, amount: 120 });
    await call('set_bill_increases', { enabled: true });
    await client
      .from('scheduled_payments')
      .insert({
        name: 'Streaming',
        account_id: payer,
        payee: 'Streaming',
        amount: 12.99,
        frequency: 'MONTHLY',
        yearly_adjustment: 'subscription',
        // The price goes up 18 months after the first day, and the notice comes 30 days before.
        start_date: day(-18 * 30.4 + 60),
      })
      .throwOnError();
  }

  /** Files the return of the latest year that can be filed. */
  async function fileReturn({ client }: Customer): Promise<void> {
    const { data: years } = await client.rpc('my_tax_years').throwOnError();
    const year = years?.find(({ is_open }: { is_open: boolean }) => is_open)?.tax_year;
    const { data: account } = await client
      .from('accounts')
      .select('id')
      .eq('name', 'Home')
      .single()
      .throwOnError();
    await client.rpc('file_tax_return', { account_id: account.id, tax_year: year }).throwOnError();
  }

  /**
   * Returns a household's file without ids, times of changes, and numbers that the bank issues. Leaves out
   * requests to other people, applications that expire by themselves, and contacts, which are sorted by id.
   */
  function getContent({ contacts, peer_payments, applications, ...file }: HouseholdJson): HouseholdJson {
    const byKey = (a: { order_key: string }, b: { order_key: string }) =>
      a.order_key.slice(ID_LENGTH).localeCompare(b.order_key.slice(ID_LENGTH));
    const text = JSON.stringify(canonical({ ...file, fund_orders: file['fund_orders'].toSorted(byKey) }));
    return JSON.parse(
      text.replace(/"(account_number|card_number|last_four|updated_at)":"[^"]*"/g, '"$1":""'),
    );
  }

  function expectSame(actual: HouseholdJson, expected: HouseholdJson): void {
    for (const key of Object.keys(expected)) expect.soft(actual[key], key).toEqual(expected[key]);
  }

  /** Expects that the engine and the bank count the same net worth at the end of a day, by kind and currency. */
  async function expectSameNetWorth({ id }: Customer): Promise<void> {
    const [household] = await sql()`select * from engine_households(array[${id}]::uuid[]) as row`;
    const state = buildHouseholdState(household?.row as HouseholdRow);
    const sums: Record<string, number> = {};
    for (const { kind, currency, amount } of getHoldings(state))
      sums[`${kind} ${currency}`] = (sums[`${kind} ${currency}`] ?? 0) + amount;
    const held = Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
    const parts = await sql()`
      select kind || ' ' || currency as part, (amount * 100)::float as amount
      from bank.net_worth_parts(${id}, array[${new Date(state.at).toISOString().slice(0, 10)}::date])`;
    expect.soft(Object.fromEntries(parts.map(({ part, amount }) => [part, amount]))).toEqual(held);
  }

  const contentOf = async (customer: Customer) => getContent(await exported(customer));

  it('continues the same from its file, from a checkpoint, and in steps of any length', async () => {
    const days = 130;
    const customer = await openEverything();
    await openTaxesAndBorrowing(customer);
    const file = await exported(customer);
    const start = Date.parse(String(file['clock']));
    const { id: checkpoint_id } = (
      await customer.client.rpc('save_checkpoint', { name: 'Start' }).single<{ id: string }>().throwOnError()
    ).data;
    const [once, daily] = [await signUp(), await signUp()];
    for (const copy of [once, daily]) expect(await restore(copy, { file })).toMatchObject({ status: 200 });
    expect(await hashOf(once)).toBe(await hashOf(customer));
    expectSame(await contentOf(once), getContent(file));

    await live(customer, start + days * DAY_MS);
    await live(once, start + days * DAY_MS);
    for (let day = 1; day <= days; day += 1) await live(daily, start + day * DAY_MS);
    const hash = await hashOf(customer);
    await expectSameNetWorth(once);
    for (const copy of [customer, once, daily]) expect.soft(await violationsOf(copy)).toEqual([]);
    expect.soft(await hashOf(daily)).toBe(await hashOf(once));
    expect.soft(await hashOf(once)).toBe(hash);
    const end = await contentOf(once);
    const endDaily = await contentOf(daily);
    expectSame(endDaily, end);

    expect((await restore(customer, { checkpoint_id })).status).toBe(200);
    await live(customer, start + days * DAY_MS);
    expect.soft(await hashOf(customer)).toBe(hash);

    // The household in the middle of everything continues from a file too, with a return that isn't settled.
    await sql()`
      update customers set clock_offset = ${new Date(start + days * DAY_MS)}::timestamptz - now()
      where id = ${once.id}`;
    await fileReturn(once);
    const later = await exported(once);
    expect(later['tax_returns']).toMatchObject([{ filing_status: 'single' }]);
    expect(later['accounts'].filter(({ tax_treatment }: HouseholdJson) => tax_treatment)).toMatchObject([
      { name: 'Harbor Studio 401(k)', tax_treatment: '401k' },
      { name: 'IRA', tax_treatment: 'traditional_ira' },
    ]);
    expect(later['carryover'].birthDate).toBe('1984-02-29');
    expect((await restore(daily, { file: later })).status).toBe(200);
    expectSame(await contentOf(daily), getContent(later));
    for (const copy of [once, daily]) await live(copy, start + (days + 60) * DAY_MS);
    expect.soft(await hashOf(daily)).toBe(await hashOf(once));
    for (const copy of [once, daily]) expect.soft(await violationsOf(copy)).toEqual([]);
    const kinds = await sql()`select distinct kind from bank.entries where household_id = ${once.id}`;
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(KINDS));
    expect(kinds.filter(({ kind }) => kind === 'tax_payment' || kind === 'tax_refund')).toHaveLength(1);
    const events = await sql()`select distinct kind from household_events where user_id = ${once.id}`;
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(EVENTS));
  });

  it('can be projected with any decision in a what-if, which the bank then carries out', async () => {
    const customer = await openEverything();
    await live(customer, Date.now());
    const [read] = await sql()`select * from engine_households(array[${customer.id}]::uuid[]) as row`;
    const state = buildHouseholdState(read?.row as HouseholdRow);
    const today = new Zone(state.timeZone).getDay(state.at);
    const { accounts, cards, debts, autoDeposits, scheduledPayments } = state;
    const getId = (label: string) => {
      const items = [...accounts, ...cards, ...debts, ...autoDeposits, ...scheduledPayments];
      const item = items.findLast(({ name }) => name === label);
      if (!item) throw new Error(`There is no ${label}.`);
      return item.id;
    };
    const mortgage = debts.find(({ biweekly }) => biweekly)?.id ?? '';
    const monthly = { frequency: 'MONTHLY' as const };
    const decisions = [
      { kind: 'stop_rule', ruleId: getId('Seawall Insurance') },
      { kind: 'change_rule', ruleId: getId('Employer'), amount: 1_500_00 },
      { kind: 'change_rule', ruleId: getId('Invest'), amount: 80_00 },
      { kind: 'extra_payment', debtId: mortgage, monthly: 100_00 },
      { kind: 'lump_payment', debtId: mortgage, accountId: getId('Cover'), amount: 900_00 },
      { kind: 'lump_payment', debtId: getId('Voyage'), accountId: getId('Cover'), amount: 50_00 },
      { kind: 'pay_on_time', debtId: getId('Anchor Secured') },
      { kind: 'save', from: getId('Cover'), to: getId('Goal Saver'), amount: 25_00, ...monthly },
      { kind: 'save', from: getId('Cover'), to: getId('Future'), amount: 60_00, ...monthly },
      { kind: 'new_bill', name: 'Club', accountId: getId('Classic'), amount: 15_00, ...monthly },
      { kind: 'new_income', name: 'Rent', accountId: getId('Short'), amount: 90_00, ...monthly },
      { kind: 'purchase', name: 'Bike', accountId: getId('Goal Saver'), amount: 200_00 },
      { kind: 'take_loan', name: 'Loan', accountId: getId('Future'), amount: 900_00, rate: 7, months: 12 },
    ] satisfies DecisionKind[];
    const whole = decisions.map((decision, index): Decision => ({ id: `${index}`, on: today, ...decision }));
    const project = (chosen: readonly Decision[]) =>
      simulateWhatIf(state, chosen, today + 400, { currency: 'USD', rates: { EUR: 1.1 } });
    const refusals = ({ events }: ReturnType<typeof project>) =>
      events.filter(({ kind }) => kind === 'refused').map(({ text }) => text);
    const baseline = project([]);
    for (const decision of whole) {
      const projection = project([decision]);
      expect.soft(refusals(projection)).toEqual([]);
      expect.soft(projection.points).toHaveLength(baseline.points.length);
      for (const { netWorth, cash, investments, property, debt } of projection.points)
        expect.soft(netWorth).toBe(cash + investments + property - debt);
    }
    expect(refusals(project(whole))).toEqual([]);
    const cd = accounts.find(({ certificate, balance }) => certificate && balance > 0);
    const locked = {
      id: 'cd',
      on: today,
      kind: 'purchase',
      name: 'Boat',
      accountId: cd?.id ?? '',
      amount: 1,
    };
    expect(refusals(project([locked as Decision]))).toEqual([
      `Boat was left out: money in ${cd?.name} stays there until it matures.`,
    ]);

    for (const command of whole.flatMap((decision) => getCommands(decision, state))) {
      if ('impossible' in command) throw new Error(command.impossible);
      const { verb, target, values } = command;
      const { client } = customer;
      const { error } =
        verb === 'rpc'
          ? await client.rpc(target, values)
          : verb === 'update'
            ? await client.from(target).update(values).eq('id', command.id)
            : await client.from(target).insert([values] as object[]);
      expect.soft(error, JSON.stringify(command)).toBeNull();
    }
    await live(customer, Date.now() + 100 * DAY_MS);
    await expectSameNetWorth(customer);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it('stays correct after its accounts, cards, and mortgages are closed or deleted', async () => {
    const customer = await openEverything();
    const { client } = customer;
    await live(customer, Date.now() + 40 * DAY_MS);
    const list = async (table: string) =>
      (await client.from(table).select('id, name').order('created_at').throwOnError()).data ?? [];
    const refusals = new Set<string>();
    const refused = (error: { code: string } | null) => error && refusals.add(error.code);
    const accounts = await list('accounts');
    const sweep_to_account_id = accounts.find(({ name }) => name === 'Classic')?.id;
    for (const { id } of accounts)
      refused((await client.rpc('close_account', { account_id: id, sweep_to_account_id })).error);
    await live(customer, Date.now() + 45 * DAY_MS);
    for (const table of ['accounts', 'credit_cards', 'mortgages'])
      for (const { id } of (await list(table)).filter((_, index) => table !== 'accounts' || index % 2))
        refused((await client.from(table).delete().eq('id', id)).error);
    // CDs, funds, and accounts with holds or below zero can't be closed, nor the account that receives the money.
    // An account that counts in a tax return can't be deleted.
    expect([...refusals].sort()).toEqual(['CDLCK', 'FUNDS', 'OWING', 'SAMAC', 'TAXTR']);
    await live(customer, Date.now() + 120 * DAY_MS);
    await expectSameNetWorth(customer);
    expect(await violationsOf(customer)).toEqual([]);
  });

  it.each([
    ['is refunded', false],
    ['is credited to the new mortgage', true],
  ])(
    'refinances a mortgage with mortgage insurance, a biweekly plan, and escrow that %s',
    async (_, credits_escrow) => {
      const customer = await openEverything();
      const { client } = customer;
      const call = async (verb: string, parameters: object) =>
        (await client.rpc(verb, parameters).throwOnError()).data;
      const { id: payer } = await call('open_account', {
        name: 'Payer',
        type: 'CHECKING',
        currency: 'USD',
        initial_balance: 60_000,
      });
      const old = await call('take_mortgage', {
        property_value: 300_000,
        down_payment: 40_000,
        interest_rate: 6.25,
        term: 30,
        pmi_rate: 0.6,
        property_tax: 3_600,
        home_insurance: 1_200,
        account_id: payer,
      });
      await client.from('mortgages').update({ autopay_account_id: payer }).eq('id', old.id).throwOnError();
      await call('start_biweekly', { debt_id: old.id, first_day: day(2) });
      await call('change_payment_day', { debt_id: old.id, day: (new Date().getUTCDate() + 3) % 28 || 28 });
      await sql()`update customers set clock_offset = interval '40 days' where id = ${customer.id}`;
      await live(customer, Date.now() + 40 * DAY_MS);
      const { offer_id } = await call('refinance_offer', {
        debt_ids: [old.id],
        term: 360,
        purpose: 'mortgage',
      });
      const renewed = await call('accept_refinance', { offer_id, credits_escrow });
      expect(renewed).toMatchObject({ product: 'mortgage', autopay_account_id: payer });
      const file = await exported(customer);
      const copy = await signUp();
      expect(await restore(copy, { file })).toMatchObject({ status: 200 });
      const start = Date.parse(String(file['clock']));
      await live(customer, start + 80 * DAY_MS);
      for (let days = 4; days <= 80; days += 4) await live(copy, start + days * DAY_MS);
      expect(await hashOf(copy)).toBe(await hashOf(customer));
      for (const each of [customer, copy]) {
        expect(await violationsOf(each)).toEqual([]);
        await expectSameNetWorth(each);
      }
      const { data: reserves } = await client
        .from('debt_reserves')
        .select('kind, balance, ended_on')
        .eq('mortgage_id', old.id)
        .throwOnError();
      expect(reserves?.map(({ balance, ended_on }) => [balance, ended_on !== null])).toEqual([
        [0, true],
        [0, true],
      ]);
    },
  );

  it('is erased completely', async () => {
    const customer = await openEverything();
    await live(customer, Date.now() + 30 * DAY_MS);
    await customer.client.rpc('erase_household').throwOnError();
    const lists = Object.values(await exported(customer)).filter(Array.isArray);
    expect(lists.flat()).toEqual([]);
    expect(await violationsOf(customer)).toEqual([]);
  });
});
