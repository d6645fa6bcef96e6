/**
 * Parses the sixty sentences of `hold-out.ts`. At the first attempt, 30 were right, 27 were refused or asked
 * about, and 3 were wrong: - "what've the kids cost me so far this year (i tag everything kids)" listed the
 * transactions instead of their total - "what subs am i paying for" gave a total instead of a list - "total
 * for all my subscriptions per month pls" gave a list instead of a total The rules were fixed afterwards, so
 * these sentences now only prevent regressions.
 */
import { describe, expect, it } from 'vitest';
import type { Intent, Turn } from '../intent.ts';
import { understand } from '../parser/understand.ts';
import { KNOWN } from './customer-context.ts';
import { type HeldOut, HOLD_OUT } from './hold-out.ts';

function meant({ say, after = [] }: HeldOut): Intent {
  const turns: Turn[] = [];
  for (const text of [...after, say]) turns.push({ text, meaning: understand(text, KNOWN, turns) });
  return (turns.at(-1) as Turn).meaning;
}

const isLike = (meaning: unknown, expected: unknown): boolean => {
  if (typeof expected !== 'object' || expected === null) return meaning === expected;
  if (typeof meaning !== 'object' || meaning === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(meaning) || meaning.length !== expected.length))
    return false;
  return Object.entries(expected).every(([slot, inner]) =>
    isLike((meaning as Record<string, unknown>)[slot], inner),
  );
};

/** Refusals and questions back are always acceptable. Any other difference is a wrong intent. */
function judged(held: HeldOut): 'right' | 'honest' | 'wrong' {
  const meaning = meant(held);
  const isRight = [held.expect, held.or].some((expected) =>
    typeof expected === 'string'
      ? meaning.kind === expected
      : expected !== undefined && isLike(meaning, expected),
  );
  if (isRight) return 'right';
  return meaning.kind === 'missing' || meaning.kind === 'beyond' ? 'honest' : 'wrong';
}

const REFUSED = [
  'did more come in than go out last month',
  // Two accounts are checking accounts, so it asks.
  'whats in my checking rn',
  'if i sold everything and paid off everyone what would i be worth',
  'what will my checking look like on christmas day',
];

describe('sixty held-out sentences', () => {
  const results = HOLD_OUT.map((held) => ({ held, verdict: judged(held) }));
  const describeSource = (verdict: string) =>
    results.filter((one) => one.verdict === verdict).map(({ held }) => held.say);

  it('are sixty', () => expect(HOLD_OUT).toHaveLength(60));

  it('are never mistaken for something else', () => expect(describeSource('wrong')).toEqual([]));

  it('are rarely unknown', () => {
    // Remove sentences from this list once they are understood.
    expect(describeSource('honest')).toEqual(REFUSED);
  });

  it('are understood, or answered as unknown', () => {
    expect(describeSource('right').length + describeSource('honest').length).toBeGreaterThanOrEqual(54);
  });
});
