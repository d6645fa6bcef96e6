import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Library, openLibrary } from './testing/library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

const read = async (path: string) => {
  const response = await library.request(path);
  return response.json();
};

test('embeds the referenced row by column, key, or relation', async () => {
  expect(await read('books?id=eq.1&select=id,author_id(name)')).toEqual([
    { id: 1, author_id: { name: 'Ursula' } },
  ]);
  expect(await read('books?id=eq.1&select=editor:authors!books_editor_id_fkey(name)')).toEqual([
    { editor: { name: 'Italo' } },
  ]);
  expect(await read('books?id=eq.4&select=authors!author_id(name)')).toEqual([{ authors: null }]);
  expect(await read('books?id=eq.1&select=books_author_id_fkey(id)')).toEqual([
    { books_author_id_fkey: { id: 1 } },
  ]);
});

test('embeds the referencing rows', async () => {
  expect(await read('authors?order=id&select=name,books!author_id(title)&books.order=title.desc')).toEqual([
    { name: 'Ursula', books: [{ title: 'The Lathe of Heaven' }, { title: 'The Dispossessed' }] },
    { name: 'Italo', books: [{ title: 'Invisible Cities' }] },
    { name: 'Nobody', books: [] },
  ]);
});

test('embeds through a junction table and one to one', async () => {
  const { data, error } = await library.service
    .from('books')
    .select('id, tags(name), covers(color), book_tags(tag_id)')
    .order('id')
    .order('name', { referencedTable: 'tags' })
    .limit(2);
  expect(error).toBeNull();
  expect(data).toEqual([
    {
      id: 1,
      tags: [{ name: 'classic' }, { name: 'science fiction' }],
      covers: { color: 'blue' },
      book_tags: [{ tag_id: 1 }, { tag_id: 2 }],
    },
    { id: 2, tags: [{ name: 'science fiction' }], covers: null, book_tags: [{ tag_id: 2 }] },
  ]);
});

test('nests, with filters, order, and ranges per embed', async () => {
  const { data } = await library.service
    .from('authors')
    .select('name, works:books!author_id(title, tags(name))')
    .eq('id', 1)
    .eq('works.tags.name', 'classic')
    .order('id', { referencedTable: 'works', ascending: false })
    .limit(1, { referencedTable: 'works' })
    .single();
  expect(data).toEqual({ name: 'Ursula', works: [{ title: 'The Lathe of Heaven', tags: [] }] });
  expect(await read('authors?id=eq.1&select=books!author_id(id)&books.or=(id.eq.2,pages.gt.1000)')).toEqual([
    { books: [{ id: 2 }] },
  ]);
  expect(await read('authors?id=eq.1&select=books!author_id(id)&books.order=id&books.offset=1')).toEqual([
    { books: [{ id: 2 }] },
  ]);
});

test('excludes rows without a match for an inner embed, also when counting', async () => {
  const { data, count } = await library.service
    .from('books')
    .select('id, tags!inner(name)', { count: 'exact' })
    .eq('tags.name', 'classic')
    .order('id')
    .limit(1);
  expect([data, count]).toEqual([[{ id: 1, tags: [{ name: 'classic' }] }], 2]);
  expect(await read('books?select=id,author_id!inner(name)&author_id.country=eq.IT')).toEqual([
    { id: 3, author_id: { name: 'Italo' } },
  ]);
  expect(
    await read('authors?select=id,books!author_id!inner(tags!inner())&books.tags.id=eq.2&order=id'),
  ).toEqual([{ id: 1, books: [{}, {}] }]);
});

test('filters rows by whether an embed has rows', async () => {
  expect(await read('books?select=id,covers()&covers=is.null&order=id')).toEqual([{ id: 2 }, { id: 4 }]);
  expect(await read('books?select=id,tags()&tags=not.is.null&order=id')).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 3 },
  ]);
  expect(await read('books?select=id,tags(),covers()&or=(tags.is.null,covers.is.null)&order=id')).toEqual([
    { id: 2 },
    { id: 4 },
  ]);
  expect(await read('books?select=id,tags()&tags=eq.1')).toMatchObject({ code: 'PGRST120' });
});

