import { describe, expect, it } from 'vitest';
import { addMonths, parseDay, Zone } from '../calendar/calendar.ts';
import type { HouseholdState } from '../simulation/state.ts';
import { account, card, debt, deposit, household, payment } from '../testing/households.ts';
import { getCommands } from './apply.ts';
import type { Command, Decision, DecisionKind } from './what-if.ts';

const ON = '2026-03-10';
const today = parseDay(ON);
const later = parseDay('2026-06-20');

function home(): HouseholdState {
  const state = household({
    on: ON,
    accounts: [account('everyday', 500_000), account('nest egg', 0, 'SAVINGS')],
    cards: [
      card('blue', ON, { apr: 20, balance: 80_000, autopay: { accountId: 'everyday', pays: 5_000 } }),
      card('red', ON, { apr: 22, balance: 40_000 }),
    ],
    debts: [
      debt('car', '2026-01-15', {
        balance: 900_000,
        rate: 6,
        term: 48,
        payment: 21_136,
        autopay: { accountId: 'everyday', extra: 1_050 },
      }),
      debt('house', '2026-01-15', {
        product: 'mortgage',
        balance: 9_000_000,
        rate: 5,
        term: 360,
        payment: 48_314,
      }),
    ],
    autoDeposits: [deposit('pay', 'everyday', 300_000, '2026-01-30', { isPay: true })],
    scheduledPayments: [
      payment('rent', 'everyday', 120_000, '2026-01-05', { category: 'Housing', weekend: 'before' }),
      payment('red card', 'everyday', 'minimum', '2026-01-05', { to: { kind: 'card', id: 'red' } }),
    ],
  });
  return { ...state, at: new Zone(state.timeZone).at(today, 15 * 60) };
}

const commands = (decision: DecisionKind, on = today): Command[] =>
  getCommands({ id: 'it', on, ...decision } as Decision, home());
const impossible = (decision: DecisionKind, on = today) => {
  const [command] = commands(decision, on);
  return command && 'impossible' in command ? command.impossible : null;
};

const cottage = { kind: 'buy_home' as const, name: 'Cottage', accountId: 'everyday', rate: 5, years: 25 };

const insert = (target: string, values: object) => ({ verb: 'insert', target, values });
const rpc = (target: string, values: object) => ({ verb: 'rpc', target, values });
const update = (target: string, id: string, values: object) => ({ verb: 'update', target, id, values });

