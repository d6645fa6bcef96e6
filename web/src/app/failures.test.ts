import { describe, expect, it } from 'vitest';

const files = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const sources = Object.entries(files)
  .filter(([path]) => !/\.test\.tsx?$/.test(path))
  .map(([, source]) => source);

const withEnds = (start: string, ends: readonly string[]) => ends.map((end) => `${start} ${end}`);

/** The error catalog of the specification. */
const CATALOG = [
  ...withEnds('Failed to load', ['accounts', 'credit cards', 'loans', 'mortgages', 'loan applications']),
  ...['create', 'update', 'delete'].flatMap((verb) =>
    withEnds(`Failed to ${verb}`, ['account', 'credit card', 'loan', 'mortgage']),
  ),
  'Failed to deposit funds',
  'Failed to withdraw funds',
  'Failed to charge credit card',
  'Failed to pay credit card',
  'Failed to make loan payment',
  'Failed to make mortgage payment',
  'Failed to submit loan application',
  ...withEnds('You must be logged in to create', ['an account', 'a credit card', 'a loan', 'a mortgage']),
  'Authentication error. Please try again later.',
  'Failed to sign out',
  'Something went wrong loading this page',
  'Please sign in to access this page',
  'Logged out successfully',
];

describe('the error catalog', () => {
  it.each(CATALOG)('%s', (text) => {
    expect(sources.some((source) => source.includes(`'${text}'`))).toBe(true);
  });
});
