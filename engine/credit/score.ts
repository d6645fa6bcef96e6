import { type DayNumber, dayText, parseDay } from '../calendar/calendar.ts';
import { joinNames } from '../insights/join-names.ts';
import { interpolate } from '../money/interpolate.ts';
import type { CreditFacts, CreditLine, Inquiry, InquiryKind, PaymentFact } from './facts.ts';

export type ScorePartName = keyof typeof MOST;

export type ScorePart = {
  name: ScorePartName;
  /** The percentage of the score that depends on this part. */
  weight: number;
  /** The quality of this part from 0 to 1, and the points it adds to the minimum score of 300. */
  share: number;
  points: number;
  most: number;
  /** The reason, as a sentence. */
  text: string;
};

export type CreditScore = { score: number; parts: ScorePart[] };

export const LOWEST_SCORE = 300;
export const HIGHEST_SCORE = 850;

/**
 * The maximum points for each part: FICO's published weights (35%, 30%, 15%, 10%, and 10%; myfico.com, "What's
 * in my FICO Scores") applied to 550 points, rounded.
 */
const MOST = { payments: 193, utilization: 165, age: 82, mix: 55, inquiries: 55 };

const DAYS_A_MONTH = 30.4375;
/** The number of on-time payments in a complete record, and the quality if there is no record. */
const FULL_RECORD = 24;
const NO_RECORD = 0.55;
/**
 * The amount by which a late payment reduces the quality of the payment record, by days late. The reduction
 * declines linearly to zero over two or seven years.
 */
const LATE = [
  { days: 90, cost: 0.6, fadesOver: 7 * 365 },
  { days: 60, cost: 0.4, fadesOver: 7 * 365 },
  { days: 30, cost: 0.25, fadesOver: 7 * 365 },
  { days: 1, cost: 0.1, fadesOver: 2 * 365 },
];
/**
 * The quality of the utilization part at various utilizations. Values between these points are interpolated
 * linearly.
 */
const UTILIZATION = [
  [0, 0.95],
  [0.01, 1],
  [0.09, 1],
  [0.3, 0.8],
  [0.5, 0.55],
  [0.75, 0.3],
  [0.9, 0.12],
  [1, 0],
] as const;
const WORST_CARD_COUNTS = 0.25;
const NO_CARD = 0.5;
/**
 * The quality of the age component by the average age of all credit lines in months. Values between these
 * points are interpolated linearly.
 */
const AGE = [
  [0, 0.2],
  [12, 0.4],
  [36, 0.65],
  [84, 0.9],
  [120, 1],
] as const;
/**
 * The quality of the mix part by number of product types (cards, loans, mortgages), starting with zero types.
 */
const MIX = [0.3, 0.55, 0.8, 1];
/** The quality of the inquiries part by number of inquiries in the past year, starting with zero. */
const INQUIRIES = [1, 0.85, 0.7, 0.5, 0.35, 0.2, 0];
const INQUIRY_COUNTS_DAYS = 365;
/**
 * Days during which inquiries for the same type of loan count as one, starting with the first inquiry. FICO
 * counts mortgage, auto, and student loan inquiries within 45 days once (myfico.com, "Credit checks: what are
 * credit inquiries and how do they affect your FICO Score?"). FICO also ignores them for the first 30 days;
 * this score doesn't. FICO has no window for other loans, so they use VantageScore's 14 days
 * (vantagescore.com, "Does shopping for a loan hurt my VantageScore?"). Requests for a card limit always
 * count.
 */
export const RATE_SHOPPING_DAYS: Record<InquiryKind, number> = {
  HOME: 45,
  HOME_EQUITY: 45,
  AUTO: 45,
  EDUCATION: 45,
  PERSONAL: 14,
  OTHER: 14,
  CARD: 0,
};

/**
 * Returns the credit score from 300 to 850: 300 points plus up to 550 points from five parts. The weights are
 * FICO's published ones. The tables above, which define the quality of each part, are specific to this bank.
 * Throws RangeError for an invalid day.
 */
export function getCreditScore(facts: CreditFacts): CreditScore {
  const today = parseDay(facts.today);
  const parts = (Object.keys(MOST) as ScorePartName[]).map((name): ScorePart => {
    const { share, text } = PARTS[name](facts, today);
    const most = MOST[name];
    const weight = Math.round((most / (HIGHEST_SCORE - LOWEST_SCORE)) * 100);
    return { name, weight, share, points: Math.round(most * share), most, text };
  });
  return { score: parts.reduce((sum, { points }) => sum + points, LOWEST_SCORE), parts };
}

const PARTS: Record<
  ScorePartName,
  (facts: CreditFacts, today: DayNumber) => Pick<ScorePart, 'share' | 'text'>
