import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { cardStatementPaper } from '../../functions/issue-document/card-statement.ts';
import { agreementPaper } from '../../functions/issue-document/debt.ts';
import { receiptPaper, taxSummaryPaper } from '../../functions/issue-document/others.ts';
import type { Paper } from '../../functions/issue-document/paper.ts';
import { statementPaper } from '../../functions/issue-document/statement.ts';

/** A name with every kind of text that is known to break documents. */
const HOSTILE = [
  'a\u0001b\u0007c\u001b[31md\u007f\u0085e',
  'a\r\nb\tc\u2028d\u2029e',
  '\u202eabc\u2066\u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(3),
  `Z${'\u0351\u036b\u0343'.repeat(5)}`,
  'a\ud800b\udfff',
  ') Tj ET endstream endobj (\\) <</JS (app.alert(1))>> %%EOF',
].join(' ');

const facts = { period_from: '2026-10-01', period_to: '2026-10-31', issued_at: '2026-11-01T00:00:00Z' };
const day = { day: '2026-10-02', posted: '2026-10-02T10:00:00Z', kind: 'deposit' };

function papersWith(name: string): Paper[] {
  const terms = { holder: name, zone: 'UTC', name, currency: 'USD' };
  const lines = [{ ...day, text: name, amount: 25 }];
  const card = { apr: 19.99, credit_limit: 5000, due_date: '2026-11-25', number: '4000123412341234' };
  const sums = { opening_balance: 1, charges: 1, payments: 1, interest: 1, fees: 1, closing_balance: 1 };
  const side = { name, bank: false, amount: 25, currency: 'USD' };
  const interest = { product: 'account', name, currency: 'USD', amount: 3, postings: 2 };
  return [
    statementPaper({
      ...facts,
      terms: { ...terms, number: '000123456789', type: 'CHECKING' },
      facts: { opening: 0, closing: 25, lines, fees: null },
    }),
    cardStatementPaper({
      ...facts,
      terms: { ...terms, ...card, ...sums, minimum_payment: 1, rewards: 1 },
      facts: { lines },
    }),
    agreementPaper({
      ...facts,
      terms: {
        ...terms,
        ...{ product: 'loan', amount: 1000, rate: 6.5, months: 12, payment: 86.3, start_date: '2026-10-01' },
      },
      facts: null,
    }),
    agreementPaper({
      ...facts,
      terms: {
        ...terms,
        ...{ product: 'mortgage', amount: 95_000, rate: 6.5, months: 360, payment: 600.46 },
        ...{ start_date: '2026-10-01', property_value: 100_000, down_payment: 5_000, pmi_rate: 0.79 },
        ...{ origination_fee: 950, paid_from: name, property_tax: 900, home_insurance: 1_200 },
      },
      facts: null,
    }),
    taxSummaryPaper({
      ...facts,
      terms: { ...terms, year: 2026 },
      facts: { earned: [interest], paid: [interest] },
    }),
    receiptPaper({
      ...facts,
      terms: { ...terms, text: name, amount: 25, entry_kind: 'deposit' },
      facts: { day: '2026-10-02', time: '10:00', sides: [side, { ...side, amount: -25 }] },
    }),
  ];
}

/** Opens a PDF and returns its visible content and its actions. */
async function opened(bytes: Uint8Array) {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const texts = {
    text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
    pages: document.numPages,
    runs: [await document.hasJSActions(), await document.getOpenAction(), await page.getAnnotations()],
  };
  await document.loadingTask.destroy();
  return texts;
}

describe('a document with a hostile name', () => {
  it('is created and readable, and contains nothing that runs', async () => {
    for (const paper of papersWith(HOSTILE)) {
      const { text, pages, runs } = await opened(await paper.end());
      expect(pages).toBeLessThanOrEqual(3);
      expect(text).toContain('Simulation, not a bank document');
      expect(text).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(runs).toEqual([false, null, []]);
    }
  });

  it.each([
    ['is empty', ''],
    ['is ten thousand letters without a blank', 'M'.repeat(10_000)],
  ])('%s is created like any other', async (_, name) => {
    for (const paper of papersWith(name).slice(0, 2)) {
      const { length } = await paper.end();
      expect(length).toBeLessThan(100_000);
    }
  });
});
