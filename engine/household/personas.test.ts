import { describe, expect, it } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { simulate } from '../simulation/simulate.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { personaHousehold } from '../testing/personas.ts';
import type { Household } from './household.ts';
import { PERSONA_IDS, PERSONAS, type PersonaId, personaHistory } from './personas.ts';

/**
 * Set `SANDBANK_PROVE_RUNS` to 200 to test all seeds. By default, the tests use three seeds that are far
 * apart.
 */
const RUNS = Number(process.env['SANDBANK_PROVE_RUNS'] ?? 3);
const SEEDS = Array.from({ length: Math.min(200, RUNS) }, (_, index) => ((index * 67) % 200) + 1);

/** The expected range of net worth after two years, including the home, in whole dollars. */
const BANDS: Record<PersonaId, [number, number]> = {
  student: [-6_000, 0],
  young_family: [50_000, 130_000],
  freelancer: [2_000, 45_000],
  retiree: [95_000, 260_000],
  high_earner: [650_000, 1_150_000],
};

const BOUGHT = new Set(['payment', 'card_charge']);

function counter(): () => string {
  let next = 0;
  return () => `product-${++next}`;
}

const simulatePersona = (
  persona: PersonaId,
  seed: number,
  now = '2026-11-21T14:00:00Z',
  timeZone = 'America/New_York',
) => personaHistory({ persona, seed, now, timeZone, newId: counter() });

/**
 * Returns the lowest and the last balance of each ledger account in the file, in minor units and in the
 * customer's favor.
 */
function getBalances({ entries }: Household): Map<string, { least: number; last: number }> {
  const balances = new Map<string, { least: number; last: number }>();
  for (const { lines } of entries)
    for (const { ledger, amount } of lines) {
      const before = balances.get(ledger);
      const last = (before?.last ?? 0) + Math.round(amount * 100);
      balances.set(ledger, { least: Math.min(before?.least ?? 0, last), last });
    }
  return balances;
}

function worth({ accounts, cards, debts }: HouseholdState): number {
  const owned = accounts.reduce((sum, { balance }) => sum + balance, 0);
  const homes = debts.reduce((sum, { property }) => sum + (property?.value ?? 0), 0);
  return (owned + homes - [...cards, ...debts].reduce((sum, { balance }) => sum + balance, 0)) / 100;
}

describe.each(PERSONAS)('the persona $id', ({ id, description, challenge }) => {
  it.each(SEEDS)('lives within its means with seed %i', (seed) => {
    const { household, events, state } = simulatePersona(id, seed);
    const balances = getBalances(household);
    for (const account of household.accounts) expect(balances.get(account.id)?.least).toBe(0);
    for (const card of household.cards)
      expect(-(balances.get(card.id)?.least ?? 0)).toBeLessThanOrEqual(card.credit_limit * 100);
    const missed = events.filter(({ kind }) => kind === 'payment_failed' || kind === 'payment_missed');
    expect(missed.length).toBeLessThanOrEqual(2);
    const [least, most] = BANDS[id];
    expect(worth(state)).toBeGreaterThan(least);
    expect(worth(state)).toBeLessThan(most);
    expect(household.entries.length).toBeGreaterThan(1_000);
    expect(household.entries.length).toBeLessThan(3_500);
  });

  it("has ordered records that sum to zero and end with the engine's balances", () => {
    const now = '2027-03-31T16:00:00.000Z';
    const { household, state } = simulatePersona(id, 5, now, 'Europe/London');
    let last = '';
    for (const { at, lines } of household.entries) {
      expect(at > last && at <= now).toBe(true);
      last = at;
      expect(lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)).toBe(0);
      expect(lines.every(({ amount }) => amount !== 0)).toBe(true);
    }
    const balances = getBalances(household);
    const lastOf = (product: string) => balances.get(product)?.last ?? 0;
    expect(state.accounts.map((account) => lastOf(account.id))).toEqual(
      state.accounts.map(({ balance }) => balance),
    );
    const owed = [...state.cards, ...state.debts];
    expect(owed.map((product) => -lastOf(product.id) + 0)).toEqual(owed.map(({ balance }) => balance));
    expect(household.entries[0]).toMatchObject({ kind: 'opening', description: 'Initial deposit' });
    expect(household.simulated_until).toBe(now);
  });

  it('has ongoing rules and a description', () => {
    const { household, state } = simulatePersona(id, 3);
    const rules = [...(household.auto_deposits ?? []), ...(household.scheduled_payments ?? [])];
    expect(rules.length).toBeGreaterThanOrEqual(7);
    const today = parseDay('2026-11-21');
    for (const { end_date } of rules) if (end_date) expect(parseDay(end_date)).toBeGreaterThan(today);
    const { events } = simulate(state, state.at + 31 * 86_400_000);
    expect(events.filter(({ kind }) => kind === 'auto_deposit').length).toBeGreaterThanOrEqual(1);
    expect(events.filter(({ kind }) => BOUGHT.has(kind)).length).toBeGreaterThan(30);
    expect(description.match(/\./g)).toHaveLength(2);
    expect(challenge.endsWith('.')).toBe(true);
  });
});

