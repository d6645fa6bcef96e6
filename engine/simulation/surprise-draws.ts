import { addMonths, type DayNumber, getDate, MONTHS_A_YEAR, monthText } from '../calendar/calendar.ts';
import { Draws } from './draws.ts';
import type { Run } from './run.ts';
import { RANDOM_SHOCK_PREFIX } from './shocks.ts';
import type { HouseholdState, ShockKind, ShockState, SurpriseKind } from './state.ts';
import { type ChoiceState, drawChoice } from './surprise-choices.ts';

/** A random event: its probability per thousand months, and the range of its size. */
type Odds = { kind: ShockKind; perMille: number; from: number; to: number; months?: [number, number] };

/**
 * Published frequencies: car repairs in 29–30% of households a year (Pew 2015), medical bills for 23% of
 * adults (Federal Reserve SHED 2022), and lasting job losses in 4.7% (our choice, below BLS JOLTS 2015).
 */
const ODDS: readonly Odds[] = [
  { kind: 'car_repair', perMille: 30, from: 18_000, to: 140_000 },
  { kind: 'medical_bill', perMille: 22, from: 9_000, to: 320_000 },
  { kind: 'windfall', perMille: 15, from: 5_000, to: 150_000 },
  { kind: 'card_fraud', perMille: 8, from: 4_000, to: 90_000 },
  { kind: 'market_fall', perMille: 6, from: 8, to: 28 },
  { kind: 'job_loss', perMille: 4, from: 0, to: 0, months: [2, 7] },
];

/**
 * The events since surprises ask for decisions: home repairs in 20–24% of homes a year (Pew 2015, owners),
 * collisions in 5.6 of 100 policies (ISO 2012), and damage to 1 in 15 insured homes (III). What renters own
 * is damaged less often, and costs a tenth (our choice).
 */
const LATER_ODDS: Record<
  SurpriseKind,
  { perMille: { owner: number; renter: number }; from: number; to: number }
> = {
  home_repair: { perMille: { owner: 15, renter: 5 }, from: 15_000, to: 250_000 },
  collision: { perMille: { owner: 5, renter: 5 }, from: 90_000, to: 900_000 },
  home_damage: { perMille: { owner: 5, renter: 2 }, from: 200_000, to: 2_500_000 },
};

/** The factor by which each level multiplies the probability of surprises. */
const FACTORS = { some: 1, many: 2 } as const;
/** The factors of households that turned on surprises before these asked for decisions. */
const FIRST_FACTORS = { some: 1, many: 3 } as const;

/**
 * Draws the surprises for the month that starts on a day, no more than one of each kind. Returns none if the
 * customer has not turned them on.
 */
export function drawShocks(run: Pick<Run, 'state'>, first: DayNumber): ShockState[] {
  const { state } = run;
  const level = state.surprises ?? (state.spendingProfile?.luck ? 'some' : undefined);
  if (!level) return [];
  const { year, month } = getDate(first);
  const occasion = year * 12 + month;
  const factor = (state.surpriseChoices ? FACTORS : FIRST_FACTORS)[level];
  const draws = new Draws(state.seed, 'luck', occasion);
  const drawn: ShockState[] = [];
  for (const { kind, perMille, from, to, months } of ODDS) {
    const happens = draws.chance(perMille * factor);
    const day = first + draws.between(0, addMonths(first, 1) - first - 1);
    const size = draws.between(from, to);
    const length = draws.between(...(months ?? [0, 0]));
    if (happens)
      drawn.push({ id: getId(first, kind), kind, on: day, size, ...(months && { months: length }) });
  }
  return state.surpriseChoices ? withLater(drawn, state, first, factor) : drawn;
}

/**
 * Adds the later kinds and the choices to the surprises of a month. The number of draws doesn't depend on
 * what happens.
 */
function withLater(
  drawn: readonly ShockState[],
  state: HouseholdState,
  first: DayNumber,
  factor: number,
): ShockState[] {
  const { year, month } = getDate(first);
  const draws = new Draws(state.seed, 'claims', year * 12 + month);
  const owner = ownsHome(state);
  const carRepair = drawn.find(({ kind }) => kind === 'car_repair');
  const carChoice = drawChoice(draws, 'car', carRepair?.size ?? 0);
  const shocks = drawn.map((shock) => (shock === carRepair ? withChoice(shock, carChoice) : shock));
  for (const kind of ['home_repair', 'collision', 'home_damage'] as const) {
    const { perMille, from, to } = LATER_ODDS[kind];
    const happens = draws.chance(perMille[owner ? 'owner' : 'renter'] * factor);
    const on = first + draws.between(0, addMonths(first, 1) - first - 1);
    const size = draws.between(from, to);
    const choice = drawChoice(draws, owner ? 'owner' : 'renter', size);
    if (!happens) continue;
    const isRented = kind === 'home_damage' && !owner;
    const shock: ShockState = {
      id: getId(first, kind),
      kind,
      on,
      size: isRented ? Math.round(size / 10) : size,
    };
    shocks.push(kind === 'home_repair' ? withChoice(shock, choice) : shock);
  }
  return shocks;
}

const withChoice = (shock: ShockState, choice: ChoiceState): ShockState => ({
  ...shock,
  size: choice.repair,
  choice,
});

/** Returns true if the household has a home with a mortgage. */
export const ownsHome = ({ debts }: Pick<HouseholdState, 'debts'>): boolean =>
  debts.some(({ property }) => property !== undefined);

const getId = (first: DayNumber, kind: string) => `${RANDOM_SHOCK_PREFIX}${monthText(first)}:${kind}`;

/** Returns the probability that a surprise happens in a year, from 0 to 1: 1 − (1 − monthly probability)¹². */
export function getYearlyProbability(kind: ShockKind, level: keyof typeof FACTORS, isOwner: boolean): number {
  const odds = ODDS.find((candidate) => candidate.kind === kind);
  const perMille = odds?.perMille ?? getLaterOdds(kind, isOwner);
  let none = 1;
  for (let month = 0; month < MONTHS_A_YEAR; month += 1) none *= 1 - (perMille * FACTORS[level]) / 1000;
  return 1 - none;
}

function getLaterOdds(kind: ShockKind, isOwner: boolean): number {
  if (kind !== 'home_repair' && kind !== 'collision' && kind !== 'home_damage') return 0;
  return LATER_ODDS[kind].perMille[isOwner ? 'owner' : 'renter'];
}
