import fc from 'fast-check';
import { parseSync } from 'ofx-js';
import { describe, expect, it } from 'vitest';
import { readFile } from '@/entities/statement-file/imports/recognize';
import { exportCsv } from './export-csv';
import { exportJson } from './export-json';
import { exportOfx } from './export-ofx';
import { exportQif } from './export-qif';
import type { Exported } from './exported-row';

const place = {
  id: 'a',
  name: 'Everyday',
  number: '000123456789',
  kind: 'bank',
  currency: 'EUR',
  balance: 12.5,
} as const;
const row = {
  placeId: 'a',
  place: 'Everyday',
  currency: 'EUR',
  kind: 'withdrawal',
  merchant: '',
  category: '',
  tags: [],
  note: '',
};
const exported: Exported = {
  today: '2026-10-14',
  places: [place],
  rows: [
    {
      ...row,
      id: 'tx-1',
      day: '2026-10-13',
      amount: -1234.5,
      description: '=HYPERLINK("x")',
      category: 'Food',
      tags: ['a', 'b'],
    },
    {
      ...row,
      id: 'tx-2',
      day: '2026-10-02',
      amount: 999999999.99,
      description: 'Salary, with "bonus"',
      note: 'Two\nlines',
    },
    {
      ...row,
      id: 'tx-3',
      day: '2026-10-01',
      amount: -0.1,
      description: 'A & B <shop> ünï',
      merchant: 'A & B',
    },
    { ...row, id: 'tx-4', day: '2026-10-01', amount: -7, description: '-minus first' },
  ],
};
const read = (text: string) =>
  readFile(new TextEncoder().encode(text)).read.statements.flatMap(({ rows }) => rows);

describe('an export', () => {
  for (const [name, write] of [
    ['CSV', exportCsv],
    [
      'OFX',
      (all: Exported) =>
        exportOfx(all)
          .map(({ text }) => text)
          .join(''),
    ],
    ['QIF', exportQif],
    ['JSON', exportJson],
  ] as const)
    it(`as ${name} imports as the same transactions`, () => {
      const rows = read(write(exported));
      expect(rows.map(({ day, amount, problem }) => [day, amount, problem])).toEqual([
        ['2026-10-13', -123450, null],
        ['2026-10-02', 99999999999, null],
        ['2026-10-01', -10, null],
        ['2026-10-01', -700, null],
      ]);
      expect(rows.map(({ description }) => description)).toEqual([
        '=HYPERLINK("x")',
        'Salary, with "bonus"',
        ...(name === 'QIF' ? ['A & B · A & B <shop> ünï'] : ['A & B <shop> ünï']),
        '-minus first',
      ]);
      if (name !== 'OFX') expect(rows[0]?.category).toBe('Food');
      if (name !== 'QIF')
        expect(rows.map(({ externalId }) => externalId)).toEqual(['tx-1', 'tx-2', 'tx-3', 'tx-4']);
    });

  it('as CSV contains no formula and only exact decimals', () => {
    expect(exportCsv(exported).split('\r\n').slice(0, 2)).toEqual([
      'date,account,description,merchant,category,amount,currency,kind,tags,note,id',
      `2026-10-13,Everyday,"'=HYPERLINK(""x"")",,Food,-1234.50,EUR,withdrawal,a b,,tx-1`,
    ]);
  });

  it('without transactions is a file that states so', () => {
    const nothing = { ...exported, rows: [] };
    expect(read(exportCsv(nothing))).toEqual([]);
    expect(JSON.parse(exportJson(nothing)).rows).toEqual([]);
    expect(exportOfx(nothing).map(({ text }) => text)).toEqual([expect.stringContaining('</OFX>')]);
  });

  it('as OFX has one file per account and card, which another program reads in full', () => {
    const card = {
      ...place,
      id: 'c',
      name: 'Travel / Gold',
      number: 'XXXX4321',
      kind: 'card',
      currency: 'USD',
    } as const;
    const savings = { ...place, id: 's', name: 'Savings', number: '000999', currency: 'USD' } as const;
    const unused = { ...place, id: 'u', name: 'Unused' } as const;
    const bought = {
      ...row,
      placeId: 'c',
      id: 'c1',
      day: '2026-10-12',
      amount: -20,
      description: 'A & B <shop>',
    };
    const saved = { ...row, placeId: 's', id: 's1', day: '2026-10-11', amount: 5, description: 'Interest' };
    const files = exportOfx({
      ...exported,
      places: [place, card, savings, unused],
      rows: [...exported.rows, bought, saved],
    });
    expect(files.map(({ name }) => name)).toEqual([
      'everyday-6789-2026-10-14.ofx',
      'travel-gold-4321-2026-10-14.ofx',
      'savings-0999-2026-10-14.ofx',
    ]);
    const statements = files.map(({ text }) => {
      const { BANKMSGSRSV1: bank, CREDITCARDMSGSRSV1: ofCard } = parseSync(text).OFX;
      expect([bank, ofCard].filter(Boolean)).toHaveLength(1);
      const statement = bank ? bank.STMTTRNRS.STMTRS : ofCard.CCSTMTTRNRS.CCSTMTRS;
      expect(statement.LEDGERBAL.BALAMT).toBe(ofCard ? '-12.50' : '12.50');
      return [statement.BANKTRANLIST.STMTTRN].flat();
    });
    expect(statements.map((transactions) => transactions.length)).toEqual([4, 1, 1]);
    expect(statements[0]).toMatchObject([
      { FITID: 'tx-1' },
      { FITID: 'tx-2' },
      { FITID: 'tx-3' },
      { FITID: 'tx-4' },
    ]);
    expect(statements[1]).toMatchObject([
      { FITID: 'c1', DTPOSTED: '20261012', TRNAMT: '-20.00', NAME: 'A & B <shop>' },
    ]);
    expect(statements[2]).toMatchObject([{ FITID: 's1', TRNAMT: '5.00', NAME: 'Interest' }]);
  });
});

