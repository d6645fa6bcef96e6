import { describe, expect, it } from 'vitest';
import { describeYearlyChange, hasValidPercent, toYearlyColumns, toYearlyFields } from './yearly-change';

const fixed = (yearlyPercent: string) => ({ yearly: 'fixed' as const, yearlyPercent });

describe('the yearly change of a recurring rule', () => {
  it.each(['3', '0.01', '2.75', '50'])('accepts %s percent', (percent) => {
    expect(hasValidPercent(fixed(percent))).toBe(true);
    expect(toYearlyColumns(fixed(percent))).toEqual({
      yearly_adjustment: 'fixed',
      yearly_percent: Number(percent),
    });
  });

  it.each(['', '0', '-1', '50.01', '2.755', '3%', '1e1'])('rejects "%s" as a percentage', (percent) => {
    expect(hasValidPercent(fixed(percent))).toBe(false);
  });

  it('stores no percentage if the amount stays the same or follows inflation', () => {
    expect(toYearlyColumns({ yearly: 'usual', yearlyPercent: '3' })).toEqual({
      yearly_adjustment: null,
      yearly_percent: null,
    });
    expect(toYearlyColumns({ yearly: 'inflation', yearlyPercent: '3' })).toEqual({
      yearly_adjustment: 'inflation',
      yearly_percent: null,
    });
  });

  it('fills the form from a rule and describes it', () => {
    const rule = { yearly_adjustment: 'fixed', yearly_percent: 2.5 };
    expect(toYearlyFields(rule)).toEqual(fixed('2.5'));
    expect(toYearlyFields(undefined).yearly).toBe('usual');
    expect(describeYearlyChange(rule, null)).toBe('rises 2.5% a year');
  });

  it('describes how a bill goes up as usual, unless the customer keeps its amount', () => {
    const usual = { yearly_adjustment: null, yearly_percent: null };
    expect(describeYearlyChange(usual, null)).toBeNull();
    expect(describeYearlyChange(usual, 'subscription')).toBe('goes up every 18 months');
    expect(describeYearlyChange({ ...usual, yearly_adjustment: 'none' }, null)).toBeNull();
    expect(toYearlyFields({ ...usual, yearly_adjustment: 'none' }).yearly).toBe('none');
    expect(toYearlyColumns({ yearly: 'rent', yearlyPercent: '3' }).yearly_adjustment).toBe('rent');
  });
});
