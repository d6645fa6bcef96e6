import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

const read = async (path: string, init?: RequestInit) => (await library.request(path, init)).json();

test("group rows by the columns that aren't aggregated", async () => {
  expect(
    await read('books?select=author_id,pages.sum(),n:count()&author_id=not.is.null&order=author_id'),
  ).toEqual([
    { author_id: 1, sum: 571, n: 2 },
    { author_id: 2, sum: 165, n: 1 },
  ]);
  expect(await read('books?select=pages.avg()::int,most:pages.max(),pages::text.min()&id=lt.4')).toEqual([
    { avg: 245, most: 387, min: '165' },
  ]);
});

test('can use a spread to-one relationship', async () => {
  const spread = 'books?select=...author_id(name),pages.sum()&author_id=not.is.null&order=author_id(name)';
  expect(await read(spread.replace('&order=author_id(name)', ''))).toEqual(
    expect.arrayContaining([
      { name: 'Ursula', sum: 571 },
      { name: 'Italo', sum: 165 },
    ]),
  );
  expect(await read('books?select=...author_id(country,n:id.max(),known:count()),count()&id=lt.4')).toEqual(
    expect.arrayContaining([
      { country: 'US', n: 1, known: 2, count: 2 },
      { country: 'IT', n: 2, known: 1, count: 1 },
    ]),
  );
  expect(
    await read('covers?select=...books(...author_id(born.max()),pages.sum()),count()&book_id=eq.1'),
  ).toEqual([{ max: '1929-10-21', sum: 387, count: 1 }]);
});

test('of an embedded resource are computed per row', async () => {
  expect(await read('authors?select=name,books!author_id(pages.sum(),count())&order=id&limit=2')).toEqual([
    { name: 'Ursula', books: [{ sum: 571, count: 2 }] },
    { name: 'Italo', books: [{ sum: 165, count: 1 }] },
  ]);
  expect(await read('authors?select=name,tag:books!author_id(binding,tags(name),count())&id=eq.2')).toEqual([
    { name: 'Italo', tag: [{ binding: 'paper', tags: [{ name: 'classic' }], count: 1 }] },
  ]);
});

test("a spread to-many relationship becomes lists, which aren't aggregated", async () => {
  expect(
    await read('books?select=id,...tags(names:name,tag_ids:id)&tags.order=id.desc&id=in.(1,4)&order=id'),
  ).toEqual([
    { id: 1, names: ['science fiction', 'classic'], tag_ids: [2, 1] },
    { id: 4, names: [], tag_ids: [] },
  ]);
  expect(
    await read('authors?select=...books!author_id(title,...covers(color))&id=eq.1&books.order=id'),
  ).toEqual([{ title: ['The Dispossessed', 'The Lathe of Heaven'], color: ['blue', null] }]);
  expect(await read('books?select=...tags(id.sum())')).toMatchObject({
    code: 'PGRST127',
    details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
  });
});

test('an inner embed filters the returned rows of a write, not the written ones', async () => {
  const patch = await read('books?id=in.(1,2)&select=id,covers!inner(color)', {
    method: 'PATCH',
    body: '{"notes":{"seen":true}}',
    headers: { Prefer: 'return=representation', 'Content-Type': 'application/json' },
  });
  expect(patch).toEqual([{ id: 1, covers: { color: 'blue' } }]);
  expect(await read('books?notes->>seen=eq.true&select=id&order=id')).toEqual([{ id: 1 }, { id: 2 }]);
  const inserted = await library.service
    .from('book_tags')
    .insert([
      { book_id: 4, tag_id: 1 },
      { book_id: 4, tag_id: 3 },
    ])
    .select('tag_id, tags!inner(name)')
    .eq('tags.name', 'unused');
  expect(inserted.data).toEqual([{ tag_id: 3, tags: { name: 'unused' } }]);
});

test('two embeds of one name are refused, and their columns are named by depth', async () => {
  expect(await read('books?select=authors!author_id(name),authors!editor_id(name)')).toMatchObject({
    code: '42712',
    message: 'table name "books_authors_1" specified more than once',
  });
  expect(await read('authors?select=books!author_id(sum)')).toMatchObject({
    code: '42703',
    message: 'column books_1.sum does not exist',
  });
});
