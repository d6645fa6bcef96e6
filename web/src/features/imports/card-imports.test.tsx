import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { supabase } from '@/lib/supabase';

const bank = openBank();

// The columns of a file are remembered in the browser, which all tests share.
beforeEach(() => localStorage.removeItem('sandbank-import-columns'));
const patience = { timeout: 10_000 };
const press = (name: string | RegExp) => screen.findByRole('button', { name }, patience);

const DAY_MS = 86_400_000;
/** Returns a day in the format of a file, such as `10/03/2026` or `20261003`. */
const getDay = (daysAgo: number, order: 'mdy' | 'iso' | 'ofx') => {
  const iso = new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
  const [year, month, day] = iso.split('-');
  return order === 'iso' ? iso : order === 'mdy' ? `${month}/${day}/${year}` : `${year}${month}${day}`;
};

/** The layouts are those of the fixtures, with recent days. All of them owe 47.10 after 100.00 before. */
const FILES = {
  'chase.csv': [
    'Transaction Date,Post Date,Description,Category,Type,Amount,Memo',
    ...[
      ['CORNER BOOKS', 'Shopping', 'Sale', '-59.10', 3],
      ['Payment Thank You-Mobile', '', 'Payment', '100.00', 4],
      ['CORNER BOOKS', 'Shopping', 'Return', '12.00', 5],
    ].map(([text, category, type, amount, ago]) => {
      const day = getDay(Number(ago), 'mdy');
      return `${day},${day},${text},${category},${type},${amount},`;
    }),
  ].join('\n'),
  'amex.csv': [
    'Date,Description,Card Member,Account #,Amount,Extended Details,Appears On Your Statement As,Address,City/State,Zip Code,Country,Reference,Category',
    `${getDay(3, 'mdy')},CORNER BOOKS,PAT EXAMPLE,-71002,59.10,,CORNER BOOKS,,,97201,UNITED STATES,'320261820000001',Merchandise & Supplies-Books`,
    `${getDay(4, 'mdy')},AUTOPAY PAYMENT - THANK YOU,PAT EXAMPLE,-71002,-100.00,,AUTOPAY PAYMENT - THANK YOU,,,,,'320261550000003',`,
    `${getDay(5, 'mdy')},CORNER BOOKS,PAT EXAMPLE,-71002,-12.00,,CORNER BOOKS,,,97201,UNITED STATES,'320261560000002',Merchandise & Supplies-Books`,
  ].join('\n'),
  'capital-one.csv': [
    'Transaction Date,Posted Date,Card No.,Description,Category,Debit,Credit',
    `${getDay(3, 'iso')},${getDay(3, 'iso')},1234,CORNER BOOKS,Merchandise,59.10,`,
    `${getDay(4, 'iso')},${getDay(4, 'iso')},1234,CAPITAL ONE AUTOPAY PYMT,Payment/Credit,,100.00`,
    `${getDay(5, 'iso')},${getDay(5, 'iso')},1234,CORNER BOOKS,Merchandise,,12.00`,
  ].join('\n'),
  'card.ofx': `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CURDEF>USD<CCACCTFROM><ACCTID>XXXX1234</CCACCTFROM>
<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${getDay(5, 'ofx')}<TRNAMT>12.00<FITID>F1<NAME>CORNER BOOKS</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>${getDay(4, 'ofx')}<TRNAMT>100.00<FITID>F2<NAME>PAYMENT RECEIVED</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>${getDay(3, 'ofx')}<TRNAMT>-59.10<FITID>F3<NAME>CORNER BOOKS</STMTTRN></BANKTRANLIST>
<LEDGERBAL><BALAMT>-47.10<DTASOF>${getDay(1, 'ofx')}</LEDGERBAL></CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>`,
};

describe('an import into a card', () => {
  it.each(Object.entries(FILES))('of %s opens a card that owes what the file says', async (name, text) => {
    await bank.signUp();
    await bank.openAccount({ name: 'Everyday', balance: 100 });
    const { user } = await bank.visit('/transactions/import');
    await user.upload(
      await screen.findByLabelText('Statement file', undefined, patience),
      new File([text], name),
    );
    expect(await screen.findByLabelText('Account or card', undefined, patience)).toHaveProperty(
      'value',
      'new-card',
    );
    await user.type(screen.getByLabelText('Credit limit'), '900');
    await user.type(screen.getByLabelText(/^APR/), '24.99');
    await user.clear(screen.getByLabelText('Balance owed before'));
    await user.type(screen.getByLabelText('Balance owed before'), '100');
    const listed = within(await screen.findByRole('list', { name: 'Transactions in the file' }, patience));
    expect(
      listed.getAllByText(/· (Purchase|Payment|Refund or credit)$/).map((item) => item.textContent),
    ).toEqual([
      expect.stringMatching(/Refund or credit$/),
      expect.stringMatching(/Payment$/),
      expect.stringMatching(/Purchase$/),
    ]);
    await user.click(await press('Import 3 transactions'));
    await screen.findByRole('heading', { level: 1, name: 'Import results' }, patience);
    const { data: card } = await supabase.from('credit_cards').select('*').single().throwOnError();
    expect(card).toMatchObject({ balance: 47.1, credit_limit: 900, apr: 24.99 });
    const { data: activity } = await supabase
      .from('card_activity')
      .select('kind, amount, balance_after')
      .order('at')
      .throwOnError();
    expect(activity).toEqual([
      { kind: 'opening', amount: 100, balance_after: 100 },
      { kind: 'imported_credit', amount: -12, balance_after: 88 },
      { kind: 'imported_payment', amount: -100, balance_after: -12 },
      { kind: 'imported_charge', amount: 59.1, balance_after: 47.1 },
    ]);

    await user.click(screen.getByRole('link', { name: 'Import transactions' }));
    await user.upload(
      await screen.findByLabelText('Statement file', undefined, patience),
      new File([text], name),
    );
    expect(await press('Nothing to import')).toHaveProperty('disabled', true);
  });

  it('warns above the limit, says what is owed before and after, and is undone as a whole', async () => {
    await bank.signUp();
    const { data: card } = await supabase
      .from('credit_cards')
      .insert({ name: 'Blue', credit_limit: 50, balance: 20, apr: 24 })
      .select()
      .single()
      .throwOnError();
    const table = (amount: string) =>
      new File([`Date,Description,Amount\n${getDay(0, 'iso')},CARD PURCHASE BOOKS,${amount}\n`], 'b.csv');
    const { user } = await bank.visit(`/transactions/import?card=${card.id}`);
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table('-40.00'));
    expect(await screen.findByText(/You'd owe \$60\.00, which is above/, undefined, patience)).toBeTruthy();
    expect(await press('Import 1 transaction')).toHaveProperty('disabled', true);
    await user.click(await press('Choose another file'));
    await user.upload(await screen.findByLabelText('Statement file', undefined, patience), table('-30.00'));
    await user.click(await press('Import 1 transaction'));
    await screen.findByText('Balance owed now', undefined, patience);
    await user.click(await press('Undo the import of b.csv'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this import?' }));
    expect(dialog.getByText(/The balance you owe will go down by \$30\.00\./)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Undo import' }));
    await screen.findByText('This import was undone.', undefined, patience);
    const { data } = await supabase.from('credit_cards').select('balance').single().throwOnError();
    expect(data.balance).toBe(20);
  });
});