> = {
  payments: ({ payments }, today) => {
    const late = payments.filter(({ daysLate }) => daysLate > 0);
    const inTime = payments.length - late.length;
    const record = NO_RECORD + (1 - NO_RECORD) * Math.min(1, inTime / FULL_RECORD);
    const cost = late.reduce((sum, payment) => sum + lateCost(payment, today), 0);
    const text =
      payments.length === 0
        ? "You haven't had any payments due yet."
        : late.length === 0
          ? `${counted(inTime, 'payment')} made, all on time.`
          : `${counted(inTime, 'payment')} made on time, ${late.length} late.`;
    return { share: Math.max(0, record - cost), text };
  },
  utilization: ({ lines }) => {
    const used = getUtilization(lines);
    if (!used)
      return { share: NO_CARD, text: "You don't have a card, so you have no credit utilization yet." };
    const share =
      (1 - WORST_CARD_COUNTS) * interpolate(UTILIZATION, used.all) +
      WORST_CARD_COUNTS * interpolate(UTILIZATION, used.worst);
    return { share, text: `Your credit utilization is ${percent(used.all)}.` };
  },
  age: ({ lines }, today) => {
    if (lines.length === 0) return { share: interpolate(AGE, 0), text: "You haven't borrowed from us yet." };
    const days = lines.reduce((sum, { opened }) => sum + Math.max(0, today - parseDay(opened)), 0);
    const months = days / lines.length / DAYS_A_MONTH;
    const text = `Your cards and loans are ${counted(Math.floor(months), 'month')} old on average.`;
    return { share: interpolate(AGE, months), text };
  },
  mix: ({ lines }) => {
    const names = { card: 'a card', loan: 'a loan', mortgage: 'a mortgage' };
    const kinds = (['card', 'loan', 'mortgage'] as const).filter((kind) =>
      lines.some((line) => line.kind === kind),
    );
    const text =
      kinds.length === 0
        ? "You haven't had any credit accounts yet."
        : `You have had ${joinNames(kinds.map((kind) => names[kind]))}.`;
    return { share: MIX[kinds.length] ?? 1, text };
  },
  inquiries: ({ inquiries }, today) => {
    const recent = countInquiries(inquiries, today);
    const text =
      recent === 0
        ? "You haven't applied for credit in the past year."
        : `${counted(recent, 'inquiry', 'inquiries')} in the past year. Applications for the same kind of loan within a few weeks count once.`;
    return { share: INQUIRIES[recent] ?? 0, text };
  },
};

/** Returns the remaining cost of a late payment, which declines as the payment gets older. */
function lateCost({ daysLate, on }: PaymentFact, today: DayNumber): number {
  const rule = LATE.find(({ days }) => daysLate >= days);
  if (!rule) return 0;
  return rule.cost * Math.max(0, 1 - (today - parseDay(on)) / rule.fadesOver);
}

/**
 * Returns the utilization of all open cards together and of the most-used card, from 0 to 1. Returns null if
 * there is no open card.
 */
export function getUtilization(lines: readonly CreditLine[]): { all: number; worst: number } | null {
  const cards = lines.filter(({ kind, closed, limit }) => kind === 'card' && closed === null && limit > 0);
  if (cards.length === 0) return null;
  const owed = (card: CreditLine) => Math.max(0, card.balance);
  const limits = cards.reduce((sum, { limit }) => sum + limit, 0);
  return {
    all: cards.reduce((sum, card) => sum + owed(card), 0) / limits,
    worst: Math.max(...cards.map((card) => owed(card) / card.limit)),
  };
}

/** Returns the number of inquiries in the past year, counting those in the same rate-shopping window once. */
export function countInquiries(inquiries: readonly Inquiry[], today: DayNumber): number {
  const windows = new Map<InquiryKind, DayNumber>();
  const days = inquiries.map(({ on, kind }) => ({ day: parseDay(on), kind }));
  let count = 0;
  for (const { day, kind } of days.sort((left, right) => left.day - right.day)) {
    const opened = windows.get(kind);
    if (opened !== undefined && day - opened < RATE_SHOPPING_DAYS[kind]) continue;
    windows.set(kind, day);
    if (today - day < INQUIRY_COUNTS_DAYS) count += 1;
  }
  return count;
}

/**
 * Returns the facts as they were at the end of an earlier day. Balances are available only for the ends of
 * months.
 */
export function factsOn(facts: CreditFacts, day: DayNumber): CreditFacts {
  const text = dayText(day);
  const upTo = <Row extends { on: string }>(rows: readonly Row[]) => rows.filter(({ on }) => on <= text);
  return {
    ...facts,
    today: text,
    payments: upTo(facts.payments).map((payment) => ({
      ...payment,
      daysLate: Math.min(payment.daysLate, day - parseDay(payment.on)),
    })),
    inquiries: upTo(facts.inquiries),
    income: facts.income.filter(({ month }) => month <= text.slice(0, 7)),
    lines: facts.lines
      .filter(({ opened }) => opened <= text)
      .map((line) => {
        const months = line.months.filter(({ month }) => month <= text.slice(0, 7));
        return {
          ...line,
          closed: line.closed !== null && line.closed <= text ? line.closed : null,
          months,
          balance: months.at(-1)?.balance ?? 0,
        };
      }),
  };
}

export const counted = (count: number, what: string, plural = `${what}s`) =>
  `${count} ${count === 1 ? what : plural}`;
export const percent = (share: number) => `${Math.round(share * 100)}%`;
