import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayText, parseDay } from '../calendar/calendar.ts';
import type { CreditFacts, CreditLine, InquiryKind, PaymentFact } from './facts.ts';
import { scoreHistory, scoreIf } from './history.ts';
import {
  countInquiries,
  factsOn,
  getCreditScore,
  getUtilization,
  HIGHEST_SCORE,
  LOWEST_SCORE,
} from './score.ts';

const TODAY = '2026-10-14';

const newcomer: CreditFacts = {
  today: TODAY,
  currency: 'USD',
  since: '2024-10-14',
  lines: [],
  payments: [],
  inquiries: [],
  income: [],
};

const card = (more: Partial<CreditLine> = {}): CreditLine => ({
  id: 'card',
  kind: 'card',
  name: 'Tide Card',
  opened: '2016-10-14',
  closed: null,
  rate: 20,
  balance: 30_000,
  limit: 500_000,
  payment: 2_500,
  months: [],
  ...more,
});

const monthly = (count: number, more: Partial<PaymentFact> = {}): PaymentFact[] =>
  Array.from({ length: count }, (_, index) => ({
    lineId: 'card',
    on: dayText(parseDay('2026-10-01') - 30 * (count - index)),
    daysLate: 0,
    ...more,
  }));

const getPoints = (facts: CreditFacts) =>
  Object.fromEntries(getCreditScore(facts).parts.map(({ name, points }) => [name, points]));

describe('the credit score', () => {
  it.each<[string, CreditFacts, number]>([
    // 0.55 × 193 + 0.5 × 165 + 0.2 × 82 + 0.3 × 55 + 1 × 55 = 106 + 83 + 16 + 17 + 55
    ['of somebody who never borrowed', newcomer, 577],
    // All parts except the credit mix have the maximum points. The mix adds 0.55 × 55 = 30, so the sum is 193
    // + 165 + 82 + 30 + 55.
    ['of a card used a little for ten years', { ...newcomer, lines: [card()], payments: monthly(24) }, 825],
    // The card is at its limit, so utilization adds no points.
    [
      'of a card used to its limit',
      { ...newcomer, lines: [card({ balance: 500_000 })], payments: monthly(24) },
      660,
    ],
    // A recent payment that is 90 days late reduces the quality of the payment record by 0.6, which leaves
    // 0.4 × 193 = 77.
    [
      'of somebody who is 90 days late',
      {
        ...newcomer,
        lines: [card()],
        payments: [...monthly(24), { lineId: 'card', on: TODAY, daysLate: 90 }],
      },
      709,
    ],
  ])('%s', (_, facts, score) => {
    expect(getCreditScore(facts).score).toBe(score);
  });

  it.each([
    [0, 0.95],
    [0.05, 1],
    [0.3, 0.8],
    [0.4, 0.675],
    [1, 0],
    [1.4, 0],
  ])('gives a utilization of %d a value of %d', (used, share) => {
    const { parts } = getCreditScore({ ...newcomer, lines: [card({ balance: used * 500_000 })] });
    expect(parts.find(({ name }) => name === 'utilization')?.share).toBeCloseTo(share, 10);
  });

  it('a late payment costs less every month and nothing after its time', () => {
    const on = (day: string, daysLate: number) =>
      getPoints({ ...newcomer, payments: [...monthly(24), { lineId: 'card', on: day, daysLate }] })
        .payments ?? 0;
    const clean = getPoints({ ...newcomer, payments: monthly(24) }).payments;
    expect(on('2026-10-14', 5)).toBe(174);
    expect(on('2025-10-14', 5)).toBe(183);
    expect(on('2024-10-14', 5)).toBe(clean);
    expect(on('2019-10-14', 90)).toBe(clean);
  });

  it('excludes closed cards from the limit', () => {
    const lines = [card({ balance: 250_000 }), card({ id: 'other', closed: '2026-01-01', balance: 0 })];
    expect(getUtilization(lines)).toEqual({ all: 0.5, worst: 0.5 });
    // The most-used card also counts separately. Overpaying a card does not lower the utilization of the
    // other card.
    const two = [card({ balance: 250_000 }), card({ id: 'other', balance: -100_000 })];
    expect(getUtilization(two)).toEqual({ all: 0.25, worst: 0.5 });
  });

  it('averages the age of credit lines in whole months', () => {
    const lines = [card({ opened: '2026-08-20' }), card({ id: 'new', opened: '2026-09-10' })];
    const { parts } = getCreditScore({ ...newcomer, lines });
    expect(parts.find(({ name }) => name === 'age')?.text).toBe(
      'Your cards and loans are 1 month old on average.',
    );
  });

  it('excludes a card without a limit, and the weights are whole percentages', () => {
    expect(getUtilization([card({ limit: 0, balance: 0 })])).toBeNull();
    expect(getCreditScore(newcomer).parts.map(({ weight }) => weight)).toEqual([35, 30, 15, 10, 10]);
  });

  it('counts inquiries for a year', () => {
    const asked = (on: string) =>
      getPoints({ ...newcomer, inquiries: [{ on, text: 'A loan', kind: 'OTHER' }] }).inquiries;
    expect(asked('2026-10-01')).toBe(47);
    expect(asked('2025-10-14')).toBe(55);
  });

  it.each([
    ['three mortgage applications on one day count once', ['HOME 0', 'HOME 0', 'HOME 0'], 1],
    ['two car loan applications 44 days apart count once', ['AUTO 0', 'AUTO 44'], 1],
    ['two car loan applications 45 days apart count twice', ['AUTO 0', 'AUTO 45'], 2],
    ['a third application does not extend the window of the first', ['AUTO 0', 'AUTO 30', 'AUTO 60'], 2],
    ['two personal loan applications 13 days apart count once', ['PERSONAL 0', 'PERSONAL 13'], 1],
    ['two personal loan applications 14 days apart count twice', ['PERSONAL 0', 'PERSONAL 14'], 2],
    ['a car loan and a mortgage application on one day count twice', ['AUTO 0', 'HOME 0'], 2],
    ['two requests for a card limit on one day count twice', ['CARD 0', 'CARD 0'], 2],
  ] as const)('%s', (_, requested, counted) => {
    const from = parseDay('2026-03-01');
    const inquiries = requested.map((text) => {
      const [kind = '', days] = text.split(' ');
      return { on: dayText(from + Number(days)), text: 'Credit', kind: kind as InquiryKind };
    });
    expect(countInquiries(inquiries, parseDay('2026-10-14'))).toBe(counted);
    const apart = Array.from({ length: counted }, (__, number) => ({
      on: dayText(from + 100 * number),
      text: 'A limit',
      kind: 'CARD' as const,
    }));
    expect(getPoints({ ...newcomer, inquiries }).inquiries).toBe(
      getPoints({ ...newcomer, inquiries: apart }).inquiries,
    );
  });
});

