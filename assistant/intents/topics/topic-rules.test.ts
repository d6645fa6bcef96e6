import { describe, expect, it } from 'vitest';
import { understand } from '../../parser/understand.ts';
import { CUSTOMER } from '../../testing/customer-context.ts';

const ASKED = {
  'payments-left': ['payments left on the car loan', 'are there many payments left on the mortgage'],
  'total-left-to-pay': ['total of all remaining payments on the car loan'],
  'debt-daily-cost': ['daily cost of the car loan', 'how much is my mortgage costing me every day'],
  'debt-payments': ["what's my highest loan payment", 'which loan has the highest payment'],
  'next-installments': ['how much of my mortgage payment is interest'],
  'mortgage-insurance-end': ['do i pay pmi', 'when does my mortgage insurance end'],
  'debt-to-income': ['dti', "what's my debt to income"],
  'loan-to-value': ['my ltv', 'what is my loan-to-value ratio'],
  'year-review': ['how was my year', 'year in review', 'how did I do in 2025', 'my annual review please'],
  'financial-health': [
    'how healthy are my finances',
    'financial health score',
    'am I financially healthy?',
    'financial checkup',
  ],
  'emergency-fund': ['how big should my emergency fund be', 'is my emergency fund big enough'],
  'budget-adjust': ['which budget is too high'],
  'budget-usage': ['what percentage of my food budget is used'],
  'budget-total': ["what's my total budget", 'total of all my budgets'],
  'goal-behind': ['which of my goals is late'],
  'net-worth-ahead': ['what will my net worth be next year'],
  'put-away': ['i need $500 by June how much to save a month'],
};

const OTHERS = {
  'what is the monthly payment on the car loan': 'debt',
  'how much do I spend on food a day': 'flow',
  'what is my net worth': 'balance',
  'how does health insurance work': 'fact',
  "what's my credit score": 'credit_score',
  'what does debt-to-income ratio mean': 'explain',
  'how much is left in my food budget': 'budget',
  'how much did I save last month': 'flow',
  'how is my emergency fund doing': 'goal',
  'what if I pay double on the car loan each day': null,
};

describe('a question with the words of another question', () => {
  it.each(Object.entries(ASKED).flatMap(([topic, texts]) => texts.map((text) => [text, topic])))(
    'is read by its rule: %s',
    (text, topic) => {
      expect(understand(text, CUSTOMER, [])).toMatchObject({ kind: 'topic', topic });
    },
  );

  it.each(Object.entries(OTHERS))('leaves other questions alone: %s', (text, kind) => {
    const intent = understand(text, CUSTOMER, []);
    if (kind === null) expect(intent).not.toMatchObject({ topic: 'debt-daily-cost' });
    else expect(intent.kind).toBe(kind);
  });
});
