import {
  addMonths,
  type DayNumber,
  dayText,
  getDate,
  getDay,
  MONTHS_A_YEAR,
} from '../../calendar/calendar.ts';
import { getOwn } from '../../money/lookup.ts';

/** The cards in the bank's catalog, in the order in which they are shown. */
export const CARD_PRODUCT_IDS = ['anchor_secured', 'campus', 'tide_cash', 'quarter_five', 'voyage'] as const;
export type CardProductId = (typeof CARD_PRODUCT_IDS)[number];

/** The terms of a card. Amounts are in minor units and rates in percent. */
export type CardProduct = {
  name: string;
  kind: 'secured' | 'student' | 'cash_back' | 'rotating' | 'travel';
  /** The APR for purchases by score band, in the order of `SCORE_BANDS`. Null if the band doesn't qualify. */
  aprs: readonly [number | null, number | null, number | null, number | null];
  /** The APR below the lowest band; null if a score is required. */
  aprWithoutScore: number | null;
  /** The lowest and the highest initial credit limit. For a secured card, the limits of its deposit. */
  limits: { least: number; most: number };
  annualFee: number;
  /** The number of years after opening without an annual fee. */
  freeYears: number;
  /** The fee for purchases in another currency, in percent of the converted amount. */
  foreignFee: number;
  /** The introductory rate for purchases. */
  intro?: { apr: number; months: number };
  /** The rate after a payment was more than 60 days late. Missing if the rate never rises. */
  penaltyApr?: number;
  /** The rewards in percent by category. All other purchases earn `base` percent. */
  rewards: { base: number; categories: Readonly<Record<string, number>> };
  /** Two categories per quarter that earn more after activation, up to a quarterly cap. */
  rotating?: { percent: number; cap: number };
  /** True if rewards are shown as points. A point is worth one minor unit. */
  points?: true;
};

const FOREIGN_FEE = 3;
const NO_ANNUAL_FEE = { annualFee: 0, freeYears: 0 };

export const CARD_PRODUCTS: Readonly<Record<CardProductId, CardProduct>> = {
  anchor_secured: {
    name: 'Anchor Secured',
    kind: 'secured',
    aprs: [26.99, 26.99, 26.99, 26.99],
    aprWithoutScore: 26.99,
    limits: { least: 200_00, most: 3_000_00 },
    ...NO_ANNUAL_FEE,
    foreignFee: FOREIGN_FEE,
    rewards: { base: 1, categories: {} },
  },
  campus: {
    name: 'Campus',
    kind: 'student',
    aprs: [22.99, 22.99, 22.99, 22.99],
    aprWithoutScore: null,
    limits: { least: 300_00, most: 1_500_00 },
    ...NO_ANNUAL_FEE,
    foreignFee: FOREIGN_FEE,
    rewards: { base: 1, categories: { Food: 2 } },
  },
  tide_cash: {
    name: 'Tide Cash',
    kind: 'cash_back',
    aprs: [18.99, 21.49, 24.49, null],
    aprWithoutScore: null,
    limits: { least: 300_00, most: 5_000_00 },
    ...NO_ANNUAL_FEE,
    foreignFee: FOREIGN_FEE,
    intro: { apr: 0, months: 12 },
    rewards: { base: 1, categories: { Food: 3, Transportation: 2, Entertainment: 2 } },
  },
  quarter_five: {
    name: 'Quarter Five',
    kind: 'rotating',
    aprs: [19.99, 22.99, 26.49, null],
    aprWithoutScore: null,
    limits: { least: 300_00, most: 7_500_00 },
    ...NO_ANNUAL_FEE,
    foreignFee: FOREIGN_FEE,
    rewards: { base: 1, categories: {} },
    rotating: { percent: 5, cap: 1_500_00 },
  },
  voyage: {
    name: 'Voyage',
    kind: 'travel',
    aprs: [20.99, 23.99, null, null],
    aprWithoutScore: null,
    limits: { least: 500_00, most: 15_000_00 },
    annualFee: 95_00,
    freeYears: 1,
    foreignFee: 0,
    penaltyApr: 29.99,
    rewards: { base: 1, categories: { Transportation: 3, Food: 2 } },
    points: true,
  },
};

/** The rewards of cards that customers add themselves, which have no product. Tide Cash earns the same. */
const ADDED_CARD_REWARDS = CARD_PRODUCTS.tide_cash.rewards;
/** The foreign transaction fee of cards that customers add themselves, in percent. */
export const ADDED_CARD_FOREIGN_FEE = FOREIGN_FEE;

/** The categories of each quarter, January first. */
const ROTATING_CATEGORIES = [
  ['Healthcare', 'Utilities'],
  ['Shopping', 'Personal'],
  ['Transportation', 'Entertainment'],
  ['Food', 'Shopping'],
] as const;
/** The last day of a quarter's third month on which the customer can activate its categories. */
export const LAST_ACTIVATION_DAY = 14;
const MONTHS_A_QUARTER = 3;

/** Returns the terms of a product; undefined for a card that a customer added. */
export const getCardProduct = (id: CardProductId | null | undefined): CardProduct | undefined =>
  id ? CARD_PRODUCTS[id] : undefined;

/** Returns the rewards of a card, without the bonus of rotating categories. */
export const getCardRewards = (id?: CardProductId | null): CardProduct['rewards'] =>
  getCardProduct(id)?.rewards ?? ADDED_CARD_REWARDS;

/** Returns the rewards of a category in percent, without the bonus of rotating categories. */
export function getRewardRate(category: string | undefined, id?: CardProductId | null): number {
  const { base, categories } = getCardRewards(id);
  return getOwn(categories, category ?? '') ?? base;
}

export type Quarter = {
  /** The first day. */
  start: DayNumber;
  /** The last day. */
  end: DayNumber;
  categories: readonly string[];
  /** The last day on which the categories can be activated. */
  activateBy: DayNumber;
};

/** Returns the calendar quarter of a day, with its rotating categories. */
export function getQuarter(day: DayNumber): Quarter {
  const { year, month } = getDate(day);
  const index = Math.floor((month - 1) / MONTHS_A_QUARTER);
  const first = index * MONTHS_A_QUARTER + 1;
  const start = getDay(year, first, 1);
  return {
    start,
    end: addMonths(start, MONTHS_A_QUARTER) - 1,
    categories: ROTATING_CATEGORIES[index as 0 | 1 | 2 | 3],
    activateBy: getDay(year, first + MONTHS_A_QUARTER - 1, LAST_ACTIVATION_DAY),
  };
}

/** Returns the last day of a card's introductory rate; undefined if there is none. */
export function getIntroEnd(id: CardProductId | undefined, opened: DayNumber | undefined) {
  const intro = getCardProduct(id)?.intro;
  return intro && opened !== undefined ? addMonths(opened, intro.months) - 1 : undefined;
}

/** Returns the first annual fee day on or after a day; undefined if there is no fee. */
export function getNextAnnualFee(
  id: CardProductId | undefined,
  opened: DayNumber | undefined,
  day: DayNumber,
): DayNumber | undefined {
  const product = getCardProduct(id);
  if (!product || opened === undefined || product.annualFee === 0) return undefined;
  let years = Math.max(1, product.freeYears, getDate(day).year - getDate(opened).year);
  while (addMonths(opened, years * MONTHS_A_YEAR) < day) years += 1;
  return addMonths(opened, years * MONTHS_A_YEAR);
}

/** Returns the text that identifies a quarter, which is its first day. */
export const getQuarterKey = ({ start }: Pick<Quarter, 'start'>): string => dayText(start);
