import { parseDay } from '@engine/calendar/calendar.ts';
import type { CreditFacts } from '@engine/credit/facts.ts';
import type { HouseholdRow } from '@engine/household/row.ts';
import { describe, expect, it } from 'vitest';
import { describeStoppedPay, getKnownIncome, getTypedIncome } from './applicant';

const credit = { today: '2027-03-10' } as CreditFacts;

const job = (id: string, gross: number) => ({
  ...{ id, paused: false, end_date: null, is_pay: true },
  pay_details: { gross_per_year: gross },
});

function getHousehold(shocks: object[], jobs = [job('job', 62_400), job('evenings', 12_000)]): HouseholdRow {
  return { auto_deposits: jobs, carryover: { shocks } } as unknown as HouseholdRow;
}

const loss = (parts: object = {}) => ({
  ...{ id: 'loss', kind: 'job_loss', size: 0, begun: true, on: parseDay('2027-02-01'), months: 3 },
  ...parts,
});

describe('the income in an application', () => {
  it('is the gross pay of all paychecks', () => {
    expect(getKnownIncome(credit, getHousehold([]))).toEqual({ amount: 74_400, basis: 'pay' });
  });

  it('includes only the pay that continues after a job loss', () => {
    const income = getKnownIncome(credit, getHousehold([loss({ productId: 'job' })]));
    expect(income).toEqual({ amount: 12_000, basis: 'pay', hasStopped: true });
    expect(income && describeStoppedPay(income)).toBe(
      'Part of your pay has stopped. The rest is $12,000.00 per year.',
    );
  });

  it('is empty if all pay has stopped, although deposits arrived before', () => {
    const income = getKnownIncome(credit, getHousehold([loss()]));
    expect(income).toEqual({ amount: 0, basis: 'pay', hasStopped: true });
    expect(getTypedIncome(income)).toBe('');
    expect(income && describeStoppedPay(income)).toBe(
      'Your pay has stopped. Enter the income that you have now.',
    );
  });

  it('returns once the customer is back at work, and before a loss begins', () => {
    for (const over of [loss({ months: 1 }), loss({ begun: undefined })])
      expect(getKnownIncome(credit, getHousehold([over]))).toEqual({ amount: 74_400, basis: 'pay' });
  });
});
