import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DayNumber, dayText, isFirstOfMonth, parseDay, Zone } from '../calendar/calendar.ts';
import { dailyInterestMicros, savingsTiers } from '../products/rates.ts';
import { simulate } from '../simulation/simulate.ts';
import { demoHousehold } from '../testing/personas.ts';
import type { Household } from './household.ts';
import { personaHistory } from './personas.ts';

function counter(): () => string {
  let next = 0;
  return () => `product-${++next}`;
}

const NOW = '2026-11-21T14:00:00Z';
const ZONE = 'America/New_York';
const options = (now: string, timeZone = ZONE, seed = 7) => ({ seed, now, timeZone, newId: counter() });
const make = (now: string, timeZone = ZONE, seed = 7) => demoHousehold(options(now, timeZone, seed));
const cents = (amount: number) => Math.round(amount * 100);

/**
 * Returns the final balances in minor units, in the customer's favor. Fails if a balance was ever below zero.
 */
function endBalances(household: Household): Map<string, number> {
  const accounts = new Set(household.accounts.map(({ id }) => id));
  const balances = new Map<string, number>();
  for (const entry of household.entries)
    for (const { ledger, amount } of entry.lines) {
      const balance = (balances.get(ledger) ?? 0) + cents(amount);
      if (accounts.has(ledger) && balance < 0)
        throw new Error(`${ledger} falls to ${balance} at ${entry.at}`);
      balances.set(ledger, balance);
    }
  return balances;
}

/**
 * Returns a product's balance at the end of each day of the history, and the interest posted to the product
 * each day.
 */
function getDays(household: Household, ledger: string, from: DayNumber, to: DayNumber) {
  const zone = new Zone(ZONE);
  const moved = new Map<DayNumber, number>();
  const interest = new Map<DayNumber, number>();
  for (const { at, kind, lines } of household.entries)
    for (const line of lines.filter((item) => item.ledger === ledger)) {
      const day = zone.getDay(Date.parse(at));
      const sums = kind === 'interest' ? interest : moved;
      sums.set(day, (sums.get(day) ?? 0) + cents(line.amount));
    }
  const days: { day: DayNumber; balance: number; interest: number }[] = [];
  let balance = 0;
  for (let day = from; day <= to; day += 1) {
    balance += moved.get(day) ?? 0;
    days.push({ day, balance, interest: interest.get(day) ?? 0 });
    balance += interest.get(day) ?? 0;
  }
  return days;
}

