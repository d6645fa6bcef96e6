import { describe, expect, it } from 'vitest';
import { type DecisionFields, estimateHomeCosts, getVisibleFields, readDecision } from './decision-schema';
import { formatDecision } from './decision-text';

const HOME = {
  ...{ kind: 'buy_home', name: 'Cottage', accountId: 'a', amount: '350,000', downPayment: '17,500' },
  ...{ rate: '6.25', years: '30', pmiRate: '0.6', propertyTax: '', homeInsurance: '', closingCosts: '' },
  ...{ on: '2026-12-01', shock: 'job_loss' },
} as DecisionFields;
/** A household without products: only the names of the lists matter. */
const ROW = { accounts: [], cards: [], debts: [], auto_deposits: [], scheduled_payments: [] } as never;
const read = (fields: Partial<DecisionFields>) => readDecision({ ...HOME, ...fields }, 'it', '2026-11-29');

describe('a home', () => {
  it('has the usual bills and fees for its price', () => {
    expect(estimateHomeCosts(HOME)).toEqual({
      propertyTax: '3,150.00',
      homeInsurance: '1,569.00',
      closingCosts: '1,845.00',
    });
    expect(estimateHomeCosts({ ...HOME, amount: '' })).toBeNull();
  });

  it('has mortgage insurance only below 20% down', () => {
    expect(getVisibleFields(HOME)).toContain('pmiRate');
    expect(getVisibleFields({ ...HOME, downPayment: '70,000' })).not.toContain('pmiRate');
    expect(read({ downPayment: '70,000' })).toEqual({
      decision: expect.not.objectContaining({ pmiRate: expect.anything() }),
    });
    expect(read({ pmiRate: '5.1' })).toEqual({ problems: { pmiRate: 'Enter a rate up to 5%.' } });
  });

  it('has the costs that the customer typed, and none for an empty field', () => {
    const { decision } = read({ propertyTax: '4,200', closingCosts: '1,845' }) as { decision: object };
    expect(decision).toMatchObject({ pmiRate: 0.6, propertyTax: 4_200_00, closingCosts: 1_845_00 });
    expect(decision).not.toHaveProperty('homeInsurance');
    expect(formatDecision(decision as never, ROW, 'USD').detail).toContain(
      ', plus mortgage insurance, escrow for $4,200.00 a year and closing costs of $1,845.00',
    );
  });
});
