import { expect, it } from 'vitest';
import { draftSchema } from './application-schema';

it('a draft keeps its known fields when it also contains unknown ones', () => {
  expect(draftSchema.parse({ reason: 'A new roof', termMonths: '60', color: 'green' })).toEqual({
    reason: 'A new roof',
    termMonths: '60',
  });
});
