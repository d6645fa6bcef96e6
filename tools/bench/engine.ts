// `npm run bench -- engine`: simulates 30 years of a full household and compares the cost of early and late
// months. Compares the retirement check with it.
import { addMonths, DAY_MS, dayText, parseDay } from '../../engine/calendar/calendar.ts';
import { personaHistory } from '../../engine/household/personas.ts';
import { checkRetirement, FUTURES, type RetirementPlan } from '../../engine/investments/retirement.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import type { HouseholdState } from '../../engine/simulation/state.ts';
import {
  account,
  buildSpendingProfile,
  card,
  debt,
  deposit,
  household,
  payment,
  start,
} from '../../engine/testing/households.ts';

const BEGIN = '2026-01-01';
const YEARS = 30;
const SPAN_YEARS = 5;
const ROUNDS = 5;

/**
 * Returns a household with two cards, three debts, twelve rules, daily spending, and random events on four
 * accounts.
 */
export function fullHousehold(): HouseholdState {
  const rent = (id: string, amount: number) => payment(id, 'everyday', amount, '2026-01-05');
  return household({
    on: BEGIN,
    seed: 7,
    accounts: [
      account('everyday', 800_000),
      account('bills', 300_000),
      account('savings', 2_000_000, 'SAVINGS'),
      account('fund', 5_000_000, 'INVESTMENT'),
    ],
    cards: [
      card('gold', BEGIN, { autopay: { accountId: 'everyday', pays: 'statement' } }),
      card('blue', BEGIN, { balance: 120_000, autopay: { accountId: 'everyday', pays: 'minimum' } }),
    ],
    debts: [
      debt('car', BEGIN, { balance: 2_400_000, rate: 6.5, payment: 46_959, term: 60, autopay: autopay() }),
      debt('studies', BEGIN, {
        balance: 3_000_000,
        rate: 4.5,
        payment: 31_091,
        term: 120,
        autopay: autopay(),
      }),
      debt('home', BEGIN, {
        product: 'mortgage',
        balance: 30_000_000,
        rate: 6,
        payment: 179_865,
        term: 360,
        autopay: autopay(),
      }),
    ],
    autoDeposits: [
      deposit('pay', 'everyday', 220_000, '2026-01-02', { frequency: 'WEEKLY', isPay: true }),
      deposit('second pay', 'bills', 60_000, '2026-01-02', { frequency: 'WEEKLY' }),
      deposit('child benefit', 'everyday', 25_000, '2026-01-10'),
      deposit('pocket', 'bills', 500, '2026-01-01', { frequency: 'DAILY' }),
    ],
    scheduledPayments: [
      rent('childcare', 90_000),
      rent('power', 14_000),
      rent('water', 6_000),
      rent('internet', 7_000),
      payment('music', 'bills', 1_299, '2026-01-12'),
      payment('insurance', 'bills', 42_000, '2026-02-01', { frequency: 'QUARTERLY' }),
      payment('taxes', 'everyday', 310_000, '2026-04-15', { frequency: 'ANNUALLY' }),
      payment('saving', 'everyday', 30_000, '2026-01-16', { to: { kind: 'account', id: 'savings' } }),
    ],
    spendingProfile: buildSpendingProfile('everyday', 'gold'),
  });
}

function autopay(): { accountId: string; extra: number } {
  return { accountId: 'everyday', extra: 0 };
}

/** A plan of 30 years with three decisions. */
const RETIREMENT: RetirementPlan = {
  age: 65,
  retireAt: 66,
  until: 95,
  saved: 100_000_000,
  monthlySaving: 50_000,
  yearlySpending: 4_000_000,
  mix: { US_STOCKS: 30, WORLD_STOCKS: 30, BONDS: 40, MONEY_MARKET: 0 },
  returns: 'conservative',
};

export function benchEngine(): void {
  const full = fullHousehold();
  const at = (months: number) => start(dayText(addMonths(parseDay(BEGIN), months)));
  const whole = fastest(() => simulate(full, at(YEARS * 12)));
  const { events } = simulate(full, at(YEARS * 12));
  console.info(
    `${YEARS} years: ${whole.toFixed(0)} ms of processor time, ${((YEARS * 1000) / whole).toFixed(0)} years per second, ${events.length} events`,
  );
  const check = fastest(() => checkRetirement(RETIREMENT, 1));
  console.info(
    `Retirement check of ${FUTURES} futures with three decisions: ${check.toFixed(0)} ms, ${(check / whole).toFixed(2)} of 30 years of a household`,
  );
  benchPending();
  const spans = [];
  let state = full;
  for (let years = 0; years < YEARS; years += SPAN_YEARS) {
    const to = at((years + SPAN_YEARS) * 12);
    const from = state;
    const ms = fastest(() => simulate(from, to));
    spans.push({
      years: `${years + 1} to ${years + SPAN_YEARS}`,
      'ms a month': (ms / (SPAN_YEARS * 12)).toFixed(3),
    });
    state = simulate(from, to).state;
  }
  console.table(spans);
}

/** Measures a fast-forward of a year of the demo household with pending purchases and without. */
function benchPending(): void {
  const { state } = personaHistory({
    persona: 'demo',
    seed: 3,
    now: '2026-11-20T17:00:00Z',
    timeZone: 'America/New_York',
    newId: () => crypto.randomUUID(),
  });
  const { pending: _, ...instant } = state;
  const to = state.at + 365 * DAY_MS;
  const held = fastest(() => simulate(state, to));
  const posted = fastest(() => simulate(instant, to));
  console.info(
    `1 year of the demo household: ${held.toFixed(0)} ms with pending purchases, ${(held / posted).toFixed(2)} of ${posted.toFixed(0)} ms without`,
  );
}

/** Returns the fastest run's processor time in milliseconds, which doesn't depend on other load. */
function fastest(work: () => void): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}