describe('an exported account', () => {
  /** Cleans text as the bank does before it stores a description. */
  const clean = (text: string) =>
    text
      .normalize('NFC')
      .replace(/[\p{C}\s\u00a0\u202f]+/gu, ' ')
      .trim();
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.constantFrom(
      '=1+1',
      "'quoted",
      "'=1",
      '-5',
      '+49 30',
      '@home',
      '＝1',
      '"',
      'a;b,c',
      '<b>&amp;</b>',
      ']]>',
    ),
  );
  const transactions = fc.array(
    fc.record({
      day: fc.date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      amount: fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).filter((amount) => amount !== 0),
      description: word.map(clean),
      category: fc.constantFrom('', 'Food', 'Rent'),
    }),
    { minLength: 1, maxLength: 20 },
  );
  const getText = {
    CSV: exportCsv,
    OFX: (all: Exported) =>
      exportOfx(all)
        .map(({ text }) => text)
        .join(''),
  };

  it.each(['CSV', 'OFX'] as const)('has the same transactions after an import elsewhere, as %s', (format) => {
    fc.assert(
      fc.property(transactions, (generated) => {
        const rows = generated.map(({ day, amount, ...others }, index) => ({
          ...row,
          ...others,
          id: `id-${index}`,
          day: day.toISOString().slice(0, 10),
          amount: amount / 100,
        }));
        const { read: found, csv } = readFile(
          new TextEncoder().encode(getText[format]({ ...exported, rows })),
        );
        expect(csv?.mapping ?? {}).not.toMatchObject({ isSignAmbiguous: true });
        expect(csv?.mapping ?? {}).not.toMatchObject({ isOrderAmbiguous: true });
        expect(found.statements.map(({ currency }) => currency)).toEqual(['EUR']);
        const read = found.statements.flatMap((statement) => statement.rows);
        expect(read.map(({ problem }) => problem).filter(Boolean)).toEqual([]);
        expect(
          read.map(({ externalId, day, amount, description }) => [externalId, day, amount, description]),
        ).toEqual(
          rows.map(({ id, day, description }, index) => [id, day, generated[index]?.amount, description]),
        );
        if (format === 'CSV')
          expect(read.map(({ category }) => category)).toEqual(rows.map(({ category }) => category));
      }),
    );
  });
});
