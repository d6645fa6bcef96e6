import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BANK_FILES } from './fixtures/banks/bank-files';
import { readFile } from './recognize';

const read = (file: string) => readFile(readFileSync(join(import.meta.dirname, 'fixtures/banks', file)));

describe('a file of', () => {
  for (const { file, bank, special, ...expected } of BANK_FILES)
    it(`${bank} (${file}) is read without a setting. ${special}`, () => {
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
      const isOrderOpen = csv?.mapping.ambiguous || days?.ambiguous;
      const questions = [csv?.mapping.signAmbiguous && 'sign', isOrderOpen && 'order'];
      expect(questions.filter(Boolean)).toEqual(expected.question ? [expected.question] : []);
      expect(found.statements[0]?.endBalance?.amount ?? null).toBe(expected.endBalance ?? null);
      const skipped = found.notes.filter(({ kind }) => kind === 'skipped').map(({ text }) => text);
      for (const text of expected.skipped ?? []) expect(skipped).toContainEqual(expect.stringMatching(text));
    });

  it('each bank has its own fixture, and at least 40 layouts name the page that publishes them', () => {
    const sources = BANK_FILES.map(({ source }) => source).filter((source) => source !== null);
    expect(sources.length).toBeGreaterThanOrEqual(40);
    for (const source of sources) expect(source).toMatch(/^https:\/\/[\w.-]+\/./);
    expect(new Set(BANK_FILES.map(({ file }) => file)).size).toBe(BANK_FILES.length);
  });
});
