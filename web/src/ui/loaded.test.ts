import { expect, it } from 'vitest';
import { combineQueries } from './loaded';

it('a retry of combined queries repeats only the failed ones', () => {
  const repeated: string[] = [];
  const query = (name: string, data: string | undefined, error: Error | null) => ({
    data,
    error,
    isFetching: false,
    refetch: () => repeated.push(name),
  });
  const combined = combineQueries(
    query('loaded', 'data', null),
    query('failed', undefined, new Error('The bank is unavailable.')),
    query('not yet enabled', undefined, null),
  );
  expect(combined.data).toBeUndefined();
  combined.refetch();
  expect(repeated).toEqual(['failed']);
});
