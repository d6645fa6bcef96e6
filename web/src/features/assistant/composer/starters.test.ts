import { understand } from '@assistant/parser/understand.ts';
import { CUSTOMER } from '@assistant/testing/customer-context.ts';
import { expect, it } from 'vitest';
import { questionAbout } from '@/entities/assistant/ask-assistant';
import { getStarters, type StarterFacts } from './first-screen';

const ALL: StarterFacts = {
  accounts: CUSTOMER.accounts,
  cards: CUSTOMER.cards,
  debts: CUSTOMER.loans,
  hasMortgage: true,
  goals: CUSTOMER.goals,
  largestCategory: 'Food',
  cardInterest: { amount: 17.42, currency: 'USD' },
  monthAhead: 'January',
  hasPay: true,
};
/** Households that lack most products, so that later suggestions appear. */
const SOME: StarterFacts[] = [
  { ...ALL, cards: [], goals: [], largestCategory: null, cardInterest: null, hasPay: false },
  { ...ALL, debts: [], hasMortgage: false, goals: [] },
  { ...ALL, accounts: [], goals: [] },
];
const QUESTIONS = new Set([ALL, ...SOME].flatMap(getStarters).flatMap(({ questions }) => questions));
const FREE = ['What can you do?', 'What is an APR?', 'How do I set up an auto deposit?'];

it.each([...QUESTIONS, ...FREE])('a suggested question is understood in full: %s', (question) => {
  expect(['missing', 'beyond']).not.toContain(understand(question, CUSTOMER, []).kind);
});

it.each([
  ['out', 'card_interest', 'Interest', null, 'why'],
  ['out', 'late_fee', 'Late fee', null, 'why'],
  ['out', 'purchase', 'Blackbird Coffee', 'Blackbird Coffee', 'flow'],
  ['out', 'bill', 'Rent of the flat', null, 'rows'],
  ['in', 'deposit', 'Harbor Studio payroll', null, 'rows'],
  ['in', 'interest', 'Interest', null, 'interest'],
] as const)(
  'a transaction that went %s as %s gets a question that is understood',
  (direction, kind, title, merchant, meant) => {
    const question = questionAbout({ direction, kind, title, merchant, amount: 17.42, currency: 'USD' });
    expect([question, understand(question, CUSTOMER, []).kind]).toEqual([question, meant]);
  },
);

it("an empty household gets no question that can't be answered", () => {
  const nothing = { accounts: [], cards: [], debts: [], goals: [], hasMortgage: false, hasPay: false };
  expect(getStarters({ ...ALL, ...nothing, largestCategory: null, cardInterest: null })).toEqual([]);
});
