import { expect, test } from 'vitest';
import type { SavedDocument } from '@/entities/document/uploads';
import { ANYTHING, findDocuments, formatSize, groupStatements, isNew } from './document-filter';

const document = (changes: Partial<SavedDocument>): SavedDocument => ({
  id: crypto.randomUUID(),
  user_id: 'me',
  folder_id: null,
  kind: 'statement',
  name: 'Checking statement 2026-03.pdf',
  mime_type: 'application/pdf',
  size: null,
  sha256: null,
  path: 'me/1',
  about: 'checking',
  about_kind: 'account',
  about_name: 'Checking',
  period_from: '2026-03-01',
  period_to: '2026-03-31',
  issued_at: '2026-04-01T05:00:00Z',
  seen_at: null,
  created_at: '2026-11-20T10:00:00Z',
  deleted_at: null,
  ...changes,
});

const MARCH = document({});
const FEBRUARY = document({ period_from: '2026-02-01', period_to: '2026-02-28' });
const CARD = document({ kind: 'card_statement', about: 'card', about_name: 'Amber Card' });
const LEASE = document({
  kind: 'upload',
  name: 'Lease.pdf',
  period_to: null,
  issued_at: null,
  about_name: null,
});
const GONE = document({ kind: 'upload', name: 'Lease old.pdf', deleted_at: '2026-11-21T10:00:00Z' });
const ALL = [MARCH, FEBRUARY, CARD, LEASE, GONE];

test.each([
  ['checking march', [MARCH]],
  ['MARCH 2026', [MARCH, CARD]],
  ['lease', [LEASE]],
  ['card statement', [CARD]],
  ['03/31/2026', [MARCH, CARD]],
  ['nothing like it', []],
])('%s finds documents that contain every word', (text, match) => {
  expect(findDocuments(ALL, { ...ANYTHING, text })).toEqual(match);
});

test("type and year narrow the results, and the trash isn't searched", () => {
  expect(findDocuments(ALL, { ...ANYTHING, kind: 'statements' })).toEqual([MARCH, FEBRUARY, CARD]);
  expect(findDocuments(ALL, { ...ANYTHING, kind: 'upload', year: '2026' })).toEqual([LEASE]);
  expect(findDocuments(ALL, { ...ANYTHING, year: '2025' })).toEqual([]);
});

test('statements are grouped by account, accounts before cards, latest first', () => {
  const groups = groupStatements(ALL);
  expect(groups.map(({ name }) => name)).toEqual(['Checking', 'Amber Card']);
  expect(groups[0]?.statements).toEqual([MARCH, FEBRUARY]);
});

test('a statement is new for some days or until it is opened', () => {
  expect(isNew(MARCH, '2026-04-20T00:00:00Z')).toBe(true);
  expect(isNew({ ...MARCH, seen_at: '2026-11-20T00:00:00Z' }, '2026-04-20T00:00:00Z')).toBe(false);
  expect(isNew(MARCH, '2026-08-20T00:00:00Z')).toBe(false);
  expect(isNew(LEASE, '2026-04-20T00:00:00Z')).toBe(false);
});

test.each([
  [1, '1 byte'],
  [900, '900 bytes'],
  [18_432, '18 KB'],
  [2_516_582, '2.4 MB'],
  [209_715_200, '200 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
