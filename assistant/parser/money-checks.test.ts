import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../testing/customer-context.ts';
import {
  readAsCovered,
  readAsLeftAfter,
  readAsMissedPay,
  readAsPartialTotal,
  readAsSavingsAgainstDebt,
  readAsThenAndNow,
} from './money-checks.ts';
import { parseMessage } from './parsed-message.ts';
import { cleanText } from './text.ts';

const parse = (text: string) => parseMessage(cleanText(text), CUSTOMER);

describe('a question about whether money covers something', () => {
  it.each([
    'how do i pay rent',
    'did i have enough for rent',
    'what if i have enough for rent',
    'will i have enough for a car',
    'do i have 500 to cover rent',
    'do i have enough to cover maya',
    'when will i have enough for rent',
  ])('isn’t read in “%s”', (text) => expect(readAsCovered(parse(text))).toBeNull());

  it('runs until the payment is due', () =>
    expect(readAsCovered(parse('will i have enough for rent'))).toMatchObject({
      kind: 'forecast',
      on: '2026-12-01',
      ask: 'lowest',
      place: { is: 'account', id: 'a1' },
    }));
});

describe('money that is left after payments', () => {
  it.each([
    'how much is left on the mortgage after rent',
    'how much is left in my food budget after rent',
    'what is left after lunch',
    'what do i have left after i pay 50 on tide',
    'what is left after the mortgage',
  ])('isn’t asked in “%s”', (text) => expect(readAsLeftAfter(parse(text))).toBeNull());
});

describe('savings against a debt', () => {
  it('never proposes a payment', () => {
    const intent = readAsSavingsAgainstDebt(parse('can my savings pay off reef'));
    expect(intent?.kind === 'several' ? intent.questions.map(({ kind }) => kind) : intent).toEqual([
      'calculate',
      'pay_or_save',
    ]);
  });

  it.each([
    'pay off reef from savings',
    'pay 200 off reef with savings',
    'how do i pay off reef with savings',
    'should i pay off reef or save',
    'can my savings pay off tide and reef',
  ])('isn’t compared in “%s”', (text) => expect(readAsSavingsAgainstDebt(parse(text))).toBeNull());
});

describe('a total without accounts', () => {
  it.each(['how much did i spend without savings', 'total owed except tide', 'how much money do i have'])(
    'isn’t asked in “%s”',
    (text) => expect(readAsPartialTotal(parse(text))).toBeNull(),
  );
});

describe('a balance then and now', () => {
  it('is one comparison', () =>
    expect(readAsThenAndNow(parse('checking balance on october 1 and now'))).toMatchObject({
      kind: 'balance',
      on: null,
      since: '2026-10-01',
    }));

  it('isn’t a comparison of spending', () =>
    expect(readAsThenAndNow(parse('spending on food in october and now'))).toBeNull());
});

describe('a missed paycheck', () => {
  it('is checked on the next payday, like a cost of the same amount', () =>
    expect(readAsMissedPay(parse('what if i miss a paycheck'))).toMatchObject({
      kind: 'afford',
      amount: 4100,
      on: '2026-11-30',
    }));

  it.each([
    'did i miss a paycheck',
    'what if i lose my job',
    'what if i miss a payment',
    'i missed my paycheck',
  ])('isn’t supposed in “%s”', (text) => expect(readAsMissedPay(parse(text))).toBeNull());
});
