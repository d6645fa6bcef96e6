import { describe, expect, it } from 'vitest';
import { findLowBalance } from './low-balance-alert';
import { getBalancesAfter } from './parts/next-dues';

const account = (id: string, values: number[], type: 'CHECKING' | 'SAVINGS' = 'CHECKING') => {
  const days = values.map((value, index) => ({ day: `2026-10-1${index + 4}`, value }));
  const lowest = days.reduce((least, day) => (day.value < least.value ? day : least));
  return { id, name: id, type, currency: 'USD', days, lowest };
};
const today = '2026-10-14';
const findLow = (...accounts: ReturnType<typeof account>[]) =>
  findLowBalance({ today, accounts }, () => ({ isOn: true, threshold: 100 }));

describe('the low-balance warning', () => {
  it('reports the lowest day of the checking account that falls below its minimum first', () => {
    const low = findLow(account('first', [500, 300, 90]), account('second', [500, 95, 40]));
    expect(low).toMatchObject({ id: 'second', lowest: { day: '2026-10-16', value: 40 }, threshold: 100 });
  });

  it('ignores savings, accounts that are already below, and alerts that are off', () => {
    expect(findLow(account('savings', [500, 20], 'SAVINGS'), account('low', [50, 20]))).toBeNull();
    expect(findLow(account('enough', [500, 100]))).toBeNull();
    const accounts = [account('first', [500, 20])];
    expect(findLowBalance({ today, accounts }, () => ({ isOn: false, threshold: 100 }))).toBeNull();
  });
});

describe('the balance after an upcoming payment', () => {
  const due = (id: string, day: string, from: string) => ({ id, day, account: from });
  const accounts = [account('Everyday', [500, 300, 200]), account('Travel', [80, 70, 60])];

  it("is the forecast at the end of the day, after the day's last payment", () => {
    const dues = [due('rent', '2026-10-15', 'Everyday'), due('water', '2026-10-15', 'Everyday')];
    expect([...getBalancesAfter(dues, accounts)]).toEqual([['water', '$300.00']]);
  });

  it('names the account if payments use several', () => {
    const dues = [due('rent', '2026-10-15', 'Everyday'), due('trip', '2026-10-16', 'Travel')];
    expect([...getBalancesAfter(dues, accounts).values()]).toEqual([
      '$300.00 in Everyday',
      '$60.00 in Travel',
    ]);
    expect(getBalancesAfter(dues, []).size).toBe(0);
  });
});
