import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Library, openLibrary } from './library.ts';

let library: Library;
beforeAll(async () => {
  library = await openLibrary();
});
afterAll(() => library.server.close());

test('a client reads rows with chosen columns', async () => {
  const { data, error, status } = await library.service.from('books').select('id,title').order('id');
  expect(error).toBeNull();
  expect(status).toBe(200);
  expect(data?.[0]).toEqual({ id: 1, title: 'The Dispossessed' });
});
