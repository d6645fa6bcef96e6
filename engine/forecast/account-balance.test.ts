import { describe, expect, test } from 'vitest';
import { parseDay } from '../calendar/calendar.ts';
import { account, deposit, household, payment } from '../testing/households.ts';
import { getLowestBalance, projectAccountBalance } from './account-balance.ts';

const paid = household({
  on: '2026-03-20',
  accounts: [account('everyday', 100_000), account('savings', 900_000, 'SAVINGS')],
  autoDeposits: [deposit('pay', 'everyday', 300_000, '2026-03-31', { isPay: true })],
  scheduledPayments: [
    payment('rent', 'everyday', 120_000, '2026-03-24'),
    payment('phone', 'everyday', 4_500, '2026-03-26'),
  ],
});

describe('the projected balance of an account', () => {
  test('counts payments that the balance does not cover, and shows the lowest day', () => {
    const days = projectAccountBalance(paid, paid.at, 'everyday', 14);
    expect(days).toEqual([
      { day: parseDay('2026-03-20'), balance: 100_000 },
      { day: parseDay('2026-03-24'), balance: -20_000 },
      { day: parseDay('2026-03-26'), balance: -24_500 },
      { day: parseDay('2026-03-31'), balance: 275_500 },
    ]);
    expect(getLowestBalance(days)).toEqual({ day: parseDay('2026-03-26'), balance: -24_500 });
  });

  test('includes the interest of a savings account as the engine posts it', () => {
    const days = projectAccountBalance(paid, paid.at, 'savings', 14);
    expect(days.map(({ day }) => day)).toEqual([parseDay('2026-03-20'), parseDay('2026-03-31')]);
    expect(days[1]?.balance).toBeGreaterThan(900_000);
  });

  test('is empty for an unknown account', () => {
    expect(projectAccountBalance(paid, paid.at, 'gone', 14)).toEqual([]);
    expect(getLowestBalance([])).toBeUndefined();
  });
});
