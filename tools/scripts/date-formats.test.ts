import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = process.cwd();
const DATES = 'web/src/lib/dates.ts';
/** Files that render a table, an export, or a document. Only these show dates as MM/dd/yyyy. */
const TABLES_EXPORTS_AND_DOCUMENTS = [
  'web/src/entities/debt/schedule.tsx',
  'web/src/features/accounts/details/investment-chart.tsx',
  'web/src/features/analytics/analytics-page.tsx',
  'web/src/features/analytics/net-worth/net-worth-section.tsx',
  'web/src/features/credit-cards/details/interest-days.tsx',
  'web/src/features/documents/document-filter.ts',
  'web/src/features/goals/details/goal-chart.tsx',
  'web/src/features/loan-applications/offer/agreement.tsx',
  'web/src/features/scheduled-payments/calendar/calendar-day.tsx',
  'web/src/ui/charts/forecast-chart.tsx',
  'web/src/ui/charts/line-chart.tsx',
];
/**
 * Files that contain both tables and sentences, with the number of times that each file uses the table
 * format.
 */
const MIXED: Record<string, number> = {
  'web/src/features/accounts/details/investment-chart.tsx': 1,
  'web/src/features/analytics/analytics-page.tsx': 0,
  'web/src/features/analytics/net-worth/net-worth-section.tsx': 1,
  'web/src/features/goals/details/goal-chart.tsx': 1,
  'web/src/features/loan-applications/offer/agreement.tsx': 4,
  'web/src/features/scheduled-payments/calendar/calendar-day.tsx': 1,
  'web/src/ui/charts/forecast-chart.tsx': 1,
  'web/src/ui/charts/line-chart.tsx': 1,
};

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const sources = ['web/src', 'assistant', 'engine', 'supabase/functions'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).split(sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
);
const count = (file: string, pattern: RegExp) => [...read(file).matchAll(pattern)].length;

describe('dates on the screen', () => {
  it('use the table format in tables, exports, and documents only', () => {
    const users = sources.filter((file) => file !== DATES && /\bformatTableDate\b/.test(read(file)));
    expect(users.sort()).toEqual(TABLES_EXPORTS_AND_DOCUMENTS);
  });

  it('use the table format once in a file that has a table beside its sentences', () => {
    for (const [file, times] of Object.entries(MIXED))
      expect([file, count(file, /\bformatTableDate\(/g)]).toEqual([file, times]);
  });

  it('get the pattern of a day from lib/dates.ts', () => {
    const pattern = /['"`][^'"`\n]*(?:MM\/dd|dd\/MM|MMM d\b|MMMM d\b)[^'"`\n]*['"`]/;
    const own = sources.filter((file) => file !== DATES && pattern.test(read(file)));
    expect(own).toEqual([]);
  });

  it('use the text format in sentences that SQL writes', () => {
    const migrations = readdirSync(join(ROOT, 'supabase/migrations'));
    const slashed = migrations.filter((file) => /MM\/DD/i.test(read(`supabase/migrations/${file}`)));
    expect(slashed).toEqual([]);
  });
});
