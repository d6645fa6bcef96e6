import type { DayNumber, Instant } from '../calendar/calendar.ts';
import { Draws } from './draws.ts';
import type { EngineEvent, HouseholdState, ShockState } from './state.ts';

/**
 * The decision that a surprise asks for: its costs in minor units, its last day, and the customer's choice.
 */
export type ChoiceState = NonNullable<ShockState['choice']>;
export type Choice = NonNullable<ChoiceState['chosen']>;

/** The number of days in which the customer decides, after the day of the surprise. */
export const DECIDE_WITHIN_DAYS = 4;

/** The consequence of a choice: the chance that the item breaks, and in how many days after the surprise. */
export const RISKS = {
  repair: { perMille: 250, days: [30, 365] },
  wait: { perMille: 750, days: [10, 60] },
} as const satisfies Partial<Record<Choice, { perMille: number; days: readonly [number, number] }>>;

/** An item that breaks: its name, what is wrong, and the category of its bills. */
type Item = { name: string; problem: string; category: string };

const ITEMS: Record<'car' | 'owner' | 'renter', readonly Item[]> = {
  car: [
    { name: 'Transmission', problem: 'is slipping', category: 'Transportation' },
    { name: 'Alternator', problem: 'no longer charges the battery', category: 'Transportation' },
    { name: 'Suspension', problem: 'is worn and noisy', category: 'Transportation' },
    { name: 'Car air conditioner', problem: 'blows warm air', category: 'Transportation' },
  ],
  owner: [
    { name: 'Water heater', problem: 'is leaking', category: 'Housing' },
    { name: 'Furnace', problem: 'keeps shutting off', category: 'Housing' },
    { name: 'Refrigerator', problem: 'isn’t cooling', category: 'Housing' },
    { name: 'Washing machine', problem: 'is leaking', category: 'Housing' },
  ],
  renter: [
    { name: 'Laptop', problem: 'keeps shutting off', category: 'Shopping' },
    { name: 'Phone', problem: 'has a cracked screen', category: 'Shopping' },
    { name: 'Bed', problem: 'has a broken frame', category: 'Shopping' },
    { name: 'Television', problem: 'turns off by itself', category: 'Shopping' },
  ],
};

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Returns what happened to an item, such as “The water heater is leaking.” */
export function describeProblem(name: string): string {
  const items = Object.values(ITEMS).flat();
  const problem = items.find((item) => item.name === name)?.problem ?? 'is broken';
  return `The ${lowerFirst(name)} ${problem}.`;
}

const WHOLE_TEN = 1_000;
const toTens = (minor: number) => Math.max(WHOLE_TEN, Math.round(minor / WHOLE_TEN) * WHOLE_TEN);

/**
 * Draws the item and the costs of a choice; always two draws. `size` is the repair in minor units. A
 * replacement costs 1.3 to 3.5 times as much, and an urgent one half as much again. Costs are rounded to
 * tens.
 */
export function drawChoice(draws: Draws, of: keyof typeof ITEMS, size: number): ChoiceState {
  const { name, category } = draws.pick(ITEMS[of]) ?? { name: 'Car', category: 'Transportation' };
  const percent = draws.between(130, 350);
  const repair = toTens(size);
  const replace = Math.max(toTens((repair * percent) / 100), repair + WHOLE_TEN);
  return {
    name,
    bills: { repair: `${name} repair`, replace: `New ${lowerFirst(name)}` },
    category,
    repair,
    replace,
    late: toTens(replace * 1.5),
    until: 0,
  };
}

/** Returns true if the customer can still decide. */
export const isOpenChoice = ({ begun, choice }: Pick<ShockState, 'begun' | 'choice'>): boolean =>
  begun === true && choice !== undefined && !choice.chosen && !choice.settled;

/** Returns the surprises that need the customer's decision, oldest first. */
export const getOpenChoices = ({ shocks }: Pick<HouseholdState, 'shocks'>): ShockState[] =>
  shocks.filter(isOpenChoice);

/** Separates the draws of outcomes from those of months. */
const OUTCOMES = 1_000_000;

/**
 * Draws what follows a choice: the day, and whether the item breaks. Returns null if nothing follows. The
 * draw depends on the seed and the surprise, not on when the customer decided.
 */
export function getOutcome(
  seed: number,
  { kind }: Pick<ShockState, 'kind'>,
  { chosen, until }: Pick<ChoiceState, 'chosen' | 'until'>,
): { day: DayNumber; fails: boolean } | null {
  if (!chosen || chosen === 'replace') return null;
  const { perMille, days } = RISKS[chosen];
  const draws = new Draws(seed, 'claims', OUTCOMES + until * 2 + (kind === 'car_repair' ? 0 : 1));
  const roll = draws.between(1, 1000);
  const fails = roll <= perMille;
  const begun = until - DECIDE_WITHIN_DAYS;
  const [first, last] = days;
  const day = begun + draws.between(first, last);
  if (fails) return { day, fails };
  return chosen === 'wait' ? { day: begun + last, fails } : null;
}

/** Returns the first surprise among these events that asks for a decision, and its instant. */
export function findNewChoice(events: readonly EngineEvent[]): { id: string; at: Instant } | null {
  const asked = events.find(({ kind, facts }) => kind === 'shock' && facts?.['decide_by'] !== undefined);
  return asked?.subject === undefined ? null : { id: asked.subject, at: asked.at };
}
