import { describe, expect, it } from 'vitest';
import { FILE_VERSION, renameKeys, upgradeHouseholdFile } from './file-upgrade.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const CARD = '00000000-0000-4000-8000-000000000002';

describe('household files of older versions', () => {
  it('get their new keys at each path, in lists and under ids', () => {
    const renamed = renameKeys(
      {
        play: { plays: 1 },
        entries: [{ kind: 'fee', lines: [{ shown: { words: 'a' } }, {}] }],
        memory: { cards: { [CARD]: { paid: 2, other: 3 } } },
        words: null,
      },
      {
        '': { play: 'run', words: 'texts' },
        'entries.lines.shown': { words: 'text' },
        'memory.cards.*': { paid: 'repaid' },
      },
    );
    expect(renamed).toEqual({
      run: { plays: 1 },
      entries: [{ kind: 'fee', lines: [{ shown: { text: 'a' } }, {}] }],
      memory: { cards: { [CARD]: { repaid: 2, other: 3 } } },
      texts: null,
    });
  });

  it('move places behind a currency change, and rows of the same instant by microseconds', () => {
    const at = '2026-11-23T07:53:33.287999+00:00';
    const row = (date: string) => ({ type: 'DEPOSIT', date });
    const line = (ledger: string, currency: string, amount: number, shown?: object) => ({
      ledger,
      currency,
      amount,
      ...(shown && { shown }),
    });
    const upgraded = upgradeHouseholdFile({
      version: 1,
      clock: at,
      entries: [
        { at, kind: 'opening', lines: [line('opening', 'USD', -5), line(ACCOUNT, 'USD', 5, row(at))] },
        {
          at,
          kind: 'currency_change',
          description: 'Currency changed from USD to EUR',
          lines: [
            line('exchange', 'EUR', -5),
            line(ACCOUNT, 'EUR', 5),
            line('exchange', 'USD', 5),
            line(ACCOUNT, 'USD', -5),
          ],
        },
        {
          at,
          kind: 'deposit',
          lines: [line('outside', 'EUR', -1), line(ACCOUNT, 'EUR', 1, row('2026-11-23T07:53:33.288001Z'))],
        },
      ],
      entries_seen: 2,
      disputes: [{ entry: 3 }],
      reconciliations: [{ entries: [1, 3] }],
      row_words: [{ entry: 1, corrected_by: 3 }, { entry: 3, corrects: 1 }, { entry: 9 }],
    }) as Record<string, { kind: string; lines: { ledger: string; shown?: { date: string } }[] }[]>;
    expect(upgraded).toMatchObject({
      version: FILE_VERSION,
      clock: '2026-11-23T07:53:33.288002Z',
      entries_seen: 3,
      disputes: [{ entry: 4 }],
      reconciliations: [{ entries: [1, 4] }],
      row_words: [{ entry: 1, corrected_by: 4 }, { entry: 4, corrects: 1 }, { entry: 10 }],
    });
    const dates = upgraded['entries']?.map(({ kind, lines }) => [
      kind,
      lines.find(({ ledger }) => ledger === ACCOUNT)?.shown?.date,
    ]);
    expect(dates).toEqual([
      ['opening', at],
      ['currency_change', '2026-11-23T07:53:33.288000Z'],
      ['currency_change', '2026-11-23T07:53:33.288001Z'],
      ['deposit', '2026-11-23T07:53:33.288002Z'],
    ]);
    expect(upgradeHouseholdFile(upgraded)).toBe(upgraded);
  });

  it('are left as they are when they are none or newer', () => {
    const newer = { version: FILE_VERSION + 1 };
    expect(upgradeHouseholdFile(newer)).toBe(newer);
    for (const none of [null, [], 'x', {}, { version: '1' }]) expect(upgradeHouseholdFile(none)).toBe(none);
    expect(upgradeHouseholdFile({ version: 1, entries: 'x' })).toEqual({ version: 2, entries: 'x' });
  });
});
