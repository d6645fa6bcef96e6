/**
 * The sixty sentences of `hold-out.ts` through `understand`.
 *
 * When they were first tried, before anything was mended for them: 30 right, 27 honestly refused or asked about, 3 wrong.
 * - "what've the kids cost me so far this year (i tag everything kids)": its rows were listed, not added up
 * - "what subs am i paying for": their sum instead of the list
 * - "total for all my subscriptions per month pls": the list instead of their sum
 * What was found by them was mended by rules, so from then on they show that nothing is lost, no longer what is new.
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

/** A refusal and a question back are honest whatever was expected; any other difference is a wrong meaning. */
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
  // Two accounts are checking accounts: which one is asked.
  'whats in my checking rn',
  'if i sold everything and paid off everyone what would i be worth',
  'what will my checking look like on christmas day',
];

describe('sixty sentences that nobody had tried', () => {
  const results = HOLD_OUT.map((held) => ({ held, verdict: judged(held) }));
  const describeSource = (verdict: string) =>
    results.filter((one) => one.verdict === verdict).map(({ held }) => held.say);

  it('are sixty', () => expect(HOLD_OUT).toHaveLength(60));

  it('are never taken for something else', () => expect(describeSource('wrong')).toEqual([]));

  it('are seldom refused', () => {
    // One that came to be understood belongs out of here.
    expect(describeSource('honest')).toEqual(REFUSED);
  });

  it('are understood, or honestly refused where they are not', () => {
    expect(describeSource('right').length + describeSource('honest').length).toBeGreaterThanOrEqual(54);
  });
});
