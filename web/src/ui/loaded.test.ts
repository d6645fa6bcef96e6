import { expect, it } from 'vitest';
import { combineQueries } from './loaded';

it('a retry of combined queries repeats only the failed ones', () => {
  const repeated: string[] = [];
  const query = (name: string, data: string | undefined, error: Error | null, isFetching = false) => ({
    data,
    error,
    isFetching,
    refetch: () => repeated.push(name),
  });
  const combined = combineQueries(
    query('loaded', 'data', null),
    query('reloading', 'data', null, true),
    query('failed', undefined, new Error('The bank is unavailable.')),
    query('not yet enabled', undefined, null),
  );
  expect(combined.data).toBeUndefined();
  expect(combined.isFetching).toBe(false);
  combined.refetch();
  expect(repeated).toEqual(['failed']);
});