describe('the facts of an earlier day', () => {
  it('include that day and nothing later', () => {
    const facts: CreditFacts = {
      ...newcomer,
      lines: [card({ opened: '2026-06-20', closed: '2026-08-01' })],
      payments: [{ lineId: 'card', on: '2026-06-20', daysLate: 0 }],
      inquiries: [{ on: '2026-06-20', text: 'Tide Card', kind: 'CARD' }],
    };
    const counts = (day: string) => {
      const { lines, payments, inquiries } = factsOn(facts, parseDay(day));
      return [lines.length, payments.length, inquiries.length, lines.filter(({ closed }) => closed).length];
    };
    expect(counts('2026-06-19')).toEqual([0, 0, 0, 0]);
    expect(counts('2026-06-20')).toEqual([1, 1, 1, 0]);
    expect(counts('2026-07-31')).toEqual([1, 1, 1, 0]);
    expect(counts('2026-08-01')).toEqual([1, 1, 1, 1]);
    const earning = { ...facts, income: [{ month: '2026-06', amount: 5 }] };
    expect(factsOn(earning, parseDay('2026-05-31')).income).toEqual([]);
    expect(factsOn(earning, parseDay('2026-06-01')).income).toHaveLength(1);
  });
});

describe('the history of a score', () => {
  const facts: CreditFacts = {
    ...newcomer,
    since: '2026-06-15',
    lines: [
      card({
        opened: '2026-06-20',
        balance: 100_000,
        months: [
          { month: '2026-06', balance: 0 },
          { month: '2026-07', balance: 400_000 },
          { month: '2026-08', balance: 150_000 },
          { month: '2026-09', balance: 150_000 },
        ],
      }),
    ],
    payments: [
      { lineId: 'card', on: '2026-07-25', daysLate: 0 },
      { lineId: 'card', on: '2026-08-25', daysLate: 30 },
      { lineId: 'card', on: '2026-09-25', daysLate: 0 },
    ],
    inquiries: [{ on: '2026-06-20', text: 'Tide Card', kind: 'CARD' }],
  };

  it('has every month since the first account, with the event of each change', () => {
    const history = scoreHistory(facts);
    expect(history.map(({ day }) => day)).toEqual([
      '2026-06-30',
      '2026-07-31',
      '2026-08-31',
      '2026-09-30',
      TODAY,
    ]);
    expect(history[1]?.changes.map(({ text }) => text)).toContain(
      'Your credit utilization went from 0% to 80%',
    );
    expect(history[2]?.changes.map(({ text }) => text)).toContain('A payment on Tide Card was late');
    expect(history[3]?.changes.map(({ text }) => text)).toContain('1 payment made on time');
    expect(history.at(-1)?.score).toBe(getCreditScore(facts).score);
  });

  it('uses nothing that came later', () => {
    expect(factsOn(facts, parseDay('2026-08-31')).payments.at(-1)?.daysLate).toBe(6);
    expect(factsOn(facts, parseDay('2026-06-16')).lines).toEqual([]);
  });

  it('has changes that sum to the difference, between 300 and 850', () => {
    const day = fc.integer({ min: parseDay('2024-11-01'), max: parseDay(TODAY) }).map(dayText);
    const random = fc.record({
      payments: fc
        .array(
          fc.record({
            lineId: fc.constant('card'),
            on: day,
            daysLate: fc.constantFrom(0, 0, 0, 3, 30, 60, 90),
          }),
        )
        .map((rows) => rows.sort((left, right) => left.on.localeCompare(right.on))),
      inquiries: fc.array(
        fc.record({
          on: day,
          text: fc.constant('A loan'),
          kind: fc.constantFrom('AUTO' as const, 'PERSONAL' as const, 'CARD' as const),
        }),
        { maxLength: 9 },
      ),
      lines: fc
        .array(fc.record({ opened: day, balance: fc.integer({ min: 0, max: 600_000 }) }), { maxLength: 4 })
        .map((rows) => rows.map((row, index) => card({ ...row, id: String(index) }))),
    });
    fc.assert(
      fc.property(random, (more) => {
        const history = scoreHistory({ ...newcomer, ...more });
        history.forEach((month, index) => {
          expect(month.score).toBeGreaterThanOrEqual(LOWEST_SCORE);
          expect(month.score).toBeLessThanOrEqual(HIGHEST_SCORE);
          const before = history[index - 1];
          if (!before) return;
          const sum = month.changes.reduce((total, { points }) => total + points, 0);
          expect(sum).toBe(month.score - before.score);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('a what-if for the score', () => {
  const full: CreditFacts = { ...newcomer, lines: [card({ balance: 250_000 })], payments: monthly(12) };

  it('raises it by the gain of the utilization factor when a card is paid down', () => {
    const after = scoreIf(full, { kind: 'pay', lineId: 'card', amount: 100_000 });
    expect(after.score - getCreditScore(full).score).toBe(41);
    expect(after.changes).toEqual([
      { part: 'utilization', points: 41, text: 'Your credit utilization went from 50% to 30%' },
    ]);
  });

  it('treats paying more than is owed as paying all of it', () => {
    const pay = (amount: number) => scoreIf(full, { kind: 'pay', lineId: 'card', amount }).score;
    expect(pay(999_999)).toBe(pay(250_000));
  });

  it('lowers it for a missed payment, and for a new loan that adds to the mix', () => {
    expect(scoreIf(full, { kind: 'miss_payment', lineId: 'card', daysLate: 30 }).score).toBeLessThan(
      getCreditScore(full).score,
    );
    const loan = scoreIf(full, { kind: 'open_loan', amount: 1_000_000 });
    expect(loan.changes.map(({ part }) => part).sort()).toEqual(['age', 'inquiries', 'mix']);
    expect(
      scoreIf(full, { kind: 'close', lineId: 'card' }).parts.find((part) => part.name === 'utilization')
        ?.share,
    ).toBe(0.5);
  });
});