describe('applying a decision', () => {
  it('to buy a home states what the account pays at closing', () => {
    const home = { ...cottage, price: 9_000_000, downPayment: 400_000, closingCosts: 171_000 };
    expect(commands(home)[0]).toMatchObject({
      text: 'We’ll open the mortgage for Cottage now. everyday pays $5,710.00 at closing.',
    });
  });

  it.each<[string, DecisionKind, number, object]>([
    [
      'draws more by autopay',
      { kind: 'extra_payment', debtId: 'car', monthly: 20_000 },
      today,
      update('loans', 'car', { autopay_extra: 210.5 }),
    ],
    [
      'begins autopay where nothing pays the debt',
      { kind: 'extra_payment', debtId: 'house', monthly: 20_000 },
      today,
      update('mortgages', 'house', { autopay_extra: 200, autopay_account_id: 'everyday' }),
    ],
    [
      'raises the fixed autopay of a card',
      { kind: 'extra_payment', debtId: 'blue', monthly: 2_500 },
      today,
      update('credit_cards', 'blue', { autopay_amount: 75 }),
    ],
    [
      'plans more for later as a payment',
      { kind: 'extra_payment', debtId: 'house', monthly: 20_000 },
      later,
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'Extra payment on house',
        mortgage_id: 'house',
        amount: 200,
        frequency: 'MONTHLY',
        start_date: '2026-06-20',
      }),
    ],
    [
      'pays at once, never more than is owed',
      { kind: 'lump_payment', debtId: 'red', amount: 90_000, accountId: 'everyday' },
      today,
      rpc('pay_credit_card', { card_id: 'red', amount: 400, account_id: 'everyday' }),
    ],
    [
      'pays once on a later day',
      { kind: 'lump_payment', debtId: 'car', amount: 90_000, accountId: 'everyday' },
      later,
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'Payment on car',
        loan_id: 'car',
        amount: 900,
        frequency: 'MONTHLY',
        start_date: '2026-06-20',
        occurrences: 1,
      }),
    ],
    [
      'begins a bill',
      {
        kind: 'new_bill',
        name: 'Gym',
        accountId: 'everyday',
        amount: 3_999,
        frequency: 'MONTHLY',
        until: later,
        category: 'Health',
      },
      today,
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'Gym',
        payee: 'Gym',
        amount: 39.99,
        frequency: 'MONTHLY',
        start_date: ON,
        end_date: '2026-06-20',
        category: 'Health',
      }),
    ],
    [
      'begins an income',
      { kind: 'new_income', name: 'Shop', accountId: 'everyday', amount: 5_000, frequency: 'WEEKLY' },
      later,
      insert('auto_deposits', {
        account_id: 'everyday',
        name: 'Shop',
        amount: 50,
        frequency: 'WEEKLY',
        start_date: '2026-06-20',
      }),
    ],
    [
      'saves regularly',
      { kind: 'save', from: 'everyday', to: 'nest egg', amount: 5_000, frequency: 'WEEKLY' },
      later,
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'To nest egg',
        to_account_id: 'nest egg',
        amount: 50,
        frequency: 'WEEKLY',
        start_date: '2026-06-20',
      }),
    ],
    [
      'buys something the next morning when this one has passed',
      { kind: 'purchase', name: 'Boat', accountId: 'everyday', amount: 80_000 },
      today,
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'Boat',
        payee: 'Boat',
        amount: 800,
        start_date: '2026-03-11',
        frequency: 'MONTHLY',
        occurrences: 1,
      }),
    ],
    [
      'pauses a rule at once',
      { kind: 'stop_rule', ruleId: 'pay' },
      today,
      update('auto_deposits', 'pay', { paused: true }),
    ],
    [
      'ends a rule later',
      { kind: 'stop_rule', ruleId: 'rent' },
      later,
      update('scheduled_payments', 'rent', { end_date: '2026-06-19' }),
    ],
    [
      'changes an amount at once',
      { kind: 'change_rule', ruleId: 'rent', amount: 99_950 },
      today,
      update('scheduled_payments', 'rent', { amount: 999.5 }),
    ],
    [
      'takes a loan',
      { kind: 'take_loan', name: 'Boat', accountId: 'everyday', amount: 600_000, rate: 7.5, months: 36 },
      today,
      rpc('take_loan', { name: 'Boat', amount: 6_000, interest_rate: 7.5, term: 36, account_id: 'everyday' }),
    ],
    [
      'takes a mortgage',
      { ...cottage, price: 9_000_000, downPayment: 400_000 },
      today,
      rpc('take_mortgage', {
        name: 'Cottage',
        property_value: 90_000,
        down_payment: 4_000,
        interest_rate: 5,
        term: 25,
        rate_type: 'fixed',
        account_id: 'everyday',
      }),
    ],
    [
      'takes a mortgage with mortgage insurance, escrow, and closing costs',
      {
        ...{ ...cottage, price: 9_000_000, downPayment: 400_000, pmiRate: 0.6, closingCosts: 171_000 },
        ...{ propertyTax: 81_000, homeInsurance: 150_000 },
      },
      today,
      rpc('take_mortgage', {
        ...{ name: 'Cottage', property_value: 90_000, down_payment: 4_000, interest_rate: 5, term: 25 },
        ...{ rate_type: 'fixed', account_id: 'everyday', pmi_rate: 0.6, origination_fee: 1_710 },
        ...{ property_tax: 810, home_insurance: 1_500 },
      }),
    ],
    [
      'takes a mortgage with 20% down without mortgage insurance',
      { ...cottage, price: 2_000_000, downPayment: 400_000, pmiRate: 0.6 },
      today,
      rpc('take_mortgage', {
        ...{ name: 'Cottage', property_value: 20_000, down_payment: 4_000, interest_rate: 5, term: 25 },
        ...{ rate_type: 'fixed', account_id: 'everyday' },
      }),
    ],
    [
      'plans a shock',
      { kind: 'shock', shock: 'medical_bill', size: 80_000 },
      later,
      insert('shocks', { shock: 'medical_bill', on_date: '2026-06-20', size: 800, months: null }),
    ],
    [
      'plans a shock in percent',
      { kind: 'shock', shock: 'inflation', size: 3, months: 6 },
      later,
      insert('shocks', { shock: 'inflation', on_date: '2026-06-20', size: 3, months: 6 }),
    ],
  ])('%s', (_, decision, on, command) => {
    expect(commands(decision, on)).toEqual([{ ...command, text: expect.stringMatching(/\.$/u) }]);
  });

  it('ends a rule and starts a new one if the amount changes later', () => {
    expect(commands({ kind: 'change_rule', ruleId: 'rent', amount: 130_000 }, later)).toMatchObject([
      { verb: 'update', id: 'rent', values: { end_date: '2026-06-19' } },
      insert('scheduled_payments', {
        account_id: 'everyday',
        name: 'rent',
        payee: 'rent',
        amount: 1_300,
        weekend: 'before',
        category: 'Housing',
        frequency: 'MONTHLY',
        start_date: '2026-07-05',
      }),
    ]);
    expect(commands({ kind: 'change_rule', ruleId: 'pay', amount: 1 }, later)[1]).toMatchObject({
      target: 'auto_deposits',
      values: { is_pay: true, start_time: '06:00', start_date: '2026-06-30' },
    });
  });

  it('assigns a debt plan to the first debt and states what follows', () => {
    const plan = { kind: 'debt_strategy' as const, monthly: 10_000, accountId: 'everyday' };
    const [first] = commands({ ...plan, strategy: 'custom', order: ['car', 'blue'] });
    expect(first).toMatchObject({ target: 'loans', id: 'car', values: { autopay_extra: 110.5 } });
    expect(first && 'text' in first && first.text).toContain(
      'move this amount and its regular payment to blue',
    );
    expect(commands({ ...plan, strategy: 'avalanche' })[0]).toMatchObject({
      target: 'scheduled_payments',
      values: { card_id: 'red', amount: 100, start_date: ON },
    });
  });

  it("applies today's decisions today, however far the household was simulated", () => {
    const decision: Decision = { id: 'it', on: later, kind: 'stop_rule', ruleId: 'rent' };
    const now = new Zone('America/New_York').at(later, 600);
    expect(getCommands(decision, home(), now)).toMatchObject([{ values: { paused: true } }]);
  });

  it.each<[DecisionKind, number, string]>([
    [
      { kind: 'take_loan', name: 'Boat', accountId: 'everyday', amount: 6, rate: 7, months: 36 },
      later,
      'You can’t open Boat in advance. Open it on that day.',
    ],
    [
      { ...cottage, price: 9, downPayment: 4 },
      later,
      'You can’t buy Cottage in advance. Open the mortgage on that day.',
    ],
    [
      { kind: 'extra_payment', debtId: 'what-if:boat', monthly: 5 },
      today,
      "You don't have that debt yet. Open it first, then make payments.",
    ],
    [
      { kind: 'stop_rule', ruleId: 'what-if:gym' },
      today,
      'We couldn’t find that scheduled payment or deposit. Create it first.',
    ],
    [
      { kind: 'change_rule', ruleId: 'red card', amount: 5 },
      today,
      'red card pays the statement balance, so it has no amount to change.',
    ],
    [
      { kind: 'save', from: 'everyday', to: 'nowhere', amount: 5, frequency: 'WEEKLY' },
      addMonths(today, 1),
      'We couldn’t find that savings account.',
    ],
  ])("explains in a sentence what can't be applied: %o", (decision, on, sentence) => {
    expect(impossible(decision, on)).toBe(sentence);
  });
});
