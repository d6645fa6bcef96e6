import { describe, expect, it } from 'vitest';
import { parseScenario } from '../scenarios/file.ts';
import { TINY_SCENARIO } from '../testing/tiny-scenario.ts';
import { FILE_VERSION, rename, upgradeHouseholdFile } from './file-upgrade.ts';

const ACCOUNT = '00000000-0000-4000-8000-000000000001';
const CARD = '00000000-0000-4000-8000-000000000002';

describe('household files of older versions', () => {
  it('get new keys and values at each path, in lists and under ids', () => {
    const renamed = rename(
      {
        play: { play: 1 },
        kind: 'fee',
        entries: [{ kind: 'fee', lines: [{ shown: { words: 'a' } }, {}] }],
        memory: { cards: { [CARD]: { paid: 2, tags: ['fee', 'rent'] } } },
        words: null,
      },
      {
        keys: {
          '': { play: 'run', words: 'texts' },
          'entries.lines.shown': { words: 'text' },
          'memory.cards.*': { paid: 'repaid' },
        },
        values: { 'entries.kind': { fee: 'charge' }, 'memory.cards.*.tags': { fee: 'charge' } },
      },
    );
    expect(renamed).toEqual({
      run: { play: 1 },
      kind: 'fee',
      entries: [{ kind: 'charge', lines: [{ shown: { text: 'a' } }, {}] }],
      memory: { cards: { [CARD]: { repaid: 2, tags: ['charge', 'rent'] } } },
      texts: null,
    });
  });

  it('of version 1 get the names of 0.2.0', () => {
    const figures = [{ figure: 'utilisation' }, { figure: 'cash' }];
    const upgraded = upgradeHouseholdFile({
      version: 1,
      contacts: [{ name: 'A', favourite: true }],
      happenings: [{ kind: 'shock' }],
      lived_to: 'now',
      row_rules: [{ position: 1, words: 'rent' }],
      disputes: [{ words: 'Late' }],
      person_payments: [{ letter_id: CARD, state: 'cancelled' }, { state: 'pending' }],
      applications: [
        { decision: { reasons: [{ code: 'utilisation', words: 'A' }], rateParts: [{ words: 'B' }] } },
        { decision: null },
      ],
      entries: [{ event_key: `${CARD}:instalment:1` }, { kind: 'fee' }],
      memory: { play: { objectives: figures, losing: figures, credit: { inquiries: [20_000] } } },
      play: {
        life_before: CARD,
        pack: {
          objectives: [{ words: 'C', measure: { figure: 'utilisation' } }],
          debrief: { reference: { words: 'D' } },
          losing: figures,
          checkpoints: [{ lessons: ['utilisation', 'late-fees'] }, {}],
        },
      },
    });
    const renamed = [{ figure: 'utilization' }, { figure: 'cash' }];
    expect(upgraded).toEqual({
      version: FILE_VERSION,
      contacts: [{ name: 'A', favorite: true }],
      household_events: [{ kind: 'shock' }],
      simulated_until: 'now',
      categorization_rules: [{ position: 1, words: 'rent' }],
      disputes: [{ description: 'Late' }],
      peer_payments: [{ peer_transfer_id: CARD, state: 'canceled' }, { state: 'pending' }],
      applications: [
        { decision: { reasons: [{ code: 'utilization', text: 'A' }], rateParts: [{ text: 'B' }] } },
        { decision: null },
      ],
      entries: [{ event_key: `${CARD}:installment:1` }, { kind: 'fee' }],
      carryover: {
        play: {
          objectives: renamed,
          losing: renamed,
          credit: { inquiries: [{ on: 20_000, kind: 'CARD' }] },
        },
      },
      play: {
        checkpoint_before: CARD,
        pack: {
          objectives: [{ text: 'C', measure: { figure: 'utilization' } }],
          debrief: { reference: { text: 'D' } },
          losing: renamed,
          checkpoints: [{ lessons: ['utilization', 'late-fees'] }, {}],
        },
      },
    });
  });

  it('have positions after a currency change, and rows of the same instant moved by microseconds', () => {
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
      transaction_details: [{ entry: 1, corrected_by: 4 }, { entry: 4, corrects: 1 }, { entry: 10 }],
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

  it('are unchanged if invalid or newer', () => {
    const newer = { version: FILE_VERSION + 1 };
    expect(upgradeHouseholdFile(newer)).toBe(newer);
    for (const none of [null, [], 'x', {}, { version: '1' }]) expect(upgradeHouseholdFile(none)).toBe(none);
    expect(upgradeHouseholdFile({ version: 1, entries: 'x' })).toEqual({ version: 2, entries: 'x' });
  });
});

it('with a 0.1.0 scenario pack are parsed', () => {
  const read = (figure: string) => {
    const [first] = TINY_SCENARIO.objectives;
    const objectives = [{ ...first, measure: { figure, atMost: 30, when: 'end' } }];
    return parseScenario(JSON.stringify({ ...TINY_SCENARIO, objectives }));
  };
  const upgraded = read('utilisation');
  expect(upgraded).toHaveProperty('pack');
  expect(upgraded).toEqual(read('utilization'));
});
