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

test('a row brings the row it refers to, named by column, key or relation', async () => {
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

test('a row brings the rows that refer to it', async () => {
  expect(await read('authors?order=id&select=name,books!author_id(title)&books.order=title.desc')).toEqual([
    { name: 'Ursula', books: [{ title: 'The Lathe of Heaven' }, { title: 'The Dispossessed' }] },
    { name: 'Italo', books: [{ title: 'Invisible Cities' }] },
    { name: 'Nobody', books: [] },
  ]);
});

test('rows are joined through a junction, and one to one', async () => {
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

test('embeds nest, and have filters, order and windows of their own', async () => {
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

test('an inner embed leaves out rows without a match, also when counting', async () => {
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

test('rows are filtered by whether there is something to embed', async () => {
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

test('a spread embed stands among its parent columns', async () => {
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

test('embedded rows are counted and summed up', async () => {
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

test('computed columns and relationships are functions of a row', async () => {
  expect(await read('books?id=eq.2&select=full_title,siblings(id),main_author(name)')).toEqual([
    { full_title: 'The Lathe of Heaven (184)', siblings: [{ id: 1 }], main_author: { name: 'Ursula' } },
  ]);
  expect(await read('books?id=eq.2&select=*')).not.toHaveProperty('0.full_title');
});

test('views are embedded by the keys of the tables they show', async () => {
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

test('a relation that refers to itself is followed both ways', async () => {
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

test('an embed that may mean several relationships is refused with the choices', async () => {
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

test('an embed that means nothing is refused', async () => {
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
