import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openBank } from '@/app/testing/testing';
import { exportCsv } from '@/entities/statement-file/exports/export-csv';
import { readRows } from '@/features/imports/mutations';
import { FORMULA } from '@/lib/csv-text';
import { supabase } from '@/lib/supabase';

const bank = openBank();
const SLOW = { timeout: 20_000 };

/**
 * Returns text with a formula, a script, an image with a script, and characters that reverse the rest of the
 * line.
 */
const hostile = (place: number) =>
  `=${place}+1<img src=x onerror=run()><script>run()</script>\u202egpj\u2066.exe\u0007`;
const SHOWN = /^=\d+\+1<img src=x onerror=run\(\)><script>run\(\)<\/script> ?gpj ?\.exe/;
const HIDDEN = /(?![\t\r\n])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/**
 * The keys of a household file whose values are text that customers enter. All other values are kinds, ids,
 * days, and currencies.
 */
const WORDS = new Set(['name', 'description', 'merchant', 'payee', 'note', 'category']);

/** Replaces all customer text in the file with hostile text. Equal texts get equal replacements. */
function poisoned(file: unknown): unknown {
  const seen = new Map<string, string>();
  const replaced = (text: string) => {
    const next = seen.get(text) ?? hostile(seen.size);
    seen.set(text, next);
    return next;
  };
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]) =>
      WORDS.has(key) && typeof item === 'string' && item !== '' ? [key, replaced(item)] : [key, walk(item)],
    );
    return Object.fromEntries(entries);
  };
  return walk(file);
}

it('scripts, formulas, and bidirectional text in a household are shown and exported as plain text', async () => {
  await bank.signUp();
  const { id } = await bank.openAccount({ name: 'Everyday', balance: 100 });
  await supabase.from('categories').insert({ name: 'Kites', kind: 'spending' }).throwOnError();
  await supabase.rpc('withdraw', { account_id: id, amount: 5, description: 'Kite shop' }).throwOnError();
  const { data: file } = await supabase.rpc('export_household').throwOnError();
  const { error } = await supabase.functions.invoke('restore', { body: { file: poisoned(file) } });
  expect(error).toBeNull();

  await bank.visit('/transactions');
  await waitFor(() => expect(document.body.textContent).toContain('<img src=x'), SLOW);
  const rows = await screen.findAllByText((text) => SHOWN.test(text), undefined, SLOW);
  expect(rows.length).toBeGreaterThan(0);
  expect(document.querySelector('img[src="x"], script')).toBeNull();
  expect(document.body.textContent).not.toMatch(HIDDEN);
  expect(document.title).not.toMatch(HIDDEN);

  const csv = exportCsv(await readRows(null, '2026-11-22', () => {}));
  expect(csv).toContain('<script>');
  expect(csv).not.toMatch(HIDDEN);
  for (const cell of csv.match(/"(?:[^"]|"")*"|[^,\r\n]+/g) ?? [])
    expect(cell.replace(/^"|"$/g, '')).not.toMatch(FORMULA);
}, 120_000);
