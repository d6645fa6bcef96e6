import { getTaxTable } from '@engine/pay/tax-tables.ts';
import { describe, expect, test } from 'vitest';
import { autoDepositSchema } from '../auto-deposit-schema';
import { previewPaycheck, toPayDetails, toPayFields } from './pay-schema';

const TABLE = getTaxTable(2026, 2.5);

const DETAILS = {
  gross_per_year: 62_400,
  filing_status: 'single',
  retirement_percent: 6,
  match_percent: 50,
  match_up_to: 6,
  health: 55.38,
  hsa: 100,
  state_percent: 4,
  retirement_account_id: null,
  hsa_account_id: 'hsa',
} as const;

const typed = (changes: object = {}) => ({
  name: 'Pay',
  accountId: 'checking',
  amount: '1,676.65',
  frequency: 'BIWEEKLY' as const,
  startDate: '2026-11-27',
  startTime: '06:00',
  ends: 'never' as const,
  endDate: '',
  times: '',
  isPay: true,
  categoryId: '',
  yearly: 'none' as const,
  yearlyPercent: '3',
  ...toPayFields(DETAILS),
  ...changes,
});

/** Returns the message at each invalid field. */
function getProblems(changes: object): Record<string, string> {
  const checked = autoDepositSchema.safeParse(typed(changes));
  return Object.fromEntries((checked.error?.issues ?? []).map(({ path, message }) => [path.join(), message]));
}

describe('pay details', () => {
  test('become fields and the same details again', () => {
    expect(toPayDetails(toPayFields(DETAILS))).toEqual(DETAILS);
    expect(autoDepositSchema.parse(typed())).toMatchObject({ amount: 1_676.65, pay_details: DETAILS });
  });

  test('keep the number of children, which lowers the withheld tax', () => {
    const parent = { ...DETAILS, children: 2 };
    expect(toPayDetails(toPayFields(parent))).toEqual(parent);
    const net = previewPaycheck(typed({ payChildren: '2' }), TABLE)?.net ?? 0;
    // 4,400.00 a year is 169.23 per paycheck, more than the 168.23 that would be withheld.
    expect(net).toBe(167_665 + 16_823);
  });

  test('are null if they are off, if the deposit is not pay, or if it arrives every day', () => {
    for (const changes of [{ hasPay: false }, { isPay: false }, { frequency: 'DAILY' }])
      expect(autoDepositSchema.parse(typed(changes)).pay_details).toBeNull();
  });

  test('show each error at its field, even without an amount', () => {
    expect(getProblems({ payGross: '', amount: '' })).toMatchObject({
      payGross: 'Enter your pay per year before taxes, $1,000.00 or more.',
    });
    expect(getProblems({ payRetirement: '51' })).toEqual({
      payRetirement: 'Enter a percentage from 0 to 50, with 2 decimal places or fewer.',
    });
    expect(getProblems({ payState: 'own', payStatePercent: '12' })).toHaveProperty('payStatePercent');
    expect(getProblems({ payState: 'none', payStatePercent: '12' })).toEqual({});
    expect(getProblems({ payHealth: '1,000' })).toHaveProperty('payHealth');
    expect(getProblems({ payChildren: '21' })).toEqual({ payChildren: 'Enter a number from 0 to 20.' });
    expect(getProblems({ payHsa: '-5' })).toEqual({ payHsa: 'Enter zero or more.' });
  });

  test('have a preview of the paycheck once they are complete', () => {
    expect(previewPaycheck(typed(), TABLE)).toMatchObject({ gross: 240_000, net: 167_665, match: 7_200 });
    expect(previewPaycheck(typed({ payGross: '' }), TABLE)).toBeNull();
  });
});
