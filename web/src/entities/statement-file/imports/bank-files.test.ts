import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BANK_FILES } from './fixtures/banks/bank-files';
import { readFile } from './recognize';
import { getBalanceGap } from './statement';

const read = (file: string) => readFile(readFileSync(join(import.meta.dirname, 'fixtures/banks', file)));

describe('the statement reader', () => {
  for (const { file, bank, quirk, ...expected } of BANK_FILES)
    it(`reads ${bank} (${file}) without manual settings. ${quirk}`, () => {
      const { read: found, csv, days } = read(file);
      expect(
        found.statements.map(({ name, currency, rows }) => [
          name,
          currency,
          rows.map(({ day, amount, description, payee }) => [day, amount, description || payee]),
        ]),
      ).toEqual(expected.statements);
      const rows = found.statements.flatMap((statement) => statement.rows);
      expect(rows.map(({ problem }) => problem).filter(Boolean)).toEqual([]);
      expect(found.statements.map(({ kind }) => kind)).toEqual(
        expected.statements.map(() => expected.kind ?? 'bank'),
      );
      const isOrderOpen = csv?.mapping.isOrderAmbiguous || days?.isOrderAmbiguous;
      const questions = [csv?.mapping.isSignAmbiguous && 'sign', isOrderOpen && 'order'];
      expect(questions.filter(Boolean)).toEqual(expected.question ? [expected.question] : []);
      expect(found.statements[0]?.endBalance?.amount ?? null).toBe(expected.endBalance ?? null);
      const [statement] = found.statements;
      if (statement?.isStartStated && statement.endBalance) expect(getBalanceGap(statement)).toBe(0);
      const skipped = found.notes.filter(({ kind }) => kind === 'skipped').map(({ text }) => text);
      for (const text of expected.skipped ?? []) expect(skipped).toContainEqual(expect.stringMatching(text));
    });

  it('has a fixture for each bank, and at least 40 name the page that publishes their layout', () => {
    const sources = BANK_FILES.map(({ source }) => source).filter((source) => source !== null);
    expect(sources.length).toBeGreaterThanOrEqual(40);
    for (const source of sources) expect(source).toMatch(/^https:\/\/[\w.-]+\/./);
    expect(new Set(BANK_FILES.map(({ file }) => file)).size).toBe(BANK_FILES.length);
  });
});

describe('the reader of damaged and hostile statements', () => {
  const getProblem = (text: string) => {
    const { read: found } = readFile(new TextEncoder().encode(text));
    expect(found.statements.flatMap(({ rows }) => rows)).toEqual([]);
    return found.notes.find(({ kind }) => kind === 'problem')?.text;
  };
  const xml = (body: string) => `<?xml version="1.0"?>${body}`;

  it('rejects an XML file that declares entities', () => {
    const bomb =
      '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><Document><BkToCstmrStmt>&c;</BkToCstmrStmt></Document>';
    expect(getProblem(xml(bomb))).toMatch(/damaged or isn't allowed/);
  });

  it.each([
    ['<Document><BkToCstmrStmt><Stmt>', /damaged/],
    ['<Document></Wrong>', /damaged/],
    ['<Document>< </Document>', /damaged/],
    [`<Document>${'<a>'.repeat(100)}${'</a>'.repeat(100)}</Document>`, /damaged/],
    ['<html><body>Sign in again</body></html>', /couldn't find a camt/],
    ['<Document><CstmrCdtTrfInitn/></Document>', /couldn't find a camt/],
  ])('reports unreadable XML (%s)', (body, pattern) => {
    expect(getProblem(xml(body))).toMatch(pattern);
  });

  it("names the MT940 entry that it can't read", () => {
    const text = ':20:A\n:25:1\n:60F:C260101EUR1,00\n:61:nonsense\n:86:text\n:62F:C260101EUR1,00\n';
    expect(getProblem(text)).toBe("We couldn't read this entry: nonsense");
  });
});
