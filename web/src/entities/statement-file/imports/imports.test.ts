import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Minor } from '@engine/money/minor.ts';
import { describe, expect, it } from 'vitest';
import { guessDecimal, readAmount } from './amounts';
import { guessOrder, readDay } from './days';
import { whyNoStatement } from './foreign-files';
import { leastBeginning } from './least-beginning';
import { readFile } from './recognize';
import { emptyRow, type StatementRow } from './statement';

const fixture = (name: string) => readFile(readFileSync(join(import.meta.dirname, 'fixtures', name)));
const short = ({ day, amount, description, problem }: StatementRow) => [day, amount, description, problem];

describe('an amount', () => {
  for (const [text, decimal, amount] of [
    ['1.234,56', ',', 123456],
    ['1,234.56', '.', 123456],
    ['1 234,5', ',', 123450],
    ["1'234.50", '.', 123450],
    ['12,34,567.00', '.', 123456700],
    ['(12.00)', '.', -1200],
    ['12.00-', '.', -1200],
    ['−3', '.', -300],
    ['-$5.10', '.', -510],
    ['€ 7', ',', 700],
    ['EUR 7,5', ',', 750],
    ['+3.999', '.', null],
    ['3.990', '.', 399],
    ['12.00 CR', '.', 1200],
    ['12.00 DR', '.', -1200],
    ['1,5', '.', null],
    ['abc', '.', null],
    ['', '.', null],
    ['-0.00', '.', 0],
  ] as const)
    it(`${JSON.stringify(text)} with ${decimal} is ${amount}`, () => {
      expect(readAmount(text, decimal)).toBe(amount);
    });

  it('has the decimal sign that comes last', () => {
    expect(guessDecimal(['1.234,56', '3'])).toBe(',');
    expect(guessDecimal(['1,234', '5.10'])).toBe('.');
    expect(guessDecimal(['12', '1.000.000'])).toBe(',');
  });
});

describe('a date', () => {
  for (const [text, order, day] of [
    ['2026-10-14', 'dmy', '2026-10-14'],
    ['14.10.26', 'dmy', '2026-10-14'],
    ['10/14/1999 08:15', 'mdy', '1999-10-14'],
    ["1/ 4' 6", 'mdy', '2006-01-04'],
    ["12/24'99", 'mdy', '2099-12-24'],
    ['20261014', 'ymd', '2026-10-14'],
    ['14102026', 'dmy', '2026-10-14'],
    ['14 Oct 2026', 'mdy', '2026-10-14'],
    ['Oct 14, 2026', 'dmy', '2026-10-14'],
    ['3. März 2026', 'mdy', '2026-03-03'],
    ['2026-10-14T23:30:00Z', 'ymd', '2026-10-14'],
    ['29.02.2027', 'dmy', null],
    ['13/13/2026', 'dmy', null],
    ['Total', 'dmy', null],
  ] as const)
    it(`${text} read ${order} is ${day}`, () => {
      expect(readDay(text, order)).toBe(day);
    });

  it('states its field order and how certain it is', () => {
    expect(guessOrder(['31/01/2026', '01/02/2026'])).toEqual({ order: 'dmy', isOrderAmbiguous: false });
    expect(guessOrder(['01/31/2026'])).toEqual({ order: 'mdy', isOrderAmbiguous: false });
    expect(guessOrder(['01/02/2026', '02/02/2026', '05/02/2026'])).toEqual({
      order: 'dmy',
      isOrderAmbiguous: true,
    });
    expect(guessOrder(['01.02.2026'])).toEqual({ order: 'dmy', isOrderAmbiguous: false });
  });
});

