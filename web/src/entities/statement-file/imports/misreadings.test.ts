import { describe, expect, it } from 'vitest';
import { readFile } from './recognize';
import { toStorable } from './text';

const read = (lines: readonly string[]) => readFile(new TextEncoder().encode(lines.join('\n')));
const getRows = (lines: readonly string[]) =>
  read(lines).read.statements.flatMap(({ rows }) =>
    rows.map(({ day, amount, problem }) => ({ day, amount, problem })),
  );

describe('a file that could be misread', () => {
  it('asks about the sign if words contradict the layout of the bank', () => {
    const n26 = [
      '"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"',
      '2026-03-02,2026-03-02,"Tenant 3",DE02120300000000202051,"Credit Transfer","Miete Wohnung 3","Main Account",900.00,,,',
      '2026-03-02,2026-03-02,"Tenant 4",DE02120300000000202051,"Credit Transfer","Miete Wohnung 4","Main Account",800.00,,,',
      '2026-03-04,2026-03-04,"Power",DE02120300000000202051,"Debit Transfer","Strom","Main Account",-120.00,,,',
    ];
    expect(read(n26).csv?.mapping).toMatchObject({ isSignAmbiguous: true, isInverted: false });
  });

  it('asks about the sign if the balance of a card contradicts the words', () => {
    const card = [
      'Date,Description,Amount,Balance',
      '2026-03-02,Coffee purchase,50.00,50.00',
      '2026-03-03,Restaurant,20.00,70.00',
      '2026-03-04,"Payment, thank you",-70.00,0.00',
    ];
    expect(read(card).csv?.mapping.isSignAmbiguous).toBe(true);
  });

  it('uses a column with directions, whatever it is called', () => {
    for (const name of ['Debit/Credit', 'Credit/Debit', 'Debit or Credit']) {
      const rows = getRows([
        `Date,Text,Amount,${name}`,
        '2026-03-02,Shop,12.00,D',
        '2026-03-03,Pay,1500.00,C',
      ]);
      expect(rows.map(({ amount }) => amount)).toEqual([-1200, 150_000]);
    }
  });

  it('reports a row with more cells than the header', () => {
    const rows = getRows(['Datum;Text;Betrag', '14.03.2026;Shop;-5,75', '15.03.2026;Shop;Nord;-9,00']);
    expect(rows.map(({ problem }) => problem)).toEqual([null, 'This row has more columns than the header.']);
    const unquoted = getRows(['Date,Text,Amount', '14.03.2026,Shop,-5,75', '15.03.2026,Shop,-6.00']);
    expect(unquoted[0]?.problem).toBe('This row has more columns than the header.');
  });

  it('skips rows that have not been posted', () => {
    const statuses = ['Rejected', 'Ausstehend', 'Void', 'Scheduled', 'Authorized', 'Held', 'Not posted'];
    const rows = getRows([
      'Date,Description,Amount,Status',
      ...statuses.map((status) => `2026-03-02,Shop,-5.00,${status}`),
      '2026-03-03,Household goods,-7.00,Household',
    ]);
    expect(rows.map(({ amount }) => amount)).toEqual([-700]);
  });

  it('reads short dates with the year first', () => {
    const rows = getRows([
      'Date,Description,Amount',
      '26-03-14,Shop,-5.00',
      '26-03-15,Shop,-6.00',
      '26-03-28,Pay,9.00',
    ]);
    expect(rows.map(({ day }) => day)).toEqual(['2026-03-14', '2026-03-15', '2026-03-28']);
  });

  it('adds a fee to an outflow also in files whose purchases are positive', () => {
    const file = [
      'Date,Description,Amount,Fee',
      '2026-03-02,Coffee purchase,5.00,1.00',
      '2026-03-03,Restaurant,7.00,0.00',
    ];
    const { csv } = read(file);
    const mapping = csv && { ...csv.mapping, isInverted: true };
    const inverted = readFile(new TextEncoder().encode(file.join('\n')), { mapping: mapping ?? undefined });
    expect(inverted.read.statements[0]?.rows.map(({ amount }) => amount)).toEqual([-600, -700]);
  });

  it('numbers rows that share a line, so that each can be chosen', () => {
    const entry = (amount: string) =>
      `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>`;
    const { statements } = read([
      `<?xml version="1.0"?><Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>${entry('5.00')}${entry('6.00')}</Stmt></BkToCstmrStmt></Document>`,
    ]).read;
    const lines = statements[0]?.rows.map(({ line }) => line);
    expect(lines).toHaveLength(2);
    expect(new Set(lines).size).toBe(2);
  });

  it('reports an entry in another currency than its account', () => {
    const rows = getRows([
      '<?xml version="1.0"?>',
      '<Document><BkToCstmrStmt><Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>',
      '<Ntry><Amt Ccy="USD">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt></Ntry>',
      '</Stmt></BkToCstmrStmt></Document>',
    ]);
    expect(rows[0]?.problem).toBe('This entry is in USD, but the account is in EUR.');
  });

  it('keeps only characters that the bank can store', () => {
    expect(toStorable('Cof\0fee \ud800shop', 20)).toBe('Coffee shop');
    expect(toStorable('Tea \u{1f375}', 5)).toBe('Tea ');
    expect(toStorable('Tea \u{1f375}', 6)).toBe('Tea \u{1f375}');
  });

  it('recognizes a SWIFT header with nested blocks', () => {
    const { format } = read([
      '{1:F01BANKDEFFXXXX0000000000}{2:O940BANKDEFFXXXXN}{3:{108:ABC}}{4:',
      ':20:STARTUMSE',
      ':25:10020030/1234567',
      ':60F:C260301EUR100,00',
      ':62F:C260302EUR100,00',
    ]).read;
    expect(format).toBe('mt940');
  });
});