const moments = fc.record({
  seed: fc.integer({ min: 0, max: 1_000_000 }),
  now: fc
    .date({ min: new Date('2025-01-01'), max: new Date('2029-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  timeZone: fc.constantFrom(
    'UTC',
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'America/St_Johns',
  ),
});

describe('the demo household', () => {
  it('is consistent whenever and wherever it is created', () => {
    fc.assert(
      fc.property(moments, ({ seed, now, timeZone }) => {
        const household = demoHousehold(options(now, timeZone, seed));
        const balances = endBalances(household);
        let last = '';
        for (const { at, lines } of household.entries) {
          if (at <= last || at > now) throw new Error(`${at} comes after ${last} and before ${now}`);
          last = at;
          const sums = new Map<string, number>();
          for (const { currency, amount } of lines)
            sums.set(currency, (sums.get(currency) ?? 0) + cents(amount));
          const isSound =
            [...sums.values()].every((sum) => sum === 0) && lines.every(({ amount }) => amount !== 0);
          if (!isSound) throw new Error(`the entry at ${at} does not sum to zero`);
        }
        const failed = (household.household_events ?? []).filter(({ kind }) =>
          /failed|missed|delinquent/.test(kind),
        );
        if (failed.length > 0) throw new Error(`${failed[0]?.description} on ${failed[0]?.at}`);
        const pocket = household.accounts.find(({ name }) => name === 'Pocket Money');
        expect(balances.get(pocket?.id ?? '')).toBeLessThan(10_000);
        const [tide, reef] = household.cards;
        expect(-(balances.get(tide?.id ?? '') ?? 0)).toBeGreaterThan(0);
        expect(-(balances.get(reef?.id ?? '') ?? 0)).toBeGreaterThan(0.9 * 150_000);
        const today = new Zone(timeZone).getDay(Date.parse(now));
        const due = parseDay(tide?.due_date ?? '') - today;
        expect(due).toBeGreaterThanOrEqual(0);
        expect(due).toBeLessThanOrEqual(3);
        expect(household.entries.length).toBeGreaterThan(1_000);
        expect(household.entries.length).toBeLessThan(3_000);
      }),
      { numRuns: 20 },
    );
  }, 120_000);

  it('is the same for the same seed and time', () => {
    expect(make(NOW)).toEqual(make(NOW));
    expect(make(NOW, 'UTC', 8)).not.toEqual(make(NOW, 'UTC', 9));
  });

  it('fails no payment in two years and keeps its savings and checking balances', () => {
    for (const seed of [3, 7, 20_260_401]) {
      const { events, state } = personaHistory({ ...options(NOW, ZONE, seed), persona: 'demo' });
      expect(events.filter(({ kind }) => /failed|missed|retry|skipped/.test(kind))).toEqual([]);
      const checking = state.accounts[0]?.balance ?? 0;
      expect(checking).toBeGreaterThan(20_000);
      expect(checking).toBeLessThan(800_000);
    }
  });

  it('pays its rent on the first of each month, which rises with inflation each year', () => {
    const rents = make(NOW).entries.filter(({ description }) => description === 'Studio rent');
    expect(rents).toHaveLength(25);
    expect(rents.every(({ at }) => at.slice(8, 10) === '01')).toBe(true);
    const amounts = [...new Set(rents.map(({ lines }) => Math.max(...lines.map(({ amount }) => amount))))];
    expect(amounts).toHaveLength(3);
    expect(amounts[0]).toBe(560);
    expect(amounts[1]).toBeCloseTo(560 * 1.0253, 0);
  });

  it('has consecutive card statements that end in the open cycle', () => {
    const { household, events, state } = personaHistory({ ...options(NOW), persona: 'demo' });
    const statements = household.statements ?? [];
    for (const { id, balance, cycle } of state.cards) {
      const own = statements.filter(({ card_id }) => card_id === id);
      expect(own.length).toBeGreaterThanOrEqual(24);
      own.forEach((statement, index) => {
        expect(statement.opening_balance).toBe(own[index - 1]?.closing_balance ?? 0);
        const { opening_balance, charges, payments, interest, fees, closing_balance } = statement;
        expect(opening_balance + charges - payments + interest + fees).toBeCloseTo(closing_balance, 6);
      });
      expect(cents(own.at(-1)?.closing_balance ?? 0)).toBe(cycle.statement?.balance);
      expect(cents(own.at(-1)?.minimum_payment ?? 0)).toBe(cycle.statement?.minimum);
      expect(cycle.opening + cycle.charges - cycle.paid).toBe(balance);
    }
    // The Tide card is always paid in full. Payments and credits equal the previous statement's balance.
    const tide = statements.filter(({ card_id }) => card_id === household.cards[0]?.id);
    const more = tide
      .slice(2)
      .map(({ payments }, index) => cents(payments - (tide[index + 1]?.closing_balance ?? 0)));
    expect(more.filter((amount) => amount !== 0)).toEqual([]);
    expect(household.cards[0]?.rewards_balance).toBeGreaterThan(50);
    // A card's interest is posted on the day its statement closes.
    const zone = new Zone(ZONE);
    const closings = new Set(statements.map(({ card_id, to_date }) => `${card_id} ${to_date}`));
    const charged = events.filter(
      ({ kind, subject }) => kind === 'interest' && household.cards.some(({ id }) => id === subject),
    );
    expect(charged.length).toBeGreaterThanOrEqual(2);
    for (const { at, subject } of charged)
      expect(closings).toContain(`${subject} ${dayText(zone.getDay(at))}`);
  });

  it("earns the published savings tiers and carries over the current month's interest", () => {
    const household = make(NOW);
    const savings = household.accounts.find(({ type }) => type === 'SAVINGS')?.id ?? '';
    const today = parseDay('2026-11-21');
    let micros = 0;
    let months = 0;
    for (const { day, balance, interest } of getDays(household, savings, parseDay('2024-11-01'), today)) {
      if (day < today) micros += dailyInterestMicros(balance, savingsTiers(day), 0);
      if (!isFirstOfMonth(day + 1)) {
        expect(interest).toBe(0);
        continue;
      }
      const posted = Math.round(micros / 1_000_000);
      expect(interest).toBe(posted);
      micros -= posted * 1_000_000;
      months += 1;
    }
    expect(months).toBe(24);
    expect(household.carryover?.accrued?.[savings]).toBe(micros);
  });

  it('has a home that is revalued each month', () => {
    const { household, events } = personaHistory({ ...options(NOW), persona: 'demo' });
    const values = events.filter(({ kind }) => kind === 'property_value');
    expect(values).toHaveLength(24);
    const [home] = household.mortgages;
    expect(home?.property_value).toBe(292_000);
    expect(cents(home?.current_value ?? 0)).toBe(values.at(-1)?.facts?.['value']);
    expect(home?.current_value).not.toBe(292_000);
  });

  it('categorizes loan and mortgage payments like the engine', () => {
    const { events, household } = personaHistory({ ...options(NOW), persona: 'demo' });
    const posted = events.filter(({ kind }) => kind === 'loan_payment' || kind === 'mortgage_payment');
    const written = household.entries.filter(
      ({ kind }) => kind === 'loan_payment' || kind === 'mortgage_payment',
    );
    expect(posted.length).toBeGreaterThan(40);
    expect(written.map(({ category }) => category)).toEqual(posted.map(({ category }) => category));
  });

  it('has budgets close to its usual spending', () => {
    const { accounts, cards, entries, loans, mortgages, budgets = [] } = make(NOW);
    const own = new Set([...accounts, ...cards].map(({ id }) => id));
    const debts = new Map([
      ...loans.map(({ id }) => [id, 'Transportation'] as const),
      ...mortgages.map(({ id }) => [id, 'Housing'] as const),
    ]);
    const spent = (category: string, month: string) =>
      entries
        .filter(({ at, kind }) => at.startsWith(month) && !/^(loan|mortgage)_payment$/.test(kind))
        .flatMap((entry) =>
          entry.lines.filter(({ ledger }) =>
            entry.kind === 'interest'
              ? debts.get(ledger) === category
              : entry.category === category && own.has(ledger),
          ),
        )
        .reduce((sum, { amount }) => sum - amount, 0);
    const months = Array.from({ length: 12 }, (_, back) =>
      new Date(Date.UTC(2026, 9 - back, 1)).toISOString().slice(0, 7),
    );
    expect(budgets).toHaveLength(7);
    for (const { category, amount } of budgets) {
      const usual = months.map((month) => spent(category, month)).toSorted((left, right) => left - right)[6];
      expect((usual ?? 0) / amount, category).toBeGreaterThan(0.6);
      expect((usual ?? 0) / amount, category).toBeLessThan(1.15);
    }
  });

  it('continues like any household: a year in one step equals 365 steps of a day', () => {
    const { state } = personaHistory({ ...options(NOW), persona: 'demo' });
    const end = state.at + 365 * 86_400_000;
    const whole = simulate(state, end);
    let stepped = state;
    const events = [];
    for (let at = state.at + 86_400_000; at <= end; at += 86_400_000) {
      const step = simulate(stepped, at);
      events.push(...step.events);
      stepped = step.state;
    }
    expect(events).toEqual(whole.events);
    expect(stepped).toEqual(whole.state);
    expect(whole.events.filter(({ kind }) => kind === 'payment_failed')).toEqual([]);
  });

  it('increases its net worth over the two years', () => {
    const { state } = personaHistory({ ...options(NOW), persona: 'demo' });
    const owned = state.accounts.reduce((sum, { balance }) => sum + balance, 0);
    const home = state.debts.reduce((sum, { property }) => sum + (property?.value ?? 0), 0);
    const owed = [...state.cards, ...state.debts].reduce((sum, { balance }) => sum + balance, 0);
    // The equity of the home, the five first accounts, the 401(k), and the CD on the first day.
    expect(owned + home - owed).toBeGreaterThan(5_840_000 + 2_596_700 + 1_840_000 + 250_000);
  });

  it('puts the 401(k) deduction of each paycheck and the match of half of it into its 401(k)', () => {
    const { household } = personaHistory({ ...options(NOW), persona: 'demo' });
    const plan = household.accounts.find(({ tax_treatment }) => tax_treatment === '401k');
    const paid = household.entries.flatMap(({ kind, lines }) =>
      kind === 'auto_deposit' ? lines.filter(({ ledger }) => ledger === plan?.id) : [],
    );
    expect(paid.length).toBeGreaterThan(100);
    // 4% of 1,500.00 a week and a match of half of it, and 3% more after the first raise.
    expect(paid[0]?.amount).toBe(90);
    expect(paid.at(-1)?.amount).toBeGreaterThan(92);
  });

  it('holds a mix of funds with units that were bought before and during its two years', () => {
    const { household, state } = personaHistory({ ...options(NOW), persona: 'demo' });
    const index = household.accounts.find(({ name }) => name === 'Index Fund');
    const lots = household.lots?.filter(({ account_id }) => account_id === index?.id) ?? [];
    expect(new Set(lots.map(({ fund }) => fund))).toEqual(new Set(['US_STOCKS', 'WORLD_STOCKS', 'BONDS']));
    expect(lots.filter(({ acquired_on }) => acquired_on < '2024-11-01').length).toBeGreaterThanOrEqual(3);
    expect(lots.filter(({ fund }) => fund === 'US_STOCKS').length).toBeGreaterThan(20);
    const orders = household.fund_orders ?? [];
    const bought = orders.filter(
      ({ account_id, side, amount }) => side === 'buy' && account_id === index?.id && amount === 200,
    );
    expect(bought.length).toBeGreaterThanOrEqual(10);
    expect(orders.every(({ placed_at }) => placed_at > '2025-12-30')).toBe(true);
    const { funds } = state;
    const held = funds?.accounts.find(({ id }) => id === index?.id)?.holdings;
    const invested = Object.values(held ?? {}).reduce((sum, { posted }) => sum + posted, 0);
    const balance = state.accounts.find(({ id }) => id === index?.id)?.balance ?? 0;
    expect(invested).toBeGreaterThan(0.9 * balance);
    expect(invested).toBeLessThanOrEqual(balance);
  });

  it('pays property tax and home insurance from escrow, and renews its CD each year', () => {
    const { household, events, state } = personaHistory({ ...options(NOW), persona: 'demo' });
    const [reserve] = household.debt_reserves ?? [];
    expect(reserve).toMatchObject({ kind: 'escrow', mortgage_id: household.mortgages[0]?.id });
    expect(state.debts[0]?.escrow?.balance).toBeGreaterThan(0);
    expect(household.certificates?.[0]).toMatchObject({ term_months: 12, renewals: 2 });
    expect(events.filter(({ kind }) => kind === 'cd_renewed')).toHaveLength(2);
  });

  it('has no taxable gains or dividends from earlier years or from the 401(k)', () => {
    const household = make(NOW);
    const plan = household.accounts.find(({ tax_treatment }) => tax_treatment === '401k');
    const dividends = (household.household_events ?? []).filter(({ kind }) => kind === 'fund_dividend');
    expect(dividends.length).toBeGreaterThan(10);
    for (const { at, subject } of dividends) {
      expect(at >= '2026-01-01').toBe(true);
      expect(subject).not.toBe(plan?.id);
    }
    const sold = (household.fund_orders ?? []).filter(({ gain }) => gain != null);
    expect(sold.length).toBeGreaterThan(0);
    expect(
      sold.every(({ account_id, completed_at }) => account_id !== plan?.id && (completed_at ?? '') > '2026'),
    ).toBe(true);
  });
});