describe('a CSV table', () => {
  it('in Windows-1252 with semicolons, decimal commas, lines above the column names, and a total line is parsed', () => {
    const { encoding, read, csv } = fixture('german-semicolon.csv');
    expect(encoding).toBe('Windows-1252');
    expect(csv?.table.delimiter).toBe(';');
    const [statement] = read.statements;
    expect(statement).toMatchObject({ currency: 'EUR', startBalance: 20320 });
    expect(statement?.rows.map(short)).toEqual([
      ['2026-09-30', -108450, 'Strom September; Abschlag', null],
      ['2026-09-28', 320000, 'Gehalt "September"', null],
      ['2026-09-05', -320, 'Brötchen', null],
      [null, 211230, 'Summe', 'The date is missing.'],
    ]);
    expect(statement?.rows[0]).toMatchObject({ payee: 'Stadtwerke München', line: 5, balance: 231550 });
    expect(read.notes.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'skipped'],
      [2, 'skipped'],
      [4, 'skipped'],
    ]);
  });

  it('with a byte order mark, debit and credit columns, and two-digit years is parsed', () => {
    const { read, csv } = fixture('american.csv');
    expect(csv?.mapping).toMatchObject({ order: 'mdy', isOrderAmbiguous: false });
    expect(read.statements[0]?.rows.map(short)).toEqual([
      ['2026-01-31', 250000, 'PAYROLL, ACME INC', null],
      ['2026-01-15', -475, 'Coffee Bar #12', null],
      ['2026-01-02', -120000, 'Rent January', null],
    ]);
    expect(read.statements[0]?.endBalance).toEqual({ amount: 312010, day: '2026-01-31' });
  });

  it('in UTF-16 with ambiguous dates states so', () => {
    const { encoding, read, csv } = fixture('british.csv');
    expect(encoding).toBe('UTF-16');
    expect(csv?.mapping).toMatchObject({ order: 'dmy', isOrderAmbiguous: true });
    expect(read.statements).toMatchObject([{ currency: 'GBP' }]);
    expect(read.statements[0]?.rows.map(short)).toEqual([
      ['2026-04-03', -3210, 'WATER BOARD', null],
      ['2026-04-04', 180000, 'SALARY', null],
      ['2026-04-05', -600, 'CORNER SHOP', null],
    ]);
  });

  it('without a header is recognized by its contents, and every bad line keeps its reason', () => {
    const rows = fixture('no-header.csv').read.statements[0]?.rows.map(short);
    expect(rows).toEqual([
      ['2026-03-01', -350, 'Coffee', null],
      ['2026-03-02', -1200, 'Refund from shop', null],
      ['2026-03-03', -400, 'Parking', null],
      ['2026-03-04', 10, 'Interest', null],
      [null, 100, 'Impossible', "“31.02.2026” isn't a date."],
      ['2026-03-05', null, 'Not a number', "“abc” isn't an amount."],
      ['2026-03-06', 0, 'Zero', 'The amount is zero.'],
    ]);
  });

  it('loses no line after an unclosed quotation mark', () => {
    const { read } = fixture('lost-quote.csv');
    expect(read.statements[0]?.rows.map(short)).toEqual([
      ['2026-05-01', -1400, '12" pizza', null],
      ['2026-05-02', -200, 'Broken', null],
      ['2026-05-03', -300, 'Fine', null],
      ['2026-05-04', -400, 'Also fine', null],
    ]);
    expect(read.notes.find(({ kind }) => kind === 'problem')).toMatchObject({ line: 3 });
  });

  it('with a direction column is parsed', () => {
    const { read } = fixture('indicator.csv');
    expect(read.statements[0]?.rows.map(short)).toEqual([
      ['2026-01-07', -2395, 'Boodschappen', null],
      ['2026-01-08', 195000, 'Salaris', null],
    ]);
  });

  for (const text of [
    '',
    ' ',
    'hello',
    '\u0000\u0001',
    '"',
    ';;;\n;;;',
    'a,b\n1',
    '{"rows": 1}',
    '[',
    '<OFX>',
    '!Type:Bank',
  ])
    it(`that isn't one (${JSON.stringify(text)}) gets a note`, () => {
      const { read } = readFile(new TextEncoder().encode(text));
      expect(read.statements.flatMap(({ rows }) => rows).filter(({ problem }) => !problem)).toEqual([]);
      expect(read.notes.length + read.statements.length).toBeGreaterThan(0);
    });
});

