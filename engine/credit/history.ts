import { type DayNumber, dayText, parseDay } from '../calendar/calendar.ts';
import { unitAround } from '../calendar/periods.ts';
import type { CreditFacts, CreditLine } from './facts.ts';
import {
  type CreditScore,
  counted,
  factsOn,
  getCreditScore,
  getUtilization,
  percent,
  type ScorePartName,
} from './score.ts';

/**
 * The score at the end of a month (today for the current month), and the reasons why it differs from the
 * previous month.
 */
export type ScoreMonth = CreditScore & { month: string; day: string; changes: ScoreChange[] };

/**
 * The points that one part gained or lost, and the event that caused it. A month's changes add up to the
 * change in the score.
 */
export type ScoreChange = { part: ScorePartName; points: number; text: string };

const MONTHS_KEPT = 84;

/** Returns the monthly scores in chronological order, the current month last. */
export function scoreHistory(facts: CreditFacts): ScoreMonth[] {
  const today = parseDay(facts.today);
  const days: DayNumber[] = [];
  for (let day = today; days.length < MONTHS_KEPT && dayText(day) >= facts.since; ) {
    days.unshift(day);
    day = unitAround(day, 'month').from - 1;
  }
  let before: { facts: CreditFacts; score: CreditScore } | null = null;
  return days.map((day) => {
    const current = day === today ? facts : factsOn(facts, day);
    const score = getCreditScore(current);
    const changes = before ? changesBetween(before.facts, before.score, current, score) : [];
    before = { facts: current, score };
    return { ...score, month: current.today.slice(0, 7), day: current.today, changes };
  });
}

/** A hypothetical event whose effect on the score can be computed. Amounts are in minor units. */
export type CreditChange =
  | { kind: 'pay'; lineId: string; amount: number }
  | { kind: 'open_card'; limit: number }
  | { kind: 'open_loan'; amount: number }
  | { kind: 'miss_payment'; lineId: string; daysLate: 30 | 60 | 90 }
  | { kind: 'close'; lineId: string };

/** Returns the score as if a change had happened today, and the differences from the current score. */
export function scoreIf(facts: CreditFacts, change: CreditChange): CreditScore & { changes: ScoreChange[] } {
  const changed = factsAfter(facts, change);
  const score = getCreditScore(changed);
  return { ...score, changes: changesBetween(facts, getCreditScore(facts), changed, score) };
}

function factsAfter(facts: CreditFacts, change: CreditChange): CreditFacts {
  const { today } = facts;
  const withLine = (id: string, edit: (line: CreditLine) => CreditLine): CreditFacts => ({
    ...facts,
    lines: facts.lines.map((line) => (line.id === id ? edit(line) : line)),
  });
  const withNew = (line: Pick<CreditLine, 'kind' | 'name' | 'limit' | 'balance'>): CreditFacts => ({
    ...facts,
    inquiries: [
      ...facts.inquiries,
      { on: today, text: line.name, kind: line.kind === 'card' ? 'CARD' : 'PERSONAL' },
    ],
    lines: [
      ...facts.lines,
      { ...line, id: 'new', opened: today, closed: null, rate: 0, payment: 0, months: [] },
    ],
  });
  switch (change.kind) {
    case 'pay':
      return withLine(change.lineId, (line) => ({
        ...line,
        balance: Math.max(0, line.balance - change.amount),
      }));
    case 'close':
      return withLine(change.lineId, (line) => ({ ...line, closed: today, balance: 0 }));
    case 'open_card':
      return withNew({ kind: 'card', name: 'A new card', limit: change.limit, balance: 0 });
    case 'open_loan':
      return withNew({ kind: 'loan', name: 'A new loan', limit: change.amount, balance: change.amount });
    case 'miss_payment':
      return {
        ...facts,
        payments: [...facts.payments, { lineId: change.lineId, on: today, daysLate: change.daysLate }],
      };
  }
}

function changesBetween(
  before: CreditFacts,
  scoreBefore: CreditScore,
  after: CreditFacts,
  scoreAfter: CreditScore,
): ScoreChange[] {
  return scoreAfter.parts
    .map(({ name, points }): ScoreChange => {
      const change = points - (scoreBefore.parts.find((part) => part.name === name)?.points ?? 0);
      return { part: name, points: change, text: EVENTS[name](before, after, change) };
    })
    .filter(({ points }) => points !== 0)
    .sort((left, right) => Math.abs(right.points) - Math.abs(left.points));
}

type DescribeChange = (before: CreditFacts, after: CreditFacts, points: number) => string;

/** Describes the event that changed a part of the score between two days. */
const EVENTS: Record<ScorePartName, DescribeChange> = {
  payments: (before, after, points) => {
    const passed = after.payments.slice(before.payments.length);
    const late = passed.filter(({ daysLate }) => daysLate > 0);
    const getName = (id: string) => after.lines.find((line) => line.id === id)?.name ?? 'a debt';
    const [first] = late;
    if (first && late.length === 1)
      return `A payment on ${getName(first.lineId)} was ${first.daysLate < 30 ? 'late' : `${first.daysLate} days late`}`;
    if (late.length > 1) return `${counted(late.length, 'payment')} made late`;
    if (passed.length > 0) return `${counted(passed.length, 'payment')} made on time`;
    return points > 0 ? 'A late payment counts less because it is older' : 'A payment is still past due';
  },
  utilization: (before, after) => {
    const [was, is] = [getUtilization(before.lines), getUtilization(after.lines)];
    if (!is) return 'You no longer have an open card';
    if (!was) return 'You opened a card';
    if (percent(was.all) === percent(is.all)) return 'Utilization on your most-used card changed';
    return `Your credit utilization went from ${percent(was.all)} to ${percent(is.all)}`;
  },
  age: (before, after, points) => {
    const opened = after.lines.filter(({ id }) => !before.lines.some((line) => line.id === id));
    if (points < 0 && opened.length > 0)
      return `${opened.map(({ name }) => name).join(' and ')} ${opened.length === 1 ? 'is' : 'are'} new`;
    return 'Your cards and loans got older';
  },
  mix: (before, after) => {
    const fresh = after.lines.find(({ kind }) => !before.lines.some((line) => line.kind === kind));
    return fresh ? `You opened your first ${fresh.kind}` : 'Your credit mix changed';
  },
  inquiries: (before, after, points) =>
    points < 0
      ? counted(Math.max(1, after.inquiries.length - before.inquiries.length), 'new inquiry', 'new inquiries')
      : 'An inquiry is now more than a year old',
};
