// `npm run examples`: writes the example households that the landing page and the first screen show. They are
// results of the engine, so that these pages need no engine to show them.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  addMonths,
  type DayNumber,
  dayText,
  getDate,
  getDay,
  MONTHS_A_YEAR,
  Zone,
} from '../../engine/calendar/calendar.ts';
import { PERSONA_IDS, personaHistory } from '../../engine/household/personas.ts';
import { computeNetWorth, getHoldings, type Holding } from '../../engine/insights/net-worth.ts';
import { Exchange } from '../../engine/money/exchange.ts';
import { type Minor, toMinor } from '../../engine/money/minor.ts';
import type { SimulatedHistory } from '../../engine/simulation/history.ts';
import { simulate } from '../../engine/simulation/simulate.ts';
import { simulateBand } from '../../engine/what-if/comparison.ts';

const WEB = new URL('../../web/src/features/', import.meta.url);

export const EXAMPLE_FILES = {
  household: fileURLToPath(new URL('landing/clock/household.json', WEB)),
  outlook: fileURLToPath(new URL('landing/clock/outlook.json', WEB)),
  personas: fileURLToPath(new URL('dashboard/start/persona-net-worths.json', WEB)),
};

const NOW = '2026-10-14T16:00:00Z';
const ZONE = new Zone('America/New_York');
const TODAY = ZONE.getDay(Date.parse(NOW));
const SEED = 7;
/** The demo household has an account in euros. Its value stays at one rate, so that only its owner moves it. */
const RATES = { EUR: 1.085 };
const EXCHANGE = new Exchange('USD', RATES);
const PAST_MONTHS = 24;
const YEARS_AHEAD = 10;
const MONTHS_AHEAD_OF_PERSONA = 6;
const CENTS = 100;

/**
 * Returns the content of each example file. The band takes most of the time, so a test can build it for fewer
 * years.
 */
export function buildExamples(bandYears = YEARS_AHEAD) {
  const history = getHistory('demo');
  return {
    household: JSON.parse(JSON.stringify(history.state)),
    outlook: getOutlook(history, bandYears),
    personas: Object.fromEntries(PERSONA_IDS.map((persona) => [persona, getPersonaNetWorths(persona)])),
  };
}

function getHistory(persona: Parameters<typeof personaHistory>[0]['persona']): SimulatedHistory {
  let ids = 0;
  const newId = () => `product-${++ids}`;
  return personaHistory({ persona, seed: SEED, now: NOW, timeZone: ZONE.name, newId });
}

/**
 * Returns the net worth at the end of the last two years' months, today, and at the end of the next ten years'
 * months, with the range of 80% of the simulated futures, in minor units. Also returns the days on which debts
 * are paid off.
 */
function getOutlook(history: SimulatedHistory, bandYears: number) {
  const to = addMonths(TODAY, YEARS_AHEAD * MONTHS_A_YEAR);
  const worths = new Map<DayNumber, Minor>();
  const { events } = simulate(history.state, ZONE.getStart(to + 1), {
    onDayEnd: (day, state) => worths.set(day, computeNetWorth(getHoldings(state), EXCHANGE).total),
  });
  const bandTo = addMonths(TODAY, bandYears * MONTHS_A_YEAR);
  const band = simulateBand(history.state, [], bandTo, { currency: 'USD', rates: RATES }).slice(1);
  return {
    now: NOW,
    time_zone: ZONE.name,
    rates: RATES,
    today: { day: dayText(TODAY), worth: getWorth(history) },
    past: getMonthEnds(-PAST_MONTHS, 0).map((day) => ({
      day: dayText(day),
      worth: getPastWorth(history, day),
    })),
    next: band.map(({ day, low, high }) => ({ day: dayText(day), worth: worths.get(day), low, high })),
    milestones: events
      .filter(({ kind }) => kind === 'repaid')
      .map(({ at, description }) => ({ day: dayText(ZONE.getDay(at)), description })),
  };
}

/** Returns the net worth of a persona at the end of each month, in dollars, for a small picture. */
function getPersonaNetWorths(persona: (typeof PERSONA_IDS)[number]) {
  const history = getHistory(persona);
  const dollars = (worth: Minor) => Math.round(worth / CENTS);
  let { state } = history;
  const next = getMonthEnds(0, MONTHS_AHEAD_OF_PERSONA).map((day) => {
    state = simulate(state, ZONE.getStart(day + 1), { record: false }).state;
    return dollars(computeNetWorth(getHoldings(state), EXCHANGE).total);
  });
  const past = getMonthEnds(-PAST_MONTHS, 0).map((day) => dollars(getPastWorth(history, day)));
  return { past: [...past, dollars(getWorth(history))], next };
}

const getWorth = ({ state }: SimulatedHistory) => computeNetWorth(getHoldings(state), EXCHANGE).total;

/** Returns the last days of the months from `first` to before `last`, counted from the current month. */
function getMonthEnds(first: number, last: number): DayNumber[] {
  const { year, month } = getDate(TODAY);
  const start = getDay(year, month, 1);
  return Array.from({ length: last - first }, (_, index) => addMonths(start, first + index + 1) - 1);
}

/** Returns the net worth at the end of a past day, from the ledger and the valuations of homes. */
function getPastWorth({ household, state }: SimulatedHistory, day: DayNumber): Minor {
  const until = ZONE.getStart(day + 1);
  const escrows = state.debts.flatMap(({ escrow }) => escrow ?? []);
  const owned = new Set([...state.accounts, ...state.cards, ...state.debts, ...escrows].map(({ id }) => id));
  const lines = household.entries
    .filter(({ at }) => Date.parse(at) < until)
    .flatMap(({ lines }) => lines.filter(({ ledger }) => owned.has(ledger)));
  const homes = household.mortgages.map(({ id, property_value }): Holding => {
    const valuation = household.household_events?.findLast(
      ({ kind, subject, at }) => kind === 'property_value' && subject === id && Date.parse(at) < until,
    );
    const amount = Number(valuation?.facts?.['value'] ?? toMinor(property_value));
    return { kind: 'property', currency: 'USD', amount };
  });
  const balances = lines.map(
    ({ amount, currency }): Holding => ({ kind: 'cash', currency, amount: toMinor(amount) }),
  );
  return computeNetWorth([...balances, ...homes], EXCHANGE).total;
}

function writeExamples(): void {
  const examples = buildExamples();
  for (const [name, file] of Object.entries(EXAMPLE_FILES))
    writeFileSync(file, JSON.stringify(examples[name as keyof typeof examples]));
  spawnSync('biome', ['format', '--write', ...Object.values(EXAMPLE_FILES)], { stdio: 'inherit' });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeExamples();
