import { describe, expect, it } from 'vitest';
import { CUSTOMER } from '../testing/customer-context.ts';
import { parseMessage } from './parsed-message.ts';
import { getQuestions, readAsTermQuestion } from './statements.ts';

const getFrom = (text: string) => getQuestions(parseMessage(text, CUSTOMER));

describe('statements around a question', () => {
  it('are left out', () =>
    expect(getFrom('Good morning. I just moved here. When is rent due?')).toBe('When is rent due?'));

  it.each([
    'When is rent due?',
    'I get 5% there. How much would that be?',
    'I paid Tide already. When is it due?',
    'Not if it costs $40. Can I afford it?',
    'Only if I can afford it. Is rent due?',
  ])('stay in “%s”', (text) => expect(getFrom(text)).toBeNull());
});

describe('a term in the statement before a question', () => {
  const read = (text: string) => readAsTermQuestion(parseMessage(text, CUSTOMER));

  it('is explained', () =>
    expect(read('they put a hold on my card. what does that mean')).toEqual({
      kind: 'explain',
      term: 'Hold',
      assumed: [],
    }));

  it.each(['what is that', 'i spent a lot on my budget, what is that', 'how much is the apr, what is that'])(
    'isn’t in “%s”',
    (text) => expect(read(text)).toBeNull(),
  );
});
