import { describe, expect, it } from 'vitest';
import { emptyRow } from '@/entities/statement-file/imports/statement';
import { splitIntoChunks } from './drafts';

const BODY_LIMIT_BYTES = 1_000_000;

describe('the requests that send a file', () => {
  it('stay below the size that the bank accepts, even with long descriptions, and keep every row', () => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      ...emptyRow(index + 1),
      description: '銀'.repeat(500),
      payee: '行'.repeat(120),
    }));
    const chunks = [...splitIntoChunks(rows)];
    for (const chunk of chunks)
      expect(new TextEncoder().encode(JSON.stringify(chunk)).length).toBeLessThan(BODY_LIMIT_BYTES);
    expect(chunks.flat().map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
  });

  it('have up to a thousand rows each', () => {
    const rows = Array.from({ length: 2001 }, (_, index) => emptyRow(index + 1));
    expect([...splitIntoChunks(rows)].map(({ length }) => length)).toEqual([1000, 1000, 1]);
  });
});