describe('an OFX file', () => {
  it('of version 1 with unclosed elements is parsed', () => {
    const { read } = fixture('checking-v1.ofx');
    const [statement] = read.statements;
    expect(statement).toMatchObject({ name: '0001112223', kind: 'bank', currency: 'USD' });
    expect(statement?.endBalance).toEqual({ amount: 335790, day: '2026-09-30' });
    expect(statement?.rows.map(short)).toEqual([
      ['2026-09-02', -4210, 'CAFÉ & CO LUNCH', null],
      ['2026-09-05', -10000, 'Check 1042', null],
      ['2026-09-30', 250000, 'ACME PAYROLL · SALARY SEPTEMBER', null],
      [null, -100, 'NO DATE', "“yesterday” isn't a date."],
    ]);
    expect(statement?.rows[0]).toMatchObject({ externalId: '2026090201', payee: 'CAFÉ & CO', line: 16 });
  });

  it('of version 2 has one statement per account and card', () => {
    const { read } = fixture('two-accounts-v2.qfx');
    expect(
      read.statements.map(({ name, kind, currency, startBalance }) => [name, kind, currency, startBalance]),
    ).toEqual([
      ['SAV-1', 'bank', 'EUR', 50000],
      ['XXXX4242', 'card', 'EUR', 0],
    ]);
    expect(read.statements.flatMap(({ rows }) => rows.map(short))).toEqual([
      ['2026-06-30', 125, 'Interest <June>', null],
      ['2026-06-11', -1899, 'Bookshop · Novel', null],
    ]);
    expect(read.notes).toEqual([{ line: 21, kind: 'skipped', text: 'Pending, not posted yet: Not yet' }]);
  });
});

describe('a QIF file', () => {
  it('with account blocks, splits, and apostrophe years is parsed', () => {
    const { read, days } = fixture('quicken.qif');
    expect(days).toEqual({ order: 'mdy', isOrderAmbiguous: false });
    expect(read.statements.map(({ name, kind, startBalance }) => [name, kind, startBalance])).toEqual([
      ['Checking', 'bank', 100000],
      ['Visa', 'card', null],
      ['', 'bank', null],
    ]);
    expect(read.statements.flatMap(({ rows }) => rows.map(short))).toEqual([
      ['2026-01-14', -5240, 'Grocer · Weekly shop · Check 1001', null],
      ['2026-02-03', -500, 'Parking', null],
      ['2099-12-24', -1875, 'Gift shop', null],
      [null, -100, 'No such day', "“2/29'26” isn't a date."],
    ]);
    expect(read.notes.map(({ kind }) => kind)).toEqual(['note', 'note', 'skipped', 'note']);
  });
});

describe('names of object prototype properties', () => {
  const read = (text: string) => readFile(new TextEncoder().encode(text)).read;

  it('work as columns, accounts, and categories in a table', () => {
    const { statements } = read(
      'Date,Amount,Description,__proto__,constructor,Category,Account,Currency\n' +
        '2026-10-14,-5.10,toString,1,2,constructor,__proto__,constructor\n',
    );
    expect(statements).toHaveLength(1);
    expect(statements[0]).toMatchObject({ name: '__proto__', currency: null });
    expect(statements[0]?.rows).toMatchObject([
      { amount: -510, description: 'toString', category: 'constructor', problem: null },
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('are not months, account types, encodings, or statements', () => {
    for (const word of ['constructor', 'valueof', 'toString'])
      expect(readDay(`1 ${word} 2026`, 'dmy')).toBeNull();
    expect(read('!Type:constructor\nD1/2/2026\nT-5.00\n^\n').statements).toEqual([]);
    const ofx =
      '<OFX><STMTRS><BANKTRANLIST><STMTTRN><DTPOSTED>20261014<TRNAMT>-5<NAME>&constructor;</STMTTRN></BANKTRANLIST></STMTRS></OFX>';
    expect(read(ofx).statements[0]?.rows[0]?.description).toBe('&constructor;');
    expect(read('{"__proto__": {"rows": [], "polluted": 1}}').statements).toEqual([]);
    expect('polluted' in {}).toBe(false);
  });
});

describe('a file', () => {
  it.each([
    [[], /empty/],
    [[0x25, 0x50, 0x44, 0x46, 0x2d], /PDF/],
    [[0x50, 0x4b, 0x03, 0x04], /workbook/],
  ])('with the bytes %j is rejected before parsing, with a file type that works', (bytes, pattern) => {
    expect(whyNoStatement(new Uint8Array(bytes))).toMatch(pattern);
  });

  it('of plain text may be a statement', () => {
    expect(whyNoStatement(new TextEncoder().encode('Date,Amount'))).toBeNull();
  });

  it('requires an opening balance for the shortfall of its days, whatever the order of its lines', () => {
    const row = (day: string | null, amount: number) => ({ ...emptyRow(1), day, amount: amount as Minor });
    expect(leastBeginning([row('2026-03-02', 500), row('2026-03-01', -360), row('2026-03-03', -700)])).toBe(
      560,
    );
    expect(leastBeginning([row('2026-03-01', 360), row(null, -9000)])).toBe(0);
  });
});
