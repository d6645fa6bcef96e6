import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { Archive, getCsv } from './archive';

it('an archive has each table as JSON and CSV, and files unchanged', async () => {
  const archive = new Archive();
  archive.add({ kind: 'table', name: 'accounts', rows: [{ id: 'a', name: 'Every, day', balance: -5.5 }] });
  archive.add({ kind: 'json', path: 'household.json', content: { version: 1 } });
  archive.add({ kind: 'file', path: 'files/avatars/a.webp', bytes: new Uint8Array([1, 2, 3]) });
  const files = unzipSync(new Uint8Array(await archive.finish().arrayBuffer()));
  expect(Object.keys(files).toSorted()).toEqual([
    'csv/accounts.csv',
    'files/avatars/a.webp',
    'household.json',
    'json/accounts.json',
  ]);
  expect(strFromU8(files['csv/accounts.csv'] ?? new Uint8Array())).toBe(
    'id,name,balance\r\na,"Every, day",-5.5\r\n',
  );
  expect(files['files/avatars/a.webp']).toEqual(new Uint8Array([1, 2, 3]));
});

it('values that a spreadsheet would run are stored as text', () => {
  expect(getCsv([{ name: '=HYPERLINK("http://evil")', tags: ['a'] }])).toContain(`'=HYPERLINK`);
});