describe('the products of personas', () => {
  const pays = (id: PersonaId) =>
    Object.fromEntries(
      (simulatePersona(id, 3).household.pay_stubs ?? []).map((stub) => [stub.pay_date, stub]),
    );

  it('include paychecks from gross to net, with the pay stubs of this year', () => {
    const stubs = Object.values(pays('student'));
    expect(stubs.length).toBeGreaterThan(40);
    expect(stubs.every(({ pay_date }) => pay_date.startsWith('2026-'))).toBe(true);
    // 15,400.00 a year, and 3% more after the first anniversary: 305.04 a week, without federal tax.
    expect(stubs[0]).toMatchObject({
      gross: 305.04,
      federal_tax: 0,
      social_security: 18.91,
      medicare: 4.42,
      state_tax: 12.2,
      net: 269.51,
    });
    for (const id of ['demo', 'young_family', 'high_earner'] as PersonaId[])
      for (const { gross, health, hsa, retirement, net, ...stub } of Object.values(pays(id))) {
        const taxes = stub.federal_tax + stub.social_security + stub.medicare + stub.state_tax;
        expect(gross).toBeCloseTo(health + hsa + retirement + taxes + net, 6);
      }
    expect(pays('retiree')).toEqual({});
  });

  it('include insurance that stayed in force for two years', () => {
    const kinds = (id: PersonaId) => Object.keys(simulatePersona(id, 3).state.insurance ?? {}).sort();
    expect(kinds('young_family')).toEqual(['car', 'health', 'home']);
    expect(kinds('high_earner')).toEqual(['health', 'home']);
    expect(kinds('freelancer')).toEqual(['health']);
    for (const id of PERSONA_IDS) {
      const { state, events } = simulatePersona(id, 3);
      const policies = Object.values(state.insurance ?? {});
      expect(policies.filter(({ unpaidSince, endedOn }) => unpaidSince ?? endedOn)).toEqual([]);
      expect(events.filter(({ kind }) => kind.startsWith('coverage'))).toEqual([]);
    }
  });

  it('include a CD that renewed twice, and its interest', () => {
    const { household, events } = simulatePersona('retiree', 3);
    const [certificate] = household.certificates ?? [];
    expect(certificate).toMatchObject({ term_months: 12, started_on: '2026-11-21', renewals: 2 });
    expect(certificate?.principal).toBeGreaterThan(21_000);
    expect(events.filter(({ kind }) => kind === 'cd_renewed')).toHaveLength(2);
  });

  it('include escrow that pays the tax and the insurance of the home', () => {
    const { household, events, state } = simulatePersona('high_earner', 3);
    const { id, property_tax: tax = 0 } = household.debt_reserves?.[0] ?? {};
    const bills = events.filter(({ lines }) =>
      lines?.some(({ ledger, amount }) => ledger === id && amount < 0),
    );
    // The tax in April and October, and the insurance in September.
    expect(bills).toHaveLength(6);
    expect(tax).toBeGreaterThan(9_000);
    expect(state.debts[0]?.escrow?.balance).toBe(getBalances(household).get(id ?? '')?.last);
  });

  it('include a 401(k) that receives the contributions of pay, and an IRA with required distributions', () => {
    const { household, state } = simulatePersona('high_earner', 3);
    const plan = household.accounts.find(({ name }) => name === 'Meridian 401(k)');
    expect(plan).toMatchObject({ tax_treatment: '401k', tax_treatment_since: '2026-11-21T14:00:00.000Z' });
    expect(household.carryover).toMatchObject({ birthDate: '1982-06-15', incomeLimits: true });
    const paid = household.entries.flatMap(({ kind, lines }) =>
      kind === 'auto_deposit' ? lines.filter(({ ledger }) => ledger === plan?.id) : [],
    );
    // 6% of 330,000.00 a year and a match of half of it, each month.
    expect(paid[0]?.amount).toBe(2_475);
    expect(paid).toHaveLength(24);
    expect(state.accounts.find(({ id }) => id === plan?.id)).toMatchObject({ taxTreatment: '401k' });
    const retiree = simulatePersona('retiree', 3).household;
    expect(retiree.accounts.map((account) => account.tax_treatment ?? null)).toContain('traditional_ira');
    expect(retiree.carryover).toMatchObject({ birthDate: '1950-06-15' });
    expect(simulatePersona('student', 3).household.carryover).not.toHaveProperty('birthDate');
  });

  it('include an HSA that receives the contributions of pay, and portfolios of funds', () => {
    const { household, state } = simulatePersona('high_earner', 3);
    const hsa = household.accounts.find(({ tax_treatment }) => tax_treatment === 'hsa');
    const paid = household.entries.flatMap(({ kind, lines }) =>
      kind === 'auto_deposit' ? lines.filter(({ ledger }) => ledger === hsa?.id) : [],
    );
    expect(paid.map(({ amount }) => amount)).toEqual(Array(24).fill(350));
    expect(household.fund_accounts?.map(({ rebalances }) => rebalances)).toEqual([
      'yearly',
      'drift',
      'drift',
    ]);
    expect(state.funds?.completed).toEqual([]);
    const retiree = simulatePersona('retiree', 3);
    const [ira] = retiree.household.fund_accounts ?? [];
    expect(ira).toMatchObject({ us_stocks: 25, world_stocks: 20, bonds: 45, money_market: 10 });
    // The monthly withdrawals come from the money market fund, which each January fills up again.
    const withdrawals = retiree.events.filter(({ description }) => description === 'From Balanced Fund');
    expect(withdrawals).toHaveLength(24);
    expect(retiree.household.lots?.[0]).toMatchObject({ acquired_on: '2016-11-21' });
  });

  it('include mortgage insurance, escrow, and savings that cover an overdraft', () => {
    const { household, events, state } = simulatePersona('young_family', 3);
    expect(household.mortgages[0]).toMatchObject({ pmi_rate: 0.6 });
    expect(household.mortgages[0]).not.toHaveProperty('pmi_ended_on');
    const premiums = events.filter(({ kind }) => kind === 'pmi');
    // 0.6% of 270,000.00 a year.
    expect(premiums.map(({ lines }) => lines?.[1]?.amount)).toEqual(Array(24).fill(13_500));
    expect(new Set(premiums.map(({ description }) => description))).toEqual(new Set(['Mortgage insurance']));
    expect(state.debts[0]?.insurance).toMatchObject({ premium: 13_500, borrowed: 27_000_000 });
    expect(state.debts[0]?.escrow?.balance).toBeGreaterThan(0);
    const [checking, savings] = household.accounts;
    expect(checking).toMatchObject({ overdraft: 'savings', overdraft_account_id: savings?.id });
  });

  it('include cards of the catalog, and plans without fees', () => {
    expect(simulatePersona('student', 3).household.cards[0]).toMatchObject({
      product: 'campus',
      credit_limit: 1_500,
    });
    expect(simulatePersona('freelancer', 3).household.cards[0]).toMatchObject({ product: 'quarter_five' });
    const { household, events } = simulatePersona('high_earner', 3);
    expect(household.cards[1]).toMatchObject({ product: 'voyage', opened_on: '2023-09-21' });
    expect(household.entries.filter(({ description }) => /annual fee/.test(description))).toHaveLength(2);
    expect(events.filter(({ kind }) => kind === 'maintenance_fee')).toEqual([]);
    expect(household.accounts[0]).toMatchObject({ plan: 'classic', plan_since: '2024-11-21' });
  });
});

describe('personas', () => {
  it('are deterministic per seed and time, and differ between seeds', () => {
    const make = (seed: number) =>
      personaHousehold({
        persona: 'freelancer',
        seed,
        now: '2026-11-21T14:00:00Z',
        timeZone: 'UTC',
        newId: counter(),
      });
    expect(make(4)).toEqual(make(4));
    expect(make(4).entries).not.toEqual(make(5).entries);
  });

  it('are five different households', () => {
    expect(PERSONAS.map(({ id }) => id)).toEqual([...PERSONA_IDS]);
    const spent = PERSONA_IDS.map((id) => simulatePersona(id, 2).household.entries.length);
    expect(new Set(spent).size).toBe(PERSONA_IDS.length);
  });

  it('require a valid time zone', () => {
    expect(() => simulatePersona('student', 1, '2026-11-21T14:00:00Z', 'Nowhere/Land')).toThrow(RangeError);
  });
});