test("spreads an embed into its parent's columns", async () => {
  expect(await read('books?id=in.(1,4)&order=id&select=id,...author_id(author:name,country)')).toEqual([
    { id: 1, author: 'Ursula', country: 'US' },
    { id: 4, author: null, country: null },
  ]);
  expect(await read('covers?book_id=eq.1&select=color,...books(title,...author_id(*))')).toEqual([
    { color: 'blue', title: 'The Dispossessed', id: 1, name: 'Ursula', born: '1929-10-21', country: 'US' },
  ]);
  expect(
    await read('authors?id=in.(1,3)&order=id&select=name,...books!author_id(titles:title)&books.order=id'),
  ).toEqual([
    { name: 'Ursula', titles: ['The Dispossessed', 'The Lathe of Heaven'] },
    { name: 'Nobody', titles: [] },
  ]);
});

test('counts and sums embedded rows', async () => {
  expect(await read('authors?order=id&select=name,books!author_id(count)')).toEqual([
    { name: 'Ursula', books: [{ count: 2 }] },
    { name: 'Italo', books: [{ count: 1 }] },
    { name: 'Nobody', books: [{ count: 0 }] },
  ]);
  expect(await read('authors?id=eq.1&select=books!author_id(price.sum(),pages.max())')).toEqual([
    { books: [{ sum: 20.5, max: 387 }] },
  ]);
  expect(await read('books?select=author_id(name),count()&author_id=not.is.null&order=count')).toMatchObject({
    code: '42703',
  });
  expect(await read('books?select=author_id(name),pages.sum()&author_id=eq.1')).toEqual([
    { author_id: { name: 'Ursula' }, sum: 571 },
  ]);
});

test('computes columns and relationships with functions of a row', async () => {
  expect(await read('books?id=eq.2&select=full_title,siblings(id),main_author(name)')).toEqual([
    { full_title: 'The Lathe of Heaven (184)', siblings: [{ id: 1 }], main_author: { name: 'Ursula' } },
  ]);
  expect(await read('books?id=eq.2&select=*')).not.toHaveProperty('0.full_title');
});

test('embeds views by the keys of their tables', async () => {
  expect(await read('cheap_books?select=title,authors(name)&order=title')).toEqual([
    { title: 'Invisible Cities', authors: { name: 'Italo' } },
    { title: 'The Lathe of Heaven', authors: { name: 'Ursula' } },
  ]);
  expect(await read('authors?id=eq.1&select=cheap_books(title)')).toEqual([
    { cheap_books: [{ title: 'The Lathe of Heaven' }] },
  ]);
  expect(await read('cheap_books?select=title,tags(name)&order=title&limit=1')).toEqual([
    { title: 'Invisible Cities', tags: [{ name: 'classic' }] },
  ]);
});

test('follows a self-referencing relation in both directions', async () => {
  expect(await read('shelves?id=eq.2&select=name,parent_id(name)')).toEqual([
    { name: 'left', parent_id: { name: 'root' } },
  ]);
  expect(await read('shelves?id=eq.1&select=shelves!parent_id(name)&shelves.order=name')).toEqual([
    { shelves: [{ name: 'left' }, { name: 'right' }] },
  ]);
  expect(await read('shelves?select=shelves!shelves_parent_id_fkey(name)')).toMatchObject({
    code: 'PGRST200',
  });
});

test('refuses an ambiguous embed with the choices', async () => {
  const { error, status } = await library.service.from('books').select('authors(name)');
  expect(status).toBe(300);
  expect(error).toEqual({
    code: 'PGRST201',
    message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
    hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
    details: [
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'books with authors',
        relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)',
      },
    ],
  });
});

test('refuses an unknown embed', async () => {
  const { error, status } = await library.service.from('books').select('keyless(value)');
  expect(status).toBe(400);
  expect(error).toMatchObject({
    code: 'PGRST200',
    message: "Could not find a relationship between 'books' and 'keyless' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'books' and 'keyless' in the schema 'public', but no matches were found.",
  });
  expect(await read('books?select=id&tags.name=eq.x')).toMatchObject({ code: 'PGRST108' });
  expect(await read('authors?select=id,books!author_id(id)&order=books(id)')).toMatchObject({
    code: 'PGRST118',
  });
});
