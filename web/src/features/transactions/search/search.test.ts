import { describe, expect, it } from 'vitest';
import { getCompletions } from './completions';
import { parseQueryFromUrl } from './use-transaction-query';

const names = {
  places: ['Everyday', 'Savings for Rome'],
  categories: ['Food', 'Fun'],
  merchants: ['Corner Grocer'],
  tags: ['rome'],
};
const complete = (text: string, caret = text.length) => getCompletions(text, caret, names);

describe('the completion of a search', () => {
  it.each([
    ['cat', 'category:'],
    ['rent -cat', 'rent -category:'],
    ['category:fo', 'category:Food '],
    ['-category:no', '-category:none '],
    ['account:rome', 'account:"Savings for Rome" '],
    ['account:"Sav', 'account:"Savings for Rome" '],
    ['card:ev', 'account:Everyday '],
    ['merchant:groc', 'merchant:"Corner Grocer" '],
    ['tag:', 'tag:rome '],
    ['after:last-q', 'after:last-quarter '],
    ['is:pe', 'is:pending '],
    ['corn', 'merchant:"Corner Grocer" '],
  ])('of %s begins with %s', (typed, text) => {
    expect(complete(typed)[0]).toMatchObject({ text, caret: text.length });
  });

  it('replaces only the part at the caret', () => {
    expect(complete('is:i rent', 4).map(({ text }) => text)).toContain('is:in rent');
  });

  it('offers nothing for a complete value, and every operator for an empty search', () => {
    expect(complete('category:food')).toEqual([]);
    expect(complete('rent ').length).toBeGreaterThan(10);
  });
});

describe('an older address', () => {
  const context = {
    today: '2026-08-14',
    places: [
      { id: 'a1', name: 'My "own" money' },
      { id: 'a2', name: 'Twin' },
      { id: 'a3', name: 'twin' },
    ],
    categories: [{ id: 'k1', name: 'Food' }],
  };
  it.each([
    ['q=rent', 'rent'],
    ['q=rent&account=a1', 'rent account:"My \\"own\\" money"'],
    ['account=a2', 'account:a2'],
    ['account=gone', 'account:gone'],
    ['type=AUTO_DEPOSIT', 'type:auto-deposit'],
    ['category=k1&from=2026-05-01&to=2026-05-31', 'category:Food date:2026-05'],
    ['category=none', 'category:none'],
    ['from=2026-05-01', 'after:2026-05-01'],
    ['to=2026-05-01', 'until:2026-05-01'],
    ['from=2026-05-02&to=2026-05-31', 'date:2026-05-02..2026-05-31'],
    ['from=soon&to=2026-99-99', ''],
  ])('%s becomes the search %s', (address, query) => {
    expect(parseQueryFromUrl(new URLSearchParams(address), context)).toBe(query);
  });
});
