import { describe, expect, it } from 'vitest';
import { parseDay, Zone } from '../calendar/calendar.ts';
import type { Carryover, HouseholdRow } from '../household/row.ts';
import { buildHouseholdState, getCarryover } from '../household/state.ts';
import { account, household } from '../testing/households.ts';
import { buildHouseholdRow, buildRentRow } from '../testing/rows.ts';
import { simulate } from './simulate.ts';

const zone = new Zone('UTC');
const at = (day: string, hours = 0) => zone.at(parseDay(day), hours * 60);

const rent = buildRentRow({ name: 'rent', amount: 50_000, category: null, start_date: '2026-01-15' });

/** Returns a household that can't cover its rent, in the format that the bank returns. */
const getRow = (parts: Partial<HouseholdRow>): HouseholdRow =>
  buildHouseholdRow({
    now: at('2026-01-14'),
    accounts: [
      { id: 'everyday', name: 'everyday', type: 'CHECKING', currency: 'USD', balance: 100, closed: false },
    ],
    scheduled_payments: [rent],
    ...parts,
  });

/** Returns the carryover at noon on the 15th. The rent payment has failed and will be retried on the 16th. */
function remembered(): Carryover {
  const { state, events } = simulate(buildHouseholdState(getRow({})), at('2026-01-15', 12));
  expect(events.map(({ kind }) => kind)).toEqual(['payment_retry']);
  return getCarryover(state);
}

const rich = [
  {
    id: 'everyday',
    name: 'everyday',
    type: 'CHECKING' as const,
    currency: 'USD',
    balance: 90_000,
    closed: false,
  },
];
const getEvents = (row: HouseholdRow, to: number) =>
  simulate(buildHouseholdState(row), to).events.map(({ key, kind, at: when }) => [
    kind,
    key,
    new Date(when).toISOString(),
  ]);

describe('a pending retry', () => {
  it("waits for the end of its rule's pause and skips what fell into the pause", () => {
    const carryover = remembered();
    const simulated = { simulated_until: at('2026-01-15', 12), carryover, accounts: rich };
    const paused = getRow({ ...simulated, scheduled_payments: [{ ...rent, paused: true }] });
    expect(getEvents(paused, at('2026-03-01'))).toEqual([]);
    // The engine didn't run during the pause, because nothing was due.
    const resumed = { ...rent, resumed: at('2026-02-20', 10) };
    expect(getEvents(getRow({ ...simulated, scheduled_payments: [resumed] }), at('2026-03-20'))).toEqual([
      ['payment', 'rent:2026-01-15T09:00:try1', '2026-02-21T09:00:00.000Z'],
      ['payment_retry', 'rent:2026-03-15T09:00', '2026-03-15T09:00:00.000Z'],
      ['payment_retry', 'rent:2026-03-15T09:00:try1', '2026-03-16T09:00:00.000Z'],
      ['payment_retry', 'rent:2026-03-15T09:00:try2', '2026-03-17T09:00:00.000Z'],
      ['payment_failed', 'rent:2026-03-15T09:00:failed', '2026-03-18T09:00:00.000Z'],
    ]);
  });

  it('continues when its rule is deleted and restored', () => {
    const simulated = { simulated_until: at('2026-01-15', 12), carryover: remembered(), accounts: rich };
    const { state } = simulate(
      buildHouseholdState(getRow({ ...simulated, scheduled_payments: [] })),
      at('2026-01-17', 12),
    );
    const back = getRow({ ...simulated, simulated_until: state.at, carryover: getCarryover(state) });
    expect(getEvents(back, at('2026-01-20'))).toEqual([
      ['payment', 'rent:2026-01-15T09:00:try1', '2026-01-18T09:00:00.000Z'],
    ]);
    const removed = simulate(
      buildHouseholdState(getRow({ ...simulated, scheduled_payments: [] })),
      at('2026-03-01'),
    ).state;
    expect(
      getCarryover(
        simulate(
          buildHouseholdState(getRow({ ...simulated, simulated_until: removed.at, scheduled_payments: [] })),
          removed.at,
        ).state,
      ).retries,
    ).toEqual({});
  });

  it('is discarded with the days of its rule', () => {
    const row = getRow({
      simulated_until: at('2026-01-15', 12),
      carryover: remembered(),
      accounts: rich,
      scheduled_payments: [{ ...rent, start_date: '2026-01-20' }],
    });
    expect(getEvents(row, at('2026-01-19'))).toEqual([]);
  });
});

describe('savings closed in the middle of a month', () => {
  it('pay their interest to the checking account, once', () => {
    const savings = { ...account('savings', 1_000_000, 'SAVINGS') };
    const open = household({
      on: '2026-01-01',
      timeZone: 'UTC',
      accounts: [account('everyday', 0), savings],
    });
    const { state } = simulate(open, at('2026-01-11'));
    const closing = [
      { at: at('2026-01-11', 9), productId: 'savings', amount: -1_000_000, kind: 'transfer' },
      { at: at('2026-01-11', 9), productId: 'everyday', amount: 1_000_000, kind: 'transfer' },
    ];
    const closed = {
      ...state,
      accounts: state.accounts.map((item) =>
        item.id === 'savings' ? { ...item, closed: true as const } : item,
      ),
      changes: closing,
    };
    const { events, state: after } = simulate(closed, at('2026-03-05'));
    // Ten days of 95,890,411 millionths of a cent are 9.59.
    expect(events.map(({ kind, lines }) => [kind, lines])).toEqual([
      [
        'interest',
        [
          { ledger: 'everyday', amount: 959, currency: 'USD' },
          { ledger: 'interest', amount: -959, currency: 'USD' },
        ],
      ],
    ]);
    expect(after.accounts.map(({ accruedMicros }) => accruedMicros)).toEqual([0, 0]);
  });
});
