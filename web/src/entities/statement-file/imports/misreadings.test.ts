import { describe, expect, it } from 'vitest';
import { readAmount } from './amounts';
import { readFile } from './recognize';
import { getBalanceGap } from './statement';
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

  const getEntry = (day: string, amount: string, ids: string) =>
    `<Ntry>${ids}<Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt></Ntry>`;
  const getCamt = (...statements: string[]) => [
    '<?xml version="1.0"?><Document><BkToCstmrStmt>',
    ...statements.map(
      (body) => `<Stmt><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id><Ccy>EUR</Ccy></Acct>${body}</Stmt>`,
    ),
    '</BkToCstmrStmt></Document>',
  ];
  const getIds = (lines: readonly string[]) =>
    read(lines).read.statements.flatMap(({ rows }) => rows.map(({ externalId }) => externalId));

  it('ignores ids that different entries share, and counters that begin again in each file', () => {
    const reference = (id: string) => `<AcctSvcrRef>${id}</AcctSvcrRef>`;
    const shared = [
      getEntry('2026-03-02', '5.00', reference('BATCH7')),
      getEntry('2026-03-02', '6.00', reference('BATCH7')),
      getEntry('2026-03-03', '7.00', reference('20260303-A')),
    ];
    expect(getIds(getCamt(shared.join('')))).toEqual([null, null, '20260303-A']);
    const counted = ['5.00', '6.00'].map((amount, index) =>
      getEntry('2026-03-02', amount, `<NtryRef>${index + 1}</NtryRef>`),
    );
    expect(getIds(getCamt(counted.join('')))).toEqual([null, null]);
  });

  it('keeps the id of an entry that the file repeats unchanged', () => {
    const entry = getEntry('2026-03-02', '5.00', '<AcctSvcrRef>20260302-A</AcctSvcrRef>');
    expect(getIds(getCamt(entry, entry))).toEqual(['20260302-A', '20260302-A']);
  });

  it('joins daily statements of an account, whatever their order', () => {
    const balance = (code: string, day: string, amount: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
    const getDay = (day: string, opening: string, closing: string, amount: string) =>
      balance('OPBD', day, opening) + balance('CLBD', day, closing) + getEntry(day, amount, '');
    const { statements } = read(
      getCamt(
        getDay('2026-03-03', '95.00', '89.00', '6.00'),
        getDay('2026-03-02', '100.00', '95.00', '5.00'),
      ),
    ).read;
    expect(statements).toHaveLength(1);
    expect(statements[0]?.rows.map(({ amount }) => amount)).toEqual([-500, -600]);
    expect(statements[0]).toMatchObject({
      startBalance: 10_000,
      endBalance: { amount: 8900, day: '2026-03-03' },
    });
    const daily = [
      ...[':20:A', ':25:10020030/1234567', ':60F:C260301EUR100,00', ':61:2603020302D5,00NMSCNONREF'],
      ...[':86:Shop', ':62F:C260302EUR95,00', '-'],
      ...[':20:B', ':25:10020030/1234567', ':60F:C260302EUR95,00', ':61:2603030303D6,00NMSCNONREF'],
      ...[':86:Shop', ':62F:C260303EUR89,00', '-'],
    ];
    const joined = read(daily).read.statements;
    expect(joined.map(({ rows, startBalance }) => [rows.length, startBalance])).toEqual([[2, 10_000]]);
    expect(joined[0] && getBalanceGap(joined[0])).toBe(0);
  });

  it('does not subtract a fee from a net amount', () => {
    const rows = getRows([
      'Date,Description,Gross,Fee,Net',
      '2026-03-02,Invoice payment,100.00,-3.00,97.00',
      '2026-03-03,Office purchase,-20.00,0.00,-20.00',
    ]);
    expect(rows.map(({ amount }) => amount)).toEqual([9700, -2000]);
  });

  it('reads a negative credit as money out, unless all credits are negative', () => {
    const getAmounts = (credits: readonly string[]) =>
      getRows([
        'Date,Description,Debit,Credit',
        '2026-03-02,Shop,5.00,',
        ...credits.map((credit) => `2026-03-03,Employer,,${credit}`),
      ]).map(({ amount }) => amount);
    expect(getAmounts(['100.00', '200.00', '-9.00'])).toEqual([-500, 10_000, 20_000, -900]);
    expect(getAmounts(['-100.00', '-9.00'])).toEqual([-500, 10_000, 900]);
  });

  it('reads a negative debit as a reversal, unless most debits are negative', () => {
    const getAmounts = (debits: readonly string[]) =>
      getRows([
        'Date,Description,Debit,Credit',
        '2026-03-02,Employer,,100.00',
        ...debits.map((debit) => `2026-03-03,Shop,${debit},`),
      ]).map(({ amount }) => amount);
    expect(getAmounts(['5.00', '6.00', '-9.00'])).toEqual([10_000, -500, -600, 900]);
    expect(getAmounts(['-5.00', '-6.00'])).toEqual([10_000, -500, -600]);
  });

  it('does not read an amount in text', () => {
    const unread = ['abc12.00def', 'abc12.00', '12.00xyz', 'USD12.00EUR', '$$5', 'USDEUR5'];
    expect(unread.map((text) => readAmount(text, '.'))).toEqual(unread.map(() => null));
    const usual = ['USD 12.00', '12.00 eur', '-USD12.00', '(12.00 GBP)', '$-12.00', '12.00- CHF'];
    expect(usual.map((text) => readAmount(text, '.'))).toEqual([1200, 1200, -1200, -1200, -1200, -1200]);
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
